from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.lexical import LexicalIndex, is_stop_word, stem, terms

WORDS = st.lists(st.sampled_from(["sleep", "heart", "clock", "energy", "law", "farm"]), max_size=12)


def test_c20_hyphenated_words_keep_every_character_and_their_parts() -> None:
    found = terms("COVID-19 long-haul")
    assert found == ["covid-19", "covid", "19", "long-haul", "haul"]


def test_c20_names_of_languages_stay_apart() -> None:
    assert {"c#", "f#", "c++", "c"} <= set(terms("C# and F#, C++ and C.", "xx"))


def test_a_non_breaking_hyphen_and_a_soft_hyphen_change_nothing() -> None:
    assert terms("long\u2011term day\u00adlight") == terms("long-term daylight")


def test_stems_and_stop_words_follow_the_language() -> None:
    assert terms("The clocks are changing") == ["clock", "chang"]
    assert terms("Die Uhren werden umgestellt", "de") == ["uhr", "umgestellt"]
    assert terms("die clocks", "de")[-1] == "clock"


def test_topic_words_that_the_english_stop_list_holds_are_kept() -> None:
    assert terms("the world of work and energy systems") == ["world", "work", "energi", "system"]


def test_possessives_and_elisions_lose_their_small_part() -> None:
    assert terms("Europe's clock, Europe’s clocks") == ["europ", "clock", "europ", "clock"]
    assert terms("l’heure", "fr") == ["heur"]


def test_numbers_with_a_point_or_comma_stay_whole() -> None:
    assert terms("2.5 percent of 1,300 people", "xx") == [
        "2.5",
        "percent",
        "of",
        "1,300",
        "people",
    ]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("夏令时", "zh", ["夏令", "令时"]),
        ("건강", "ko", ["건강"]),
        ("睡", "zh", ["睡"]),
        ("ไทย", "th", ["ไท", "ทย"]),
        ("DST夏令时2024", "zh", ["dst", "夏令", "令时", "2024"]),
    ],
)
def test_scripts_without_spaces_become_pairs(text: str, language: str, expected: list[str]) -> None:
    assert terms(text, language) == expected


def test_vowel_signs_do_not_cut_words() -> None:
    assert len(terms("हिन्दी", "xx")) == 1
    assert len(terms("العَرَبِيَّة", "xx")) == 1


def test_full_width_and_case_are_folded() -> None:
    assert terms("ＤＳＴ Straße", "xx") == ["dst", "strasse"]


def test_a_language_tag_counts_as_its_language() -> None:
    assert terms("os relógios", "pt-BR") == terms("os relógios", "pt")
    assert is_stop_word("The", "en-GB")
    assert not is_stop_word("clock")


def test_an_unknown_language_keeps_words_as_they_are() -> None:
    assert stem("clocks", "xx") == "clocks"
    assert terms("the clocks", "xx") == ["the", "clocks"]


@given(st.text(max_size=200), st.sampled_from(["en", "de", "zh", "hi", "xx"]))
def test_any_text_gives_terms_without_space_and_the_same_ones_again(
    text: str, language: str
) -> None:
    found = terms(text, language)
    assert found == terms(text, language)
    assert all(term and not any(map(str.isspace, term)) for term in found)


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
