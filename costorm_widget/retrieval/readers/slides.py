"""Presentations (.pptx): the titles, texts, tables and notes of their slides.

Read by python-pptx, the one library for the format that is in wide use; markitdown reads
presentations through it too. The page of a passage is the number of its slide.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.retrieval.readers.archive import check_archive
from costorm_widget.retrieval.readers.reading import Reading, people

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pptx.presentation import Presentation
    from pptx.slide import Slide

_NOT_TEXT = frozenset({"DATE", "FOOTER", "HEADER", "SLIDE_NUMBER"})
"""Placeholders that say the same on every slide."""


def read_pptx(raw: bytes) -> Reading:
    """Return the text of a presentation, one section a slide.

    Raises:
        MissingExtra: If the extra `documents` is not installed.
        SourceRefused: If it is damaged, encrypted or too large.
    """
    try:
        from lxml.etree import LxmlError
        from pptx import Presentation
        from pptx.exc import PythonPptxError
    except ImportError as error:
        raise MissingExtra("Reading presentations", "documents") from error
    check_archive(raw)
    try:
        return _reading(Presentation(BytesIO(raw)))
    except (PythonPptxError, LxmlError, BadZipFile, LookupError, ValueError, OSError) as error:
        raise SourceRefused(f"it is damaged ({error}); open and save it again") from error


def _reading(presentation: Presentation) -> Reading:
    text, pages, titles = "", [], []
    for number, slide in enumerate(presentation.slides, start=1):
        title = _line(slide.shapes.title.text_frame.text) if slide.shapes.title else ""
        titles.append(title)
        blocks = [f"## {title or f'Slide {number}'}", *_blocks(slide)]
        text += "\n\n" if text else ""
        pages.append(len(text))
        text += "\n\n".join(blocks)
    properties = presentation.core_properties
    return Reading(
        kind="slides",
        title=next(filter(None, titles), ""),
        text=text,
        authors=people(properties.author or ""),
        pages=tuple(pages),
    )


def _blocks(slide: Slide) -> Iterator[str]:
    title = slide.shapes.title
    for shape in _shapes(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if shape.is_placeholder and shape.placeholder_format.type.name in _NOT_TEXT:
            continue
        if shape.has_text_frame:
            lines = [_line(each.text) for each in shape.text_frame.paragraphs]
            yield from _list(list(filter(None, lines)))
        elif getattr(shape, "has_table", False):
            rows = ([_line(cell.text) for cell in row.cells] for row in shape.table.rows)
            yield "\n".join("| " + " | ".join(cells) for cells in rows)
    if slide.has_notes_slide:
        frame = slide.notes_slide.notes_text_frame
        notes = _line(frame.text) if frame is not None else ""
        if notes:
            yield f"Notes: {notes}"


def _shapes(shapes: Iterable[Any]) -> Iterator[Any]:
    """Yield the shapes in their order, those of groups in the place of the group."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _list(lines: list[str]) -> Iterator[str]:
    if len(lines) == 1:
        yield lines[0]
    elif lines:
        yield "\n".join(f"- {line}" for line in lines)


def _line(text: str) -> str:
    return " ".join(text.split())
