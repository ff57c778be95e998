"""Which sentences answer, in what order, and when none does."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.plain import plain
from costorm_widget.language.extractive import questions
from costorm_widget.language.extractive.answers import Gap, Wish, choose, unanswered
from costorm_widget.language.extractive.units import total_words, units
from tests.builders import Chosen, passages, sample_documents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.extractive.units import Unit
    from costorm_widget.language.tasks import Passage

TOPIC = "Daylight saving time"
HEARTS = (
    "Heart attacks were more frequent in the week after the spring change. "
    "They fell again within two weeks in the same hospitals. "
    "Hospitals in Sweden kept a register of all heart attacks since 1987. "
    "A register of strokes was kept by other hospitals in Finland."
)
SCHOOLS = (
    "Children in Minneapolis would walk to school in the dark until nine. "
    "Parents of school children complained about the dark mornings in winter."
)
WISH = Wish("Are heart attacks more frequent after the change?", 4, 105, 2, topic=TOPIC)


def chosen(
    wish: Wish, group: Sequence[Passage], said: frozenset[str] = frozenset(), language: str = "en"
) -> list[Unit]:
    return asyncio.run(choose(wish, group, said, HashedWords(), language))


def found_for(question: str, most: int = 10) -> list[Passage]:
    hits = asyncio.run(sample_documents().search(question, most))
    texts = [each.snippet.text for each in hits]
    return passages(*texts, titles=[each.source.title for each in hits])


QUESTIONS = (
    "What is known about heart attacks?",
    "Who is affected by dark mornings, and how?",
    "What did the Uniform Time Act change?",
    "Is electricity saved by lighting?",
)


def test_the_sentence_that_answers_comes_first() -> None:
    group = passages(SCHOOLS, HEARTS)
    assert chosen(WISH, group)[0].text.startswith("Heart attacks were more frequent")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("sentences", "words", "per_source"), [(2, 55, 2), (4, 105, 1), (7, 190, 3)]
)
def test_what_is_chosen_keeps_the_limits(
    question: str, sentences: int, words: int, per_source: int
) -> None:
    group = found_for(question)
    found = chosen(Wish(question, sentences, words, per_source, topic=TOPIC), group)
    assert 0 < len(found) <= sentences
    assert total_words(found) <= words
    by_source = [unit.source for unit in found]
    assert max(by_source.count(each) for each in by_source) <= per_source


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_chosen_is_verbatim_and_reads_in_the_order_of_its_source(question: str) -> None:
    group = found_for(question)
    texts = {each.handle: each.snippet.text for each in group}
    found = chosen(Wish(question, 7, 190, 3, topic=TOPIC), group)
    assert all(unit.text in texts[unit.handle] for unit in found)
    # The sentences of a source stand together, in its order.
    runs = list(dict.fromkeys(unit.source for unit in found))
    assert found == sorted(found, key=lambda unit: (runs.index(unit.source), unit.at))


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_leans_stands_directly_behind_what_it_leans_on(question: str) -> None:
    group = found_for(question, 30)
    pool = units(group, "en")
    found = chosen(Wish(question, 30, 900, 8, topic=TOPIC), group)
    assert any(unit.leans for unit in pool)
    for before, unit in zip([None, *found], found, strict=False):
        if unit.leans:
            assert unit.after is not None
            assert before == pool[unit.after]


def test_a_leaning_sentence_comes_along_where_it_fits() -> None:
    wish = replace(WISH, question="Heart attacks fell again within two weeks?", per_source=4)
    found = [unit.text for unit in chosen(wish, passages(HEARTS))]
    place = found.index("They fell again within two weeks in the same hospitals.")
    assert found[place - 1].startswith("Heart attacks were more frequent")
    assert place > 0


def test_what_was_said_is_not_said_again() -> None:
    group = passages(HEARTS, SCHOOLS)
    first = chosen(WISH, group)
    said = frozenset(unit.plain for unit in first)
    second = chosen(WISH, group, said)
    assert not said & {unit.plain for unit in second}
    # Where all is said, nothing is left; and nothing leans on what is not said now.
    everything = frozenset(unit.plain for unit in units(group, "en"))
    assert chosen(WISH, group, everything) == []
    lead = plain("Heart attacks were more frequent in the week after the spring change.")
    assert not [unit for unit in chosen(WISH, group, frozenset({lead})) if unit.leans]


def test_much_that_was_said_hides_nothing_that_was_not() -> None:
    """Only so many sentences are looked at closely: those that were said are none of them."""
    texts = [f"Heart attacks were more frequent after change number {n}." for n in range(40)]
    new = "Heart rates of nurses were counted in those weeks."
    group = passages(new, *texts)
    said = frozenset(unit.plain for unit in units(group[1:], "en"))
    assert [unit.text for unit in chosen(WISH, group, said)] == [new]


def test_the_first_sentence_may_be_longer_than_the_limit_and_no_second_is_added() -> None:
    found = chosen(replace(WISH, words=5), passages(HEARTS))
    assert len(found) == 1


def test_no_passage_or_no_sentence_gives_nothing() -> None:
    assert chosen(WISH, []) == []
    assert chosen(WISH, passages("No sentence", "| a | b |")) == []


def test_likeness_makes_room_for_what_is_new() -> None:
    first = "Heart attacks rose after the change of the clocks in spring."
    copy = "Heart attacks rose after the change of clocks in each spring."
    other = "Strokes rose after the change of the clocks in spring, too."
    wish = Wish("the change in spring", 2, 99, 1)
    vectors = {first: (1, 0, 0), copy: (1, 0, 0), other: (0, 1, 0), wish.question: (0, 0, 1)}
    found = asyncio.run(
        choose(wish, passages(first, copy, other), frozenset(), Chosen(vectors), "en")
    )
    assert [unit.text for unit in found] == [first, other]


def test_the_question_is_unanswered_when_no_passage_holds_its_words() -> None:
    group = passages(HEARTS, SCHOOLS)
    assert unanswered("How do penguins hunt squid?", group, TOPIC, "en") == Gap(
        ("penguin", "hunt", "squid")
    )
    assert unanswered("Are heart attacks rare?", group, TOPIC, "en") is None
    assert unanswered("What is known about it?", group, TOPIC, "en") is None
    assert unanswered("What does daylight saving time mean?", group, TOPIC, "en") is None


def test_words_that_only_stand_apart_are_no_answer_and_not_said_to_be_missing() -> None:
    group = passages(
        "Penguins live on ice of the south.",
        "Squid is eaten in Spain.",
        "They hunt foxes on horses.",
        "Cooking is done at noon in the town.",
    )
    gap = unanswered("Penguins squid horses noon?", group, TOPIC, "en")
    assert gap == Gap(("penguin", "squid", "hors", "noon"), scattered=True)


def template_questions(thing: str) -> list[str]:
    """Every question the engine can ask about `thing`."""
    asked = [questions.opening_question(thing, place) for place in range(5)]
    asked += [questions.guest_question(thing, place) for place in range(4)]
    asked += [questions.ungrounded_question(thing, "Is it worth it?", place) for place in range(5)]
    asked += [each.format(phrase=thing) for each in questions._INTERVIEW]
    sentences = (
        "Findings did not agree on the clocks of the town.",
        "Lamps went out because the clocks of the town moved.",
        "Parliament voted on the clocks of the town that day.",
        "Savings of 3 percent came from the clocks of the town.",
        "Clocks of the town were first moved in the year 1908.",
        "Clocks of the town hang above the market and church.",
    )
    for number, text in enumerate(sentences):
        for offset in range(2):
            quotation = questions.Quotation(text, 1, "Clocks of a town")
            words = questions.moderator_question(quotation, thing, (), 6 * offset + number)
            asked.append(questions.without_quotation("".join(words)))
    return asked


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh", "ko", "ar"])
def test_the_words_of_a_template_never_make_a_question_unanswerable(language: str) -> None:
    group = passages("Lampenlicht.", "Squid")
    for question in template_questions("Lampenlicht"):
        assert unanswered(question, group, "", language) is None, question


def test_every_kind_of_template_is_tried() -> None:
    asked = " ".join(template_questions("Lampenlicht"))
    for kind, templates in questions._ASKS.items():
        beginnings = [each.split("{")[0] for each in templates]
        assert any(each in asked for each in beginnings), kind


@given(st.permutations(range(3)))
def test_the_order_of_sources_does_not_change_what_is_verbatim(order: list[int]) -> None:
    texts = [f"{HEARTS} Report number {place} of the hospitals ended there." for place in range(3)]
    group = passages(*(texts[place] for place in order))
    found = chosen(WISH, group)
    assert found == chosen(WISH, group)
    assert all(unit.text in group[unit.handle - 1].snippet.text for unit in found)
