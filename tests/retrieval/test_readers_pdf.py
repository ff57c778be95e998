"""PDF files: reading order, whole words, headings, pages, and what is refused."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from costorm_widget.errors import SourceRefused
from costorm_widget.evidence.sources import Source
from costorm_widget.retrieval.passages import cut
from costorm_widget.retrieval.readers import pdf, read_file, read_pdf
from tests.fixtures.files import Paper, plain_pdf

if TYPE_CHECKING:
    from pathlib import Path

LEFT = [
    "Clocks go forward in spring by one hour.",
    "A night shift is shorter by that hour, so",
    "the payroll of a hospital counts it as one",
    "hour less, and nurses have asked whether",
    "the autumn night is paid as one hour more.",
    "The answer differs from country to country",
]
RIGHT = [
    "and even from one hospital to the next.",
    "Cows are milked at the hour of the dairy.",
    "They do not read the law, and give less",
    "milk in the week after the change, as the",
    "farmers of three valleys have written in",
    "their diaries since the change came there.",
]
ORDER = " ".join([*LEFT, *RIGHT])


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("by_rows", [True, False])
def test_two_columns_are_read_one_after_the_other(by_rows: bool) -> None:  # noqa: FBT001
    paper = Paper()
    paper.line("A title that spans both of the columns", 60, 80, 18)
    if by_rows:
        paper.rows(LEFT, RIGHT, 120)
    else:
        paper.lines(RIGHT, 310, 120)
        paper.lines(LEFT, 60, 120)
    paper.end_page()
    reading = read_pdf(paper.bytes())
    assert reading.title == "A title that spans both of the columns"
    assert reading.text.startswith("# A title that spans both of the columns\n\nClocks go")
    assert ORDER in one_line(reading.text)


def test_what_spans_both_columns_divides_them() -> None:
    paper = Paper()
    paper.rows([f"U {line}" for line in LEFT], [f"U {line}" for line in RIGHT], 100)
    paper.line("A heading in the middle of the page and over both columns", 60, 200, 14)
    paper.rows([f"D {line}" for line in LEFT], [f"D {line}" for line in RIGHT], 230)
    paper.end_page()
    text = one_line(read_pdf(paper.bytes()).text)
    marks = [f"U {RIGHT[-1]}", "# A heading in the middle", f"D {LEFT[0]}"]
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)
    assert text.index(f"U {LEFT[-1]}") < text.index(f"U {RIGHT[0]}") < places[1]
    assert text.index(f"D {LEFT[-1]}") < text.index(f"D {RIGHT[0]}")


def test_three_columns() -> None:
    paper = Paper()
    for column in range(3):
        lines = [f"column {column} line {line} of text" for line in range(8)]
        paper.lines(lines, 50 + 170 * column, 100 + 3 * column)
    paper.end_page()
    words = one_line(read_pdf(paper.bytes()).text)
    expected = [f"column {column} line {line}" for column in range(3) for line in range(8)]
    assert sorted(expected, key=words.index) == expected


def test_a_table_is_read_by_rows() -> None:
    paper = Paper()
    paper.line("The table below has a row for each of the species that were counted.", 60, 80)
    rows = [("Species", "Height", "Share"), ("Lime", "20 m", "31 %"), ("Maple", "14 m", "22 %")]
    for place, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            paper.line(cell, 60 + 150 * column, 120 + 14 * place)
    paper.end_page()
    text = read_pdf(paper.bytes()).text
    assert "| Species | Height | Share\n| Lime | 20 m | 31 %\n| Maple | 14 m | 22 %" in text


def test_ligatures_are_letters() -> None:
    lines = ["The ofﬁcials ﬁnally found a ﬂaw in the ﬁle."]
    assert "officials finally found a flaw in the file" in read_pdf(plain_pdf([lines])).text


@pytest.mark.parametrize(
    ("lines", "mended"),
    [
        (["This is the evi-", "dence for it, and more words."], "the evidence for it"),
        (["This is the evi\u00ad", "dence for it, and more words."], "the evidence for it"),
        (["This is a well-", "known case of it, and more words."], "a well-known case"),
        (["These are long-", "term effects, and more words."], "long-term effects"),
        (["These are T-", "cells of the kind, and more words."], "are T-cells of"),
        (["It began with COVID-", "19 as they say, and more words."], "with COVID-19 as"),
        (["It was an Anglo-", "Saxon law, and more words."], "an Anglo-Saxon law"),
        (["There are short-", "and long-term effects here."], "short- and long-term"),
        (["The co-op is a co-", "op as it stands, and more words."], "a co-op as it"),
        (["A clock without hands is with-", "out hands, and more words."], "is without hands"),
        (["An end at the line – ", "and then it goes on, with words."], "line – and then"),
        (["An hour before mid", "night is no divided word."], "before mid night is"),
    ],
)
def test_words_divided_at_a_line_end_are_whole_again(lines: list[str], mended: str) -> None:
    assert mended in read_pdf(plain_pdf([lines])).text


def test_a_word_divided_between_pages_is_whole_again() -> None:
    paper = Paper()
    paper.lines(["The first page ends in the middle of a sentence about evi-"], 60, 100)
    paper.end_page()
    paper.lines(["dence that goes on here, on the second page."], 60, 100)
    paper.end_page()
    reading = read_pdf(paper.bytes())
    assert reading.text == (
        "The first page ends in the middle of a sentence about evidence that goes on here, on the "
        "second page."
    )
    assert reading.text[reading.pages[1] :].startswith("dence that")


def test_paragraphs_are_told_by_gaps_indents_and_short_lines() -> None:
    full = "This line of the paragraph goes on to the right margin of it"
    paper = Paper()
    paper.lines([full, f"and {full}", "and ends here."], 60, 100)
    paper.line(f"After a short line {full}"[: len(full)], 60, 136)
    paper.line("which ends here too, at the margin of the paragraph, in full.", 60, 148)
    paper.line(f"Indented {full}"[:55], 75, 160)
    paper.line("and going on.", 60, 172)
    paper.line("After a gap.", 60, 200)
    paper.end_page()
    paragraphs = read_pdf(paper.bytes()).text.split("\n\n")
    assert [each.split()[0] for each in paragraphs] == ["This", "After", "Indented", "After"]
    assert paragraphs[0] == f"{full} and {full} and ends here."


def test_headings_come_from_size_and_weight() -> None:
    paper = Paper()
    paper.line("The Title of the Work", 60, 80, 20)
    paper.line("1 Introduction", 60, 120, 14)
    paper.lines(LEFT, 60, 140)
    paper.line("A bold line alone", 60, 230, 10, "VeraBd")
    paper.lines(RIGHT, 60, 250)
    paper.line("2 Methods", 60, 350, 14)
    paper.lines(LEFT, 60, 370)
    paper.end_page()
    text = read_pdf(paper.bytes()).text
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings == [
        "# The Title of the Work",
        "## 1 Introduction",
        "### A bold line alone",
        "## 2 Methods",
    ]


def test_lists_and_footnote_marks() -> None:
    paper = Paper()
    paper.line("The following is to be said about trees in general:", 60, 100)
    paper.lines(
        ["• They need water in the first", "   years of their lives.", "• They give shade."],
        60,
        130,
    )
    paper.line("A word with a note", 60, 190)
    end = 60 + paper.canvas.stringWidth("A word with a note", "Vera", 10)
    paper.line("2", end, 186, 6)
    paper.line("and on.", end + 8, 190)
    paper.end_page()
    text = read_pdf(paper.bytes()).text
    assert "- They need water in the first years of their lives.\n- They give shade." in text
    assert "note²" in text


def many_pages(count: int) -> bytes:
    """A PDF with running heads on odd and even pages, numbers below, and a stamp on the side."""
    paper = Paper()
    rng = random.Random(5)
    words = ["clock", "hour", "night", "shift", "cow", "dairy", "farmer", "law", "spring", "sleep"]
    for page in range(count):
        lines = [" ".join(rng.choices(words, k=11)) for _ in range(20)]
        paper.lines([f"Page{page} begins.", *lines], 60, 80)
        paper.canvas.saveState()
        paper.canvas.translate(20, 300)
        paper.canvas.rotate(90)
        paper.canvas.drawString(0, 0, "stamped on 6 Dec 2017")
        paper.canvas.restoreState()
        paper.end_page("Journal of Clocks" if page % 2 else f"The hours of the night {page + 1}")
    return paper.bytes()


def test_running_heads_page_numbers_and_stamps_are_no_text() -> None:
    text = read_pdf(many_pages(9)).text
    assert "Journal" not in text
    assert "The hours" not in text
    assert "stamped" not in text
    assert not any(digit in text.replace("Page", "") for digit in "9")
    assert text.count(" begins.") == 9


def test_each_page_begins_where_it_says() -> None:
    reading = read_pdf(many_pages(7))
    assert len(reading.pages) == 7
    for page, start in enumerate(reading.pages):
        assert reading.text[start:].startswith(f"Page{page} begins.")


def test_chapters_that_begin_at_the_same_height_keep_their_headings() -> None:
    paper = Paper()
    for page in range(5):
        paper.line(f"Chapter {page + 1}", 60, 80, 14)
        paper.lines(LEFT[page:] + RIGHT, 60, 110)
        paper.end_page("The same head")
    text = read_pdf(paper.bytes()).text
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        f"# Chapter {page}" for page in range(1, 6)
    ]
    assert "head" not in text


def test_a_turned_page_is_read_upright() -> None:
    paper = Paper()
    paper.canvas.translate(100, 100)
    paper.canvas.rotate(90)
    for place, line in enumerate(LEFT):
        paper.canvas.drawString(0, -12 * place, line)
    paper.canvas.showPage()
    assert one_line(read_pdf(paper.bytes()).text) == " ".join(LEFT)


def test_passages_know_their_page() -> None:
    reading = read_pdf(many_pages(5))
    source = Source("s", "T", "file:a.pdf", "document", reading.text)
    passages = cut(source, "en", reading.pages)
    for passage in passages:
        assert source.text[passage.start : passage.end] == passage.text
        number = passage.page
        assert number is not None
        assert reading.pages[number - 1] <= passage.start
        assert number == len(reading.pages) or passage.start < reading.pages[number]
    assert {each.page for each in passages} == {1, 2, 3, 4, 5}
    assert all(each.page is None for each in cut(source, "en"))


def test_title_and_authors_come_from_the_file_if_they_can_be_believed() -> None:
    paper = Paper()
    paper.line("On Clocks", 60, 80, 20)
    paper.lines(LEFT, 60, 120)
    paper.canvas.setTitle("on clocks")
    paper.canvas.setAuthor("Ada Example, Bo Sample")
    reading = read_pdf(paper.bytes())
    assert reading.title == "on clocks"
    assert reading.authors == ("Ada Example", "Bo Sample")
    paper = Paper()
    paper.line("On Clocks", 60, 80, 20)
    paper.lines(LEFT, 60, 120)
    paper.canvas.setTitle("Microsoft Word - draft3.docx")
    paper.canvas.setAuthor("Microsoft Office User")
    reading = read_pdf(paper.bytes())
    assert reading.title == "On Clocks"
    assert reading.authors == ()


def scan(pages: int = 1) -> Paper:
    paper = Paper()
    for _ in range(pages):
        paper.canvas.rect(60, 60, 300, 300, fill=1)
        paper.canvas.showPage()
    return paper


def test_a_scan_is_refused_with_the_reason() -> None:
    with pytest.raises(SourceRefused, match=r"no text layer, as scans have none; run text rec"):
        read_pdf(scan(3).bytes())


def test_pages_without_text_among_others_are_told() -> None:
    paper = scan()
    paper.lines(LEFT, 60, 100)
    paper.end_page()
    reading = read_pdf(paper.bytes())
    assert reading.provenance == ("without page 1, which has no text layer",)
    assert reading.pages == (0, 0)


def test_an_encrypted_file_is_refused_and_one_that_only_forbids_printing_is_read() -> None:
    with pytest.raises(SourceRefused, match=r"encrypted with a password; save a copy without one"):
        read_pdf(plain_pdf([LEFT], encrypt=StandardEncryption("open", "own", strength=128)))
    lock = StandardEncryption("", "own", canPrint=0, canCopy=0, strength=128)
    assert one_line(read_pdf(plain_pdf([LEFT], encrypt=lock)).text) == " ".join(LEFT)


@pytest.mark.parametrize(
    "raw", [b"", b"%PDF-1.7", b"no PDF at all, only words", plain_pdf([LEFT])[:900]]
)
def test_a_damaged_file_is_refused(raw: bytes) -> None:
    with pytest.raises(SourceRefused, match=r"; "):
        read_pdf(raw)


def test_bytes_that_were_changed_never_do_more_than_refuse() -> None:
    raw = many_pages(2)
    rng = random.Random(3)
    for _ in range(60):
        broken = bytearray(raw)
        for _ in range(rng.randint(1, 30)):
            broken[rng.randrange(len(raw))] = rng.randrange(256)
        with contextlib.suppress(SourceRefused):
            assert read_pdf(bytes(broken)).pages


def test_sizes_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_MOST_PAGES", 3)
    with pytest.raises(SourceRefused, match=r"it has 4 pages; split it"):
        read_pdf(many_pages(4))
    monkeypatch.setattr(pdf, "_MOST_CHARACTERS", 500)
    with pytest.raises(SourceRefused, match=r"more than 500 characters; split it"):
        read_pdf(many_pages(2))


def test_a_pdf_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "night_shifts.PDF"
    file.write_bytes(plain_pdf([LEFT]))
    assert read_file(file).title == "Night shifts"
