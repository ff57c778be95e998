"""Words between quotations: they say where the reader is, and state nothing about the topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.extractive.speech import sayable
from costorm_widget.language.extractive.words import titled

if TYPE_CHECKING:
    from collections.abc import Sequence

_NEXT = (
    "After “{before}”, the sources turn to “{name}”.",
    "Another strand is “{name}”.",
    "Next to “{before}” stands “{name}”.",
    "“{name}” is a further side of the matter.",
)
_UNDER = (
    "It has {number} parts here: {children}.",
    "It comes under {number} heads: {children}.",
)
_FIRST = "The first strand is “{name}”."
_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def transition(path: Sequence[str], before: str, children: Sequence[str]) -> str:
    """Return the words that lead into a section; empty where the heading is enough.

    Args:
        path: Names from the top concept down to the section's.
        before: The section before it on the same level; empty for the first.
        children: The sections directly below it.
    """
    if len(path) > 1 and not children:
        return ""
    name, before = sayable(path[-1]), sayable(before)
    choice = sum(map(ord, name))
    opening = _NEXT[choice % len(_NEXT)].format(before=before, name=name)
    if not before:
        opening = _FIRST.format(name=name)
    if not children[1:]:
        return opening
    number = _NUMBERS.get(len(children), str(len(children)))
    parts = _UNDER[choice % len(_UNDER)].format(number=number, children=listed(children))
    return f"{opening} {parts}"


def listed(names: Sequence[str]) -> str:
    """Return names as an enumeration."""
    said = [sayable(name) for name in names]
    if len(said) == 1:
        return titled(said[0])
    return f"{'; '.join(said[:-1])}; and {said[-1]}"
