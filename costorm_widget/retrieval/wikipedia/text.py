r"""From the plain text that a wiki gives of an article to one that can be cut and quoted.

TextExtracts marks headings as `== Heading ==`. Where a formula stood it leaves the pieces of its
MathML, each on a deeply indented line of its own, and then the TeX in `{\displaystyle …}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.retrieval.passages import lists_other_works

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARACTERS = 300_000
"""The longest articles have this many; what is longer is a list or an accident."""

_HEADING = re.compile(r"(?P<marks>={1,6})[ \t]*(?P<title>\S.*?)[ \t]*(?P=marks)[ \t]*")
_TEX = re.compile(r"\{\\(?:displaystyle|textstyle) ?")
_PIECES = re.compile(r"\s*\n(?:[ \t]*\n|[ \t]{2,}\S.*\n)*[ \t]*\Z")
"""What is left of MathML before the TeX of the same formula."""

_LAST_HEADINGS = re.compile(r"(?:\s*\n#{1,6} .*)+\s*\Z")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


def readable(extract: str) -> tuple[str, int]:
    """Return the text of an article in Markdown, and how many characters were cut from its end.

    Sections that list other works are left out, and so are headings with nothing below them. Cut
    is between paragraphs.
    """
    text = _formulas(extract.replace("\r\n", "\n"))
    text = _BLANK_LINES.sub("\n\n", "\n".join(_kept_lines(text))).strip()
    if len(text) <= MOST_CHARACTERS:
        return text, 0
    border = text.rfind("\n", 0, MOST_CHARACTERS)
    short = text[: border if border > MOST_CHARACTERS // 2 else MOST_CHARACTERS]
    short = _LAST_HEADINGS.sub("", short).rstrip()
    return short, len(text) - len(short)


def _kept_lines(text: str) -> Iterator[str]:
    """Yield the lines without the sections that list other works."""
    left_out = 0
    """Level of the section that is being left out; 0 if none is."""
    open_headings: list[tuple[int, str]] = []
    for line in text.split("\n"):
        heading = _HEADING.fullmatch(line)
        if heading is None:
            if left_out:
                continue
            if line.strip():
                yield from (_markdown(level, title) for level, title in open_headings)
                open_headings.clear()
            yield line.rstrip()
            continue
        level = len(heading["marks"])
        if left_out and level > left_out:
            continue
        left_out = level if lists_other_works(heading["title"]) else 0
        open_headings[:] = [each for each in open_headings if each[0] < level]
        if not left_out:
            open_headings.append((level, heading["title"]))


def _markdown(level: int, title: str) -> str:
    return f"\n{'#' * level} {title}\n"


def _formulas(text: str) -> str:
    """Return `text` with each formula as `$TeX$` in its sentence."""
    parts: list[str] = []
    start = 0
    while tex := _TEX.search(text, start):
        end = _closing(text, tex.end())
        before = text[start : tex.start()]
        pieces = _PIECES.search(before)
        if pieces:
            before = before[: pieces.start()] + " "
        after = re.compile(r"[ \t]*\n(?:[ \t]*\n)*(?=[ \t]*\S)").match(text, end + 1)
        parts += (before, f"${text[tex.end() : end].strip()}$")
        start = end + 1
        if pieces and after:
            # The rest of the sentence goes on after the pieces, indented or on a line of its own.
            start = after.end() + len(text[after.end() :]) - len(text[after.end() :].lstrip(" \t"))
            parts.append("" if text[start : start + 1] in ".,;:)" else " ")
    parts.append(text[start:])
    return "".join(parts)


def _closing(text: str, start: int) -> int:
    """Return where the bracket closes that was opened before `start`."""
    depth, place = 1, start
    while place < len(text):
        letter = text[place]
        if letter == "\\":
            place += 1
        elif letter in "{}":
            depth += 1 if letter == "{" else -1
            if depth == 0:
                return place
        place += 1
    return len(text)
