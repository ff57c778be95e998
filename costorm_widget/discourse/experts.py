"""An expert's turn: plan, search, then speak (DESIGN §4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.discourse.aims import Aim, aim_of, looking_there
from costorm_widget.discourse.claims import counter_plan
from costorm_widget.discourse.muting import muting
from costorm_widget.discourse.policy import GENERAL_KNOWLEDGE
from costorm_widget.discourse.table import Evidence
from costorm_widget.language.extractive.speech import sayable
from costorm_widget.language.tasks import AnswerJob, ExpertsJob, PlanJob
from costorm_widget.turns import Expert

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.language.tasks import ExpertProposal, Plan
    from costorm_widget.settings import Settings
    from costorm_widget.turns import Role, Turn


_NO_AIM = Aim()
_NOT_SEARCHED = "The sources could not be searched, so this has no answer yet."
_MUTED = "Nothing is said here: all that this turn could look at is about {names}, which is muted."


@dataclass(frozen=True, slots=True)
class ExpertSpeaker:
    """An expert of the list, or the general knowledge provider, at the table."""

    expert: Expert
    role: Role = "expert"

    @property
    def name(self) -> str:
        """The expert's name."""
        return self.expert.name

    async def speak(self, table: Table) -> Turn:
        """Answer the question in hand, or give further details; or ask, if the plan says so."""
        aim = aim_of(table.state)
        plan = await self._plan(table, aim)
        if plan.intent.asks:
            return await table.utter(self, plan, Evidence(), lambda: _pieces(plan.question))
        return await self.answer(table, plan, aim)

    async def _plan(self, table: Table, aim: Aim) -> Plan:
        if aim.steer == "challenge":  # where one voice answers everything
            return counter_plan(table.state, aim)
        job = PlanJob(
            table.brief,
            self.expert,
            table.recent,
            table.concepts,
            focus=aim.focus,
            muted=table.muted,
        )
        with table.timed("plan"):
            plan = await table.engine.plan_turn(job)
        return looking_there(plan, aim.focus, table.state.settings.queries_per_question)

    async def answer(self, table: Table, plan: Plan, aim: Aim = _NO_AIM) -> Turn:
        """Search for the plan's queries and say what is found, and what is at hand."""
        evidence = await table.search(plan.question, plan.queries, at_hand=aim.at_hand)
        plan = replace(plan, queries=evidence.queries)
        if not evidence.passages and (evidence.failure or evidence.muted):
            names = ", ".join(f"“{sayable(each)}”" for each in evidence.muted)
            why = _NOT_SEARCHED if evidence.failure else _MUTED.format(names=names)
            return await table.utter(self, plan, evidence, lambda: _pieces(why))
        job = AnswerJob(
            brief=table.brief,
            expert=self.expert,
            intent=plan.intent,
            question=plan.question,
            passages=evidence.passages,
            recent=table.recent,
            said=table.said,
            focus=aim.focus,
        )
        return await table.utter(self, plan, evidence, lambda: table.engine.write_answer(job))


def general_knowledge() -> ExpertSpeaker:
    """Return the general knowledge provider: answers questions that nobody has taken yet."""
    expert = Expert("general", GENERAL_KNOWLEDGE, "What is known in general about the question.")
    return ExpertSpeaker(expert, "general knowledge")


async def proposed(table: Table, snippets: Sequence[str], focus: str) -> tuple[ExpertProposal, ...]:
    """Return experts for the question in `focus`, from the snippets found for it.

    Who was added, edited or muted by the user stays; the others make room for new perspectives.
    Nobody is sought for what lies in a muted branch.
    """
    stay, room = _staying(table)
    hushed, tree = muting(table.state), table.state.tree
    heard = [each for each in snippets if not hushed.hides(tree, each)]
    passages = table.within_budget([heard], table.state.settings.refresh_tokens)
    if room <= 0 or not passages:
        return ()
    taken = tuple(expert.name for expert in stay)
    return await table.engine.propose_experts(ExpertsJob(table.brief, passages, room, focus, taken))


def reseated(table: Table, proposals: Sequence[ExpertProposal]) -> tuple[Expert, ...]:
    """Return the list with `proposals` in the seats that are free."""
    stay, room = _staying(table)
    return seated(table.state.experts, stay, proposals[: max(0, room)])


def _staying(table: Table) -> tuple[list[Expert], int]:
    """Return who stays through a refresh of the list, and how many seats are left."""
    stay = [expert for expert in table.state.experts if expert.kept or expert.muted]
    return stay, seats(table.state.settings) - sum(not expert.muted for expert in stay)


def seats(settings: Settings) -> int:
    """Return how many experts sit at the table."""
    return 1 if settings.mode == "single_expert" else settings.experts


def seated(
    before: Sequence[Expert], stay: Sequence[Expert], proposals: Sequence[ExpertProposal]
) -> tuple[Expert, ...]:
    """Give `proposals` seats beside who stays.

    Names are unique at the table, whatever was proposed (C19); an expert who sat here under the
    same name keeps the id, so that the page and the round robin know them again.
    """
    by_name = {expert.name.casefold(): expert for expert in before}
    names = {expert.name.casefold() for expert in stay}
    highest = max((int(expert.id[1:]) for expert in before), default=0)
    new: list[Expert] = []
    for proposal in proposals:
        name = " ".join(proposal.name.split())
        if not name or name.casefold() in names:
            continue
        names.add(name.casefold())
        known = by_name.get(name.casefold())
        if known is None:
            highest += 1
        new.append(
            Expert(known.id if known else f"e{highest}", name, proposal.role.strip() or name)
        )
    return (*stay, *new)


async def _pieces(text: str) -> AsyncIterator[str]:
    yield text
