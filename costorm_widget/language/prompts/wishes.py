"""What the user wants of the mind map, as every prompt says it: a concept in focus, others muted.

A concept is named with its path, because the same name may stand in two branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.talk import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Focus

_MUTED = 100

# A small model that is told "opposite" alone searches for the concept again; it is told what such
# findings look like.
_PLANNED = {
    "challenge": "Search for what speaks against it: findings that contradict it, and its limits.",
    "opposite": (
        "Search for who finds the opposite: studies, figures or people that contradict what was "
        "said about it."
    ),
    "missing": "Search for sides of it that nobody here has spoken of.",
}

# "If nothing does, say so" keeps a model from making up an opponent.
_ANSWERED = {
    "challenge": (
        "Argue against what was said: say what in the evidence contradicts or limits it. If "
        "nothing does, say so in one sentence."
    ),
    "opposite": (
        "Say who finds the opposite, and on what ground. Where passages contradict each other, "
        "show both sides. If nobody does, say so in one sentence."
    ),
    "missing": "Say what the evidence holds about it that the talk has not had.",
}


def planned(focus: Focus | None) -> str:
    """Return what a plan is to be about, and what it is to search for; nothing without focus."""
    if focus is None:
        return ""
    return _joined(_about("Your turn", focus), _PLANNED.get(focus.steer, "Search for it by name."))


def answered(focus: Focus | None) -> str:
    """Return what an answer is to be about, and how; nothing without focus."""
    return _joined(_about("It", focus), _ANSWERED.get(focus.steer, "")) if focus else ""


def asked(focus: Focus | None) -> str:
    """Return what a question is to be about; nothing without focus."""
    return f"{_about('Your question', focus)} Stay with it." if focus else ""


def left_aside(muted: Sequence[str]) -> str:
    """Return what is not to be gone into; nothing if that is nothing."""
    return f"The reader wants nothing about: {listed(muted, _MUTED)}." if muted else ""


def _about(what: str, focus: Focus) -> str:
    path = " > ".join(map(one_line, focus.path))
    return f"{what} is about this concept of the mind map: {path}."


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
