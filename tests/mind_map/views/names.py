"""Names that would break a view that does not escape them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.mind_map.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterable

NASTY = [
    "C# and F# languages",
    "# not a heading",
    "1. not a list",
    "- nor this",
    "+ nor this",
    "= nor this",
    "[a](javascript:alert(1))",
    "![x](https://example.com/p.png)",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp;",
    "*bold* _it_ `code` ~~gone~~ $x^2$",
    "a | b",
    "back\\slash",
    "https://example.com",
    "www.example.com and WWW.example.com",
    "someone@example.com",
    "    four blanks",
    "--- ***",
    "[x] done",
    "Long-term memory in T-cells",
    "多 文字",
    "</script><script>alert(1)</script>",
    "]]> --> */",
    "both \"quotes\" and 'quotes'",
    "`all code`",
    "%%{init: {}}%% and ::icon(fa fa-book)",
    "lifestyle: a#b; #35; &#35;",
    "((round)) {{six}} )cloud( end",
    "#tag ==mark== ^block [[link]] {curly}",
    "C #",
    "مرحبا بالعالم",
    "밤 근무",
    "a\u202eb",
    "\u200b",
    "x" * 2000,
]

UNLAWFUL = ["\x00", "a\x07b\x1b", "\ud800", "x\udfffy", "\ufffe"]


def map_of(names: Iterable[str], topic: str = "Topic") -> Tree:
    """A map with the first name at the top and each further one below the one before."""
    tree = Tree("c0", topic)
    for name in names:
        tree.add(tree.new_id(), tree.check_name(name), f"c{tree.made}")
    return tree


def lawful(name: str) -> str:
    """The name on one line, with U+FFFD for what no file should hold."""
    bad = "\x00\x07\x1b\ud800\udfff\ufffe"
    return " ".join(name.translate(dict.fromkeys(map(ord, bad), "\ufffd")).split())
