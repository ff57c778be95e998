"""Reads a structured reply, whatever its form turned out to be.

First JSON as it stands, then JSON that must be mended, then tagged lines and bullets: each is less
sure than the one before. The first that fits the shape is taken. A reply without any of them has
no content, however readable it is to people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.language.ladder.finding import mended, pieces, sound
from costorm_widget.language.ladder.fitting import Shape, fit
from costorm_widget.language.ladder.misfit import Misfit
from costorm_widget.language.ladder.tagged import tagged_values
from costorm_widget.language.ladder.thoughts import without_thoughts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langchain_core.messages import AIMessage

NOTHING_THERE = "There is no reply in the wanted form."


def read(text: str, shape: type[Shape]) -> Shape:
    """Return what `text` says as a `shape`.

    Raises:
        Misfit: With what the model is told about its mistake.
    """
    return _first_that_fits(_values(without_thoughts(text), shape), shape)


def read_message(message: AIMessage, shape: type[Shape]) -> Shape:
    """Return what a model's message says as a `shape`: by its first tool call, or by its text.

    Raises:
        Misfit: With what the model is told about its mistake.
    """
    for call in message.tool_calls:
        return fit(call["args"], shape)
    for broken in message.invalid_tool_calls:
        return read(broken["args"] or "", shape)
    return read(str(message.text), shape)


def said(message: AIMessage) -> str:
    """Return what a message says, to be shown to the model again."""
    calls = [str(call["args"]) for call in (*message.tool_calls, *message.invalid_tool_calls)]
    return calls[0] if calls else without_thoughts(str(message.text))


def _values(text: str, shape: type[Shape]) -> Iterator[Any]:
    yield from sound(text)
    yield from mended(text)
    tagged = tagged_values(text, shape)
    if tagged is not None:
        yield tagged
    yield from pieces(text)


def _first_that_fits(values: Iterator[Any], shape: type[Shape]) -> Shape:
    problems: list[Misfit] = []
    for value in values:
        try:
            return fit(value, shape)
        except Misfit as misfit:
            problems.append(misfit)
    # Of several, the first is the one that the model most likely meant.
    raise next((each for each in problems if each.formed), None) or Misfit(
        NOTHING_THERE, formed=False
    )
