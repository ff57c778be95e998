"""New concepts for what fits none of those near it.

Where one goes is found level by level from the top: as long as most of the nearest concepts lie in
one branch, that branch is the place. What is near to nothing starts at the top.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.language.tasks import NameJob
from costorm_widget.mind_map.names import plain, usable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.mind_map.ground import Ground
    from costorm_widget.mind_map.index import Candidate
    from costorm_widget.mind_map.tree import Tree


@dataclass(frozen=True, slots=True)
class Stranger:
    """A snippet that fits none of its candidates."""

    snippet: str
    candidates: Sequence[Candidate]


@dataclass(slots=True)
class _Room:
    """A concept asked for: strangers found by one query, and the concept that it goes under."""

    parent: str
    strangers: list[Stranger] = field(default_factory=list[Stranger])


async def make_room(
    tree: Tree, strangers: Sequence[Stranger], ground: Ground
) -> tuple[list[ev.ConceptAdded], dict[str, str]]:
    """Return the concepts to add, and the concept of each stranger by the snippet's id.

    Rooms of one name under one parent are one concept, and one that is there already is used. A
    stranger that is alone and near to nothing is parked at the root, until others like it come.
    A name that cannot be used sends its strangers to the nearest concept.
    """
    homes: dict[str, str] = {}
    wanted: list[_Room] = []
    for room in _rooms(tree, strangers, ground):
        if room.parent == tree.root and len(room.strangers) == 1:
            homes[room.strangers[0].snippet] = tree.root
        else:
            wanted.append(room)
    names = await asyncio.gather(*(_name(tree, room, ground) for room in wanted))
    added: list[ev.ConceptAdded] = []
    known = {
        (parent, plain(tree[each].name)): each
        for parent in {room.parent for room in wanted}
        for each in (parent, *tree[parent].children)
    }
    for room, name in zip(wanted, names, strict=True):
        if not name:
            homes.update({each.snippet: each.candidates[0].concept for each in room.strangers})
            continue
        key = (room.parent, plain(name))
        if key not in known:
            known[key] = tree.new_id(len(added))
            added.append(ev.ConceptAdded(known[key], name, room.parent))
        homes.update({each.snippet: known[key] for each in room.strangers})
    return added, homes


def _rooms(tree: Tree, strangers: Sequence[Stranger], ground: Ground) -> list[_Room]:
    rooms: dict[tuple[str, tuple[str, str]], _Room] = {}
    for each in strangers:
        parent = _branch(tree, each.candidates)
        query = next(iter(ground.snippets[each.snippet].queries), ("", ""))
        rooms.setdefault((parent, query), _Room(parent)).strangers.append(each)
    return list(rooms.values())


def _branch(tree: Tree, candidates: Sequence[Candidate]) -> str:
    """Return the lowest concept whose branch holds most of the candidates."""
    place = tree.root
    if not candidates[0].near:
        return place
    while True:
        votes: dict[str, int] = {}
        for each in candidates:
            lineage = tree.lineage(each.concept)
            if place in lineage and place != each.concept:
                child = lineage[lineage.index(place) + 1]
                votes[child] = votes.get(child, 0) + 1
        best = max(votes, key=lambda child: votes[child], default=None)
        if best is None or 2 * votes[best] <= len(candidates):
            return place
        place = best


async def _name(tree: Tree, room: _Room, ground: Ground) -> str:
    passages = ground.passages(each.snippet for each in room.strangers)
    siblings = (tree[child].name for child in tree[room.parent].children)
    taken = (*tree.path(room.parent), *siblings)
    return usable(await ground.engine.name_concept(NameJob(ground.brief, passages, taken)))
