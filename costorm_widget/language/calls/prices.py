"""What a call costs in US dollars, by the price list of `genai-prices`; no network is used.

A model or provider that the list does not know has no known price: None, never zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.messages.ai import UsageMetadata


def load() -> None:
    """Read the price list. It takes a moment, once in a process, and may run in a thread."""
    import genai_prices  # noqa: F401 - what counts is that it is in memory afterwards


def cost(model_name: str, provider: str, usage: UsageMetadata) -> float | None:
    """Return the price of a call in US dollars, None if it is not known.

    Args:
        model_name: Name of the model, with or without the provider before a colon.
        provider: Who sells it, such as `openai`; empty when nobody knows.
        usage: Tokens as LangChain counts them. Those read from the provider's cache and those
            written to it have prices of their own.
    """
    if not provider:
        return None
    from genai_prices import Usage, calc_price

    details = usage.get("input_token_details", {})
    tokens = Usage(
        input_tokens=usage["input_tokens"],
        cache_read_tokens=details.get("cache_read", 0),
        cache_write_tokens=details.get("cache_creation", 0),
        output_tokens=usage["output_tokens"],
    )
    name = model_name.partition(":")[2] or model_name
    try:
        return float(calc_price(tokens, name, provider_id=provider).total_price)
    except (LookupError, ValueError):
        # Unknown, or counts that do not add up, such as more cached tokens than tokens.
        return None
