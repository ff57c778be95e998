"""The map as OPML 2.0, which outliners and mind-mapping programs read."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from costorm_widget.mind_map.views.characters import attribute, content

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Node, Tree

NAMESPACE = "urn:costorm-widget:mind-map"
"""OPML 2.0 wants attributes of one's own in a namespace of one's own."""

_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def to_opml(tree: Tree) -> str:
    """Return an OPML 2.0 document; the topic is its title, top concepts its first level.

    A note is `_note`, as outliners have it. In the namespace `NAMESPACE` each concept has its
    `id`, `count` (snippets under it and below), `snippets` (ids directly under it, a blank between
    them), and `pinned` and `muted` where they are true; what is parked is `parked` of the body.
    """
    root = tree[tree.root]
    parked = f' map:parked="{attribute(" ".join(root.snippets))}"' if root.snippets else ""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<opml version="2.0" xmlns:map="{NAMESPACE}">',
        f"  <head><title>{content(root.name)}</title></head>",
        f"  <body{parked}>",
    ]
    open_concepts: list[Node] = []
    for node in tree.walk():
        if node.parent is None:
            continue
        while open_concepts and open_concepts[-1].id != node.parent:
            open_concepts.pop()
            lines.append(f"{_indent(open_concepts)}</outline>")
        attributes = " ".join(f'{key}="{attribute(value)}"' for key, value in _said(tree, node))
        end = ">" if node.children else "/>"
        lines.append(f"{_indent(open_concepts)}<outline {attributes}{end}")
        if node.children:
            open_concepts.append(node)
    while open_concepts:
        open_concepts.pop()
        lines.append(f"{_indent(open_concepts)}</outline>")
    return "\n".join([*lines, "  </body>", "</opml>"]) + "\n"


def as_outline_text(name: str) -> str:
    """Return `name` as the text of an outline, which may hold HTML: what looks like it is escaped.

    Other names stay as they are, so that a program which shows the bare text shows `R&D`.
    """
    text = name if unescape(name) == name else name.replace("&", "&amp;")
    return _TAG.sub("&lt;", text)


def _said(tree: Tree, node: Node) -> list[tuple[str, str]]:
    said = [("text", as_outline_text(node.name))]
    if node.note:
        said.append(("_note", as_outline_text(node.note)))
    said += [("map:id", node.id), ("map:count", str(len(tree.below(node.id))))]
    if node.snippets:
        said.append(("map:snippets", " ".join(node.snippets)))
    marks = (("map:pinned", node.pinned), ("map:muted", node.muted))
    return said + [(key, "true") for key, marked in marks if marked]


def _indent(open_concepts: list[Node]) -> str:
    return "  " * (len(open_concepts) + 2)
