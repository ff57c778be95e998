"""Make the PDF, the DOCX and the PPTX in `notebooks/own_documents`, from the Markdown beside this.

`python docs/own_documents/make.py` writes them again: a report in two columns, minutes with a
table, slides with notes, and a scan that holds no text and must be refused. The other files there
are their own source.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from docx import Document
from PIL import Image, ImageDraw
from pptx import Presentation
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.units import cm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "notebooks" / "own_documents"


def blocks(name: str) -> Iterator[str]:
    """Yield the blocks of a Markdown file: headings, paragraphs, lists, tables, notes."""
    yield from (HERE / name).read_text(encoding="utf-8").strip().split("\n\n")


def write_report(path: Path) -> None:
    """Write a report in two columns, with a running head and page numbers."""
    # A third of each page, so that a short text fills several.
    width, height = A4[0] / 2 - 2 * cm, A4[1] / 3

    def head(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(1.5 * cm, A4[1] - cm, "Lindow parks office: heat report 2024")
        canvas.drawCentredString(A4[0] / 2, cm, str(document.page))

    columns = [
        Frame(left, A4[1] - height - 1.5 * cm, width, height)
        for left in (1.5 * cm, A4[0] / 2 + 0.5 * cm)
    ]
    styles = getSampleStyleSheet()
    styles["Heading2"].keepWithNext = 1
    style_of = {"# ": "Title", "##": "Heading2"}
    parts = [
        Paragraph(block.lstrip("# "), styles[style_of.get(block[:2], "BodyText")])
        for block in blocks("heat-report.md")
    ]
    document = BaseDocTemplate(
        str(path), pagesize=A4, title=parts[0].text, author="Lindow parks office", invariant=1
    )
    document.addPageTemplates([PageTemplate(frames=columns, onPage=head)])
    document.build(parts)


def write_minutes(path: Path) -> None:
    """Write minutes with headings and a table."""
    document = Document()
    document.core_properties.author = "Town of Lindow"
    for block in blocks("council-minutes.md"):
        text = block.replace("\n", " ")
        if block.startswith("# "):
            document.core_properties.title = text[2:]
            document.add_heading(text[2:], 0)
        elif block.startswith("## "):
            document.add_heading(text[3:], 1)
        elif block.startswith("| "):
            rows = [line.strip("| ").split(" | ") for line in block.splitlines()]
            table = document.add_table(rows=len(rows), cols=len(rows[0]))
            for row, texts in zip(table.rows, rows, strict=True):
                for cell, content in zip(row.cells, texts, strict=True):
                    cell.text = content
        else:
            document.add_paragraph(text)
    document.save(str(path))


def write_slides(path: Path) -> None:
    """Write slides with bullets and notes."""
    slides = Presentation()
    slides.core_properties.author = "Lindow parks office"
    title, *rest = blocks("planting-plan.md")
    slides.core_properties.title = title[2:]
    for heading, bullets, notes in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        slide = slides.slides.add_slide(slides.slide_layouts[1])
        slide.shapes.title.text = heading[3:]
        slide.placeholders[1].text = "\n".join(line[2:] for line in bullets.splitlines())
        slide.notes_slide.notes_text_frame.text = notes[2:]
    slides.save(str(path))


def write_scan(path: Path) -> None:
    """Write a page that is a picture of text."""
    picture = Image.new("L", (620, 200), 235)
    ImageDraw.Draw(picture).text((30, 60), "Planting list of 1931, page 4", fill=40)
    raw = BytesIO()
    picture.save(raw, "png")
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.drawImage(ImageReader(raw), 2 * cm, 20 * cm, 16 * cm, 5 * cm)
    canvas.save()


def main() -> None:
    """Write all of them."""
    write_report(FOLDER / "heat-report.pdf")
    write_minutes(FOLDER / "council-minutes.docx")
    write_slides(FOLDER / "planting-plan.pptx")
    write_scan(FOLDER / "scan-of-1931.pdf")


if __name__ == "__main__":
    main()
