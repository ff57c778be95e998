from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.sources import Snippet, Source, snippet_id
from costorm_widget.retrieval.gathering import Gathering

WORK = Source("s1", "Title", "https://example.com", "web page", "")
PIECES = st.lists(st.text("ab \n", min_size=1, max_size=8), min_size=1, max_size=12)


@given(PIECES)
def test_every_piece_that_was_given_out_stays_where_it_is(pieces: list[str]) -> None:
    gathering = Gathering()
    spans: list[tuple[int, str]] = []
    for piece in pieces:
        source, start = gathering.take(WORK, piece)
        spans.append((start, piece))
        assert source == gathering.source("s1")
        for begin, text in spans:
            assert source.text[begin : begin + len(text)] == text


@given(PIECES, PIECES)
def test_snippets_of_two_versions_fit_the_gathered_text(one: list[str], other: list[str]) -> None:
    gathering = Gathering()
    for pieces in (one, other, one):
        text = "|".join(pieces)
        work = Source("s1", "Title", "https://example.com", "web page", text)
        start = 0
        for piece in pieces:
            end = start + len(piece)
            snippet = Snippet(snippet_id("s1", start, end), "s1", start, end, piece)
            source, placed = gathering.take_snippet(work, snippet)
            assert source.text[placed.start : placed.end] == placed.text == piece
            assert placed.id == snippet_id("s1", placed.start, placed.end)
            start = end + 1
