"""Placing: under which concept each new snippet goes (paper's insert, with fewer calls).

Every snippet is placed by its own nearness. Where one concept is clearly the nearest, nobody is
asked. The rest goes to the engine in one call, gathered by the question and query that found it
and by the concept it is nearest to, so that a prompt tells each question once. What fits none of
those near it walks down the map (`navigation`). A reply that cannot be used falls back to the
nearest concept; nothing is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.language.tasks import PlacementGroup
from costorm_widget.mind_map.in_calls import in_calls
from costorm_widget.mind_map.navigation import Stranger, find_places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.ground import Ground
    from costorm_widget.mind_map.index import Candidate
    from costorm_widget.mind_map.tree import Tree

    Nearest = Mapping[str, Sequence[Candidate]]

_CLEAR_MARGIN = 0.25
"""How far the best score must be ahead of the second for the engine not to be asked.

On the articles of `benchmarks/placement.py` that it was set on, 62 % of the passages are so far
ahead and near; the nearest section is right for 70 % of these and for 40 % of the others with
hashed words (sentence encoder: 59 %, 77 % and 37 %). On the other articles it is much the same.
"""


@dataclass(frozen=True, slots=True)
class _Group:
    """Snippets that came by one question and query and are nearest to the same concept."""

    question: str
    query: str
    snippets: tuple[str, ...]
    candidates: tuple[str, ...]


async def place(tree: Tree, unplaced: Sequence[str], ground: Ground) -> tuple[MapEvent, ...]:
    """Return the events that put every unplaced snippet into the map; `tree` is not changed.

    A map without concepts takes all at its root, where upkeep splits them.

    Args:
        tree: The map as it is.
        unplaced: Ids of the snippets to place, in the order of finding.
        ground: Evidence, vectors and engine.

    Raises:
        EmbeddingError: If a vector cannot be computed.
    """
    if not unplaced:
        return ()
    if len(tree.nodes) == 1:
        return (ev.SnippetsPlaced(tuple((each, tree.root) for each in unplaced)),)
    found = await ground.nearest(tree, unplaced)
    nearest = dict(zip(unplaced, found, strict=True))
    homes = {each: nearest[each][0].concept for each in unplaced}
    unclear = [each for each in unplaced if not _is_clear(nearest[each])]
    strangers: list[Stranger] = []
    if unclear:
        groups = _grouped(unclear, nearest, ground)
        for group, choice in zip(groups, await _choices(tree, groups, ground), strict=True):
            if choice is None:
                strangers.append(_stranger(group, nearest))
            else:
                homes.update(dict.fromkeys(group.snippets, choice))
    added, places = await find_places(tree, strangers, ground)
    homes.update(places)
    return (*added, ev.SnippetsPlaced(tuple(homes.items())))


def _is_clear(candidates: Sequence[Candidate]) -> bool:
    """Whether the first candidate is near and well ahead of the second."""
    best, *others = candidates
    return best.near and (not others or best.score - others[0].score >= _CLEAR_MARGIN)


def _grouped(unclear: Sequence[str], nearest: Nearest, ground: Ground) -> list[_Group]:
    together: dict[tuple[str, str, str], list[str]] = {}
    for each in unclear:
        question, query = next(iter(ground.snippets[each].queries), ("", ""))
        together.setdefault((question, query, nearest[each][0].concept), []).append(each)
    most = ground.brief.settings.placement_candidates
    return [
        _Group(question, query, tuple(snippets), _shared(snippets, nearest, most))
        for (question, query, _), snippets in together.items()
    ]


def _shared(snippets: Sequence[str], nearest: Nearest, most: int) -> tuple[str, ...]:
    """Return the candidates of several snippets, by their best score, at most `most`."""
    best: dict[str, float] = {}
    for each in snippets:
        for candidate in nearest[each]:
            before = best.get(candidate.concept, candidate.score)
            best[candidate.concept] = max(before, candidate.score)
    ranked = sorted(best, key=lambda concept: -best[concept])
    return tuple(ranked[:most])


def _stranger(group: _Group, nearest: Nearest) -> Stranger:
    """Return a group as one that fits none of its candidates."""
    near = any(nearest[each][0].near for each in group.snippets)
    return Stranger(group.question, group.query, group.snippets, group.candidates, near=near)


async def _choices(tree: Tree, groups: Sequence[_Group], ground: Ground) -> list[str | None]:
    """Return the concept of each group, or None for "none of these"."""
    return await in_calls(groups, lambda some: _asked(tree, some, ground))


async def _asked(tree: Tree, groups: Sequence[_Group], ground: Ground) -> list[str | None]:
    asked: list[PlacementGroup] = []
    handle = 1
    for group in groups:
        passages = ground.passages(group.snippets, first=handle)
        handle += len(passages)
        paths = tuple(tree.path(each) for each in group.candidates)
        asked.append(PlacementGroup(group.question, group.query, passages, paths))
    reply = await ground.engine.choose_placements(ground.brief, tuple(asked))
    if len(reply) != len(groups):
        return [group.candidates[0] for group in groups]
    return [_chosen(group, choice) for group, choice in zip(groups, reply, strict=True)]


def _chosen(group: _Group, choice: int | None) -> str | None:
    if choice is None:
        return None
    within = 0 <= choice < len(group.candidates)
    return group.candidates[choice if within else 0]
