"""Files as sources: Markdown, plain text, HTML pages and notebooks, in whatever encoding."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.html import read_page
from costorm_widget.retrieval.pages import check_text
from costorm_widget.retrieval.passages import Heading, outline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES = 20_000_000
"""A larger file is no document to discuss."""

_LEAST_WORDS = 5

_BOMS = {
    BOM_UTF8: "utf-8-sig",
    BOM_UTF32_LE: "utf-32",
    BOM_UTF32_BE: "utf-32",
    BOM_UTF16_LE: "utf-16",
    BOM_UTF16_BE: "utf-16",
}
_DECLARED = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([\w-]+)", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says.

    Attributes:
        kind: `document`, `web page` or `notebook`.
        title: Its title, or empty when it gives none.
        text: Its text, which snippets are cut from.
        authors: Author names, when given.
        date: Date, as it is given.
        provenance: What it is based on or where it is from.
    """

    kind: str
    title: str
    text: str
    authors: tuple[str, ...] = ()
    date: str = ""
    provenance: tuple[str, ...] = ()


def read_file(path: Path) -> Reading:
    """Read a document.

    Args:
        path: A file with one of the endings in `READERS`.

    Raises:
        SourceRefused: If it cannot be read, is too large, is not text, or is nearly empty.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise SourceRefused(f"it has {size / 1e6:.0f} MB; split it into files under {most} MB")
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise SourceRefused(f"it cannot be opened ({reason}); check its permissions") from error
    reading = READERS[path.suffix.lower()](decode(raw))
    check_text(reading.text, _LEAST_WORDS)
    return replace(reading, title=reading.title or _title_from_name(path.name))


def decode(raw: bytes) -> str:
    """Return the text in `raw`, its lines ended as Python ends them.

    Tries, in this order: a byte order mark, UTF-8, the encoding an HTML page declares, the one
    that charset-normalizer finds likely, Windows-1252.

    Raises:
        SourceRefused: If it is no text.
    """
    text = _decoded(raw)
    if "\0" in text:
        raise SourceRefused("it is not text; save it as UTF-8 text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(raw: bytes) -> str:
    for mark, encoding in _BOMS.items():
        if raw.startswith(mark):
            return raw.decode(encoding, errors="replace")
    declared = _DECLARED.search(raw, 0, 4096)
    for encoding in ("utf-8", declared[1].decode() if declared else "utf-8"):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    from charset_normalizer import from_bytes

    likely = from_bytes(raw[:200_000]).best()
    return raw.decode(likely.encoding if likely else "cp1252", errors="replace")


def read_markdown(text: str) -> Reading:
    """Return a Markdown file: its text as it is, after the front matter."""
    meta, body = _front_matter(text)
    headings = (each for each in outline(body) if isinstance(each, Heading) and each.title)
    first = next(headings, None)
    return Reading(
        kind="document",
        title=_line(meta.get("title")) or (first.title if first else ""),
        text=body,
        authors=_lines(meta.get("authors") or meta.get("author")),
        date=_line(meta.get("date")),
        provenance=_lines(meta.get("from")),
    )


def read_html(text: str) -> Reading:
    """Return the readable text of an HTML page."""
    page = read_page(text)
    provenance = (page.link,) if page.link else ()
    return Reading("web page", page.title, page.text, page.authors, page.date, provenance)


def read_notebook(text: str) -> Reading:
    """Return the Markdown cells of a notebook; code and outputs are left out.

    Raises:
        SourceRefused: If it is no notebook.
    """
    try:
        cells = json.loads(text)["cells"]
        written = [
            "".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "markdown"
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceRefused("it is not a notebook; open and save it in Jupyter") from error
    return replace(read_markdown("\n\n".join(filter(None, written))), kind="notebook")


READERS: dict[str, Callable[[str], Reading]] = {
    ".md": read_markdown,
    ".txt": read_markdown,
    ".html": read_html,
    ".htm": read_html,
    ".ipynb": read_notebook,
}
"""Readers by ending of the file name."""


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the YAML between `---` lines at the top, and the rest; all is rest if it is none."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return {}, text
    import yaml

    try:
        meta = yaml.safe_load(match["yaml"])
    except yaml.YAMLError:
        return {}, text
    return (meta, text[match.end() :]) if isinstance(meta, dict) else ({}, text)


def _line(value: object) -> str:
    """Return a YAML value as one line; what is no single value is nothing."""
    return "" if value is None or isinstance(value, list | dict) else " ".join(str(value).split())


def _lines(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(line for each in values if (line := _line(each)))


def _title_from_name(name: str) -> str:
    words = re.sub(r"[-_\s]+", " ", PurePath(name).stem).strip()
    return words[:1].upper() + words[1:] or name
