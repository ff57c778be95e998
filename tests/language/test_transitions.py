"""Words between quotations: where the reader is, and nothing about the topic."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.language.extractive.transitions import listed, transition

FRAMES = re.compile(
    r"The first strand is “X”\.|After “X”, the sources turn to “X”\.|Another strand is “X”\."
    r"|Next to “X” stands “X”\.|“X” is a further side of the matter\."
)


def test_the_first_section_is_called_the_first() -> None:
    assert transition(("Sleep",), "", ()) == "The first strand is “Sleep”."


def test_a_later_one_follows_the_one_before() -> None:
    words = {transition((name,), "Sleep", ()) for name in ("Cows", "Law", "Heat", "Light")}
    assert len(words) == 4
    assert any("“Sleep”" in each for each in words)


def test_the_sections_below_are_listed() -> None:
    words = transition(("Sleep",), "", ("Loss", "Debt", "Jetlag"))
    assert "three" in words
    assert words.endswith(": Loss; Debt; and Jetlag.")


def test_one_section_below_needs_no_list() -> None:
    assert transition(("Sleep",), "", ("Loss",)) == "The first strand is “Sleep”."


def test_below_the_top_the_heading_is_enough() -> None:
    assert transition(("Sleep", "Loss"), "Debt", ()) == ""


def test_many_sections_are_counted_in_figures() -> None:
    names = tuple(f"Part {number}" for number in range(11))
    assert " 11 " in transition(("Sleep",), "", names)


@pytest.mark.parametrize(
    ("names", "text"),
    [(["sleep"], "Sleep"), (["A", "B"], "A; and B"), (["A", "B", "C"], "A; B; and C")],
)
def test_names_are_listed(names: list[str], text: str) -> None:
    assert listed(names) == text


WORD = st.text("abcdef", min_size=3, max_size=8)


@given(WORD, WORD, st.lists(WORD, max_size=5))
def test_nothing_is_stated(name: str, before: str, children: list[str]) -> None:
    """Apart from names, only words that say where the reader is."""
    words = transition((name,), before, children)
    first, _, parts = words.partition(" It ")
    assert FRAMES.fullmatch(first.replace(f"“{name}”", "“X”").replace(f"“{before}”", "“X”"))
    assert not parts or parts.endswith(f": {listed(children)}.")
