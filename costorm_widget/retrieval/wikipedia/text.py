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

_LONGEST_HEADING = 500
"""Characters. Text from outside must not make an expression look at all of it for each letter."""

_HEADING = re.compile(r"(?P<marks>={1,6})[ \t]*(?P<title>\S.*?)[ \t]*(?P=marks)[ \t]*")
_TEX = re.compile(r"\{\\(?:displaystyle|textstyle) ?")
_TAIL = re.compile(r"[ \t]*\n[ \t]+\n[ \t]*")
"""What ends the pieces of a formula; the sentence goes on behind it, or an empty line follows."""

_NO_SPACE_BEFORE = ".,;:)\n"
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
    lines = text[: border if border > MOST_CHARACTERS // 2 else MOST_CHARACTERS].split("\n")
    while lines[-1] == "" or lines[-1].startswith("#"):
        lines.pop()  # a heading whose section was cut off
    short = "\n".join(lines)
    return short, len(text) - len(short)


def _kept_lines(text: str) -> Iterator[str]:
    """Yield the lines without the sections that list other works."""
    left_out = 0
    """Level of the section that is being left out; 0 if none is."""
    open_headings: list[tuple[int, str]] = []
    for line in text.split("\n"):
        heading = _HEADING.fullmatch(line) if len(line) < _LONGEST_HEADING else None
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
        before, had_pieces = _without_pieces(text[start : tex.start()])
        parts += (before, f"${text[tex.end() : end].strip()}$")
        start = end + 1
        tail = _TAIL.match(text, start) if had_pieces else None
        if tail:
            start = tail.end()
            parts.append("" if text[start : start + 1] in _NO_SPACE_BEFORE else " ")
    parts.append(text[start:])
    return "".join(parts)


def _without_pieces(before: str) -> tuple[str, bool]:
    """Return what stands before some TeX, and whether the MathML of its formula was cut off it."""
    lines = before.split("\n")
    if len(lines) == 1 or lines[-1].strip():
        return before, False
    cut_off = lines[-1]
    while lines and (not lines[-1].strip() or lines[-1].startswith("  ")):
        cut_off = lines.pop()
    # The lines of MathML have spaces, also where they are blank: an empty one ends a paragraph.
    return "\n".join(lines).rstrip() + (" " if cut_off else "\n\n"), True


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
