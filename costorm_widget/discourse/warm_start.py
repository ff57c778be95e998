"""The warm start: from a topic to experts, background, a first map and a visible opening.

Background question → experts → interviews (all at the same time) → outline → map → opening, one
question and one answer a top concept (paper, section 3.1). Every stage enters the record when it
is whole, and a stage that is there already is not done again: a stopped warm start goes on where
it was.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.discourse.experts import ExpertSpeaker, general_knowledge, seated
from costorm_widget.discourse.moderator import Moderator, as_question
from costorm_widget.discourse.round_table import commit, grow_map
from costorm_widget.discourse.table import Evidence
from costorm_widget.evidence.citations import Handle, resolve
from costorm_widget.language.tasks import (
    AnswerJob,
    ExpertsJob,
    InterviewJob,
    OpeningJob,
    OutlineJob,
    Plan,
)
from costorm_widget.turns import Exchange, Intent

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.mind_map.tree import Node, Tree
    from costorm_widget.turns import Expert

_TOP_CONCEPTS = 8
"""Most concepts directly below the topic at the start: what a reader takes in at a glance."""


_BACKGROUND = 3
"""Times the usual results that a background query takes in: facets show in breadth."""


async def warm_start(table: Table) -> None:
    """Bring a new session to the point where the turn policy rules."""
    if not table.state.snippets:
        await _background(table)
    if all(expert.kept for expert in table.state.experts):
        await _propose_experts(table)
    if not table.state.archive:
        await _interviews(table)
    if not _is_drawn(table.state.tree):
        await _outline(table)
    await _opening(table)
    table.emit(ev.WarmStartEnded())


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
    count = table.state.settings.experts
    taken = tuple(expert.name for expert in table.state.experts)
    job = ExpertsJob(table.brief, passages, max(1, count - len(taken)), taken=taken)
    proposals = await table.engine.propose_experts(job)
    stay = table.state.experts  # read again: the user may have seated somebody meanwhile
    room = max(0, count - len(stay))
    table.emit(ev.ExpertsChanged(seated(stay, stay, proposals[:room])))


@dataclass(frozen=True, slots=True)
class _Talk:
    """One question and answer before its citations are resolved."""

    expert: Expert
    plan: Plan
    evidence: Evidence
    answer: str


async def _interviews(table: Table) -> None:
    """Interview all experts at the same time; question after question each.

    Every interview finds evidence for itself. It is taken in when all are over, in the order of
    the experts, so that sources get the same numbers whichever search is the fastest.
    """
    experts = table.state.experts
    total = len(experts)
    table.emit(ev.Progress("interviews", 0, total, "Interviewing the experts"))
    asides = [table.aside() for _ in experts]
    held = await _together(
        [_interview(aside, expert) for aside, expert in zip(asides, experts, strict=True)]
    )
    for aside in asides:
        table.intake.join(aside.intake)
    exchanges = tuple(_exchange(table, talk) for interview in held for talk in interview)
    found = table.intake.event()
    if found is not None:
        table.emit(found)
    if exchanges:
        table.emit(ev.InterviewsHeld(exchanges))
    table.emit(ev.Progress("interviews", total, total, "Interviewing the experts"))


async def _together(interviews: Sequence[Coroutine[Any, Any, list[_Talk]]]) -> list[list[_Talk]]:
    """Hold all interviews; when one fails or is stopped, none of the others goes on."""
    tasks = [asyncio.create_task(each) for each in interviews]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def _interview(table: Table, expert: Expert) -> list[_Talk]:
    passages = table.passages(tuple(table.state.snippets))
    asked: list[str] = []
    talks: list[_Talk] = []
    for _ in range(table.state.settings.interview_turns):
        plan = await table.engine.ask_in_interview(
            InterviewJob(table.brief, expert, passages, tuple(asked))
        )
        asked.append(plan.question)
        evidence = await table.search(plan.question, plan.queries)
        intent = Intent.POTENTIAL_ANSWER
        job = AnswerJob(
            table.brief, expert, intent, plan.question, evidence.passages, archived=True
        )
        answer = "".join([piece async for piece in table.engine.write_answer(job)])
        talks.append(_Talk(expert, plan, evidence, answer))
    return talks


def _exchange(table: Table, talk: _Talk) -> Exchange:
    resolved = resolve(
        talk.answer,
        {
            each.handle: Handle(
                source_id=each.snippet.source_id,
                snippet_id=each.snippet.id,
                number=table.intake.number(each.snippet.source_id),
            )
            for each in talk.evidence.passages
        },
    )
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
    await grow_map(table)


async def _opening(table: Table) -> None:
    """Let the table say, concept by concept, what there is: one question, one answer each."""
    tree = table.state.tree
    tops = [tree[child] for child in tree[tree.root].children]
    tops.sort(key=lambda node: -len(tree.below(node.id)))
    wanted = tops[: table.state.settings.opening_concepts]
    done = sum(turn.opening and turn.intent.asks for turn in table.state.turns)
    for place, node in enumerate(wanted):
        table.emit(ev.Progress("opening", place, len(wanted), node.name))
        if node.id not in tree:  # the user has removed it meanwhile
            continue
        if place >= done:
            await _open_concept(table, node, place)
        elif place == done - 1 and table.state.turns[-1].intent.asks:
            await _answer_opening(table, node, place)


async def _open_concept(table: Table, node: Node, place: int) -> None:
    passages = table.passages(table.state.tree.below(node.id))
    plan = Plan(Intent.ORIGINAL_QUESTION, "", ())
    words = table.engine.open_concept(OpeningJob(table.brief, node.name, passages))
    turn = await table.utter(Moderator(), plan, Evidence(passages=passages), words)
    commit(table, replace(as_question(turn), opening=True))
    await _answer_opening(table, node, place)


async def _answer_opening(table: Table, node: Node, place: int) -> None:
    """Answer from the evidence that the concept already holds; nothing is searched again."""
    experts = table.state.experts
    speaker = ExpertSpeaker(experts[place % len(experts)]) if experts else general_knowledge()
    question = table.state.turns[-1].question
    snippets = tuple(table.state.tree.below(node.id))
    evidence = Evidence(table.passages(snippets), snippets)
    plan = Plan(Intent.POTENTIAL_ANSWER, question, ())
    job = AnswerJob(
        table.brief,
        speaker.expert,
        plan.intent,
        question,
        evidence.passages,
        table.recent,
        table.said,
    )
    turn = await table.utter(speaker, plan, evidence, table.engine.write_answer(job))
    commit(table, replace(turn, opening=True))
