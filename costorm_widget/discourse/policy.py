"""Who speaks next: a pure function of the state (DESIGN §4; paper, section 3.2).

A policy of your own is any function from the state to a `Seat`, or to a speaker object::

    def experts_only(state: SessionState) -> Seat:
        return next_expert(state)

    CoStorm("Daylight saving time", policy=experts_only)

It is asked whenever neither the user nor a guest takes the turn, and the user has not just said who
shall answer, by steering: see `steered_seat`. `with_advocate` makes one out of another: from time
to time somebody argues against what was last agreed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice, takewhile
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

ADVOCATE = "advocate"
"""Whom a seat means by this id: the devil's advocate, who is no expert of the list."""

_PATIENCE = 2
"""How many times L answers the moderator waits for at most, however often the user asks between."""

QUESTION_AND_ANSWER = ("rag_chatbot", "storm_qa")
"""Modes in which the user asks and one voice answers."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Whose turn it is: a role, and the expert's id if an expert's.

    An expert who `asks` does so in the moderator's place.
    """

    role: Role
    expert: str = ""
    asks: bool = False


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
    asked_for = _asked_for(request or Request()) or steered_seat(state)
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


def steered_seat(state: SessionState) -> Seat | None:
    """Return who answers to what the user has just wanted of a concept; None if that is nothing.

    It comes before any policy: an *ask* goes to general knowledge, as every question does, a
    *challenge* to the devil's advocate, the *opposite* to the next expert, what is *missing* to the
    moderator. Where there is no moderator the next expert asks in that place, or, with nobody at
    the table, general knowledge says what is missing. In the modes with one voice that one answers
    all of it, and a single expert what is asked. If the concept went away meanwhile, the words are
    a question like any other.
    """
    last = next(said(state), None)
    if last is None or not last.steer or last.concept not in state.tree:
        return None
    mode = state.settings.mode
    if mode in QUESTION_AND_ANSWER:
        return Seat("general knowledge")
    if last.steer == "challenge":
        return Seat("expert", ADVOCATE)
    if last.steer == "missing":
        expert = next_expert(state)
        if mode != "no_moderator":
            return Seat("moderator")
        return replace(expert, asks=expert.role == "expert")
    single = mode == "single_expert"
    return next_expert(state) if last.steer == "opposite" or single else Seat("general knowledge")


def said(state: SessionState) -> Iterator[Turn]:
    """Yield the turns that were said, last first; a turn that failed was not."""
    return (turn for turn in reversed(state.turns) if turn.status != "failed")


def is_moderators(state: SessionState) -> bool:
    """Whether the moderator is due: directly after the opening, or after L answers in a row.

    Somebody who asks and steers all the time must not keep the moderator away: after twice as many
    answers since somebody at the table has asked, the moderator is due, whatever lies between.
    """
    answers = state.settings.answers_before_moderator
    latest = list(islice(said(state), answers))
    if not latest or latest[0].opening:
        return True
    if latest[0].intent.asks:
        return False
    if len(latest) == answers and not any(turn.intent.asks or turn.opening for turn in latest):
        return True
    return _answers_in_sum(state) >= _PATIENCE * answers


def _answers_in_sum(state: SessionState) -> int:
    """Return the answers since the opening, or since somebody at the table has asked."""
    others = (turn for turn in said(state) if turn.role not in {"user", "guest"})
    own = takewhile(lambda turn: not (turn.intent.asks or turn.opening), others)
    return sum(1 for _ in own)


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
