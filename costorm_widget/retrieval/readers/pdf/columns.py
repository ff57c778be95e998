"""The reading order of a page: one column to its end, then the next.

A gutter is looked for where the left edges of many runs stand in one line: the left edge of a
second column. Runs that cross it (titles, wide figures and their captions) divide the page into
bands; within a band the left side is read first, and each side may have columns itself. Two
columns of text are told from a table by their runs: the cells of a table are short.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.retrieval.readers.pdf.runs import Run

    Region = list[Run]

_LEAST_RUNS = 3
"""Runs of text on each side that make two columns."""

_LEAST_LETTERS = 18
"""Characters of a run of text; fewer are a cell of a table or a label of a figure."""

_LEAST_TEXT = 0.6
"""Share of a column's characters that stand in runs of text."""

_SLACK = 2.0
"""Points by which the left edges of a column's lines may differ."""

_STRIPE = 1.7
"""Distance of baselines across an empty stripe, in sizes of the font."""

_MOST_CANDIDATES = 12
_MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class _Band:
    """A stretch of a page from top to bottom that nothing crosses, and what is on each side."""

    left: Region
    right: Region

    def is_text(self, least: int = 1) -> bool:
        """Whether both sides are columns of text, with `least` runs or more."""
        return all(_is_column(side, least) for side in (self.left, self.right))

    def parts(self) -> list[_Band | Region]:
        """Return the columns, and apart from them the tables over the whole width next to them.

        Such a table is at the top or at the bottom, and an empty stripe divides it from the text.
        """
        above: list[_Band | Region] = []
        below: list[_Band | Region] = []
        pieces = list(_pieces([*self.left, *self.right]))
        while pieces and self._is_table(pieces[0]):
            above.append(pieces.pop(0))
        while pieces and self._is_table(pieces[-1]):
            below.insert(0, pieces.pop())
        rest = {id(run) for piece in pieces for run in piece}
        left = [run for run in self.left if id(run) in rest]
        right = [run for run in self.right if id(run) in rest]
        return [*above, *([_Band(left, right)] if rest else []), *below]

    def _is_table(self, piece: Region) -> bool:
        start = min((run.left for run in self.right), default=0.0)
        band = _Band(
            [run for run in piece if run.left < start], [run for run in piece if run.left >= start]
        )
        return bool(band.left and band.right) and not band.is_text()


def reading_order(runs: Sequence[Run], depth: int = 1) -> list[Region]:
    """Return the runs of a page in regions, in the order of reading.

    Each region is one column, or a stretch over all columns; the runs in it are in no order.
    """
    gutter = _gutter(runs) if depth < _MOST_COLUMNS else None
    if gutter is None:
        return [list(runs)] if runs else []
    regions: list[Region] = []
    for band in _bands(runs, gutter):
        parts = [band] if isinstance(band, list) else band.parts()
        for part in parts:
            if isinstance(part, list):
                regions.append(part)
            else:
                regions += reading_order(part.left, depth + 1)
                regions += reading_order(part.right, depth + 1)
    return regions


def _gutter(runs: Sequence[Run]) -> float | None:
    """Return the left edge of the second column, if there are two."""
    if not runs:
        return None
    runs = sorted(runs, key=_from_the_top)
    first, last = min(run.left for run in runs), max(run.right for run in runs)
    edges = Counter(round(run.left) for run in runs)
    candidates = [
        edge - _SLACK
        for edge, count in edges.most_common(_MOST_CANDIDATES)
        if count >= _LEAST_RUNS and first + 0.15 * (last - first) < edge < last
    ]
    best, most = None, 0
    for candidate in candidates:
        inside = 0
        for band in _bands(runs, candidate):
            if isinstance(band, _Band) and band.is_text(_LEAST_RUNS):
                inside += len(band.left) + len(band.right)
        if inside > most:
            best, most = candidate, inside
    return best


def _bands(runs: Sequence[Run], gutter: float) -> list[_Band | Region]:
    """Return the bands of a page from the top, and between them what crosses the gutter."""
    bands: list[_Band | Region] = []
    for run in sorted(runs, key=_from_the_top):
        last = bands[-1] if bands else None
        if run.left < gutter < run.right:
            if isinstance(last, list):
                last.append(run)
            else:
                bands.append([run])
            continue
        if not isinstance(last, _Band):
            last = _Band([], [])
            bands.append(last)
        (last.left if run.right <= gutter else last.right).append(run)
    return bands


def _pieces(runs: Sequence[Run]) -> Iterator[Region]:
    """Yield the runs in pieces from the top, divided by stripes that are empty on both sides."""
    piece: Region = []
    for run in sorted(runs, key=_from_the_top):
        if piece and piece[-1].base - run.base > _STRIPE * max(run.size, piece[-1].size):
            yield piece
            piece = []
        piece.append(run)
    if piece:
        yield piece


def _from_the_top(run: Run) -> tuple[float, float]:
    return -run.base, run.left


def _is_column(side: Sequence[Run], least: int) -> bool:
    text = [len(run.text) for run in side if len(run.text) >= _LEAST_LETTERS]
    return len(text) >= least and sum(text) >= _LEAST_TEXT * sum(len(run.text) for run in side)
