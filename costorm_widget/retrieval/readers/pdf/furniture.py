"""What stands at the edge of every page and is no text of it: running heads, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from costorm_widget.retrieval.readers.pdf.lines import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.readers.pdf.runs import Run

    Row = list[Run]

_EDGE_ROWS = 2
"""Lines at the top and at the bottom of a page that may be furniture."""

_ENOUGH_PAGES = 3
"""Pages with the same line in the same place."""

_LARGER = 1.1
"""A line of this size, in usual sizes, is a heading: chapters may begin at the same height."""

_NUMBER = re.compile(r"\b\d{1,4}\b")
_ALONE = re.compile(
    r"\W*(?:page\s*)?(?:\d{1,4}|[ivxl]+)(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE
)


def without_furniture(pages: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Return the runs of each page without running heads and feet, and without page numbers.

    A line is furniture if it stands at the same height of several pages with the same words, if
    a number in it counts the pages, or if it is a number alone.
    """
    edges = [_edge_rows(runs) for runs in pages]
    seen = Counter(sign for number, page in enumerate(edges) for sign in _all_signs(page, number))
    # In a document of two pages, both have it.
    enough = min(_ENOUGH_PAGES, max(2, len(pages)))
    kept: list[list[Run]] = []
    for number, (runs, page) in enumerate(zip(pages, edges, strict=True)):
        gone = {
            id(run)
            for row in page
            if _ALONE.fullmatch(_text(row))
            or any(seen[sign] >= enough for sign in _signs(row, number))
            for run in row
        }
        kept.append([run for run in runs if id(run) not in gone])
    return kept


def _edge_rows(runs: Sequence[Run]) -> list[Row]:
    found = rows(runs)
    few = len(found) <= 2 * _EDGE_ROWS
    edge = [*found[:1], *found[1:][-1:]] if few else [*found[:_EDGE_ROWS], *found[-_EDGE_ROWS:]]
    usual = median(run.size for run in runs) if runs else 0.0
    return [row for row in edge if row[0].size <= _LARGER * usual]


def _all_signs(page: Sequence[Row], number: int) -> set[tuple[object, int]]:
    return {sign for row in page for sign in _signs(row, number)}


def _signs(row: Row, page: int) -> set[tuple[object, int]]:
    """Return what furniture of other pages has in common with a line, each with its height.

    Its words, and by how much each number in it differs from that of the page.
    """
    text, height = _text(row), round(row[0].base)
    numbers = (int(number) for number in _NUMBER.findall(text))
    return {(text, height), *((number - page, height) for number in numbers)}


def _text(row: Row) -> str:
    return " ".join(run.text for run in row)
