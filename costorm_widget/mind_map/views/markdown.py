"""The map as a Markdown outline.

The number of snippets stands in italics, `*(3)*`: a name is escaped, so it never holds that, and
`outlines` reads the outline back to the same names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.mind_map.views.characters import lawful
from costorm_widget.mind_map.views.layout import depths

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree

# What Markdown gives a meaning anywhere in a line. The colon, the at sign and the dot of `www.` are
# escaped so that an address in a name is not made a link.
_MARKS = r"\\`*_\[\]<>&$|~:@"
_DOT = r"(?<=www)\."
_MARKS_AT_START = re.compile(r"^(\d{1,9})([.)])|^([#+=-])")
_HASHES_AT_END = re.compile(r"(?<![^ ])(#+)$")


def to_markdown(tree: Tree) -> str:
    """Return an outline; the number after a name counts the snippets under it and below."""
    root = tree[tree.root]
    # Hashes at the end of a heading are no part of it, unless they are escaped.
    lines = ["# " + _HASHES_AT_END.sub(r"\\\1", escaped(root.name)), ""]
    deep = depths(tree)
    for node in tree.walk():
        if node.parent is not None:
            indent = "  " * (deep[node.id] - 1)
            note = f" — {escaped(node.note)}" if node.note.strip() else ""
            lines.append(f"{indent}- {escaped(node.name)} *({len(tree.below(node.id))})*{note}")
    if root.snippets:
        lines += ["", f"*Parked, without a concept yet: {len(root.snippets)}*"]
    return "\n".join(lines) + "\n"


def escaped(text: str, more_marks: str = "") -> str:
    """Return `text` on one line so that Markdown shows it as it is.

    Args:
        text: Any text.
        more_marks: Characters that have a meaning besides, where the Markdown is read.
    """
    marks = re.compile(f"([{_MARKS}{re.escape(more_marks)}]|{_DOT})", re.IGNORECASE)
    line = marks.sub(r"\\\1", " ".join(lawful(text).split()))
    return _MARKS_AT_START.sub(
        lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line
    )
