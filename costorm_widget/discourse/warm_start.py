"""The warm start: from a topic to experts, background, a first map and a visible opening.

Background question → experts → interviews (all at the same time) → outline → map → opening, one
question and one answer a top concept (paper, section 3.1). Every stage enters the record when it
is whole, and a stage that is there already is not done again: a stopped warm start goes on where
it was. With a model, whose replies take their time, what does not need one another is done at the
same time: the outline while the first answers are written, from what was found for them, and the
map's growth while the last ones are, and during the opening.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.experts import seated, seats
from costorm_widget.discourse.first_map import draw_first_map, is_drawn
from costorm_widget.discourse.map_work import grow_map
from costorm_widget.discourse.opening import open_talk, plan_opening
from costorm_widget.discourse.together import together
from costorm_widget.discourse.utterance import whole
from costorm_widget.errors import BudgetReached, ModelError
from costorm_widget.evidence.citations import resolve
from costorm_widget.language.tasks import (
    AnswerJob,
    ExpertsJob,
    InterviewJob,
)
from costorm_widget.turns import Exchange, Intent
from costorm_widget.usage import charging

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.opening import OpeningTalk
    from costorm_widget.discourse.table import Evidence, Table
    from costorm_widget.language.tasks import Passage, Plan
    from costorm_widget.turns import Expert

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
    if table.state.settings.mode == "rag_chatbot":
        return  # one voice, which searches when it is asked
    if not table.state.snippets:
        await _background(table)
    if all(expert.kept for expert in table.state.experts):
        await _propose_experts(table)
    held = [] if table.state.archive else await _interviews(table)
    if table.engine.remote:
        if not is_drawn(table.state.tree):
            await draw_first_map(table)
        # Planned first: whichever is quicker, the same is said.
        await together([grow_map(table), _close(table, held, plan_opening(table))])
        return
    await _archive(table, held)
    if not is_drawn(table.state.tree):
        await draw_first_map(table)
    await grow_map(table)
    await _close(table, [], plan_opening(table))


async def _close(
    table: Table, held: Sequence[Sequence[_Talk]], opening: Sequence[OpeningTalk]
) -> None:
    """Put the interviews that were held away, and open the talk."""
    await _archive(table, held)
    if table.state.settings.mode != "storm_qa":
        await open_talk(table, opening)


async def _background(table: Table) -> None:
    """Search for the background question, once for each of its queries."""
    table.emit(ev.Progress("background", 0, 0, "Looking for background"))
    plan = await table.engine.plan_background(table.brief)
    limit = table.state.settings.results_per_query * _BACKGROUND
    evidence = await table.search(plan.question, plan.queries, limit)
    table.tell_later(evidence.failure)
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


async def _interviews(table: Table) -> list[list[_Talk]]:
    """Interview all experts at the same time, question after question; return the talks of each.

    Every interview finds evidence for itself. It is taken in when all have searched, in the order
    of the experts, so that sources get the same numbers whichever search is the fastest. The last
    answers are left to be written, for the archive alone.
    """
    experts, turns = table.state.experts, table.state.settings.interview_turns
    background = table.passages(tuple(table.state.snippets))
    table.emit(ev.Progress("interviews", 0, len(experts), "Interviewing the experts"))
    asides = [table.aside() for _ in experts]
    held: list[list[_Talk]] = [[] for _ in experts]
    for turn in range(turns):
        if turn:
            await _write_all(table, held, draw=table.engine.remote)
        asked = [
            _ask(aside, expert, background, talks)
            for aside, expert, talks in zip(asides, experts, held, strict=True)
        ]
        for talks, talk in zip(held, await together(asked), strict=True):
            talks.append(talk)
        if table.engine.remote:
            _take_in(table, asides)
    _take_in(table, asides)
    table.emit(ev.Progress("interviews", len(experts), len(experts), "Interviewing the experts"))
    return held


async def _ask(
    table: Table, expert: Expert, background: tuple[Passage, ...], talks: Sequence[_Talk]
) -> _Talk:
    """Ask an expert the next question and search for its answer, which is left to be written."""
    asked = tuple(talk.plan.question for talk in talks)
    answers = tuple(talk.answer for talk in talks)
    plan = await table.engine.ask_in_interview(
        InterviewJob(table.brief, expert, background, asked, answers, table.muted)
    )
    evidence = await table.search(plan.question, plan.queries)
    table.tell_later(evidence.failure)
    return _Talk(expert, plan, evidence)


def _take_in(table: Table, asides: Sequence[Table]) -> None:
    """Put into the record what was found at the `asides`."""
    for aside in asides:
        table.intake.join(aside.intake)
        aside.clear()
    found = table.intake.event()
    if found is not None:
        table.emit(found)


async def _write_all(table: Table, held: Sequence[Sequence[_Talk]], *, draw: bool) -> None:
    """Write the answers to the latest questions; with `draw` also the first map, if it is not."""
    work = [_write(table, talks[-1]) for talks in held if talks]
    if draw and not is_drawn(table.state.tree):
        work.append(draw_first_map(table))
    await together(work)


async def _archive(table: Table, held: Sequence[Sequence[_Talk]]) -> None:
    """Write the last answers, and put the interviews into the archive."""
    await _write_all(table, held, draw=False)
    exchanges = tuple(_exchange(table, talk) for talks in held for talk in talks)
    if exchanges:
        table.emit(ev.InterviewsHeld(exchanges))


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
