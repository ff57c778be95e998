"""Key phrases: what a group of passages is about, in words a person would use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.language.extractive.phrases import PhraseBook
from tests.builders import passages, sample_documents

HEART = (
    (
        "Heart attacks were more frequent after the spring change. Heart attacks in Sweden rose. "
        "The register of heart attacks was large."
    ),
    "Hospitals in Michigan counted heart attacks. The number of heart attacks did not change.",
)
ENERGY = (
    "Air conditioning uses electricity in the evening. The federal report measured electricity.",
    "The federal report was written for Congress. Savings of electricity in the federal report.",
)

# One text a language; the German, French and Arabic ones have capitals, elisions and points.
OTHER_LANGUAGES = {
    "de": "Die Sommerzeit wurde 1980 eingeführt. Der Bundestag beschloss die Einführung der Zeit.",
    "fr": "L’heure d’été a été introduite en 1976. Le changement d’heure fatigue les enfants.",
    "zh": "夏令时于1986年在中国实行。夏令时在1992年停止。",
    "ko": "서머타임은 1987년에 시행되었다. 서머타임은 1989년에 폐지되었다.",
    "ar": "بدأ التوقيت الصيفي في مصر عام 1940. ألغت مصر التوقيت الصيفي عام 2011.",
}


def texts_of(book: PhraseBook, group: slice, most: int = 5) -> list[str]:
    return [each.text for each in book.top(passages(*HEART, *ENERGY)[group], most)]


@pytest.fixture
def book() -> PhraseBook:
    return read(*HEART, *ENERGY)


def read(*texts: str, avoid: str = "Daylight saving time") -> PhraseBook:
    """A book of these texts that knows English from the sample corpus."""
    book = PhraseBook("en", avoid=avoid)
    for each in sample_documents().sources:
        book.stats.count(each.text)
    book.add(passages(*texts))
    return book


def test_the_telling_phrase_of_a_group_comes_first(book: PhraseBook) -> None:
    assert texts_of(book, slice(0, 2))[0] == "heart attacks"
    assert texts_of(book, slice(2, 4), 1)[0] in {"electricity", "federal report"}


def test_no_two_of_the_phrases_share_a_word(book: PhraseBook) -> None:
    found = book.top(passages(*HEART, *ENERGY), 12)
    words = [stem for each in found for stem in each.stems]
    assert len(words) == len(set(words))


def test_phrases_do_not_end_in_verbs_and_are_no_bare_measures(book: PhraseBook) -> None:
    found = set(texts_of(book, slice(0, 4), 50))
    assert not {each for each in found if each.split()[-1] in {"counted", "measured", "did"}}
    assert "number" not in found


def test_the_topic_makes_up_no_phrase_alone() -> None:
    book = read(*HEART, avoid="Heart attacks")
    found = [each.text for each in book.top(passages(*HEART), 20)]
    assert found
    assert not {"heart", "attacks", "heart attacks", "Heart attacks"} & set(found)


def test_an_article_is_said_where_the_evidence_says_it(book: PhraseBook) -> None:
    spoken = {each.text: each.spoken for each in book.top(passages(*HEART, *ENERGY), 50)}
    assert spoken["federal report"] == "the federal report"
    assert spoken["heart attacks"] == "heart attacks"


def test_names_keep_their_capitals() -> None:
    book = read(
        "The law is the Uniform Time Act. War Time was before the act.", "Nobody in Mexico."
    )
    forms = {form for counts in book._texts.values() for form in counts}
    assert {"Uniform Time Act", "War Time", "Mexico"} <= forms
    assert not {form for form in forms if form.startswith(("war T", "uniform T", "mexico"))}


def test_a_piece_of_a_name_is_no_phrase() -> None:
    book = read("The law of the United States is old.", "The United States of war and clocks.")
    forms = {form for counts in book._texts.values() for form in counts}
    assert "United States" in forms
    assert not {"States", "United", "states"} & forms


def test_a_title_counts_more_than_a_word_of_the_text() -> None:
    given = passages("Lamps and candles were measured by committees.", titles=["Coal and candles"])
    book = PhraseBook("en")
    book.add(given)
    first = {each.text for each in book.top(given, 2)}
    assert {each.casefold() for each in first} == {"coal", "candles"}


def test_adding_again_changes_nothing(book: PhraseBook) -> None:
    before = book.top(passages(*HEART), 5)
    book.add(passages(*HEART, *ENERGY))
    assert book.top(passages(*HEART), 5) == before


def test_adding_one_by_one_counts_what_adding_at_once_counts() -> None:
    """Which word is a noun may look different early on; what was counted may not."""
    group = passages(*HEART, *ENERGY, titles=("Hearts", "Hearts", "Power", "Power"))
    at_once, step_by_step = PhraseBook("en"), PhraseBook("en")
    at_once.add(group)
    for each in group:
        step_by_step.add([each])
    assert step_by_step.stats == at_once.stats
    late = {each.stems for each in step_by_step.top(group, 8)}
    assert late & {each.stems for each in at_once.top(group, 8)}


def test_after_all_statistics_are_known_the_order_of_adding_does_not_matter() -> None:
    group = passages(*HEART, *ENERGY)
    forward, backward = PhraseBook("en"), PhraseBook("en")
    for book, order in ((forward, group), (backward, group[::-1])):
        for each in group:
            book.stats.count(each.snippet.text)
        for each in order:
            book.add([each])
    weights = {each.stems: round(each.weight, 6) for each in forward.top(group, 6)}
    assert weights == {each.stems: round(each.weight, 6) for each in backward.top(group, 6)}


def test_a_group_without_passages_has_no_phrases(book: PhraseBook) -> None:
    assert book.top([], 5) == []


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_other_languages_have_phrases_too(language: str) -> None:
    group = passages(OTHER_LANGUAGES[language], titles=[OTHER_LANGUAGES[language][:12]])
    book = PhraseBook(language)
    book.add(group)
    found = book.top(group, 5)
    assert found
    assert all(each.text.strip() and each.article == "" for each in found)


def test_the_sample_corpus_gives_each_document_a_phrase_of_its_own() -> None:
    library = sample_documents()._library
    titles = {each.id: each.title for each in sample_documents().sources}
    by_source: dict[str, list[str]] = {}
    for each in library.snippets.values():
        by_source.setdefault(titles[each.source_id], []).append(each.text)
    groups = {
        title: passages(*texts, titles=[title] * len(texts)) for title, texts in by_source.items()
    }
    book = PhraseBook("en", avoid="Daylight saving time")
    book.add([each for group in groups.values() for each in group])
    firsts = [book.top(group, 1)[0].text for group in groups.values()]
    assert len(set(firsts)) == len(firsts)


@given(st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=4, unique=True))
def test_any_text_can_be_taken_in(texts: list[str]) -> None:
    group = passages(*texts)
    book = PhraseBook("en", avoid=texts[0][:5])
    book.add(group)
    for phrase in book.top(group, 5):
        assert phrase.stems
        assert phrase.weight > 0
