"""Names of concepts and experts: never empty, never twice, every character kept."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.language.extractive.names import concept_name, expert_name, usable
from costorm_widget.language.extractive.phrases import PhraseBook
from costorm_widget.language.extractive.words import WordStats
from tests.builders import passages, sample_documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Passage

TEXTS = (
    "Heart attacks rose after the change. Heart attacks in Sweden were counted.",
    "Sleep loss followed the change. Sleep loss of children was measured in schools.",
    "Electricity of households was metered. Electricity in Indiana cost more.",
)


def book_of(group: Sequence[Passage]) -> PhraseBook:
    """A book of these passages that knows English from the sample corpus."""
    book = PhraseBook("en", avoid="Daylight saving time")
    book.stats = sample_stats()
    book.add(group)
    return book


@cache
def sample_stats() -> WordStats:
    stats = WordStats("en")
    for each in sample_documents().sources:
        stats.count(each.text)
    return stats


def name_of(group: Sequence[Passage], *taken: str, topic: str = "Daylight saving time") -> str:
    return concept_name(group, [[each] for each in group], book_of(group), taken, topic)


def test_the_authors_short_title_names_a_group() -> None:
    group = passages(*TEXTS, titles=["Health and clocks"] * 3)
    assert name_of(group) == "Health and clocks"


def test_a_heading_names_it_where_the_titles_differ() -> None:
    group = passages(*TEXTS, headings=[("After the change",)] * 3)
    assert name_of(group) == "After the change"


def test_a_long_title_is_no_name() -> None:
    title = "Everything one could ever wish to know about the clocks"
    assert name_of(passages(*TEXTS, titles=[title] * 3)) != title


def test_otherwise_two_central_blocks_name_it() -> None:
    assert name_of(passages(*TEXTS)) == "Heart attacks and sleep loss"


def test_c20_a_name_keeps_every_hyphen_and_sign() -> None:
    for title in ("COVID-19 long-haul", "C# and F# languages", "Long-term memory in T-cells"):
        assert name_of(passages(*TEXTS, titles=[title] * 3)) == title


def test_a_taken_name_is_not_given_again_in_any_order_or_case() -> None:
    group = passages(*TEXTS, titles=["Sleep and hearts"] * 3)
    assert name_of(group, "HEARTS and sleep") != "Sleep and hearts"
    assert name_of(group, topic="Hearts, sleep") != "Sleep and hearts"


@pytest.mark.parametrize("title", ["", "  ", "***", "\n"])
def test_a_title_without_a_letter_is_no_name(title: str) -> None:
    name = name_of(passages(*TEXTS, titles=[title] * 3))
    assert usable(name) == name


def test_a_title_of_two_lines_becomes_one() -> None:
    assert name_of(passages(*TEXTS, titles=["Health\nand clocks"] * 3)) == "Health and clocks"


def test_many_groups_of_the_same_evidence_get_names_of_their_own() -> None:
    group = passages(TEXTS[0], titles=["Hearts"])
    names: list[str] = []
    for _ in range(12):
        names.append(name_of(group, *names))
    assert len({each.casefold() for each in names}) == 12
    assert all(map(usable, names))


def test_nothing_to_go_by_is_named_all_the_same() -> None:
    assert name_of([]) == "More"
    assert name_of([], "More") == "More (2)"
    assert usable(name_of(passages("--- *** ---", titles=["…"])))


@given(
    st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4, unique=True),
    st.lists(st.text(max_size=12), max_size=4),
)
def test_any_evidence_gets_a_name_that_is_free(texts: list[str], taken: list[str]) -> None:
    group = passages(*texts, titles=[taken[0]] * len(texts) if taken else ())
    name = name_of(group, *taken, topic=texts[0])
    assert usable(name) == name != ""
    assert name.casefold() not in {each.casefold() for each in (*taken, texts[0])}


def test_experts_share_no_word() -> None:
    group = passages(*TEXTS)
    book = book_of(group)
    names: list[str] = []
    for each in group:
        names.append(expert_name([[each]], book, names))
    words = [word for name in names for word in name.lower().split() if word != "and"]
    assert all(names)
    assert len(words) == len(set(words))


def test_an_expert_whose_words_are_all_taken_has_no_name() -> None:
    group = passages(TEXTS[0])
    book = book_of(group)
    assert expert_name([group], book, ["Heart", "Attacks and Sweden", "Change"]) == ""


def test_c20_an_expert_keeps_hyphens() -> None:
    text = "The long-haul of COVID-19 is studied. Doctors of COVID-19 see the long-haul of it."
    group = passages(text)
    name = expert_name([group], book_of(group), ())
    assert name in {"COVID-19 and long-haul", "Long-haul and doctors"}
