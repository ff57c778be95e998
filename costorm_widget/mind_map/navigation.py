"""A place for what fits none of the concepts near it: down the map from the top, level by level.

At each concept a group of snippets stays, goes on to one of the concepts below, or gets a new one
there, whose name comes with the answer. All groups go one level with one call, so that the number
of calls is the depth of the map, however many groups there are. What has reached a concept with
nothing below it stays there, as there is nothing left to ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.language.tasks import NavigationGroup, Step
from costorm_widget.mind_map.in_calls import in_calls
from costorm_widget.mind_map.names import plain, usable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.mind_map.ground import Ground
    from costorm_widget.mind_map.tree import Tree


@dataclass(frozen=True, slots=True)
class Stranger:
    """Snippets that go together and fit none of the concepts near them.

    Attributes:
        question: The question that they came by.
        query: The query that found them.
        snippets: Their ids.
        candidates: Ids of the concepts nearest to them, best first.
        near: Whether the first of those is near at all.
    """

    question: str
    query: str
    snippets: tuple[str, ...]
    candidates: tuple[str, ...]
    near: bool


@dataclass(slots=True)
class _Walk:
    """A stranger on its way: where it stands, and the name of the new concept it asks for."""

    stranger: Stranger
    concept: str
    name: str = ""


async def find_places(
    tree: Tree, strangers: Sequence[Stranger], ground: Ground
) -> tuple[list[ev.ConceptAdded], dict[str, str]]:
    """Return the concepts to add, and the concept of each stranger's snippets by their ids.

    New concepts of one name under one parent are one, and one that is there already is used. A
    snippet that would have a new top concept for itself is parked at the root, until others like
    it come. Who gets no usable answer goes to the nearest concept.
    """
    walks = [_Walk(each, tree.root) for each in strangers]
    under_way = walks
    while under_way:
        steps = await _steps(tree, under_way, ground)
        moved = zip(under_way, steps, strict=True)
        under_way = [walk for walk, step in moved if _goes_on(tree, walk, step)]
    return _settled(tree, walks)


async def _steps(tree: Tree, walks: Sequence[_Walk], ground: Ground) -> list[Step | None]:
    """Ask where each group goes; a list that does not fit them says nothing of any."""
    return await in_calls(walks, lambda some: _asked(tree, some, ground))


async def _asked(tree: Tree, walks: Sequence[_Walk], ground: Ground) -> Sequence[Step | None]:
    groups: list[NavigationGroup] = []
    handle = 1
    for walk in walks:
        stranger, children = walk.stranger, tree[walk.concept].children
        passages = ground.passages(stranger.snippets, first=handle)
        handle += len(passages)
        groups.append(
            NavigationGroup(
                stranger.question,
                stranger.query,
                passages,
                tree.path(walk.concept),
                tuple(tree[each].name for each in children),
                _near(tree, children, stranger),
                len(stranger.candidates) if stranger.near else 0,
            )
        )
    reply = await ground.engine.navigate(ground.brief, tuple(groups))
    return reply if len(reply) == len(walks) else [None] * len(walks)


def _near(tree: Tree, children: Sequence[str], stranger: Stranger) -> tuple[int, ...]:
    """Return how many of the nearest concepts lie in each child's branch; none if none is near."""
    if not stranger.near:
        return (0,) * len(children)
    lineages = [set(tree.lineage(each)) for each in stranger.candidates]
    return tuple(sum(child in lineage for lineage in lineages) for child in children)


def _goes_on(tree: Tree, walk: _Walk, step: Step | None) -> bool:
    """Take a step; return whether there is another one to ask for."""
    children = tree[walk.concept].children
    name = usable(step.name) if step else ""
    if step is not None and step.child is not None and 0 <= step.child < len(children):
        walk.concept = children[step.child]
        return bool(tree[walk.concept].children)
    if name:
        walk.name = name
    elif step != Step() or walk.concept == tree.root:
        walk.concept = walk.stranger.candidates[0]
    return False


def _settled(tree: Tree, walks: Sequence[_Walk]) -> tuple[list[ev.ConceptAdded], dict[str, str]]:
    homes: dict[str, str] = {}
    added: list[ev.ConceptAdded] = []
    wanted: dict[tuple[str, str], list[_Walk]] = {}
    for walk in walks:
        key = walk.concept, plain(walk.name)
        wanted.setdefault(key, []).append(walk)
    for (parent, name), alike in wanted.items():
        snippets = [each for walk in alike for each in walk.stranger.snippets]
        home = _there(tree, parent, name)
        if home is None and parent == tree.root and len(snippets) == 1:
            home = tree.root
        if home is None:
            home = tree.new_id(len(added))
            added.append(ev.ConceptAdded(home, alike[0].name, parent))
        homes.update(dict.fromkeys(snippets, home))
    return added, homes


def _there(tree: Tree, parent: str, name: str) -> str | None:
    """Return the concept that a name at `parent` means, if it is there; without one, `parent`."""
    known = {plain(tree[each].name): each for each in (*tree[parent].children, parent)}
    return known.get(name) if name else parent
