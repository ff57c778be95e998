"""The map as a JSON Canvas 1.0, which Obsidian and others open as an endless page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from costorm_widget.mind_map.views.layout import depths, rows
from costorm_widget.mind_map.views.markdown import escaped

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Node, Tree

_WIDTH, _HEIGHT = 260, 60
"""Pixels of a card: room for a name of two lines."""

_LAYER_WIDTH, _ROW_HEIGHT = 360, 80
"""Pixels from one card's corner to the next one's."""

_PINNED = "4"
"""The preset colour 4, green."""

_MORE_MARKS = "#=%^"
"""Obsidian's Markdown knows tags, highlights, comments and blocks besides."""


def to_json_canvas(tree: Tree) -> str:
    """Return a JSON Canvas: a card a concept, an arrow from each to those below it.

    A card's text is the name and the note, as Markdown; `snippets` beside it lists the ids of
    what is directly under the concept, which programs that do not know it leave alone. Pinned
    concepts are green.
    """
    row, depth = rows(tree), depths(tree)
    nodes = [_card(node, depth[node.id], row[node.id]) for node in tree.walk()]
    edges = [
        {
            "id": f"{node.parent}-{node.id}",
            "fromNode": node.parent,
            "fromSide": "right",
            "toNode": node.id,
            "toSide": "left",
        }
        for node in tree.walk()
        if node.parent is not None
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1, ensure_ascii=False) + "\n"


def _card(node: Node, depth: int, row: float) -> dict[str, Any]:
    text = _shown(node.name)
    if node.parent is None:
        text = f"# {text}"
    if node.note.strip():
        text += f"\n\n{_shown(node.note)}"
    card: dict[str, Any] = {
        "id": node.id,
        "type": "text",
        "x": depth * _LAYER_WIDTH,
        "y": round(row * _ROW_HEIGHT),
        "width": _WIDTH,
        "height": _HEIGHT,
        "text": text,
        "snippets": list(node.snippets),
    }
    if node.pinned:
        card["color"] = _PINNED
    return card


def _shown(text: str) -> str:
    return escaped(text, _MORE_MARKS)
