"""The mind map as data for other tools: plain values, an outline, a graph, a table, a widget.

Every view shows the root, with what is parked there, and keeps the order of the map.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    import networkx as nx
    import pandas as pd
    from ipycytoscape import CytoscapeWidget

    from costorm_widget.mind_map.tree import Node, Tree

_LAYER_WIDTH = 230
"""Pixels from a concept to those below it: a label of two or three words fits between."""

_ROW_HEIGHT = 48
"""Pixels from one leaf to the next: room for a label of two lines."""

_STYLE: list[dict[str, Any]] = [
    {
        "selector": "node",
        "style": {
            "label": "data(label)",
            "shape": "round-rectangle",
            "width": 150,
            "height": 36,
            "text-valign": "center",
            "text-wrap": "wrap",
            "text-max-width": "140px",
            "font-size": 12,
            "color": "#1c2430",
            "background-color": "#e8edf4",
            "border-width": 1,
            "border-color": "#9aa8ba",
        },
    },
    {
        "selector": "edge",
        "style": {"width": 1, "line-color": "#9aa8ba", "curve-style": "bezier"},
    },
]

# What Markdown gives a meaning anywhere in a line. The colon, the at sign and the dot of `www.` are
# escaped so that an address in a name is not made a link.
_MARKS = re.compile(r"([\\`*_\[\]<>&$|~:@]|(?<=www)\.)", re.IGNORECASE)
_MARKS_AT_START = re.compile(r"^(\d{1,9})([.)])|^([#+=-])")


def coverage(snippets: Collection[str], cited: AbstractSet[str]) -> float | None:
    """Return the share of `snippets` that is cited, 0 to 1; None if there are none."""
    if not snippets:
        return None
    return sum(each in cited for each in snippets) / len(snippets)


def to_dict(tree: Tree, cited: AbstractSet[str]) -> dict[str, Any]:
    """Return the root as a dict of plain values, with those below it nested in `children`."""

    def described(node: Node) -> dict[str, Any]:
        children = [described(tree[each]) for each in node.children]
        return {**_described(tree, node, cited), "children": children}

    return described(tree[tree.root])


def to_markdown(tree: Tree) -> str:
    """Return an outline; the number after a name counts the snippets under it and below."""
    root = tree[tree.root]
    lines = [f"# {escaped(root.name)}", ""]
    for node in tree.walk():
        if node.parent is not None:
            indent = "  " * (tree.depth(node.id) - 1)
            note = f" — {escaped(node.note)}" if node.note else ""
            lines.append(f"{indent}- {escaped(node.name)} ({len(tree.below(node.id))}){note}")
    if root.snippets:
        lines += ["", f"*Parked, without a concept yet: {len(root.snippets)}*"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return `text` on one line so that Markdown shows it as it is."""
    line = _MARKS.sub(r"\\\1", " ".join(text.split()))
    return _MARKS_AT_START.sub(
        lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line
    )


def to_networkx(tree: Tree, cited: AbstractSet[str]) -> nx.DiGraph[str]:
    """Return a graph of ids with edges from parent to child.

    Node attributes: `name`, `path`, `snippets` (ids), `pinned`, `muted`, `note`, `coverage`.

    Raises:
        MissingExtra: If networkx is not installed.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise MissingExtra("to_networkx()", "data") from error

    graph: nx.DiGraph[str] = nx.DiGraph()
    for node in tree.walk():
        attributes = _described(tree, node, cited)
        graph.add_node(attributes.pop("id"), **attributes)
        if node.parent is not None:
            graph.add_edge(node.parent, node.id)
    return graph


def to_pandas(tree: Tree, cited: AbstractSet[str]) -> pd.DataFrame:
    """Return a table with one row a concept, the root first, indexed by id.

    Columns: `name`, `path` (names from the top), `parent` (id), `depth` (0 for the root),
    `snippets` (directly under it), `below` (under it and below), `coverage`, `pinned`, `muted`,
    `note`.

    Raises:
        MissingExtra: If pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("to_pandas()", "data") from error

    rows: list[dict[str, Any]] = []
    for node in tree.walk():
        below = tree.below(node.id)
        rows.append(
            {
                "id": node.id,
                "name": node.name,
                "path": tree.path(node.id),
                "parent": node.parent,
                "depth": tree.depth(node.id),
                "snippets": len(node.snippets),
                "below": len(below),
                "coverage": coverage(below, cited),
                "pinned": node.pinned,
                "muted": node.muted,
                "note": node.note,
            }
        )
    return pd.DataFrame(rows).set_index("id")


def to_cytoscape(tree: Tree) -> CytoscapeWidget:
    """Return an ipycytoscape widget with the map as a tree that grows to the right."""
    from ipycytoscape import CytoscapeWidget

    rows = _rows(tree)
    nodes = [
        {
            "data": {"id": node.id, "label": node.name, "snippets": len(node.snippets)},
            "position": {
                "x": tree.depth(node.id) * _LAYER_WIDTH,
                "y": rows[node.id] * _ROW_HEIGHT,
            },
        }
        for node in tree.walk()
    ]
    edges = [
        {"data": {"id": f"{node.parent}-{node.id}", "source": node.parent, "target": node.id}}
        for node in tree.walk()
        if node.parent is not None
    ]
    widget: Any = CytoscapeWidget()
    widget.graph.add_graph_from_json({"nodes": nodes, "edges": edges}, directed=True)
    widget.set_layout(name="preset", fit=True)
    widget.set_style(_STYLE)
    return widget


def _described(tree: Tree, node: Node, cited: AbstractSet[str]) -> dict[str, Any]:
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


def _rows(tree: Tree) -> dict[str, float]:
    """Return the row of each concept: leaves one after the other, a parent in their middle."""
    rows: dict[str, float] = {}
    leaves = 0
    for node in reversed(list(tree.walk())):
        if node.children:
            rows[node.id] = (rows[node.children[0]] + rows[node.children[-1]]) / 2
        else:
            rows[node.id] = -leaves
            leaves += 1
    return rows
