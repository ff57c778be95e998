"""The opening: the table says, concept by concept, what there is; one question, one answer each.

The talks about the top concepts do not need one another. With a model all are held at the same
time, each with an ear of its own that keeps what it hears until the talks before it are over; so
the reader sees them one after the other, and the first one as it is said.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.ear import Ear
from costorm_widget.discourse.experts import ExpertSpeaker, general_knowledge
from costorm_widget.discourse.moderator import Moderator, as_question
from costorm_widget.discourse.muting import muting
from costorm_widget.discourse.table import Evidence
from costorm_widget.discourse.together import ended
from costorm_widget.errors import ModelUnavailable
from costorm_widget.language.tasks import AnswerJob, OpeningJob, Plan
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.mind_map.tree import Node
    from costorm_widget.turns import Turn


@dataclass(frozen=True, slots=True)
class OpeningTalk:
    """One concept to be talked about; `place` counts from 0 over all of the opening."""

    place: int
    node: Node
    snippets: tuple[str, ...]


def plan_opening(table: Table) -> tuple[OpeningTalk, ...]:
    """Return the talks of the opening: one for each of the largest top concepts."""
    tree, hushed = table.state.tree, muting(table.state)
    tops = [tree[child] for child in tree[tree.root].children if child not in hushed]
    tops.sort(key=lambda node: -len(tree.below(node.id)))
    wanted = tops[: table.state.settings.opening_concepts]
    return tuple(_talk(table, place, node) for place, node in enumerate(wanted))


async def open_talk(table: Table, wanted: Sequence[OpeningTalk]) -> None:
    """Hold those of the talks `wanted` that have not been held yet.

    Raises:
        ModelUnavailable: If the model does not answer; what was said stays.
    """
    held = sum(turn.opening and turn.intent.asks for turn in table.state.turns)
    if held and held <= len(wanted) and table.state.turns[-1].intent.asks:
        await _answer(table, wanted[held - 1], table.state.turns[-1].question)
    hushed = muting(table.state)  # the user may have muted one meanwhile
    to_hold = [talk for talk in wanted[held:] if talk.node.id not in hushed]
    if table.engine.remote:
        await _at_once(table, to_hold)
        return
    for talk in to_hold:
        if talk.node.id in table.state.tree:  # the user may have removed it meanwhile
            _tell(table, talk, len(wanted))
            await _hold(table, talk)


def _talk(table: Table, place: int, node: Node) -> OpeningTalk:
    tree, hushed = table.state.tree, muting(table.state)
    heard = (each for each in tree.below(node.id) if not hushed.hides(tree, each))
    return OpeningTalk(place, node, tuple(heard))


def _tell(table: Table, talk: OpeningTalk, total: int) -> None:
    table.emit(ev.Progress("opening", talk.place, total, talk.node.name))


async def _at_once(table: Table, talks: Sequence[OpeningTalk]) -> None:
    _, number = table.next_turn()
    ears = [Ear(table.emit) for _ in talks]
    tasks = [
        asyncio.create_task(_hold(table.aside(ear.hear, number + 2 * place), talk))
        for place, (ear, talk) in enumerate(zip(ears, talks, strict=True))
    ]
    try:
        for ear, task, talk in zip(ears, tasks, talks, strict=True):
            _tell(table, talk, talks[-1].place + 1)
            ear.release()
            await task
    finally:
        await ended(tasks)


async def _hold(table: Table, talk: OpeningTalk) -> None:
    """Ask about a concept, and answer."""
    passages = table.passages(talk.snippets)
    plan = Plan(Intent.ORIGINAL_QUESTION, "", ())
    job = OpeningJob(table.brief, talk.node.name, passages)
    asked = await table.utter(
        Moderator(), plan, Evidence(passages=passages), lambda: table.engine.open_concept(job)
    )
    question = as_question(asked)
    _take(table, question)
    await _answer(table, talk, question.question)


async def _answer(table: Table, talk: OpeningTalk, question: str) -> None:
    """Answer from the evidence that the concept already holds; nothing is searched again."""
    experts = table.state.experts
    speaker = ExpertSpeaker(experts[talk.place % len(experts)]) if experts else general_knowledge()
    question = question or talk.node.name
    passages = table.within_budget([talk.snippets], table.state.settings.evidence_tokens)
    if not table.engine.remote:
        passages = table.passages(talk.snippets)  # it reads them all, and has no prompt to fill
    plan = Plan(Intent.POTENTIAL_ANSWER, question, ())
    # Held at the same time, it depends on chance which of the other talks are over.
    recent = () if table.engine.remote else table.recent
    job = AnswerJob(
        table.brief, speaker.expert, plan.intent, question, passages, recent, table.said
    )
    turn = await table.utter(
        speaker, plan, Evidence(passages, talk.snippets), lambda: table.engine.write_answer(job)
    )
    _take(table, turn)


def _take(table: Table, turn: Turn) -> None:
    """Put a turn of the opening into the record."""
    if turn.status == "failed":
        raise ModelUnavailable(turn.error)
    table.emit(ev.TurnTaken(replace(turn, opening=True)))
    if table.number is not None:
        table.number += 1
