"""Files as sources: one module a format, and the list of them by ending of the file's name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.pages import check_text
from costorm_widget.retrieval.readers.encodings import decode
from costorm_widget.retrieval.readers.markdown import read_markdown
from costorm_widget.retrieval.readers.notebook import read_notebook
from costorm_widget.retrieval.readers.pdf import read_pdf
from costorm_widget.retrieval.readers.reading import Reading
from costorm_widget.retrieval.readers.slides import read_pptx
from costorm_widget.retrieval.readers.table import read_table
from costorm_widget.retrieval.readers.web_page import read_html
from costorm_widget.retrieval.readers.word import read_docx

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = [
    "MOST_BYTES",
    "READERS",
    "WITH_PICTURES",
    "Reading",
    "decode",
    "read_docx",
    "read_file",
    "read_html",
    "read_markdown",
    "read_notebook",
    "read_pdf",
    "read_pptx",
    "read_table",
]

MOST_BYTES = 20_000_000
"""A larger text file is no document to discuss."""

MOST_BYTES_WITH_PICTURES = 100_000_000
"""The same for formats that hold pictures; what text they may hold is limited by their readers."""

_LEAST_WORDS = 5


def _of_text(read: Callable[[str], Reading]) -> Callable[[bytes], Reading]:
    return lambda raw: read(decode(raw))


WITH_PICTURES: dict[str, Callable[[bytes], Reading]] = {
    ".pdf": read_pdf,
    ".docx": read_docx,
    ".pptx": read_pptx,
}
"""Those of formats that may be large, and take long to read."""

READERS: dict[str, Callable[[bytes], Reading]] = {
    ".md": _of_text(read_markdown),
    ".markdown": _of_text(read_markdown),
    ".txt": _of_text(read_markdown),
    ".html": _of_text(read_html),
    ".htm": _of_text(read_html),
    ".ipynb": _of_text(read_notebook),
    ".csv": _of_text(read_table),
    ".tsv": _of_text(read_table),
    **WITH_PICTURES,
}
"""Readers of a file's bytes, by ending of its name."""


def read_file(path: Path) -> Reading:
    """Read a document.

    Args:
        path: A file with one of the endings in `READERS`.

    Raises:
        SourceRefused: If it cannot be read, is too large, is not text, or is nearly empty.
        MissingExtra: If its format needs the extra `documents`, and that is not installed.
    """
    ending = path.suffix.lower()
    most = MOST_BYTES_WITH_PICTURES if ending in WITH_PICTURES else MOST_BYTES
    try:
        size = path.stat().st_size
        if size > most:
            raise SourceRefused(
                f"it has {size / 1e6:.0f} MB; split it into files under {most // 1_000_000} MB"
            )
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise SourceRefused(f"it cannot be opened ({reason}); check its permissions") from error
    reading = READERS[ending](raw)
    check_text(reading.text, _LEAST_WORDS)
    return replace(reading, title=reading.title or _title_from_name(path.name))


def _title_from_name(name: str) -> str:
    words = re.sub(r"[-_\s]+", " ", PurePath(name).stem).strip()
    return words[:1].upper() + words[1:] or name
