"""Who speaks next: a pure function of the state (DESIGN §4; paper, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn

GENERAL_KNOWLEDGE = "General knowledge"
MODERATOR = "Moderator"
GUEST = "Guest"
USER = "You"


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


def next_seat(state: SessionState, request: Request) -> Seat:
    """Return who speaks next; the first rule that holds decides."""
    if request.user:
        return Seat("user")
    if request.guest:
        return Seat("guest")
    if request.moderator or not state.turns or state.turns[-1].opening:
        return Seat("moderator")
    answers = state.settings.answers_before_moderator
    latest = state.turns[-answers:]
    if len(latest) == answers and not any(turn.intent.asks or turn.opening for turn in latest):
        return Seat("moderator")
    if latest[-1].intent.asks:
        return Seat("general knowledge")
    return _next_expert(state)


def _next_expert(state: SessionState) -> Seat:
    """Return the expert after the one who spoke last; nobody there: general knowledge."""
    able = [expert for expert in state.experts if not expert.muted]
    if not able:
        return Seat("general knowledge")
    names = [expert.name for expert in able]
    spoke = [turn.speaker for turn in state.turns if turn.role == "expert" and not turn.opening]
    last = next((name for name in reversed(spoke) if name in names), None)
    place = 0 if last is None else (names.index(last) + 1) % len(able)
    return Seat("expert", able[place].id)


def last_question(turns: list[Turn]) -> Turn | None:
    """Return the last turn that asks, or None."""
    return next((turn for turn in reversed(turns) if turn.intent.asks), None)
