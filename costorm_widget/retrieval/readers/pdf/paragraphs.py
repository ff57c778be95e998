"""From the lines of a region to headings, paragraphs, list items and tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.retrieval.readers.pdf.lines import Line

    Kind = Literal["heading", "paragraph", "item", "table"]

_LARGER = 1.1
"""A heading's size, in sizes of the text."""

_LONGEST_HEADING = 200
_MOST_HEADING_LINES = 4

_LOOSE = 1.4
"""Distance of lines that begins a paragraph, in usual distances."""

_INDENT = 0.8
"""Indent of a paragraph's first line, in sizes of the font."""

_SHORT = 0.85
"""Where a line ends that ends a paragraph, as a share of the width."""

_NUMBERED = re.compile(r"(?:\(?\d{1,3}[.)]|\(?[a-z]\))\s+\S|\[\d{1,3}\]\s*\S")
_BULLET = re.compile(r"[•◦▪‣·–]\s+")
_ENDED = re.compile(r"[.!?:;。！？][\"'”’)\]]*\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together.

    Attributes:
        kind: What they are.
        lines: The lines, from the top.
    """

    kind: Kind
    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        """Size of the font, rounded to half a point."""
        return rounded(self.lines[0].size)

    def goes_on_in(self, other: Block) -> bool:
        """Whether `other`, on the next column or page, is the rest of this paragraph."""
        last, first = self.lines[-1].text, other.lines[0].text
        return (
            self.kind in {"paragraph", "item"}
            and other.kind == "paragraph"
            and self.size == other.size
            and not _ENDED.search(last)
            and first[:1].islower()
        )


def rounded(size: float) -> float:
    """Return a font's size as a multiple of half a point: two that look alike are one."""
    return round(2 * size) / 2


def text_size(lines: Iterable[Line]) -> float:
    """Return the size that most of the text is set in."""
    sizes = Counter[float]()
    for line in lines:
        sizes[rounded(line.size)] += len(line.text)
    return max(sizes, key=sizes.__getitem__, default=10.0)


def blocks(region: Sequence[Line], body: float) -> list[Block]:
    """Return the blocks of a region.

    Args:
        region: Its lines, from the top.
        body: Size of the document's text.
    """
    if not region:
        return []
    shape = _Shape.of(region)
    found: list[Block] = []
    group: list[Line] = []
    for place, line in enumerate(region):
        if group and shape.begins(group, line, _is_row(region, place)):
            found.append(_block(group, body))
            group = []
        group.append(line)
    return [*found, _block(group, body)]


@dataclass(frozen=True, slots=True)
class _Shape:
    """The measures of a region: its edges, and the usual distance of its lines."""

    left: float
    right: float
    pitch: float

    @classmethod
    def of(cls, region: Sequence[Line]) -> _Shape:
        steps = [
            above.base - below.base
            for above, below in pairwise(region)
            if above.base > below.base and abs(above.size - below.size) < 0.1 * above.size
        ]
        size = median(line.size for line in region)
        pitch = min(median(steps), 2.2 * size) if steps else 1.2 * size
        left = min(line.left for line in region)
        return cls(left, max(line.right for line in region), pitch)

    def begins(self, group: Sequence[Line], line: Line, is_row: bool) -> bool:  # noqa: FBT001
        """Whether `line` does not go on with `group`."""
        last = group[-1]
        if is_row or len(last.cells) > 1:
            return is_row != (len(last.cells) > 1) or self._is_apart(last, line)
        if abs(line.size - last.size) > 0.08 * last.size or line.bold != last.bold:
            return True
        if self._is_apart(last, line) or _BULLET.match(line.text):
            return True
        if _NUMBERED.match(line.text) and _ENDED.search(last.text):
            return True
        return self._is_indented(group, line) or self._ended(last)

    def _is_apart(self, last: Line, line: Line) -> bool:
        return last.base - line.base > _LOOSE * max(self.pitch, 1.15 * line.size)

    def _ended(self, last: Line) -> bool:
        short = last.right < self.left + _SHORT * (self.right - self.left)
        return short and bool(_ENDED.search(last.text))

    def _is_indented(self, group: Sequence[Line], line: Line) -> bool:
        """Whether `line` stands out from its paragraph as a first line does."""
        last = group[-1]
        by = (line.left - last.left) / line.size
        if by > _INDENT:
            # The second line of a reference or list item is indented too.
            is_item = _BULLET.match(last.text) or _NUMBERED.match(last.text)
            return len(group) > 1 or (bool(_ENDED.search(last.text)) and not is_item)
        return by < -_INDENT and len(group) > 1


def _is_row(region: Sequence[Line], place: int) -> bool:
    """Whether a line is a row of a table: it has cells, and one beside it has some below them."""
    line = region[place]
    if len(line.cells) < 2:  # noqa: PLR2004
        return False
    beside = [*region[max(place - 1, 0) : place], *region[place + 1 : place + 2]]
    return any(
        abs(mine - other) < line.size
        for near in beside
        for mine in line.lefts[1:]
        for other in near.lefts[1:]
    )


def _block(group: Sequence[Line], body: float) -> Block:
    lines = tuple(group)
    first = lines[0]
    length = sum(len(line.text) for line in lines)
    stands_out = first.size > _LARGER * body or (
        first.bold and first.size > 0.9 * body and not lines[-1].text.endswith(".")
    )
    has_letters = sum(letter.isalpha() for letter in first.text) > 1
    if (
        stands_out
        and has_letters
        and length <= _LONGEST_HEADING
        and len(lines) <= _MOST_HEADING_LINES
    ):
        return Block("heading", lines)
    if len(first.cells) > 1 and len(lines) > 1:
        return Block("table", lines)
    return Block("item" if _BULLET.match(first.text) else "paragraph", lines)


def without_bullet(text: str) -> str:
    """Return a list item without its bullet."""
    return _BULLET.sub("", text, count=1)
