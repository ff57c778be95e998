"""Which engine speaks: what the user's `model=` means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import NotYet
from costorm_widget.language.extractive.engine import ExtractiveEngine

if TYPE_CHECKING:
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.tasks import Engine


def choose_engine(model: object, embedder: Embedder, language: str) -> Engine:
    """Return the engine for `model`: None and `"extractive"` mean the built-in one.

    Raises:
        NotYet: For anything else in this version.
    """
    if model is None or model == "extractive":
        return ExtractiveEngine(embedder, language)
    message = (
        f"model={model!r} is not supported in this version; "
        "leave it out to use the built-in extractive engine."
    )
    raise NotYet(message)
