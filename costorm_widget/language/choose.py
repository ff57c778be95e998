"""Which engine speaks: what the user's `model=` means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.models import resolve_models

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.events import Event
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.calls.ledger import Ledger
    from costorm_widget.language.tasks import Engine
    from costorm_widget.settings import Settings

_NOTHING_FOUND = (
    "No language model was found: set OPENAI_API_KEY or OPENAI_BASE_URL, start Ollama, or give "
    "model=."
)


def choose_engine(  # noqa: PLR0913 - what the user asks for, and what the calls are tied to
    model: object,
    base_url: str | None,
    embedder: Embedder,
    language: str,
    *,
    ledger: Ledger,
    settings: Callable[[], Settings],
    emit: Callable[[Event], None],
) -> Engine:
    """Return the engine for `model=` and `base_url=`, see `models.resolve_models`.

    Args:
        model: What the user asks for.
        base_url: A server that speaks OpenAI's protocol.
        embedder: Vectors, by which the extractive engine chooses.
        language: Language of the discourse, an ISO 639-1 code.
        ledger: Counts the calls.
        settings: Returns the settings of the moment.
        emit: Hears of pauses.

    Raises:
        UserError: As `resolve_models` does.
    """
    models = resolve_models(model, base_url)
    extractive = ExtractiveEngine(embedder, language)
    if models is None:
        if model is None:
            extractive.about = f"{extractive.about} {_NOTHING_FOUND}"
        return extractive
    # LangChain is imported where a model is used: not for the extractive engine.
    from costorm_widget.language.calls.caller import Caller
    from costorm_widget.language.ladder.ladder import Ladder
    from costorm_widget.language.prompted.engine import PromptedEngine

    caller = Caller(models, ledger, settings, emit)
    return PromptedEngine(caller, Ladder(caller), extractive, models.name, models.about)
