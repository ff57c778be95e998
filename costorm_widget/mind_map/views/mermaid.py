"""The map as a Mermaid mindmap: GitHub, GitLab, JupyterLab and Obsidian draw it from this text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.mind_map.views.layout import depths

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree

# Mermaid takes the grammar's marks, comments, HTML, entities and Markdown in a label for what they
# mean. Its own codes (`#35;`) are turned into characters after all that. So everything in ASCII
# gets a code, but for letters, digits and what means nothing inside of a line.
_MARKS = re.compile(r"[^A-Za-z0-9 ,.'/?!\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff-]")
_LIST_AT_START = re.compile(r"^(\d+)\.|^(-)")


def to_mermaid(tree: Tree) -> str:
    """Return a `mindmap` of Mermaid 9.4 or later, with the topic in the middle."""
    depth = depths(tree)
    lines = ["mindmap"]
    for node in tree.walk():
        shape = '(("{}"))' if node.parent is None else '["{}"]'
        label = shape.format(_label(node.name))
        lines.append(f"{'  ' * (depth[node.id] + 1)}{node.id}{label}")
    return "\n".join(lines) + "\n"


def _label(name: str) -> str:
    coded = _MARKS.sub(_code, " ".join(name.split()))
    return _LIST_AT_START.sub(lambda found: f"{found[1]}#46;" if found[1] else "#45;", coded)


def _code(found: re.Match[str]) -> str:
    code = ord(found[0])
    # Control characters and lone surrogates have no code that a page may show.
    return f"#{code};" if 0x20 <= code < 0x7F else "\ufffd"  # noqa: PLR2004 - printable ASCII
