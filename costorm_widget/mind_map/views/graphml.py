"""The map as GraphML, which Gephi, Cytoscape, yEd and networkx read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.mind_map.views.characters import attribute, content
from costorm_widget.mind_map.views.layout import depths
from costorm_widget.mind_map.views.values import coverage

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from costorm_widget.mind_map.tree import Tree

_TYPES = {
    "name": "string",
    "note": "string",
    "snippets": "string",
    "count": "int",
    "depth": "int",
    "coverage": "double",
    "pinned": "boolean",
    "muted": "boolean",
}


def to_graphml(tree: Tree, cited: AbstractSet[str]) -> str:
    """Return a directed graph of ids with edges from parent to child.

    Node attributes: `name`, `note`, `snippets` (ids directly under it, a blank between them),
    `count` (snippets under it and below), `depth` (0 for the root), `coverage` (left out without
    snippets), `pinned`, `muted`.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f'  <key id="{name}" for="node" attr.name="{name}" attr.type="{kind}"/>'
            for name, kind in _TYPES.items()
        ),
        '  <graph id="mind_map" edgedefault="directed">',
    ]
    depth = depths(tree)
    for node in tree.walk():
        below = tree.below(node.id)
        data = {
            "name": node.name,
            "note": "\n".join(node.note.splitlines()),
            "snippets": " ".join(node.snippets),
            "count": str(len(below)),
            "depth": str(depth[node.id]),
            "coverage": "" if (share := coverage(below, cited)) is None else repr(share),
            "pinned": str(node.pinned).lower(),
            "muted": str(node.muted).lower(),
        }
        lines.append(f'    <node id="{attribute(node.id)}">')
        lines += [
            f'      <data key="{name}">{content(value)}</data>'
            for name, value in data.items()
            if value
        ]
        lines.append("    </node>")
    lines += [
        f'    <edge source="{attribute(node.parent)}" target="{attribute(node.id)}"/>'
        for node in tree.walk()
        if node.parent is not None
    ]
    return "\n".join([*lines, "  </graph>", "</graphml>"]) + "\n"
