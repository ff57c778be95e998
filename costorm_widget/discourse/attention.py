"""Which concept the moderator turns to, and from what it then asks: wishes and pins.

A user who wants to know what is missing at a concept gets the moderator's next question about it.
After that come pinned concepts. One that the moderator has not asked about yet is asked about next,
if no turn has cited it or it has evidence that none has cited. Later, the pinned concept that has
waited longest has its unused evidence ranked up, in every question that does not follow one about
a pinned concept, so that the rest of the map is heard as well. If it goes without a question for
twice as many as there are pinned concepts, the next one is about it, whatever the ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from costorm_widget.discourse.aims import evidence_about
from costorm_widget.discourse.muting import muting
from costorm_widget.discourse.policy import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Turn


_PATIENCE = 2
"""Questions that a pinned concept goes without, for each that is pinned."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A pinned concept, its branch, and the snippets of it that no turn cites.

    Attributes:
        concept: Its id.
        branch: Ids of it and of all concepts below.
        unused: Ids of the snippets.
        cited: Whether a turn cites any other snippet of the branch.
    """

    concept: str
    branch: frozenset[str]
    unused: tuple[str, ...]
    cited: bool


def pins(state: SessionState) -> list[Pin]:
    """Return the pinned concepts that are not muted, from the top."""
    tree = state.tree
    if not any(node.pinned for node in tree.nodes.values()):
        return []
    hushed = muting(state)
    return [_pin(state, node.id) for node in tree.walk() if node.pinned and node.id not in hushed]


def _pin(state: SessionState, concept: str) -> Pin:
    tree, hushed = state.tree, muting(state)
    below = [each for each in tree.below(concept) if not hushed.hides(tree, each)]
    unused = tuple(each for each in below if each not in state.cited)
    branch = frozenset(node.id for node in tree.walk(concept))
    return Pin(concept, branch, unused, cited=len(unused) < len(below))


def attention(state: SessionState) -> str:
    """Return the id of the concept that the next question is about; empty if none in particular."""
    last = next(said(state), None)
    if last is not None and last.steer == "missing" and last.concept in state.tree:
        return last.concept
    waiting = _waiting(state)
    new = [pin for pin, questions in waiting if questions is None]
    if new:
        return new[0].concept
    late = [pin for pin, questions in waiting if (questions or 0) >= _PATIENCE * len(waiting)]
    return late[0].concept if late else ""


def raised(state: SessionState) -> tuple[str, ...]:
    """Return the ids of the unused snippets that are ranked up in the next question."""
    waiting = _waiting(state)
    if not waiting or any(questions == 0 for _, questions in waiting):
        return ()
    pin, _ = waiting[0]
    return pin.unused


def _waiting(state: SessionState) -> list[tuple[Pin, int | None]]:
    """Return the pinned concepts that can be asked about, the one that has waited longest first.

    Beside each stands how many questions ago its branch was asked about; None if it never was.
    One without unused evidence is asked about only if no turn has cited it, and only once.
    """
    pinned = pins(state)
    if not pinned:
        return []
    asked = [turn for turn in said(state) if _asks_for_the_table(turn)]
    waited = [(pin, _questions_since(state, pin, asked)) for pin in pinned]
    able = [
        (pin, questions)
        for pin, questions in waited
        if pin.unused or (questions is None and not pin.cited)
    ]
    return sorted(able, key=lambda each: len(asked) if each[1] is None else each[1], reverse=True)


def _asks_for_the_table(turn: Turn) -> bool:
    return turn.intent.asks and not turn.opening and turn.role in {"moderator", "expert"}


def _questions_since(state: SessionState, pin: Pin, asked: Sequence[Turn]) -> int | None:
    """Return how many questions ago the branch was asked about; None if it never was."""
    homes = state.tree.home
    for place, turn in enumerate(asked):
        about = {turn.concept, *(homes.get(each.snippet_id, "") for each in turn.citations)}
        if about & pin.branch:
            return place
    return None


async def unused_about(table: Table, concept: str, most: int) -> list[str]:
    """Return ids of what a question about a concept can start from, in the order in which it helps.

    First what nobody has cited under the concept and below; then, nearest first, what nobody has
    cited elsewhere and is near to that branch by the vectors of the map. Where that is nothing,
    what stands on one source alone below the concept.

    Raises:
        EmbeddingError: If a vector cannot be computed.
    """
    state = table.state
    there = evidence_about(state, concept, "missing")
    unused = [each for each in there if each not in state.cited]
    if len(unused) < most:
        unused += await _near(table, concept, set(unused))
    return unused or list(there)


async def _near(table: Table, concept: str, known: set[str]) -> list[str]:
    """Return the ids of other unused snippets that are near to a branch, nearest first."""
    state, tree, index = table.state, table.state.tree, table.index
    hushed = muting(state)
    others = [
        each for each in state.unused if each.id not in known and not hushed.hides(tree, each.id)
    ]
    if not others:
        return []
    branch = {node.id for node in tree.walk(concept)}
    vectors = await index.vectors(others)
    await index.follow(tree, state.snippets)
    texts = [each.text for each in others]
    nearest = index.nearest(tree, texts, vectors, state.settings.placement_candidates)
    scores = {
        snippet.id: candidate.score
        for snippet, candidates in zip(others, nearest, strict=True)
        for candidate in islice(
            (each for each in candidates if each.near and each.concept in branch), 1
        )
    }
    return sorted(scores, key=lambda each: -scores[each])
