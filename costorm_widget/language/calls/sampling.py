"""What the settings say of a reply, set on a copy of the model: its length, and how it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.language.models import JOB_GROUPS

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from costorm_widget.settings import Settings

_LIMITS = ("max_tokens", "num_predict", "max_output_tokens")
"""What chat models call the limit of their reply: OpenAI and most, Ollama, Google."""


def output_limit(job: str, settings: Settings) -> int:
    """Return how many tokens a reply of `job` may have."""
    tokens: int = getattr(settings, f"{JOB_GROUPS[job]}_tokens")
    return tokens


def tuned(
    model: BaseChatModel, job: str, settings: Settings, *, limited: bool = True
) -> BaseChatModel:
    """Return a copy of `model` as `settings` want it for `job`.

    Only what the model's class has a field for is set. A smaller limit that the model has already
    stays, and so does its temperature where the settings have none.

    Args:
        model: The model; it is not changed.
        job: What it will be asked for.
        settings: The settings.
        limited: Whether the length of the reply is limited.
    """
    known = type(model).model_fields
    changes: dict[str, Any] = {
        name: value
        for name in ("temperature", "top_p")
        if name in known and (value := getattr(settings, name)) is not None
    }
    field = next((name for name in _LIMITS if name in known), None)
    if limited and field:
        own = getattr(model, field)
        tokens = output_limit(job, settings)
        # Ollama writes "no limit" as a negative number.
        changes[field] = min(own, tokens) if own and own > 0 else tokens
    return model.model_copy(update=changes) if changes else model
