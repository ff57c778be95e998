from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.lexical import is_stop_word, stem, terms


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
