"""Upkeep: every concept that holds too much is split, then the map is tidied.

It goes by need, never by who speaks. All concepts over the limit are split at the same time, and
their parts again while one is over the limit; snippets are moved from a concept to its parts, so
that no reply, however bad, can lose one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.mind_map.fold import Draft
from costorm_widget.mind_map.names import plain
from costorm_widget.mind_map.splitting import split
from costorm_widget.mind_map.tidying import tidy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.ground import Ground
    from costorm_widget.mind_map.splitting import Branch
    from costorm_widget.mind_map.tree import Node, Tree

_GROWN = 1.25
"""A concept that was judged fine is looked at again when it has grown by a quarter."""

_FINE_UP_TO = 2
"""Times its limit that a concept may hold and be judged fine; beyond that it is split anyway."""


async def upkeep(tree: Tree, ground: Ground) -> tuple[MapEvent, ...]:
    """Return the events that bring the map into shape; `tree` is not changed.

    Afterwards no concept, nor the root, holds more than `settings.snippets_per_concept` snippets
    of its own, except one that the engine judged fine at up to twice as many.

    Raises:
        EmbeddingError: If a vector cannot be computed.
    """
    draft = Draft(tree)
    await _place_parked(draft, ground)
    limit = ground.brief.settings.snippets_per_concept
    while due := [node.id for node in draft.tree.walk() if _is_due(node, limit)]:
        replies = await asyncio.gather(
            *(
                split(draft.tree, each, ground, may_stay=_may_stay(draft.tree, each, limit))
                for each in due
            )
        )
        for concept, branches in zip(due, replies, strict=True):
            _apply(draft, concept, branches)
    tidy(draft)
    return tuple(draft.events)


def _is_due(node: Node, limit: int) -> bool:
    size = len(node.snippets)
    judged_fine = 0 < size <= node.checked_at * _GROWN and size <= limit * _FINE_UP_TO
    return size > limit and not judged_fine


def _may_stay(tree: Tree, concept: str, limit: int) -> bool:
    """Whether the engine may judge the concept fine: never the root, which only parks."""
    return concept != tree.root and len(tree[concept].snippets) <= limit * _FINE_UP_TO


async def _place_parked(draft: Draft, ground: Ground) -> None:
    """Give parked snippets another try when they pile up: their concept may have come since."""
    tree = draft.tree
    parked = tree[tree.root].snippets
    limit = ground.brief.settings.snippets_per_concept
    if len(parked) <= limit or len(tree.nodes) == 1:
        return
    nearest = await ground.nearest(tree, parked)
    placements = tuple(
        (snippet, candidates[0].concept)
        for snippet, candidates in zip(parked, nearest, strict=True)
        if candidates[0].near
    )
    if placements:
        draft.emit(ev.SnippetsPlaced(placements))


def _apply(draft: Draft, concept: str, branches: Sequence[Branch]) -> None:
    """Move snippets from a concept to its branches; no branches mean that it is fine."""
    node = draft.tree[concept]
    if not branches:
        draft.emit(ev.ConceptChecked(concept, len(node.snippets)))
        return
    children = {plain(draft.tree[each].name): each for each in reversed(node.children)}
    placements: list[tuple[str, str]] = []
    for branch in branches:
        child = children.get(plain(branch.name))
        if child is None:
            child = draft.tree.new_id()
            draft.emit(ev.ConceptAdded(child, branch.name, concept))
        placements += [(snippet, child) for snippet in branch.snippets]
    draft.emit(ev.SnippetsPlaced(tuple(placements)))
