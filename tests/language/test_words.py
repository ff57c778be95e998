"""Words of the evidence: which can end a name, and how they stand inside a sentence."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import samples
from costorm_widget.language.extractive.words import MEASURES, WORD, WordStats, inside, titled


@cache
def sample_stats() -> WordStats:
    stats = WordStats("en")
    for file in sorted(samples.path().glob("*.md")):
        stats.count(file.read_text(encoding="utf-8"))
    return stats


def counted(*texts: str, language: str = "en") -> WordStats:
    stats = WordStats(language)
    for text in texts:
        stats.count(text)
    return stats


@pytest.mark.parametrize("word", ["attacks", "sleep", "farmers", "railroads", "darkness", "Mexico"])
def test_nouns_can_end_a_name(word: str) -> None:
    assert sample_stats().is_noun(word)


@pytest.mark.parametrize(
    "word", ["showed", "reduced", "found", "quickly", "1974", "the", "federal", "Mexico's", "early"]
)
def test_other_words_cannot(word: str) -> None:
    assert not sample_stats().is_noun(word)


def test_company_tells_a_noun_that_its_ending_does_not() -> None:
    as_noun = counted("The saving of energy was small. A saving of money followed.")
    as_verb = counted("They were saving the energy. We are saving the money then.")
    assert as_noun.is_noun("saving")
    assert not as_verb.is_noun("saving")


def test_in_other_languages_every_content_word_may_end_a_name() -> None:
    stats = counted("Die Uhr wird im Sommer umgestellt.", language="de")
    assert stats.is_noun("umgestellt")
    assert not stats.is_noun("wird")


def test_measures_are_plain_words_that_the_text_is_full_of() -> None:
    assert {"percent", "year", "share"} <= MEASURES
    assert not {"sleep", "attacks"} & MEASURES


def test_names_keep_their_capital_and_common_words_lose_it() -> None:
    stats = counted("Sleep suffers. In Mexico people sleep well. We went to Mexico.")
    assert stats.cased("Mexico") == "Mexico"
    assert stats.cased("Sleep") == "sleep"
    assert stats.cased("sleep") == "sleep"


@pytest.mark.parametrize(
    ("word", "stands"),
    [
        ("Mexico's", "Mexico's"),
        ("Mexico’s", "Mexico’s"),
        ("Farmer's", "farmer's"),
        ("Farmer’s", "farmer’s"),
        ("GDP", "GDP"),
        ("McDonald", "McDonald"),
        ("Unseen", "unseen"),
    ],
)
def test_possessives_and_capitals_inside(word: str, stands: str) -> None:
    stats = counted("People in Mexico met a farmer there, and another farmer came.")
    assert stats.cased(word) == stands


def test_a_word_that_only_ever_opens_sentences_is_taken_for_a_name() -> None:
    stats = counted("Janszky counted. Janszky wrote. Counting is hard.")
    assert stats.cased("Janszky") == "Janszky"
    assert stats.cased("Counting") == "counting"


def test_a_common_word_stays_common_beside_a_name_that_holds_it() -> None:
    department = "The Department of Energy reported. "
    stats = counted(department * 3 + "Saving of energy was small.")
    assert stats.cased("Energy") == "energy"
    assert counted(department * 3).cased("Energy") == "Energy"


def test_a_heading_or_list_item_opens_a_sentence() -> None:
    stats = counted("## Polls\n\nOpinion of the public shifted\n- Opinion in winter\n- Opinion")
    assert stats.cased("Opinion") == "Opinion"  # opened three times, never stood inside
    assert not stats.forms.get("opinion")


@pytest.mark.parametrize(
    ("name", "stands"),
    [
        ("Heart attacks in Mexico", "heart attacks in Mexico"),
        ("Uniform Time Act", "Uniform Time Act"),
        ("War Time and local habit", "War Time and local habit"),
        ("Standard time", "standard time"),
        ("Public opinion on changing the clock", "public opinion on changing the clock"),
        ("Russia's two experiments", "Russia's two experiments"),
        ("GPS receivers", "GPS receivers"),
        ("COVID-19 long-haul", "COVID-19 long-haul"),
        ("C# and F# languages", "C# and F# languages"),
        ("“Quoted” name", "“Quoted” name"),
        ("", ""),
    ],
)
def test_a_name_inside_a_sentence(name: str, stands: str) -> None:
    assert inside(name, sample_stats()) == stands


@given(st.text(max_size=60))
def test_a_name_changes_in_the_case_of_its_first_word_only(name: str) -> None:
    stands = inside(name, sample_stats())
    assert stands.casefold() == name.casefold()
    first = WORD.match(name)
    begin = first.end() if first else 0
    assert stands.endswith(name[begin:])


@given(st.text(max_size=60))
def test_a_title_gains_a_capital_and_nothing_else(phrase: str) -> None:
    assert titled(phrase)[1:].endswith(phrase[1:])
    assert titled("attacks") == "Attacks"


@given(st.lists(st.text(max_size=40), max_size=5))
def test_counting_takes_any_text(texts: list[str]) -> None:
    stats = counted(*texts)
    for word in WORD.findall(" ".join(texts)):
        stats.is_noun(word)
        assert stats.cased(word).casefold() == word.casefold()
