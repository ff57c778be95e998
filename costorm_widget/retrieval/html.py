"""HTML as readable text: what a reader sees in the main part of a page, as Markdown lines.

Headings become `##` lines, list items `-` lines, table rows `|` lines, so that passages are cut
from pages and from Markdown files alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costorm_widget.retrieval.passages import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborHTMLParser, LexborNode

_NOT_TEXT = (
    "script, style, noscript, template, nav, header nav, footer, aside, form, button, select, "
    "iframe, svg, canvas, object, [hidden], [aria-hidden=true], [role=navigation]"
)
_MAIN = "main, [role=main], article, #content, #main"
_LONGEST_ROW = 600
"""A table row with more characters lays out a page, and is read as what stands in its cells."""

_LEAST_MAIN = 60
"""A main part with fewer words is not where the text is."""

_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_BLOCK = re.compile(
    "address|article|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|"
    "footer|h[1-6]|header|hr|html|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul"
)


@dataclass(frozen=True, slots=True)
class Page:
    """What an HTML page says.

    Attributes:
        title: Its `<title>`, else its first heading, else empty.
        text: Its readable text.
        authors: From the author tag.
        date: From the publication tag, as it stands there.
        link: The address that the page says is its own, or empty.
    """

    title: str
    text: str
    authors: tuple[str, ...] = ()
    date: str = ""
    link: str = ""


def read_page(html: str) -> Page:
    """Return what the page says, without scripts, styles, navigation and forms."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    title = _joined(tree.css_first("title")) or _joined(tree.css_first("h1"))
    author = _meta(tree, "meta[name=author]", "meta[name='citation_author']")
    date = _meta(tree, "meta[property='article:published_time']", "meta[name=date]")
    link = tree.css_first("link[rel=canonical]")
    for node in tree.css(_NOT_TEXT):
        node.decompose()
    return Page(
        title=title,
        text=_text(tree),
        authors=(author,) if author else (),
        date=date,
        link=(link.attributes.get("href") or "") if link else "",
    )


def _text(tree: LexborHTMLParser) -> str:
    mains = [_readable(node) for node in tree.css(_MAIN)]
    longest = max(mains, key=len, default="")
    if count_words(longest) >= _LEAST_MAIN:
        return longest
    return _readable(tree.body) if tree.body else ""


def _meta(tree: LexborHTMLParser, *selectors: str) -> str:
    nodes = [node for selector in selectors for node in tree.css(selector)]
    return next((found for node in nodes if (found := node.attributes.get("content"))), "")


def _joined(node: LexborNode | None) -> str:
    return " ".join(node.text().split()) if node else ""


@dataclass(slots=True)
class _Writer:
    """Collects inline text, and writes it as a block when one ends."""

    blocks: list[str] = field(default_factory=list[str])
    inline: list[str] = field(default_factory=list[str])

    def end_block(self, within: Sequence[str]) -> None:
        """Write what was collected as a block of the innermost tag of `within`."""
        raw = "".join(self.inline)
        self.inline.clear()
        tag = within[-1] if within else ""
        text = raw.strip("\n").rstrip() if tag == "pre" else " ".join(raw.split())
        if not text:
            return
        if "li" in within[-2:] and tag not in _HEADINGS:
            self.append(f"- {text}", "-")
        else:
            self.append(_HEADINGS.get(tag, "") + text)

    def append(self, block: str, mark: str = "") -> None:
        """Write a block; rows and items follow their like without a blank line."""
        if mark and self.blocks and self.blocks[-1].startswith(mark):
            self.blocks[-1] += f"\n{block}"
        else:
            self.blocks.append(block)


def _readable(root: LexborNode) -> str:
    """Return the text below `root`, walked without recursion: pages nest as deep as they like."""
    writer = _Writer()
    within: list[str] = []
    todo: list[tuple[LexborNode, bool]] = [(root, False)]
    while todo:
        node, leaving = todo.pop()
        tag = node.tag or ""
        if leaving:
            writer.end_block(within)
            within.pop()
        elif node.is_text_node:
            writer.inline.append(node.text_content or "")
        elif tag == "br":
            writer.inline.append("\n")
        elif tag == "tr" and len(node.text()) <= _LONGEST_ROW:
            writer.end_block(within)
            writer.append("| " + " | ".join(_joined(cell) for cell in node.iter()), "|")
        else:
            if _BLOCK.fullmatch(tag):
                writer.end_block(within)
                within.append(tag)
                todo.append((node, True))
            todo.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return "\n\n".join(writer.blocks)
