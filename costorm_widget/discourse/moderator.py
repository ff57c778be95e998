"""The moderator: brings up what was found but not talked about (paper, section 3.3).

Every snippet that was retrieved and not cited since the moderator spoke last gets a score. The
paper's is high for what is near the topic and far from the question that found it:
`cos(snippet, topic)^α · (1 − cos(snippet, question))^(1−α)`. The reference code's looks at the
queries and the cited snippets of the turn instead, and drops what is far from the claim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.discourse.policy import MODERATOR, said
from costorm_widget.discourse.table import Evidence
from costorm_widget.language.tasks import AskJob, Plan
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        """Ask; without evidence, from the topic and the goal alone."""
        ranked = await rank_unused(table)
        evidence = Evidence(passages=table.passages(ranked[:_SHOWN]))
        job = AskJob(table.brief, evidence.passages, table.concepts, table.recent, table.said)
        plan = Plan(Intent.ORIGINAL_QUESTION, "", ())
        turn = await table.utter(self, plan, evidence, lambda: table.engine.ask_as_moderator(job))
        return as_question(turn)


def candidates(state: SessionState) -> list[Snippet]:
    """Return what the turns since the moderator's last retrieved and no turn cites.

    When that is nothing, as directly after the warm start, all unused evidence is looked at.
    What stands in a muted branch is left out.
    """
    muted = {
        snippet for node in state.tree.walk() if node.muted for snippet in state.tree.below(node.id)
    }
    passed_over = state.cited | muted if muted else state.cited
    latest: list[str] = []
    looked_back = 0
    for turn in reversed(state.turns):
        if turn.status != "failed":  # what a failed turn has found counts, itself it does not
            if turn.role == "moderator" or looked_back == state.settings.moderator_looks_back:
                break
            looked_back += 1
        latest.extend(turn.retrieved)
    unused = [state.snippets[each] for each in dict.fromkeys(latest) if each not in passed_over]
    return unused or [each for each in state.unused if each.id not in muted]


async def rank_unused(table: Table) -> list[str]:
    """Return ids of the candidates, highest score first; equal ones as they were found.

    Before the first turn there is no claim and no query, which the reference code's score needs;
    then the paper's is taken.
    """
    state = table.state
    snippets = candidates(state)
    if not snippets:
        return []
    last = next(said(state), None)
    if state.settings.moderator_score == "paper" or last is None:
        scores = await _paper_scores(table, snippets)
    else:
        scores = await _reference_scores(table, snippets, last)
    order = (-scores).argsort(kind="stable")
    return [snippets[int(place)].id for place in order]


async def _paper_scores(table: Table, snippets: Sequence[Snippet]) -> Vectors:
    alpha = table.state.settings.moderator_alpha
    questions = [each.queries[0][0] if each.queries else table.state.topic for each in snippets]
    vectors = await table.embedder.embed([each.text for each in snippets])
    asked = await table.embedder.embed(questions)
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
