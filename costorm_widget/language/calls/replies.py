"""The message in what a model's runnable gives, or in what it raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.language.ladder.thoughts import without_thoughts

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage


def message_in(result: Any) -> AIMessage:  # noqa: ANN401 - a runnable gives anything
    """Return the message of a reply: itself, or the raw one of `include_raw=True`.

    Raises:
        TypeError: If there is none.
    """
    from langchain_core.messages import AIMessage

    message = result.get("raw") if isinstance(result, dict) else result
    if not isinstance(message, AIMessage):
        raise TypeError(f"no message but {type(message).__name__}")
    return message


def cut_reply(error: Exception) -> AIMessage | None:
    """Return the reply that an error carries because it was cut off at its limit, if it does.

    OpenAI's client raises such a reply when a JSON schema was asked for, but what there is of it
    can often be read.
    """
    from langchain_core.messages import AIMessage

    choices = getattr(getattr(error, "completion", None), "choices", None)
    if not choices:
        return None
    usage = getattr(error.completion, "usage", None)  # type: ignore[attr-defined]
    read, said = getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0)
    return AIMessage(
        choices[0].message.content or "",
        response_metadata={"finish_reason": "length"},
        usage_metadata={"input_tokens": read, "output_tokens": said, "total_tokens": read + said}
        if usage
        else None,
    )


def says_something(message: AIMessage) -> bool:
    """Return whether a message holds more than thoughts: text, or a call of a tool."""
    calls = message.tool_calls or message.invalid_tool_calls
    return bool(calls or without_thoughts(str(message.text)).strip())
