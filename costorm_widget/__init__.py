"""Co-STORM as a Jupyter widget: a round table of experts, a mind map, a cited report."""

from __future__ import annotations

from costorm_widget.errors import (
    BadSetting,
    CostormError,
    EmbeddingError,
    MindMapError,
    MissingExtra,
    NotYet,
    SessionBusy,
    SourceError,
    SourceNotFound,
    SourceRefused,
    Stopped,
    UnknownName,
    UserError,
)
from costorm_widget.evidence.citations import Citation
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.reports import Reference, Report, Section
from costorm_widget.session import CoStorm
from costorm_widget.settings import Settings
from costorm_widget.turns import Exchange, Expert, Intent, Turn

__version__ = "0.1.0"

__all__ = [
    "BadSetting",
    "Citation",
    "CoStorm",
    "CostormError",
    "EmbeddingError",
    "Exchange",
    "Expert",
    "Intent",
    "MindMapError",
    "MissingExtra",
    "NotYet",
    "Reference",
    "Report",
    "Section",
    "SessionBusy",
    "Settings",
    "Snippet",
    "Source",
    "SourceError",
    "SourceNotFound",
    "SourceRefused",
    "Stopped",
    "Turn",
    "UnknownName",
    "UserError",
    "__version__",
]
