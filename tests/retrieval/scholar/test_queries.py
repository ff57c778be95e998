"""Whatever is asked, the query is one that the service accepts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.retrieval.scholar.queries import arxiv_queries, crossref_query

TERM = r'all:(?:[a-z0-9]+|"[a-z0-9]+(?: [a-z0-9]+)+")'
ALL = re.compile(rf"{TERM}(?: AND {TERM})*")
ANY = re.compile(rf"{TERM}(?: OR {TERM})*")


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("How do red dwarfs form and die?", "all:red AND all:dwarfs AND all:form AND all:die"),
        ("non-invasive X-ray", 'all:"non invasive" AND all:"x ray"'),
        ("COVID-19 long-haul", 'all:"covid 19" AND all:"long haul"'),
        ('ti:evil" OR all:"x', 'all:"ti evil" AND all:"all x"'),
        ("(unbalanced [brackets {", "all:unbalanced AND all:brackets"),
        ("AND OR ANDNOT NOT", "all:andnot"),
        ("Fréchet Müller Straße Łódź", "all:frechet AND all:muller AND all:strasse AND all:lodz"),
        ("β-carotene", 'all:"beta carotene"'),
        ("a\x00b\nbees* dance? ~e^2", 'all:"a b" AND all:bees AND all:dance AND all:"e 2"'),
        ("to be or not to be", "all:to AND all:be AND all:or AND all:not"),
        ("cats cats CATS", "all:cats"),
    ],
)
def test_arxiv_is_asked_for_words(query: str, asked: str) -> None:
    assert arxiv_queries(query, "en")[0] == asked


@pytest.mark.parametrize("query", ["", "  ", "?!", "光速 是多少", "ضوء", "\x00", "\ud800", '"'])
def test_arxiv_is_not_asked_where_there_is_no_word_that_it_knows(query: str) -> None:
    assert arxiv_queries(query, "en") == ()


@given(st.text(max_size=1000), st.sampled_from(["en", "de", "ko", "xx"]))
def test_any_text_makes_a_legal_query_to_arxiv(text: str, language: str) -> None:
    for each in arxiv_queries(text, language):
        assert ALL.fullmatch(each) or ANY.fullmatch(each), each
        assert len(each) < 1200


@given(
    st.lists(
        st.sampled_from(["AND", "OR", "NOT", "(", ")", '"', "\\", ":", "*", "-x", "ti:", "a", "é"])
    ).map(" ".join)
)
def test_operators_of_arxiv_are_words(text: str) -> None:
    for each in arxiv_queries(text, "en"):
        assert ALL.fullmatch(each) or ANY.fullmatch(each), each


def test_a_thousand_characters() -> None:
    long = "supercalifragilistic " * 50
    assert len(arxiv_queries(long, "en")) == 1
    assert len(arxiv_queries(" ".join(f"word{n}" for n in range(200)), "en")[0]) < 300
    assert len(arxiv_queries("x" * 1000, "en")[0]) < 100
    assert len(crossref_query(long)) <= 300


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("C# and (F#): “languages”", "C# and (F#): “languages”"),
        ("a\x00b\nc", "a b c"),
        ("Cafe\u0301 bad \ud800 half", "Café bad half"),
        ("光速 是多少", "光速 是多少"),
        ("?! -", ""),
        ("", ""),
        ("x" * 301, ""),
    ],
)
def test_c20_crossref_gets_every_character_that_is_shown(query: str, asked: str) -> None:
    assert crossref_query(query) == asked


@given(st.text(max_size=1000))
def test_any_text_makes_a_legal_query_to_crossref(text: str) -> None:
    asked = crossref_query(text)
    assert asked.isprintable()
    assert len(asked) <= 300
    asked.encode()
