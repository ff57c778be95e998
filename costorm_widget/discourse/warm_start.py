"""The warm start: from a topic to experts, background, a first map and a visible opening.

Background question → experts → interviews (all at the same time) → outline → map → opening, one
question and one answer a top concept (paper, section 3.1). Every stage enters the record when it
is whole, and a stage that is there already is not done again: a stopped warm start goes on where
it was. With a model, whose replies take their time, what does not need one another is done at the
same time: the outline while the last answers are written, the map's growth during the opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.discourse.experts import seated, seats
from costorm_widget.discourse.map_work import grow_map
from costorm_widget.discourse.opening import open_talk
from costorm_widget.discourse.together import together
from costorm_widget.discourse.utterance import whole
from costorm_widget.errors import BudgetReached, ModelError
from costorm_widget.evidence.citations import resolve
from costorm_widget.language.tasks import (
    AnswerJob,
    ExpertsJob,
    InterviewJob,
    OutlineJob,
)
from costorm_widget.turns import Exchange, Intent
from costorm_widget.usage import charging

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.discourse.table import Evidence, Table
    from costorm_widget.language.tasks import Plan
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.turns import Expert

_TOP_CONCEPTS = 8
"""Most concepts directly below the topic at the start: what a reader takes in at a glance."""

_BACKGROUND = 3
"""Times the usual results that a background query takes in: facets show in breadth."""

WARM_START = "warm start"
"""Whom the calls of the warm start are charged to."""


async def warm_start(table: Table) -> None:
    """Bring a new session to the point where the turn policy rules.

    Raises:
        ModelError: If the model fails and the settings name no fallback; what was done stays, and
            calling again goes on from there.
    """
    with charging(WARM_START, ""):
        try:
            await _stages(table)
        except (ModelError, BudgetReached):
            if table.state.settings.fallback == "none":
                raise
            await _stages(table.spoken_by(table.engine.fallback))
    table.emit(ev.WarmStartEnded())


async def _stages(table: Table) -> None:
    settings = table.state.settings
    if settings.mode == "rag_chatbot":
        return  # one voice, which searches when it is asked
    if not table.state.snippets:
        await _background(table)
    if all(expert.kept for expert in table.state.experts):
        await _propose_experts(table)
    if not table.state.archive:
        await _interviews(table)
    if not _is_drawn(table.state.tree):
        await _outline(table)
    opening = [] if settings.mode == "storm_qa" else [open_talk(table)]
    if table.engine.remote:
        await together([grow_map(table), *opening])
    else:
        for work in (grow_map(table), *opening):
            await work


async def _background(table: Table) -> None:
    """Search for the background question, once for each of its queries."""
    table.emit(ev.Progress("background", 0, 0, "Looking for background"))
    plan = await table.engine.plan_background(table.brief)
    limit = table.state.settings.results_per_query * _BACKGROUND
    await table.search(plan.question, plan.queries, limit)
    found = table.intake.event()
    if found is not None:
        table.emit(found)


async def _propose_experts(table: Table) -> None:
    """Seat as many experts as the settings want; whom the user has seated stays."""
    passages = table.passages(tuple(table.state.snippets))
    count = table.state.settings.warm_start_experts or seats(table.state.settings)
    taken = tuple(expert.name for expert in table.state.experts)
    if len(taken) >= count:
        return
    job = ExpertsJob(table.brief, passages, count - len(taken), taken=taken)
    proposals = await table.engine.propose_experts(job)
    stay = table.state.experts  # read again: the user may have seated somebody meanwhile
    room = max(0, count - len(stay))
    table.emit(ev.ExpertsChanged(seated(stay, stay, proposals[:room])))


@dataclass(slots=True)
class _Talk:
    """One question and answer before its citations are resolved."""

    expert: Expert
    plan: Plan
    evidence: Evidence
    answer: str = ""


async def _interviews(table: Table) -> None:
    """Interview all experts at the same time; question after question each.

    Every interview finds evidence for itself. It is taken in when all have searched for the last
    time, in the order of the experts, so that sources get the same numbers whichever search is
    the fastest. The last answers are for the archive: nothing waits for them.
    """
    experts = table.state.experts
    total = len(experts)
    table.emit(ev.Progress("interviews", 0, total, "Interviewing the experts"))
    asides = [table.aside() for _ in experts]
    held = await together(
        [_interview(aside, expert) for aside, expert in zip(asides, experts, strict=True)]
    )
    for aside in asides:
        table.intake.join(aside.intake)
    found = table.intake.event()
    if found is not None:
        table.emit(found)
    last: list[Coroutine[Any, Any, None]] = [_write(table, talks[-1]) for talks in held if talks]
    if table.engine.remote and not _is_drawn(table.state.tree):
        last.append(_outline(table))
    await together(last)
    exchanges = tuple(_exchange(table, talk) for interview in held for talk in interview)
    if exchanges:
        table.emit(ev.InterviewsHeld(exchanges))
    table.emit(ev.Progress("interviews", total, total, "Interviewing the experts"))


async def _interview(table: Table, expert: Expert) -> list[_Talk]:
    """Ask and answer; the last answer is left to be written."""
    passages = table.passages(tuple(table.state.snippets))
    talks: list[_Talk] = []
    for _ in range(table.state.settings.interview_turns):
        if talks:
            await _write(table, talks[-1])
        asked = tuple(talk.plan.question for talk in talks)
        answers = tuple(talk.answer for talk in talks)
        plan = await table.engine.ask_in_interview(
            InterviewJob(table.brief, expert, passages, asked, answers)
        )
        talks.append(_Talk(expert, plan, await table.search(plan.question, plan.queries)))
    return talks


async def _write(table: Table, talk: _Talk) -> None:
    job = AnswerJob(
        table.brief,
        talk.expert,
        Intent.POTENTIAL_ANSWER,
        talk.plan.question,
        talk.evidence.passages,
        archived=True,
    )
    talk.answer = await whole(lambda: table.engine.write_answer(job))


def _exchange(table: Table, talk: _Talk) -> Exchange:
    resolved = resolve(talk.answer, table.handles(talk.evidence.passages))
    return Exchange(
        talk.expert.name,
        talk.plan.question,
        resolved.text,
        resolved.citations,
        talk.evidence.retrieved,
    )


def _is_drawn(tree: Tree) -> bool:
    """Whether there is a first map: concepts that the user has made beforehand are none."""
    return bool(tree.home) or any(
        node.parent is not None and not node.by_user for node in tree.walk()
    )


async def _outline(table: Table) -> None:
    """Make the first map of everything found so far."""
    table.emit(ev.Progress("map", 0, 0, "Drawing the first map"))
    tree = table.state.tree
    passages = table.passages(tuple(table.state.snippets))
    parts = await table.engine.outline(OutlineJob(table.brief, passages, _TOP_CONCEPTS))
    by_handle = {each.handle: each.snippet.id for each in passages}
    for part in parts:
        concept = tree.new_id()
        table.emit(ev.ConceptAdded(concept, part.name, tree.root))
        members = tuple((by_handle[each], concept) for each in part.members if each in by_handle)
        if members:
            table.emit(ev.SnippetsPlaced(members))
