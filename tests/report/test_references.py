"""The numbers of a report."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.citations import Citation, Handle, resolve
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.report.references import References, entry

SOURCES = {
    name: Source(name, f"Title of {name}", f"https://x.y/{name}", "web page", "", number)
    for number, name in ((7, "a"), (3, "b"), (12, "c"))
}
HANDLES = {
    handle: Handle(name, f"{name}:{handle}", SOURCES[name].number)
    for handle, name in enumerate(("a", "b", "c", "a"), 1)
}


def renumbered(references: References, text: str) -> str:
    resolved = resolve(text, HANDLES)
    return references.renumber(resolved.text, resolved.citations)


def test_numbers_are_given_at_the_first_citation_and_kept() -> None:
    references = References()
    assert renumbered(references, "One.[3] Two.[1][2]") == "One.[1] Two.[2][3]"
    assert renumbered(references, "Three.[2] Four.[3]") == "Three.[3] Four.[1]"
    entries = references.entries(SOURCES, {})
    assert [(each.number, each.source_id) for each in entries] == [(1, "c"), (2, "a"), (3, "b")]
    assert entries[0].title == "Title of c"
    assert entries[0].url == "https://x.y/c"


def test_two_citations_that_share_a_mark_print_it_once() -> None:
    references = References()
    text = "It is so.[1][4] And so on.[2]"
    resolved = resolve(text, HANDLES)
    assert [each.number for each in resolved.citations] == [7, 7, 3]
    assert resolved.citations[0].start == resolved.citations[1].start
    assert references.renumber(resolved.text, resolved.citations) == "It is so.[1] And so on.[2]"
    assert len(references.entries(SOURCES, {})) == 2


def test_a_text_without_citations_stays_as_it_is() -> None:
    references = References()
    text = "In [2019], says [sic], and x[0]."
    assert references.renumber(text, ()) == text
    assert references.entries(SOURCES, {}) == ()


@given(st.lists(st.tuples(st.text("ab .", max_size=6), st.integers(1, 4)), max_size=12))
def test_numbers_are_contiguous_in_the_order_of_appearance(pieces: list[tuple[str, int]]) -> None:
    references = References()
    text = "".join(f"x{words}.[{handle}]" for words, handle in pieces)
    whole = renumbered(references, text)
    numbers = [int(each) for each in re.findall(r"\[(\d+)\]", whole)]
    firsts = list(dict.fromkeys(numbers))
    assert firsts == list(range(1, len(firsts) + 1))
    assert [each.number for each in references.entries(SOURCES, {})] == firsts
    assert re.sub(r"\[\d+\]", "", whole) == re.sub(r"\[\d+\]", "", text)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (Source("a", "T", "file:a.md", "document", ""), "T. file:a.md."),
        (
            Source("a", "Do clocks matter?", "https://x.y/a", "web page", "", date="2019"),
            "Do clocks matter? 2019. https://x.y/a.",
        ),
        (
            Source(
                "a",
                "T",
                "https://x.y/a",
                "web page",
                "",
                authors=("Ann Ash", "Bo Birch"),
                permalink="https://x.y/a?oldid=3",
            ),
            "Ann Ash, Bo Birch. T. https://x.y/a?oldid=3.",
        ),
        (Source("a", "Two\n lines.", "file:a.md", "document", ""), "Two lines. file:a.md."),
    ],
)
def test_a_source_is_one_line(source: Source, line: str) -> None:
    assert entry(source) == line


def test_a_citation_that_was_made_elsewhere_needs_its_mark_only() -> None:
    references = References()
    assert references.renumber("So.[7]", [Citation(7, "a", "a:0-9", 3, 6)]) == "So.[1]"


@pytest.mark.parametrize(
    ("pages", "kind", "end"),
    [
        ((), "document", "a.pdf."),
        ((3,), "document", "a.pdf. p. 3."),
        ((2, 3, 4), "document", "a.pdf. pp. 2–4."),
        ((1, 3, 4, 9), "document", "a.pdf. pp. 1, 3–4, 9."),
        ((5,), "slides", "a.pdf. slide 5."),
        ((5, 6), "slides", "a.pdf. slides 5–6."),
    ],
)
def test_the_pages_that_are_cited_stand_at_the_end(
    pages: tuple[int, ...], kind: str, end: str
) -> None:
    assert entry(Source("a", "T", "file:a.pdf", kind, ""), pages) == f"T. file:{end}"


def test_the_pages_of_all_citations_of_a_source_are_listed_once() -> None:
    references = References()
    renumbered(references, "One.[1] Two.[4] Three.[2] Four.[1]")
    snippets = {
        f"{name}:{handle}": Snippet(f"{name}:{handle}", name, 0, 1, "x", page=page)
        for name, handle, page in (("a", 1, 7), ("a", 4, 2), ("b", 2, None))
    }
    texts = [each.text for each in references.entries(SOURCES, snippets)]
    assert texts[0].endswith(" pp. 2, 7.")
    assert "p." not in texts[1]
