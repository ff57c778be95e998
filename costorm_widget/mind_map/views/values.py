"""The map as nested plain values, and what every view says of a concept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from costorm_widget.mind_map.tree import Node, Tree


def coverage(snippets: Collection[str], cited: AbstractSet[str]) -> float | None:
    """Return the share of `snippets` that is cited, 0 to 1; None if there are none."""
    if not snippets:
        return None
    return sum(each in cited for each in snippets) / len(snippets)


def to_dict(tree: Tree, cited: AbstractSet[str]) -> dict[str, Any]:
    """Return the root as a dict of plain values, with those below it nested in `children`."""
    made: dict[str, dict[str, Any]] = {}
    for node in tree.walk():
        made[node.id] = {**described(tree, node, cited), "children": []}
        if node.parent is not None:
            made[node.parent]["children"].append(made[node.id])
    return made[tree.root]


def described(tree: Tree, node: Node, cited: AbstractSet[str]) -> dict[str, Any]:
    """Return what a view with room for everything says of a concept."""
    return {
        "id": node.id,
        "name": node.name,
        "path": list(tree.path(node.id)),
        "snippets": list(node.snippets),
        "pinned": node.pinned,
        "muted": node.muted,
        "note": node.note,
        "coverage": coverage(tree.below(node.id), cited),
    }
