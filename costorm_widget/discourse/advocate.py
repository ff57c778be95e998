"""The devil's advocate: argues from the evidence against what was last agreed.

A user who challenges a concept is answered by it: then it argues against the last statement that
stands on evidence under that concept.

It is also the example of a speaker of one's own: an object with a name, a role and `speak(table)`,
which searches and speaks through the table and returns the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from costorm_widget.discourse.aims import aim_of
from costorm_widget.discourse.claims import counter_plan
from costorm_widget.discourse.experts import ExpertSpeaker
from costorm_widget.discourse.policy import ADVOCATE, is_moderators, next_seat, said
from costorm_widget.errors import BadSetting
from costorm_widget.turns import Expert

if TYPE_CHECKING:
    from costorm_widget.discourse.policy import Policy, Seat
    from costorm_widget.discourse.table import Speaker, Table
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn

_ROLE = "argues from the evidence against what was last agreed; never without a source"


@dataclass(frozen=True, slots=True)
class DevilsAdvocate:
    """Looks for what speaks against the first statement of the last answer."""

    name: str = "Devil's advocate"
    role: Role = "expert"

    async def speak(self, table: Table) -> Turn:
        """Search for the opposite of the last claim and say what there is."""
        aim = aim_of(table.state)
        speaker = ExpertSpeaker(Expert(ADVOCATE, self.name, _ROLE), self.role)
        return await speaker.answer(table, counter_plan(table.state, aim), aim)


def with_advocate(
    policy: Policy = next_seat, advocate: Speaker | None = None, every: int = 1
) -> Policy:
    """Return a policy in which an advocate speaks before the moderator sums up.

    Args:
        policy: Who speaks otherwise.
        advocate: Who argues against; a `DevilsAdvocate` by default.
        every: Before each so-many-th turn of the moderator.

    Raises:
        BadSetting: If `every` is below 1.
    """
    if every < 1:
        message = f"every={every!r} is not possible; give a whole number from 1 up."
        raise BadSetting(message)
    opponent = advocate or DevilsAdvocate()

    def contested(state: SessionState) -> Seat | Speaker:
        answers = state.settings.answers_before_moderator
        latest = list(islice(said(state), answers))
        due = is_moderators(state) and not any(turn.opening for turn in latest[:1])
        if not latest or not due or any(turn.speaker == opponent.name for turn in latest):
            return policy(state)
        rounds = sum(turn.role == "moderator" and not turn.opening for turn in said(state))
        return policy(state) if (rounds + 1) % every else opponent

    return contested
