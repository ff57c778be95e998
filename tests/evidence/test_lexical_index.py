from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.lexical_index import LexicalIndex, counted, highest

WORDS = st.lists(st.sampled_from(["sleep", "heart", "clock", "energy", "law", "farm"]), max_size=12)


def index(*texts: str) -> LexicalIndex:
    made = LexicalIndex()
    for number, text in enumerate(texts):
        made.add(number, text)
    return made


def test_the_text_with_the_rarer_word_is_best() -> None:
    made = index("sleep and clocks", "clocks in law", "clocks on farms", "clocks")
    assert made.best("sleep clocks", 2)[0][0] == 0


def test_shares_are_of_what_the_query_allows() -> None:
    made = index("sleep physician", "heart attack", "traffic")
    exact = made.shares("sleep physician")[0]
    assert 0.3 < exact <= 1
    assert made.shares("sleep physician on quantum chromodynamics")[0] < exact / 1.5
    assert made.shares("the of and").tolist() == [0, 0, 0]


def test_an_empty_index_finds_nothing() -> None:
    assert LexicalIndex().shares("sleep").size == 0
    assert LexicalIndex().best("sleep", 3) == []


def test_a_text_without_terms_is_kept_and_never_found() -> None:
    made = index("…", "sleep")
    assert len(made) == 2
    assert [number for number, _ in made.best("sleep …", 3)] == [1]
    made.remove(0)
    assert len(made) == 1


@given(st.lists(WORDS, min_size=1, max_size=8), st.integers(0, 7), WORDS)
def test_removing_a_text_leaves_the_index_as_if_it_had_never_been_there(
    bags: list[list[str]], gone: int, query: list[str]
) -> None:
    gone %= len(bags)
    made = index(*map(" ".join, bags))
    made.remove(gone)
    never = LexicalIndex()
    for number, bag in enumerate(bags):
        if number != gone:
            never.add(number, " ".join(bag))
    assert made.shares(" ".join(query)) == pytest.approx(never.shares(" ".join(query)))


@given(st.lists(WORDS, min_size=2, max_size=8), st.integers(0, 7), WORDS)
def test_a_number_can_be_used_again(bags: list[list[str]], gone: int, query: list[str]) -> None:
    gone %= len(bags)
    made = index(*map(" ".join, bags))
    made.remove(gone)
    made.add(gone, " ".join(bags[gone]))
    whole = index(*map(" ".join, bags))
    assert made.shares(" ".join(query)).tolist() == whole.shares(" ".join(query)).tolist()


@given(st.lists(st.integers(0, 4), max_size=30), st.integers(1, 12))
def test_the_highest_are_those_of_sorting_all(values: list[int], limit: int) -> None:
    shares = np.array(values, dtype=np.float64)
    ranked = sorted(
        (number for number, share in enumerate(values) if share),
        key=lambda number: (
            -values[number],
            number,
        ),
    )
    assert highest(shares, limit) == ranked[:limit]


@given(st.lists(WORDS, min_size=1, max_size=8), st.integers(0, 8), WORDS)
def test_many_at_once_are_the_same_as_one_by_one(
    bags: list[list[str]], before: int, query: list[str]
) -> None:
    texts = [" ".join(bag) for bag in bags]
    made = index(*texts[:before])
    made.extend(len(texts[:before]), [counted(text) for text in texts[before:]])
    assert made.shares(" ".join(query)).tolist() == index(*texts).shares(" ".join(query)).tolist()
    made.remove(len(texts) - 1)
    fewer = index(*texts[:-1]).shares(" ".join(query))
    assert made.shares(" ".join(query)) == pytest.approx(fewer)
