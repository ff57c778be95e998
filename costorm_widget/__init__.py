"""Co-STORM as a Jupyter widget: a round table of experts, a mind map, a cited report."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import (
    BadReply,
    BadSetting,
    BudgetReached,
    ContextOverflow,
    CostormError,
    EmbeddingError,
    KeyRefused,
    MindMapError,
    MissingExtra,
    ModelError,
    ModelRefused,
    ModelSilent,
    ModelUnavailable,
    NotYet,
    RateLimited,
    SessionBusy,
    SourceAmbiguous,
    SourceBusy,
    SourceChanged,
    SourceError,
    SourceNotFound,
    SourceRefused,
    Stopped,
    StreamBroken,
    UnknownName,
    UserError,
)
from costorm_widget.evidence.citations import Citation
from costorm_widget.evidence.context import Context
from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.reports import Reference, Report, Section
from costorm_widget.session import CoStorm
from costorm_widget.settings import Settings
from costorm_widget.turns import Exchange, Expert, Intent, OpenQuestion, SentenceSupport, Turn
from costorm_widget.usage import Call, Totals, Usage

if TYPE_CHECKING:
    from costorm_widget.discourse.advocate import DevilsAdvocate, with_advocate
    from costorm_widget.discourse.policy import Seat, next_seat
    from costorm_widget.discourse.table import Evidence, Speaker, Table
    from costorm_widget.language.calls.estimate import Estimate
    from costorm_widget.language.cassette import RecordedModel
    from costorm_widget.language.doubles import ScriptedModel
    from costorm_widget.language.tasks import Plan
    from costorm_widget.retrieval.places import Limited, Sources
    from costorm_widget.retrieval.scholar import Arxiv, Crossref, Papers
    from costorm_widget.retrieval.web import Web, WebPages
    from costorm_widget.retrieval.wikipedia import Wikipedia

__version__ = "0.1.0"

_LATE = {
    "Arxiv": "retrieval.scholar",
    "Crossref": "retrieval.scholar",
    "DevilsAdvocate": "discourse.advocate",
    "Estimate": "language.calls.estimate",
    "Evidence": "discourse.table",
    "Limited": "retrieval.places",
    "Papers": "retrieval.scholar",
    "Plan": "language.tasks",
    "RecordedModel": "language.cassette",
    "ScriptedModel": "language.doubles",
    "Seat": "discourse.policy",
    "Sources": "retrieval.places",
    "Speaker": "discourse.table",
    "Table": "discourse.table",
    "Web": "retrieval.web",
    "WebPages": "retrieval.web",
    "Wikipedia": "retrieval.wikipedia",
    "next_seat": "discourse.policy",
    "with_advocate": "discourse.advocate",
}
"""Names that are imported when they are asked for: they bring LangChain or numpy along."""

__all__ = [
    "Arxiv",
    "BadReply",
    "BadSetting",
    "BudgetReached",
    "Call",
    "Citation",
    "CoStorm",
    "Context",
    "ContextOverflow",
    "CostormError",
    "Crossref",
    "DevilsAdvocate",
    "Dispute",
    "EmbeddingError",
    "Estimate",
    "Evidence",
    "Exchange",
    "Expert",
    "Intent",
    "KeyRefused",
    "Limited",
    "MindMapError",
    "MissingExtra",
    "ModelError",
    "ModelRefused",
    "ModelSilent",
    "ModelUnavailable",
    "NotYet",
    "OpenQuestion",
    "Papers",
    "Plan",
    "Quote",
    "RateLimited",
    "RecordedModel",
    "Reference",
    "Report",
    "ScriptedModel",
    "Seat",
    "Section",
    "SentenceSupport",
    "SessionBusy",
    "Settings",
    "Snippet",
    "Source",
    "SourceAmbiguous",
    "SourceBusy",
    "SourceChanged",
    "SourceError",
    "SourceNotFound",
    "SourceRefused",
    "Sources",
    "Speaker",
    "Stopped",
    "StreamBroken",
    "Table",
    "Totals",
    "Turn",
    "UnknownName",
    "Usage",
    "UserError",
    "Web",
    "WebPages",
    "Wikipedia",
    "__version__",
    "next_seat",
    "with_advocate",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of the late names
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
