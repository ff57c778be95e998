"""Which sections a report has: the map, read from the top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree

_DEEPEST = 6
"""Markdown knows six heading levels."""

ELSEWHERE = "Further findings"


@dataclass(frozen=True, slots=True)
class Heading:
    """A section to be written.

    Attributes:
        concept: Id of the concept.
        title: Its heading.
        level: Level of the heading; 2 directly below the report's title.
        path: Names from the top concept down to this one.
        before: Title of the section before it on the same level; empty for the first.
        children: Titles of the sections directly below it.
        snippets: Ids of what stands directly under the concept.
    """

    concept: str
    title: str
    level: int
    path: tuple[str, ...]
    before: str
    children: tuple[str, ...]
    snippets: tuple[str, ...]


def outline(tree: Tree) -> list[Heading]:
    """Return the sections of the map: every concept with evidence below it, from the top.

    What is parked at the root comes last, in a section of its own.
    """
    headings: list[Heading] = []
    before: dict[int, str] = {}
    for node in tree.walk():
        if node.parent is None or not tree.below(node.id):
            continue
        level = min(_DEEPEST, tree.depth(node.id) + 1)
        children = tuple(tree[each].name for each in node.children if tree.below(each))
        headings.append(
            Heading(
                concept=node.id,
                title=node.name,
                level=level,
                path=tree.path(node.id),
                before=before.get(level, ""),
                children=children,
                snippets=tuple(node.snippets),
            )
        )
        before = {each: title for each, title in before.items() if each < level}
        before[level] = node.name
    parked = tuple(tree[tree.root].snippets)
    if parked:
        path = (ELSEWHERE,)
        headings.append(Heading(tree.root, ELSEWHERE, 2, path, before.get(2, ""), (), parked))
    return headings
