"""Those who ask from outside the table: the guest (a simulated user), and the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.discourse.moderator import as_question, rank_unused
from costorm_widget.discourse.policy import GUEST, USER
from costorm_widget.discourse.table import Evidence
from costorm_widget.evidence.sentences import is_question
from costorm_widget.language.tasks import AskJob, Plan
from costorm_widget.turns import Intent, Turn

if TYPE_CHECKING:
    from costorm_widget.discourse.steering import Remark
    from costorm_widget.discourse.table import Table
    from costorm_widget.turns import Role


@dataclass(frozen=True, slots=True)
class Guest:
    """Asks what a person with the given intent would ask next; for experiments and demos."""

    intent: str = ""
    name: str = GUEST
    role: Role = "guest"

    async def speak(self, table: Table) -> Turn:
        """Ask, near the intent (default: the session's goal, else its topic)."""
        aim = self.intent or table.state.goal or table.state.topic
        plan = Plan(Intent.ORIGINAL_QUESTION, "", ())
        evidence = Evidence(passages=table.passages((await rank_unused(table))[:40]))
        job = AskJob(
            table.brief,
            evidence.passages,
            table.concepts,
            table.recent,
            table.said,
            aim,
            muted=table.muted,
        )
        turn = await table.utter(self, plan, evidence, lambda: table.engine.ask_as_guest(job))
        return as_question(turn)


def user_turn(table: Table, said: Remark) -> Turn:
    """Return what the user said as a turn; it is answered next, whether it asks or states."""
    name, number = table.next_turn()
    intent = Intent.ORIGINAL_QUESTION if is_question(said.text) else Intent.INFORMATION_REQUEST
    return Turn(
        name,
        number,
        USER,
        "user",
        intent,
        said.text,
        question=said.text,
        concept=said.concept,
        steer=said.steer,
        about=said.about,
    )
