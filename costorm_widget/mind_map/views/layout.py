"""Where each concept is drawn: a tidy tree that grows to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree


def rows(tree: Tree) -> dict[str, float]:
    """Return the row of each concept: leaves one after the other, a parent in their middle."""
    found: dict[str, float] = {}
    leaves = sum(not node.children for node in tree.walk())
    for node in reversed(list(tree.walk())):
        if node.children:
            found[node.id] = (found[node.children[0]] + found[node.children[-1]]) / 2
        else:
            leaves -= 1
            found[node.id] = leaves
    return found


def depths(tree: Tree) -> dict[str, int]:
    """Return how far each concept is below the root, which is 0, from the top."""
    found: dict[str, int] = {}
    for node in tree.walk():
        found[node.id] = 0 if node.parent is None else found[node.parent] + 1
    return found
