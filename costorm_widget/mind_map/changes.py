"""What has changed in a map since it was last looked at, for what is computed from it.

Trees are copied, drafted and taken back, so nobody tells of changes: each concept is compared with
what it was. That is a comparison of two short lists for most of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.mind_map.tree import Node, Tree

    Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A concept that is new, or holds, is called or lies differently than before.

    Attributes:
        concept: Its id; never the root.
        before: Its path before, empty if it is new.
        path: Its path now.
        lost: Ids of the snippets that it no longer holds.
        gained: Ids of those that it holds now and did not before.
    """

    concept: str
    before: Path
    path: Path
    lost: tuple[str, ...]
    gained: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    name: str
    parent: str | None
    path: Path
    snippets: tuple[str, ...]


class LastLook:
    """Remembers a map as it was when it was last looked at."""

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}

    def changes(self, tree: Tree) -> list[Change]:
        """Return what is new or different in `tree`."""
        changed = [
            node.id
            for node in tree.nodes.values()
            if node.parent is not None and self._differs(node)
        ]
        paths = self._new_paths(tree, changed)
        return [self._change(tree.nodes[each], paths) for each in dict.fromkeys((*changed, *paths))]

    def gone(self, tree: Tree) -> dict[str, tuple[str, ...]]:
        """Return the concepts that `tree` no longer has, with the snippets that they held."""
        return {each: self._seen[each].snippets for each in self._seen.keys() - tree.nodes.keys()}

    def path(self, concept: str) -> Path:
        """Return the path that a concept had when it was last looked at."""
        return self._seen[concept].path

    def keep(self, tree: Tree, changes: Iterable[Change]) -> None:
        """Remember `tree`, which differs from what is remembered by `changes` and what is gone."""
        for each in self.gone(tree):
            del self._seen[each]
        for change in changes:
            node = tree.nodes[change.concept]
            self._seen[node.id] = _Seen(node.name, node.parent, change.path, tuple(node.snippets))

    def _differs(self, node: Node) -> bool:
        seen = self._seen.get(node.id)
        return (
            seen is None
            or len(seen.snippets) != len(node.snippets)
            or seen.name != node.name
            or seen.parent != node.parent
            or seen.snippets != tuple(node.snippets)
        )

    def _new_paths(self, tree: Tree, changed: Iterable[str]) -> dict[str, Path]:
        """Return the paths of new, renamed and moved concepts, and of all below them."""
        found: dict[str, Path] = {}
        for concept in changed:
            seen, node = self._seen.get(concept), tree.nodes[concept]
            if seen is None or (seen.name, seen.parent) != (node.name, node.parent):
                for below in tree.walk(concept):
                    if below.id not in found:
                        found[below.id] = tree.path(below.id)
        return found

    def _change(self, node: Node, paths: dict[str, Path]) -> Change:
        seen = self._seen.get(node.id)
        if seen is None:
            return Change(node.id, (), paths[node.id], (), tuple(node.snippets))
        had, has = set(seen.snippets), set(node.snippets)
        return Change(
            node.id,
            seen.path,
            paths.get(node.id, seen.path),
            tuple(each for each in seen.snippets if each not in has),
            tuple(each for each in node.snippets if each not in had),
        )
