"""Many passages at a glance."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.prompts.excerpts import beginning, excerpts
from tests.builders import passages

if TYPE_CHECKING:
    from costorm_widget.language.tasks import Passage


def found_by(query: str, *texts: str, first: int = 1) -> list[Passage]:
    return [
        replace(each, handle=handle, snippet=each.snippet.found_by("Why?", query))
        for handle, each in enumerate(passages(*texts), first)
    ]


def test_short_ones_are_whole_and_long_ones_begin() -> None:
    short, long = excerpts(passages("It rains.", "It rains all day. " * 50), 40, 1000)
    assert short.shown == "It rains."
    assert long.shown.endswith(" […]")
    assert count_tokens(long.shown) <= 40
    assert long.snippet.text == "It rains all day. " * 50


def test_every_query_is_seen_when_there_are_too_many() -> None:
    first = found_by("one", *(f"One {number}." for number in range(30)))
    second = found_by("two", "Two a.", "Two b.", first=31)
    third = found_by("three", *(f"Three {number}." for number in range(9)), first=33)
    chosen = excerpts([*first, *second, *third], 38, 8 * 50)
    assert [each.handle for each in chosen] == [1, 2, 3, 31, 32, 33, 34, 35]


def test_one_is_always_shown_and_none_of_none() -> None:
    assert [each.handle for each in excerpts(passages("It rains."), 40, 1)] == [1]
    assert excerpts((), 40, 1000) == ()


def test_a_text_that_fits_is_not_marked() -> None:
    assert beginning("It rains.", 3) == "It rains."
    assert beginning("It rains all day long.", 4) == "It rains […]"
