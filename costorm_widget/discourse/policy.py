"""Who speaks next: a pure function of the state (DESIGN §4; paper, section 3.2).

A policy of your own is any function from the state to a `Seat`, or to a speaker object::

    def experts_only(state: SessionState) -> Seat:
        return next_expert(state)

    CoStorm("Daylight saving time", policy=experts_only)

It is asked whenever neither the user nor a guest takes the turn. `with_advocate` makes one out of
another: from time to time somebody argues against what was last agreed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costorm_widget.discourse.table import Speaker
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn

    Policy = Callable[[SessionState], "Seat | Speaker"]
    """Tells from the state who speaks next."""

GENERAL_KNOWLEDGE = "General knowledge"
MODERATOR = "Moderator"
GUEST = "Guest"
USER = "You"

QUESTION_AND_ANSWER = ("rag_chatbot", "storm_qa")
"""Modes in which the user asks and one voice answers."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose turn it is: a role, and the expert's id if an expert's."""

    role: Role
    expert: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked of this very step, beyond the state.

    Attributes:
        user: The user has said something.
        guest: A simulated user shall ask.
        moderator: The user wants the moderator to speak.
    """

    user: bool = False
    guest: bool = False
    moderator: bool = False


def next_seat(state: SessionState, request: Request | None = None) -> Seat:
    """Return who speaks next; the first rule that holds decides.

    `Seat("user")` means that it is the user's turn: in the modes with one voice nobody speaks
    unasked.
    """
    asked_for = _asked_for(request or Request())
    if asked_for is not None:
        return asked_for
    last = next(said(state), None)
    mode = state.settings.mode
    asked = last is not None and last.intent.asks
    if mode in QUESTION_AND_ANSWER:
        return Seat("general knowledge" if asked else "user")
    if mode != "no_moderator" and is_moderators(state):
        return Seat("moderator")
    if asked and mode != "single_expert":
        return Seat("general knowledge")
    return next_expert(state)


def _asked_for(request: Request) -> Seat | None:
    if request.user:
        return Seat("user")
    if request.guest:
        return Seat("guest")
    return Seat("moderator") if request.moderator else None


def said(state: SessionState) -> Iterator[Turn]:
    """Yield the turns that were said, last first; a turn that failed was not."""
    return (turn for turn in reversed(state.turns) if turn.status != "failed")


def is_moderators(state: SessionState) -> bool:
    """Whether the moderator is due: directly after the opening, or after L answers in a row."""
    answers = state.settings.answers_before_moderator
    latest = list(islice(said(state), answers))
    if not latest or latest[0].opening:
        return True
    return len(latest) == answers and not any(turn.intent.asks or turn.opening for turn in latest)


def next_expert(state: SessionState) -> Seat:
    """Return the expert after the one who spoke last; nobody there: general knowledge."""
    able = [expert for expert in state.experts if not expert.muted]
    if state.settings.mode == "single_expert":
        able = able[:1]
    if not able:
        return Seat("general knowledge")
    names = [expert.name for expert in able]
    spoke = (turn for turn in said(state) if turn.role == "expert" and not turn.opening)
    last = next((turn.speaker for turn in spoke if turn.speaker in names), None)
    place = 0 if last is None else (names.index(last) + 1) % len(able)
    return Seat("expert", able[place].id)
