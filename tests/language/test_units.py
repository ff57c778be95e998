"""Sentences to quote: verbatim, whole, and able to stand where they are put."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.plain import plain_sentences
from costorm_widget.language.extractive.units import total_words, units
from costorm_widget.language.tasks import Passage
from tests.builders import passages, sample_documents

PLAIN = "The clocks of the town moved forward by an hour."


def quoted(*texts: str, language: str = "en") -> list[str]:
    return [unit.text for unit in units(passages(*texts), language)]


def sample_passages() -> list[Passage]:
    library = sample_documents()._library
    return [
        Passage(handle, snippet, library.sources[snippet.source_id].title)
        for handle, snippet in enumerate(library.snippets.values(), 1)
    ]


def test_every_sentence_of_the_sample_corpus_is_verbatim_where_it_says() -> None:
    library = sample_documents()._library
    found = units(sample_passages(), "en")
    assert len(found) > 500
    for unit in found:
        text = library.sources[unit.source].text
        assert text[unit.at : unit.at + len(unit.text)] == unit.text
    assert len({unit.plain for unit in found}) == len(found)


def test_most_of_the_sample_corpus_can_be_quoted() -> None:
    group = sample_passages()
    words = sum(len(each.snippet.text.split()) for each in group)
    assert total_words(units(group, "en")) > 0.8 * words


@pytest.mark.parametrize(
    "text",
    [
        "It moved forward by an hour in the whole town.",
        "However, the clocks of the town moved by an hour.",
        "These clocks of the town moved by an hour.",
        "In this town the clocks moved by one hour.",
        "Despite this, the clocks moved by one whole hour.",
        "Some of them moved forward by an hour that year.",
        "“It moved forward by an hour,” the mayor said.",
        "The town therefore moved its clocks by an hour.",
        "The town\nalso moved its clocks by an hour.",
    ],
)
def test_what_refers_back_leans_on_the_sentence_before(text: str) -> None:
    alone = units(passages(text), "en")
    assert [(unit.leans, unit.after) for unit in alone] == [(True, None)]
    behind = units(passages(f"{PLAIN} {text}"), "en")
    assert [(unit.leans, unit.after) for unit in behind] == [(False, None), (True, 0)]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "Itemized bills of the town arrived every single month.",
        "Theory and practice of clocks differ in many towns.",
        "In Boston the clocks moved forward by an hour.",
        "Industry in the town asked for an hour of light.",
    ],
)
def test_what_stands_alone_does_not_lean(text: str) -> None:
    assert [unit.leans for unit in units(passages(text), "en")] == [False]


def test_nothing_leans_on_a_sentence_that_cannot_be_quoted() -> None:
    gap = f"{PLAIN} Too short. It lists all of the clocks of the town."
    assert [(unit.leans, unit.after) for unit in units(passages(gap), "en")] == [
        (False, None),
        (True, None),
    ]
    texts = units(passages(f"See the table. It lists all of the clocks of the town. {PLAIN}"), "en")
    assert [(unit.leans, unit.after) for unit in texts] == [(True, None), (False, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "Too short.",
        "The clocks " + "of the town " * 20 + "moved.",
        "The clocks of the town moved forward by an hour",
        "The clocks of the town moved forward by an hour:",
        "did the clocks of the town move forward by an hour?",
        "which moved the clocks of the town by an hour.",
        "“which moved the clocks of the town by an hour.”",
        "The clocks | of the town | moved by | an hour.",
        "The <b>clocks</b> of the town moved by an hour.",
        "The clocks of [the town](town.md) moved by an hour.",
        "The clocks of the town moved by x = 1 hour.",
        "The clocks of the town moved by an hour [3].",
        "The clocks of the town moved, see https://example.com.",
        "The clocks of the town moved, says smith2020.",
        "The clocks of the town moved by $x$ hours.",
        "The clocks of the `town` moved by an hour.",
    ],
)
def test_some_sentences_are_not_quoted(text: str) -> None:
    assert quoted(text) == []


def test_c03_borders_are_where_the_sentences_end() -> None:
    text = (
        "The GDP of the country grew by 2.5 percent. See e.g. Fig. 2 for the growth in all U.S. "
        "states. Overall survival of the patients was 42 % in May."
    )
    assert quoted(text) == [
        "The GDP of the country grew by 2.5 percent.",
        "See e.g. Fig. 2 for the growth in all U.S. states.",
        "Overall survival of the patients was 42 % in May.",
    ]


def test_c04_chinese_is_cut_at_its_own_stops() -> None:
    text = "光在真空中的速度约为3.0×10^8米每秒。这一常数由国际单位制定义并且在真空中成立。"
    assert quoted(text, language="zh") == [
        "光在真空中的速度约为3.0×10^8米每秒。",
        "这一常数由国际单位制定义并且在真空中成立。",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Die Uhren der Stadt wurden um eine Stunde vorgestellt."),
        ("fr", "Les horloges de la ville ont été avancées d’une heure."),
        ("ko", "도시의 시계는 봄에 한 시간 앞당겨졌다."),
        ("ar", "تم تقديم ساعات المدينة ساعة واحدة في الربيع."),
    ],
)
def test_other_languages_can_be_quoted(language: str, text: str) -> None:
    assert quoted(text, language=language) == [text]


def test_a_text_that_two_passages_hold_comes_once_and_from_the_first() -> None:
    found = units(passages(PLAIN, f"Another town had done so a year before. {PLAIN}"), "en")
    assert [unit.handle for unit in found if unit.text == PLAIN] == [1]


def test_lines_and_blanks_around_a_sentence_are_not_part_of_it() -> None:
    assert quoted(f"\n  {PLAIN}  \n\n- {PLAIN[:-1]} too.\n") == [PLAIN, f"{PLAIN[:-1]} too."]


WORDS = st.sampled_from(
    ["clocks", "the", "U.S.", "Dr.", "etc.", "It", "2.5", "moved", "no.", "1974", "(so)", "town"]
)
TEXTS = st.lists(
    st.lists(WORDS, min_size=7, max_size=12).map(lambda words: "The " + " ".join(words) + "."),
    min_size=1,
    max_size=5,
).map(" ".join)


@given(TEXTS)
def test_what_was_said_is_known_again(text: str) -> None:
    """A sentence that was quoted, with its mark, is found again among what was said."""
    found = units(passages(text), "en")
    said = " ".join(f"{unit.text}[{place}]" for place, unit in enumerate(found, 1))
    assert {unit.plain for unit in found} <= set(plain_sentences(said, "en"))
    for unit in found:
        question = f"One source puts it so: “{unit.text}”[1] Who is affected, and how?"
        assert unit.plain in plain_sentences(question, "en")


@given(st.text(max_size=300))
def test_any_text_is_taken(text: str) -> None:
    if text:
        for unit in units(passages(text), "en"):
            assert unit.text in text
            assert text[unit.at : unit.at + len(unit.text)] == unit.text
