"""A Markdown outline: headings, and lists below them, nested as deep as they are indented.

Read line by line and not as Markdown has it, because people nest by any indentation: Markdown
wants three blanks below `1.` and takes eight below `-` for the same paragraph. A list is below the
heading before it. Text right after an item's line goes on with it; other text is a note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from costorm_widget.mind_map.outlines.entries import Entry, Outline

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENT_START = re.compile(r"(?<!\\)<!--")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_RULE = re.compile(r" {0,3}([-*_])(?: *\1){2,}")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)")
_HEADING = re.compile(r" {0,3}(#{1,6})(?: +(\S.*))?")
_HASHES_AT_END = re.compile(r"(?:^| )#+$")
_ITEM = re.compile(r"( *)(?:[-*+]|\d{1,9}[.)])(?: +(\S.*))?")
_TASK = re.compile(r"\[[ xX]\] ")
# As `views.to_markdown` writes it: the number of snippets in italics, then the note.
_COUNTED = re.compile(r"(?P<name>.*?) \*\(\d+\)\*(?: — (?P<note>.*))?")
_PARKED = re.compile(r"\*Parked, without a concept yet: \d+\*")
_TAB = 4

_HEADINGS = -10
"""Rank of a heading of level 0: any heading is above all items, whose rank is their column."""


@dataclass(slots=True)
class _Line:
    """An entry while its text is being gathered."""

    parent: int | None
    text: str
    notes: list[str] = field(default_factory=list[str])


def read_markdown(text: str) -> Outline:
    """Return the outline in `text`; a first heading that is the only one of level 1 is its title.

    Task marks are left out, and what Markdown marks up is plain text in the names.
    """
    text = _without_comments(_FRONT_MATTER.sub("", text))
    reader = _Reader()
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found and (not fence or found[1].startswith(fence)):
            fence = "" if fence else found[1]
        elif not fence:
            reader.read(line.expandtabs(_TAB).rstrip())
    return reader.outline()


class _Reader:
    """Takes lines one after the other."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._open: list[tuple[int, int]] = []  # rank and place of each entry above the next
        self._tops: list[int] = []  # places of the headings of level 1
        self._paragraph: list[str] = []  # text that is a note, or else a heading, underlined
        self._in_item = False

    def read(self, line: str) -> None:
        if self._paragraph and (found := _UNDERLINE.fullmatch(line)):
            heading = " ".join(self._paragraph)
            self._paragraph = []
            self._head(1 if "=" in found[1] else 2, heading)
        elif found := _HEADING.fullmatch(line):
            self._head(len(found[1]), _HASHES_AT_END.sub("", found[2] or "").rstrip())
        elif not line or _RULE.fullmatch(line):
            self._end_paragraph()
        elif found := _ITEM.fullmatch(line):
            self._end_paragraph()
            self._add(len(found[1]), found[2] or "")
            self._in_item = True
        elif self._in_item:
            self._lines[-1].text += f" {line.strip()}"
        else:
            self._paragraph.append(line.strip())

    def outline(self) -> Outline:
        self._end_paragraph()
        entries = [_as_entry(each) for each in self._lines]
        titled = self._tops == [0]
        return Outline(entries[0].name if titled else "", entries)

    def _head(self, level: int, text: str) -> None:
        self._end_paragraph()
        if level == 1:
            self._tops.append(len(self._lines))
        self._add(_HEADINGS + level, text)

    def _add(self, rank: int, text: str) -> None:
        while self._open and self._open[-1][0] >= rank:
            self._open.pop()
        parent = self._open[-1][1] if self._open else None
        self._open.append((rank, len(self._lines)))
        self._lines.append(_Line(parent, text))

    def _end_paragraph(self) -> None:
        said = " ".join(self._paragraph)
        if said and self._lines and not _PARKED.fullmatch(said):
            self._lines[-1].notes.append(said)
        self._paragraph = []
        self._in_item = False


def _without_comments(text: str) -> str:
    kept: list[str] = []
    place = 0
    while found := _COMMENT_START.search(text, place):
        end = text.find("-->", found.end())
        if end < 0:
            break
        kept.append(text[place : found.start()])
        place = end + len("-->")
    return "".join([*kept, text[place:]])


def _as_entry(line: _Line) -> Entry:
    text = " ".join(line.text.split())
    if task := _TASK.match(text):
        text = text[task.end() :]
    found = _COUNTED.fullmatch(text)
    name, note = (found["name"], found["note"]) if found else (text, None)
    notes = [_plain(each) for each in ([note] if note else []) + line.notes]
    return Entry(" ".join(_plain(name).split()), line.parent, "\n".join(notes))


def _plain(text: str) -> str:
    """Return what a reader of the Markdown sees of one line."""
    return "".join(_seen(_parser().parseInline(text)[0])).strip()


def _seen(token: Token) -> list[str]:
    if token.children:
        return [text for child in token.children for text in _seen(child)]
    if token.type in {"softbreak", "hardbreak"}:
        return [" "]
    return [] if token.type in {"html_inline", "inline"} else [token.content]


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")
