from __future__ import annotations

import pytest

from costorm_widget.retrieval.wikipedia.queries import (
    as_title,
    fewer_words,
    may_be_title,
    not_meant,
    search_query,
)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("COVID-19 long-haul", "COVID-19 long-haul"),
        ("C# and F# languages", "C# and F# languages"),
        ("light -bulb", "light bulb"),
        ("!important ~fuzzy", "important fuzzy"),
        ("User: experience", "User experience"),
        ("a\x00b\nc", "a b c"),
        ("Cafe\u0301", "Café"),
        ("bad \ud800 half", "bad half"),
        ("光速 是多少", "光速 是多少"),
        ("?! -", ""),
        ("", ""),
    ],
)
def test_c20_a_query_keeps_what_is_no_operator(query: str, asked: str) -> None:
    assert search_query(query) == asked


def test_a_query_is_as_long_as_wikipedia_takes() -> None:
    assert search_query("word " * 100) == " ".join(["word"] * 60)
    assert search_query("x" * 301) == ""


def test_fewer_words() -> None:
    assert fewer_words("how do red dwarfs form and die?", "en") == (
        ("red dwarfs form die?",),
        ("red dwarfs", "form die?"),
    )
    assert fewer_words("red dwarfs", "en") == ()
    assert fewer_words("the of", "en") == ()


def test_titles() -> None:
    assert as_title(" Red_dwarf ") == "Red dwarf"
    assert as_title("C#") == ""
    assert as_title("ض" * 200) == ""
    assert may_be_title("Red dwarf")
    assert not may_be_title("Is it a red dwarf?")
    assert not may_be_title("de:Berlin")
    assert not may_be_title("one two three four five six seven")


@pytest.mark.parametrize(
    ("query", "out"),
    [
        ("How long do red dwarfs shine?", {"Red Dwarf"}),
        ("Red dwarf", {"Red Dwarf"}),
        ("who wrote Red Dwarf", {"Red dwarf"}),
        ("RED DWARF", set()),
        ("stars and ships", set()),
        ("Red Dwarf, or a red dwarf", set()),
    ],
)
def test_c31_titles_that_differ_in_case_are_different_works(query: str, out: set[str]) -> None:
    assert not_meant(["Red dwarf", "Star", "Red Dwarf"], query) == out
