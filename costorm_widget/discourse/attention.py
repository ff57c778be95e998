"""Which concept the moderator turns to, and from what it then asks: wishes and pins.

A user who wants to know what is missing at a concept gets the moderator's next question about it.
After that come pinned concepts. One that no turn has cited yet, and that the moderator has not
asked about, is asked about next. Otherwise every second question at the latest is for the pinned
concepts that have unused evidence, the one that has waited longest first. So with two pins both get
their turn, and so does the rest of the map.
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
    pinned = pins(state)
    if not pinned:
        return ""
    asked = [turn for turn in said(state) if _asks_for_the_table(turn)]
    waited = {pin.concept: _waited(state, pin, asked) for pin in pinned}
    new = [pin for pin in pinned if not pin.cited and waited[pin.concept] == len(asked)]
    if new:
        return new[0].concept
    open_pins = [pin for pin in pinned if pin.unused]
    if not open_pins or not all(waited.values()):
        return ""  # nothing to ask from, or the last question was for a pinned one
    return max(open_pins, key=lambda pin: waited[pin.concept]).concept


def _asks_for_the_table(turn: Turn) -> bool:
    return turn.intent.asks and not turn.opening and turn.role in {"moderator", "expert"}


def _waited(state: SessionState, pin: Pin, asked: Sequence[Turn]) -> int:
    """Return how many questions ago the branch was asked about; all of them if it never was."""
    homes = state.tree.home
    for place, turn in enumerate(asked):
        about = {turn.concept, *(homes.get(each.snippet_id, "") for each in turn.citations)}
        if about & pin.branch:
            return place
    return len(asked)


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
    await index.follow(tree, state.snippets)
    vectors = await index.vectors(others)
    nearest = index.nearest(tree, vectors, state.settings.placement_candidates)
    scores = {
        snippet.id: candidate.score
        for snippet, candidates in zip(others, nearest, strict=True)
        for candidate in islice(
            (each for each in candidates if each.near and each.concept in branch), 1
        )
    }
    return sorted(scores, key=lambda each: -scores[each])
