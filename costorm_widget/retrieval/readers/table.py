"""Tables (.csv, .tsv): every row with the names of its columns.

A row alone says nothing once it is cut from its table, so each is written as a paragraph
`name: value; name: value`.
"""

from __future__ import annotations

import csv
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.readers.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_ROWS = 20_000
_MOST_CHARACTERS = 5_000_000
_SAMPLE = 20_000
_DELIMITERS = ",;\t|"


def read_table(text: str) -> Reading:
    """Return a table as text, a paragraph a row.

    Raises:
        SourceRefused: If it has more rows than anybody discusses, or cannot be read.
    """
    try:
        rows = list(islice(csv.reader(StringIO(text), _dialect(text)), _MOST_ROWS + 2))
    except csv.Error as error:
        raise SourceRefused(f"its table cannot be read ({error}); save it as CSV again") from error
    rows = [cells for row in rows if any(cells := [" ".join(cell.split()) for cell in row])]
    if len(rows) > _MOST_ROWS + 1:
        raise SourceRefused(f"it has more than {_MOST_ROWS:,} rows; keep those that matter")
    names, rows = _named(rows)
    written = "\n\n".join(_sentence(names, row) for row in rows)
    if len(written) > _MOST_CHARACTERS:
        raise SourceRefused(
            f"it makes a text of {len(written) / 1e6:.0f} million characters; "
            "keep the columns that matter"
        )
    return Reading("table", "", written)


def _dialect(text: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(text[:_SAMPLE].rpartition("\n")[0] or text, _DELIMITERS)
    except csv.Error:  # one column, or rows that differ
        return csv.excel_tab if "\t" in text[:_SAMPLE] else csv.excel


def _named(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns, and the rows below them."""
    if not rows:
        return [], []
    first = rows[0]
    if len(rows) > 1 and all(first) and not any(map(_is_number, first)):
        return first, rows[1:]
    return [], rows


def _sentence(names: Sequence[str], row: Sequence[str]) -> str:
    cells = [
        f"{names[place] if place < len(names) else f'column {place + 1}'}: {value}"
        for place, value in enumerate(row)
        if value
    ]
    return "; ".join(cells)


def _is_number(cell: str) -> bool:
    return bool(cell) and not any(letter.isalpha() for letter in cell)
