"""PDF files: their text layer, in the order of reading.

The characters and their places come from PDFium, through pypdfium2 (BSD and Apache licences, 9 MB
with the engine of Chrome's viewer); columns, paragraphs and headings are found here. Compared with
pdfminer.six, which finds columns itself: on a paper in two columns it takes 128 ms a page, this
24 ms, it leaves ligatures, divided words and running heads to the caller, and it brings 26 MB.
pypdf (64 ms) gives lines in the order of drawing, without places; markitdown wraps pdfminer and
brings 240 MB; PyMuPDF has a licence (AGPL) that our users could not keep to.
"""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.retrieval.readers.pdf.columns import reading_order
from costorm_widget.retrieval.readers.pdf.furniture import without_furniture
from costorm_widget.retrieval.readers.pdf.hyphens import Vocabulary
from costorm_widget.retrieval.readers.pdf.lines import lines
from costorm_widget.retrieval.readers.pdf.paragraphs import Block, blocks, text_size
from costorm_widget.retrieval.readers.pdf.runs import UNKNOWN, Run, page_runs
from costorm_widget.retrieval.readers.pdf.text import Writer
from costorm_widget.retrieval.readers.reading import Reading, people

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_PAGES = 3_000
_MOST_CHARACTERS = 10_000_000
"""More than any book has."""

_LEAST_LETTERS = 20
"""A page with fewer has no text layer but a stamp or a number."""

_MOST_UNKNOWN = 0.3
"""Share of characters without meaning from which a text cannot be read."""

_WRONG_PASSWORD = 4
"""PDFium's number for a file that asks for a password."""

_ONE_AT_A_TIME = threading.Lock()
"""PDFium may only be called by one thread at a time."""


def read_pdf(raw: bytes) -> Reading:
    """Return the text of a PDF, with headings, and with where each page begins.

    Raises:
        MissingExtra: If the extra `documents` is not installed.
        SourceRefused: If it is encrypted, damaged, scanned or too large, or its fonts do not say
            which letters they show.
    """
    try:
        import pypdfium2
    except ImportError as error:
        raise MissingExtra("Reading PDF files", "documents") from error
    with _ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(raw)
            try:
                pages = _pages(document)
                told = document.get_metadata_dict(skip_empty=True)
            finally:
                document.close()
        except pypdfium2.PdfiumError as error:
            if error.err_code == _WRONG_PASSWORD:
                raise SourceRefused(
                    "it is encrypted with a password; save a copy without one"
                ) from error
            raise SourceRefused(
                "it is damaged or no PDF; open it in a viewer and save it again"
            ) from error
    _check_text_layer(pages)
    return _reading(pages, told)


def _pages(document: Any) -> list[tuple[Run, ...]]:  # noqa: ANN401 - pypdfium2 has no types
    """Return the runs of each page."""
    if len(document) > _MOST_PAGES:
        raise SourceRefused(
            f"it has {len(document):,} pages; split it into files of at most {_MOST_PAGES:,}"
        )
    pages: list[tuple[Run, ...]] = []
    characters = 0
    for number in range(len(document)):
        page = document[number]
        text_page = page.get_textpage()
        characters += text_page.count_chars()
        if characters > _MOST_CHARACTERS:
            raise SourceRefused(
                f"it has more than {_MOST_CHARACTERS:,} characters; split it into smaller files"
            )
        pages.append(page_runs(text_page.raw))
        text_page.close()
        page.close()
    return pages


def _check_text_layer(pages: Sequence[Sequence[Run]]) -> None:
    texts = ["".join(run.text for run in page) for page in pages]
    text = "".join(texts)
    if not any(map(_has_text, texts)):
        raise SourceRefused(
            "it has no text layer, as scans have none; "
            "run text recognition on it (for example ocrmypdf)"
        )
    unknown = sum(text.count(each) for each in (UNKNOWN, "\0"))
    unknown += sum("\ue000" <= letter <= "\uf8ff" for letter in text)
    if unknown > _MOST_UNKNOWN * len(text):
        raise SourceRefused(
            "its fonts do not say which letters they show; "
            "run text recognition on it (for example ocrmypdf)"
        )


def _has_text(text: str) -> bool:
    return sum(map(str.isalnum, text)) >= _LEAST_LETTERS


def _reading(pages: Sequence[Sequence[Run]], told: dict[str, str]) -> Reading:
    regions = [
        lines(region, number)
        for number, runs in enumerate(without_furniture(pages), start=1)
        for region in reading_order(runs)
    ]
    body = text_size(line for region in regions for line in region)
    found = [block for region in regions for block in blocks(region, body)]
    headings = [block for block in found if block.kind == "heading"]
    sizes = sorted({block.size for block in headings}, reverse=True)
    words = Vocabulary(line.text for region in regions for line in region)
    writer = Writer(words, sizes)
    for block in found:
        writer.write(block)
    text, begins = writer.finish(len(pages))
    return Reading(
        kind="document",
        title=_title(told.get("Title", ""), headings, text),
        text=text,
        authors=people(told.get("Author", "").replace(",", ";").replace(" and ", ";")),
        provenance=_pictures(pages),
        pages=begins,
    )


def _title(told: str, headings: Sequence[Block], text: str) -> str:
    """Return the title that the file gives if it stands in the text, else the largest heading."""
    told = " ".join(told.split())
    if told and _plain(told) in _plain(text[:3000]):
        return told
    on_top = [block for block in headings if block.lines[0].page == 1]
    largest = max(on_top, key=lambda block: block.size, default=None)
    return " ".join(line.text for line in largest.lines) if largest else ""


def _plain(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _pictures(pages: Sequence[Sequence[Run]]) -> tuple[str, ...]:
    """Return a note on the pages that could not be read."""
    empty = [
        str(number)
        for number, runs in enumerate(pages, start=1)
        if not _has_text("".join(run.text for run in runs))
    ]
    if not empty:
        return ()
    return (
        (f"without the text layer of pages {', '.join(empty)}",)
        if len(empty) > 1
        else (f"without page {empty[0]}, which has no text layer",)
    )
