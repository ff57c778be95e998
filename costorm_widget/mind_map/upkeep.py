"""Upkeep: every concept that holds too much is split, then the map is tidied.

It goes by need, never by who speaks. All concepts over the limit are split at the same time, and
their parts again while one is over the limit; snippets are moved from a concept to its parts, so
that no reply, however bad, can lose one.

No concept stays over its limit, whatever an engine thinks of it. The paper lets a language model
judge a full concept fine as it is. But one that says so each time, or whose replies cannot be
used, would have a concept grow without end; and who relies on the limit (a report section, a
split, a reader) would have to reckon with that. So "fine" means that the engine sees no parts: the
vectors are asked for them instead (`splitting`).
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
    from costorm_widget.mind_map.tree import Tree


async def upkeep(tree: Tree, ground: Ground) -> tuple[MapEvent, ...]:
    """Return the events that bring the map into shape; `tree` is not changed.

    Afterwards no concept, nor the root, holds more than `settings.snippets_per_concept` snippets
    of its own.

    Raises:
        EmbeddingError: If a vector cannot be computed.
    """
    draft = Draft(tree)
    await _place_parked(draft, ground)
    limit = ground.brief.settings.snippets_per_concept
    while due := _over(draft.tree, limit):
        replies = await asyncio.gather(*(split(draft.tree, each, ground) for each in due))
        for concept, branches in zip(due, replies, strict=True):
            _apply(draft, concept, branches)
    tidy(draft)
    return tuple(draft.events)


def _over(tree: Tree, limit: int) -> list[str]:
    """Return the concepts that hold more than the limit, from the top."""
    full = {node.id for node in tree.nodes.values() if len(node.snippets) > limit}
    # A walk over a large map takes longer than a look at each concept, and mostly none is full.
    return [node.id for node in tree.walk() if node.id in full] if full else []


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
    """Move snippets from a concept to its branches."""
    node = draft.tree[concept]
    children = {plain(draft.tree[each].name): each for each in reversed(node.children)}
    placements: list[tuple[str, str]] = []
    for branch in branches:
        child = children.get(plain(branch.name))
        if child is None:
            child = draft.tree.new_id()
            draft.emit(ev.ConceptAdded(child, branch.name, concept))
        placements += [(snippet, child) for snippet in branch.snippets]
    draft.emit(ev.SnippetsPlaced(tuple(placements)))
