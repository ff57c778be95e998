"""The moderator: brings up what was found but not talked about (paper, section 3.3).

Every snippet that was retrieved and not cited since the moderator spoke last gets a score. The
paper's is high for what is near the topic and far from the question that found it:
`cos(snippet, topic)^α · (1 − cos(snippet, question))^(1−α)`. The reference code's looks at the
queries and the cited snippets of the turn instead, and drops what is far from the claim.

What lies under a pinned concept, or below it, when its turn has come (see `attention`), is looked
at whenever it was found, and its score is raised to the geometric mean of itself and 1: 0.25
becomes 0.5. So it goes before all that is not far better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.discourse.aims import focus_on
from costorm_widget.discourse.attention import attention, raised, unused_about
from costorm_widget.discourse.muting import muting
from costorm_widget.discourse.policy import MODERATOR, said
from costorm_widget.discourse.table import Evidence
from costorm_widget.language.tasks import AskJob, Plan
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn


_SHOWN = 12
"""Best snippets handed to the engine: enough to choose from, little enough to read."""


@dataclass(frozen=True, slots=True)
class Moderator:
    """Asks one grounded question from unused evidence."""

    name: str = MODERATOR
    role: Role = "moderator"

    async def speak(self, table: Table) -> Turn:
        """Ask; without evidence, from the topic and the goal, or the concept's name, alone."""
        concept = attention(table.state)
        focus = focus_on(table.state.tree, concept) if concept else None
        ranked = await (rank_about(table, concept) if concept else rank_unused(table))
        evidence = Evidence(passages=table.passages(ranked[:_SHOWN]))
        job = AskJob(
            table.brief,
            evidence.passages,
            table.concepts,
            table.recent,
            table.said,
            focus=focus,
            muted=table.muted,
        )
        plan = Plan(Intent.ORIGINAL_QUESTION, "", ())
        turn = await table.utter(self, plan, evidence, lambda: table.engine.ask_as_moderator(job))
        return replace(as_question(turn), concept=concept)


def candidates(state: SessionState) -> list[Snippet]:
    """Return what the turns since the moderator's last retrieved and no turn cites.

    When that is nothing, as directly after the warm start, all unused evidence is looked at.
    What stands in a muted branch is left out.
    """
    hushed, tree = muting(state), state.tree
    latest: list[str] = []
    looked_back = 0
    for turn in reversed(state.turns):
        if turn.status != "failed":  # what a failed turn has found counts, itself it does not
            if turn.role == "moderator" or looked_back == state.settings.moderator_looks_back:
                break
            looked_back += 1
        latest.extend(turn.retrieved)
    unused = [state.snippets[each] for each in dict.fromkeys(latest) if each not in state.cited]
    heard = [each for each in unused if not hushed.hides(tree, each.id)]
    return heard or [each for each in state.unused if not hushed.hides(tree, each.id)]


async def rank_unused(table: Table) -> list[str]:
    """Return ids of the candidates, highest score first; equal ones as they were found.

    Before the first turn there is no claim and no query, which the reference code's score needs;
    then the paper's is taken.
    """
    state = table.state
    up = dict.fromkeys(raised(state))
    latest = {each.id: each for each in candidates(state)}
    snippets = list({**latest, **{each: state.snippets[each] for each in up}}.values())
    return await _ranked(table, snippets, up)


async def rank_about(table: Table, concept: str) -> list[str]:
    """Return ids of what a question about a concept can start from, best first.

    What lies there is ranked as by `rank_unused`; what is near, or used already, comes after it.
    """
    state = table.state
    found = await unused_about(table, concept, _SHOWN)
    own = set(state.tree.below(concept)) - state.cited
    there = [state.snippets[each] for each in found if each in own]
    ranked = await _ranked(table, there, ())
    return [*ranked, *(each for each in found if each not in own)]


async def _ranked(table: Table, snippets: Sequence[Snippet], up: Collection[str]) -> list[str]:
    """Return the ids of snippets by their score; that of those in `up` is raised."""
    if not snippets:
        return []
    last = next(said(table.state), None)
    if table.state.settings.moderator_score == "paper" or last is None:
        scores = await _paper_scores(table, snippets)
    else:
        scores = await _reference_scores(table, snippets, last)
    for place, snippet in enumerate(snippets):
        if snippet.id in up:
            scores[place] **= 0.5
    order = (-scores).argsort(kind="stable")
    return [snippets[int(place)].id for place in order]


async def _paper_scores(table: Table, snippets: Sequence[Snippet]) -> Vectors:
    alpha = table.state.settings.moderator_alpha
    questions = [each.queries[0][0] if each.queries else table.state.topic for each in snippets]
    vectors = await table.embedder.embed([each.text for each in snippets])
    # One question has found many of them; after the warm start of a large session, thousands.
    rows = {question: row for row, question in enumerate(dict.fromkeys(questions))}
    each_asked = await table.embedder.embed(list(rows))
    asked = each_asked[[rows[question] for question in questions]]
    topic = await table.embedder.embed([table.state.topic])
    near_topic = (vectors @ topic[0]).clip(0, 1)
    near_question = (vectors * asked).sum(axis=1).clip(0, 1)
    scores: Vectors = near_topic**alpha * (1 - near_question) ** (1 - alpha)
    return scores


async def _reference_scores(table: Table, snippets: Sequence[Snippet], turn: Turn) -> Vectors:
    vectors = await table.embedder.embed([each.text for each in snippets])
    queries = await table.embedder.embed([*turn.queries, turn.question or turn.utterance])
    claim = await table.embedder.embed([turn.utterance])
    cited = [table.state.snippets[each.snippet_id].text for each in turn.citations]
    near_query = (vectors @ queries.T).max(axis=1).clip(0, 1)
    near_cited = near_query * 0
    if cited:
        near_cited = (vectors @ (await table.embedder.embed(cited)).T).max(axis=1).clip(0, 1)
    gate = (vectors @ claim[0]) >= table.state.settings.claim_gate
    scores: Vectors = (1 - near_query) ** 0.5 * (1 - near_cited) ** 0.5 * gate
    return scores


def as_question(turn: Turn) -> Turn:
    """Return a turn that asks, with its own words as the question it puts."""
    return replace(turn, question=turn.question or turn.utterance)
