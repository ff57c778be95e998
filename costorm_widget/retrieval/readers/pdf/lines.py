"""From the runs of a region to its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.retrieval.readers.pdf.runs import FROM_THE_RIGHT, RAISED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.readers.pdf.runs import Run

_CELL_GAP = 1.6
"""Width of a gap between cells of a table, in sizes of the font."""

_LEADERS = re.compile(r"(?:\s?\.){5,}")
"""Dots that lead the eye to a page number."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a region.

    Attributes:
        cells: Its text, in pieces where it has wide gaps.
        lefts: Where each of them begins, in points.
        right: Where the last one ends.
        base: Its baseline.
        size: Size of most of its characters.
        bold: Whether all of it is bold.
        page: Its page, from 1.
    """

    cells: tuple[str, ...]
    lefts: tuple[float, ...]
    right: float
    base: float
    size: float
    bold: bool
    page: int

    @property
    def text(self) -> str:
        """The whole line."""
        return " ".join(self.cells)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.lefts[0]


def rows(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the runs that stand on one line together, lines from the top, runs from the left.

    A raised or lowered run belongs to the line that it overlaps by half its height.
    """
    found: list[list[Run]] = []
    heights: list[tuple[float, float]] = []
    for run in sorted(runs, key=lambda run: (-run.base, run.left)):
        low, high = run.base, run.base + 0.7 * run.size
        for place in range(len(found) - 1, max(len(found) - 4, -1), -1):
            bottom, top = heights[place]
            shared = min(top, high) - max(bottom, low)
            if shared >= 0.5 * min(top - bottom, high - low):
                found[place].append(run)
                if run.size > 1.1 * (top - bottom) / 0.7:
                    heights[place] = (low, high)
                break
        else:
            found.append([run])
            heights.append((low, high))
    return [sorted(row, key=lambda run: run.left) for row in found]


def lines(runs: Sequence[Run], page: int) -> list[Line]:
    """Return the lines of a region, from the top."""
    return [_line(row, page) for row in rows(runs)]


def _line(row: Sequence[Run], page: int) -> Line:
    main = max(row, key=lambda run: len(run.text))
    if len(FROM_THE_RIGHT.findall("".join(run.text for run in row))) > 2 * len(row):
        return _line_from_the_right(row, main, page)
    cells: list[str] = []
    lefts: list[float] = []
    right = row[0].left
    for run in row:
        text = run.text
        if text.isdigit() and run.size < 0.85 * main.size and run.base > main.base + 1:
            text = text.translate(RAISED)
        gap = run.left - right
        if not cells or gap > _CELL_GAP * main.size:
            cells.append(text)
            lefts.append(run.left)
        else:
            cells[-1] += (" " if gap > 0.12 * main.size else "") + text
        right = max(right, run.right)
    bold = all(run.bold for run in row)
    cells = [_LEADERS.sub(" …", cell) for cell in cells]
    return Line(tuple(cells), tuple(lefts), right, main.base, main.size, bold, page)


def _line_from_the_right(row: Sequence[Run], main: Run, page: int) -> Line:
    pieces: list[str] = []
    for run in reversed(row):
        if pieces and not FROM_THE_RIGHT.search(run.text + pieces[-1]):
            pieces[-1] = f"{run.text} {pieces[-1]}"  # Latin words between run to the right
        else:
            pieces.append(run.text)
    right = max(run.right for run in row)
    bold = all(run.bold for run in row)
    return Line((" ".join(pieces),), (row[0].left,), right, main.base, main.size, bold, page)
