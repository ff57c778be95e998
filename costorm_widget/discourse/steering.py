"""What a user wants of a concept, as a turn that the round table answers (DESIGN §6).

Every wish is said aloud, in the user's turn, so that the talk can be read afterwards: an *ask* puts
a question about the concept, a *challenge* wants what speaks against it, *opposite* wants who found
something else, *missing* wants what nobody has looked at there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.turns import Steer

WORDS: dict[Steer, str] = {
    "ask": "What else is there to know about “{name}”?",
    "challenge": "What speaks against what we hold about “{name}”?",
    "opposite": "Who finds the opposite about “{name}”?",
    "missing": "What are we missing about “{name}”?",
}


@dataclass(frozen=True, slots=True)
class Remark:
    """What the user says, and what it is about.

    Attributes:
        text: The words.
        concept: Id of the concept that it is about; empty if none in particular.
        steer: How it steers the next turn.
        about: Ids of the snippets that it puts on the table.
    """

    text: str
    concept: str = ""
    steer: Steer = ""
    about: tuple[str, ...] = ()


def remark(steer: Steer, concept: str, name: str, text: str = "") -> Remark:
    """Return the words for a wish about the concept of this id and name; `text` if given."""
    return Remark(text.strip() or WORDS[steer].format(name=name), concept, steer)
