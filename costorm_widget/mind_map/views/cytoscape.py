"""The map as an ipycytoscape widget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.mind_map.views.layout import depths, rows

if TYPE_CHECKING:
    from ipycytoscape import CytoscapeWidget

    from costorm_widget.mind_map.tree import Tree

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


def to_cytoscape(tree: Tree) -> CytoscapeWidget:
    """Return an ipycytoscape widget with the map as a tree that grows to the right."""
    from ipycytoscape import CytoscapeWidget

    row, depth = rows(tree), depths(tree)
    nodes = [
        {
            "data": {"id": node.id, "label": node.name, "snippets": len(node.snippets)},
            "position": {"x": depth[node.id] * _LAYER_WIDTH, "y": row[node.id] * _ROW_HEIGHT},
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
