"""What stands at the edge of every page and is no text of it: running heads, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from costorm_widget.retrieval.readers.pdf.lines import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.readers.pdf.runs import Run

    Row = list[Run]

_EDGE_ROWS = 2
"""Lines at the top and at the bottom of a page that may be furniture."""

_ENOUGH_PAGES = 3
"""Pages with the same line in the same place; in a document of fewer, all of them."""

_NUMBER = re.compile(r"\d+|\b[ivxl]+\b", re.IGNORECASE)
_ALONE = re.compile(r"\W*(?:page\s*)?#(?:\s*(?:of|/)\s*#)?\W*", re.IGNORECASE)


def without_furniture(pages: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Return the runs of each page without running heads and feet, and without page numbers.

    A line is furniture if it stands at the same height of several pages with the same words, if
    it begins or ends with a number that counts the pages, or if it is a number alone.
    """
    edges = [_edge_rows(runs) for runs in pages]
    seen = Counter(key for page in edges for key in {_words(row) for row in page})
    counted = Counter(
        offset
        for number, page in enumerate(edges)
        for offset in {offset for row in page for offset in _offsets(row, number)}
    )
    enough = min(_ENOUGH_PAGES, max(2, len(pages)))
    kept: list[list[Run]] = []
    for number, (runs, page) in enumerate(zip(pages, edges, strict=True)):
        gone: set[int] = set()
        for row in page:
            counts = any(counted[each] >= _ENOUGH_PAGES for each in _offsets(row, number))
            if counts or seen[_words(row)] >= enough or _ALONE.fullmatch(_words(row)[0]):
                gone.update(map(id, row))
        kept.append([run for run in runs if id(run) not in gone])
    return kept


def _edge_rows(runs: Sequence[Run]) -> list[Row]:
    found = rows(runs)
    if len(found) <= 2 * _EDGE_ROWS:
        return [*found[:1], *found[1:][-1:]]
    return [*found[:_EDGE_ROWS], *found[-_EDGE_ROWS:]]


def _text(row: Row) -> str:
    return " ".join(run.text for run in row)


def _words(row: Row) -> tuple[str, int]:
    """Return the words of a line with `#` for each number, and its height on the page."""
    return _NUMBER.sub("#", _text(row)).casefold(), round(row[0].base)


def _offsets(row: Row, page: int) -> set[tuple[int, int]]:
    """Return by how much a number at either end of a line differs from that of its page.

    Given with the height of the line: page numbers stand where the others do.
    """
    text = _text(row).strip()
    ends = (re.match(r"\d{1,4}\b", text), re.search(r"\b\d{1,4}\Z", text))
    return {(int(end[0]) - page, round(row[0].base)) for end in ends if end}
