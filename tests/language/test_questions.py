"""Questions that start from evidence, and what is taken out of them again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.language.extractive import questions
from costorm_widget.language.extractive.phrases import Phrase
from costorm_widget.language.extractive.questions import Quotation
from costorm_widget.turns import Intent
from tests.builders import turn

TEXT = "Heart attacks rose by 5 percent in the week after the change."
QUOTATION = Quotation(TEXT, 3, "Heart attacks around clock changes")


def asked(quotation: Quotation = QUOTATION, phrase: str = "heart attacks", number: int = 0) -> str:
    return "".join(questions.moderator_question(quotation, phrase, (), number))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Researchers found no such effect in Finland.", "doubt"),
        ("The estimate is disputed by economists.", "doubt"),
        ("Accidents rose because drivers were tired.", "cause"),
        ("The change led to fewer robberies.", "cause"),
        ("Congress passed the bill in a single day.", "law"),
        ("Savings came to 0.5 percent of the whole.", "figure"),
        ("The clocks stood still for 40 minutes.", "figure"),
        ("A London builder printed a pamphlet in 1907.", "past"),
        ("Cows are milked at the same time each day.", "open"),
        ("The actor left the lawn.", "open"),
    ],
)
def test_what_a_sentence_invites_to_ask(text: str, kind: str) -> None:
    assert questions.kind(text) == kind


def test_every_kind_has_questions() -> None:
    kinds = {"doubt", "cause", "law", "figure", "past", "open"}
    assert set(questions._ASKS) == kinds


@pytest.mark.parametrize("number", range(12))
def test_the_moderator_bridges_quotes_and_asks(number: int) -> None:
    words = asked(number=number)
    assert words.endswith("?")
    assert f"“{TEXT}”[3]" in words
    assert "“Heart attacks around clock changes”" in words
    assert words.count("heart attacks") >= 2


def test_a_quotation_in_a_quotation_keeps_every_other_character() -> None:
    text = 'The mayor said “no” and "never" and ‘perhaps’ to the clocks.'
    words = asked(Quotation(text, 3, "The “Times”"))
    assert '“The mayor said ‘no’ and "never" and ‘perhaps’ to the clocks.”[3]' in words
    assert "“The ‘Times’”" in words
    assert asked(Quotation("Half a quotation” ended here.", 3, "T")).count("”") == 2


def test_the_moderator_comes_back_to_what_was_heard() -> None:
    heard = (turn(1, utterance="Heart and attacks were spoken of."),)
    again = questions.moderator_question(QUOTATION, "heart attacks", heard, 0)
    assert again[0].strip() == questions._BACK[0].format(phrase="heart attacks")
    new = questions.moderator_question(QUOTATION, "cows", heard, 0)
    assert new[0].strip() == questions._BRIDGES[0].format(phrase="cows")


@pytest.mark.parametrize("number", range(12))
def test_without_its_quotation_a_question_asks_only(number: int) -> None:
    bare = questions.without_quotation(asked(number=number))
    assert bare.endswith("?")
    assert "percent" not in bare
    assert "around" not in bare
    assert "“" not in bare


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        ("What about farmers?", "What about farmers?"),
        ("Cows matter. What about them?", "What about them?"),
        ("I wonder about cows", "I wonder about cows"),
        ('He wrote "of cows".[1] Is it so?', "Is it so?"),
        ('He wrote “the "old" cows” first. Is it so?', "Is it so?"),
        ("With “cows” in mind: what then?", "what then?"),
        ("", ""),
    ],
)
def test_what_of_a_question_asks(question: str, bare: str) -> None:
    assert questions.without_quotation(question) == bare


def test_what_a_question_is_about_and_what_it_quotes() -> None:
    words = asked(phrase="heart attacks", number=3)
    assert questions.subject(words, "en") == "heart attacks"
    assert questions.quoted_subject(words, "en") == "Heart attacks rose 5 percent week change"
    assert questions.subject("What about the farmers of Mexico?", "en") == "farmers Mexico"
    assert questions.quoted_subject("What about farmers?", "en") == ""
    assert questions.subject("", "en") == ""


def test_openings_differ_and_name_the_concept() -> None:
    asked_for = [questions.opening_question("sleep loss", place) for place in range(5)]
    assert len(set(asked_for)) == 5
    assert all("sleep loss" in each and each.endswith("?") for each in asked_for)
    assert all(each[0].isupper() for each in asked_for)


def test_an_interview_asks_about_what_was_not_asked_yet() -> None:
    phrases = [Phrase("sleep", ("sleep",), 2), Phrase("cows", ("cow",), 1, article="the ")]
    first = questions.interview_question(phrases, ())
    assert first == "What is known about sleep?"
    second = questions.interview_question(phrases, (first,))
    assert second == "Where do the sources differ on the cows?"
    assert "sleep" in questions.interview_question(phrases, (first, second))


@pytest.mark.parametrize("goal", ["", "Is it worth it?"])
def test_without_evidence_topic_and_goal_are_all_there_is(goal: str) -> None:
    asked_for = [questions.ungrounded_question("Clocks", goal, number) for number in range(5)]
    assert all("Clocks" in each and each.endswith("?") for each in asked_for)
    assert any("“Is it worth it?”" in each for each in asked_for) == bool(goal)


def test_words_are_given_as_they_were_written() -> None:
    question = "What do AT&T, C++ and COVID-19 do to (penguins)?"
    assert questions.as_written(["at&t", "c++"], question, "en") == ["AT&T", "C++"]
    assert questions.as_written(["penguin"], question, "en") == ["penguins"]
    assert questions.as_written(["covid-19"], question, "en") == ["COVID-19"]
    assert questions.as_written(["光速"], "什么是光速？", "zh") == ["什么是光速"]


def test_choices_come_round_in_turn() -> None:
    assert [questions.pick("abc", number) for number in range(5)] == list("abcab")


@given(st.text(max_size=80), st.integers(0, 50))
def test_any_topic_can_be_asked_about(topic: str, number: int) -> None:
    assert questions.ungrounded_question(topic, topic, number)
    assert questions.without_quotation(questions.guest_question(topic, number)) is not None
    recent = (turn(1, "user", Intent.ORIGINAL_QUESTION, topic),)
    words = questions.moderator_question(QUOTATION, topic, recent, number)
    assert "".join(words).count(f"“{TEXT}”[3]") == 1
