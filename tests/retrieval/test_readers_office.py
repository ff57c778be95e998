"""Word documents and presentations, made by python-docx and python-pptx."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import docx
import pytest

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.passages import count_words
from costorm_widget.retrieval.readers import archive, read_docx, read_pptx
from tests.fixtures.files import docx_bytes, part_of, pptx_bytes, pptx_with_table, with_parts

if TYPE_CHECKING:
    from collections.abc import Callable


def minutes() -> bytes:
    document = docx.Document()
    document.core_properties.author = "Ada Example; jsmith"
    document.add_heading("Minutes of the council", 0)
    document.add_heading("Street trees", 1)
    document.add_paragraph("The council heard a report on the trees of the town.")
    document.add_paragraph("Water every week", style="List Bullet")
    document.add_paragraph("Prune in winter", style="List Bullet")
    document.add_heading("Costs", 2)
    table = document.add_table(2, 2)
    for row, cells in zip(table.rows, (("Year", "Cost"), ("2021", "40,000")), strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    return docx_bytes(document)


def test_a_word_document_is_read_with_its_structure() -> None:
    reading = read_docx(minutes())
    assert reading.kind == "document"
    assert reading.title == "Minutes of the council"
    assert reading.authors == ("Ada Example",)
    assert reading.text == (
        "# Minutes of the council\n\n# Street trees\n\n"
        "The council heard a report on the trees of the town.\n\n"
        "- Water every week\n- Prune in winter\n\n## Costs\n\n| Year | Cost\n| 2021 | 40,000"
    )


FOOTNOTES = """<?xml version="1.0" encoding="UTF-8"?>
<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:footnote w:id="2"><w:p><w:r><w:t>Counted in May 2020.</w:t></w:r></w:p></w:footnote>
</w:footnotes>"""


def test_footnotes_are_read_and_their_marks_are_no_citations() -> None:
    document = docx.Document()
    document.add_paragraph("There are 4,000 trees in town MARK and more outside of it.")
    raw = docx_bytes(document)
    body = part_of(raw, "word/document.xml").replace(
        "MARK", '</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>'
    )
    relations = part_of(raw, "word/_rels/document.xml.rels").replace(
        "</Relationships>",
        '<Relationship Id="rId99" Target="footnotes.xml" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/footnotes"/></Relationships>',
    )
    parts = {
        "word/document.xml": body,
        "word/_rels/document.xml.rels": relations,
        "word/footnotes.xml": FOOTNOTES,
    }
    text = read_docx(with_parts(raw, parts)).text
    assert "in town ¹" in text
    assert "- Counted in May 2020." in text
    assert "[1]" not in text
    assert "↑" not in text


def test_a_presentation_gives_its_slides_as_pages() -> None:
    reading = read_pptx(
        pptx_bytes(
            [
                ("Street trees", ["A plan for the town"], ""),
                ("Costs", ["Water costs most", "Pruning costs little"], "Say this slowly."),
                ("", ["A slide without a title"], ""),
            ]
        )
    )
    assert reading.kind == "slides"
    assert reading.title == "Street trees"
    slides = [reading.text[start:] for start in reading.pages]
    assert slides[0].startswith("## Street trees\n\nA plan for the town\n\n## Costs")
    assert slides[1].startswith(
        "## Costs\n\n- Water costs most\n- Pruning costs little\n\nNotes: Say this slowly.\n\n##"
    )
    assert slides[2] == "## Slide 3\n\nA slide without a title"


def test_tables_and_groups_of_a_slide_are_read() -> None:
    text = read_pptx(pptx_with_table([["Species", "Share"], ["Lime", "31 %"]])).text
    assert "| Species | Share\n| Lime | 31 %" in text
    assert "Words in a group." in text


BOTH = pytest.mark.parametrize(
    ("read", "raw"),
    [(read_docx, minutes()), (read_pptx, pptx_bytes([("Street trees", ["A plan"], "")]))],
    ids=["docx", "pptx"],
)


@BOTH
def test_a_damaged_archive_is_refused(read: Callable[[bytes], object], raw: bytes) -> None:
    for damaged in (b"", b"no archive", raw[: len(raw) // 2], raw[:-30]):
        with pytest.raises(SourceRefused, match=r"damaged.*; "):
            read(damaged)


@BOTH
def test_an_archive_of_something_else_is_refused(
    read: Callable[[bytes], object], raw: bytes
) -> None:
    other = BytesIO()
    with zipfile.ZipFile(other, "w") as made:
        made.writestr("readme.txt", "words")
    with pytest.raises(SourceRefused, match=r"damaged.*; "):
        read(other.getvalue())
    broken = {"word/document.xml": "<not><xml", "ppt/presentation.xml": "<not><xml"}
    with pytest.raises(SourceRefused, match=r"damaged.*; "):
        read(with_parts(raw, broken))


@BOTH
def test_an_encrypted_or_old_file_is_refused(read: Callable[[bytes], object], raw: bytes) -> None:
    with pytest.raises(SourceRefused, match=r"encrypted with a password, or .*before 2007; save"):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + raw)


@BOTH
def test_a_bomb_is_refused_before_it_is_unpacked(
    read: Callable[[bytes], object], raw: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = with_parts(raw, {"word/document.xml": "<w>" + "0" * 3_000_000, "ppt/a.xml": "0" * 9})
    assert len(bomb) < 1_000_000
    monkeypatch.setattr(archive, "_MOST_XML", 1_000_000)
    with pytest.raises(SourceRefused, match=r"unpacks to .*; split it"):
        read(bomb)


def test_entities_that_grow_are_refused() -> None:
    lines = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    bomb = f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "words">{lines}]><d>&e8;</d>'
    with pytest.raises(SourceRefused, match=r"damaged.*; "):
        read_docx(with_parts(minutes(), {"word/document.xml": bomb}))
    raw = pptx_bytes([("Street trees", ["A plan"], "")])
    with pytest.raises(SourceRefused, match=r"damaged.*; "):
        read_pptx(with_parts(raw, {"ppt/slides/slide1.xml": bomb}))


def test_a_long_document_is_read_whole() -> None:
    document = docx.Document()
    for number in range(300):
        document.add_paragraph(f"Paragraph {number} says that trees give shade to the street.")
    assert count_words(read_docx(docx_bytes(document)).text) == 300 * 10
