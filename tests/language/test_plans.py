"""What the built-in engine searches for and says when a concept is in focus."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.counter import against, counter_question, doubts_about
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.extractive.plans import turn_plan
from costorm_widget.language.tasks import AnswerJob, AskJob, Focus, PlanJob
from costorm_widget.turns import Expert, Intent
from tests.builders import brief, passages, turn

if TYPE_CHECKING:
    from costorm_widget.turns import Steer

GENERAL = Expert("general", "General knowledge", "")
COOK = Expert("e1", "Cook", "food")
PATH = ("Health", "Night work")
SET_WORDS = "What else is there to know about “Night work”?"


def queries(focus: Focus | None, expert: Expert = GENERAL, question: str = SET_WORDS) -> list[str]:
    asked = turn(1, "user", Intent.ORIGINAL_QUESTION, question)
    job = PlanJob(brief(), expert, (asked,), (), focus=focus)
    plan = turn_plan(job, "en")
    assert (plan.intent, plan.question) == (Intent.POTENTIAL_ANSWER, question)
    return list(plan.queries)


def test_an_ask_in_set_words_is_searched_by_the_concepts_path() -> None:
    focus = Focus(PATH, "ask")
    assert queries(focus) == ["Health Night work", "Night work, Daylight saving time"]
    assert queries(focus, COOK) == ["Health Night work", "Night work, Cook"]


def test_an_ask_in_the_users_words_is_searched_by_both() -> None:
    question = "Do bakers sleep badly?"
    focus = Focus(PATH, "ask", question)
    assert queries(focus, question=question) == [question, "Health Night work bakers sleep badly"]


def test_statements_that_are_quoted_are_searched_for_as_they_are() -> None:
    question = "Which of the two holds: “Bakers sleep badly” or “Bakers sleep well”?"
    focus = Focus(PATH, "ask", question)
    assert queries(focus, question=question) == ["Bakers sleep badly", "Bakers sleep well"]


def test_a_question_that_quotes_the_concept_keeps_its_name() -> None:
    question = "What do other sources say about “Night work”?"
    first, _ = queries(Focus(PATH, "ask", question), question=question)
    assert first == "What do other sources say about Night work?"


def test_who_weighs_two_statements_hears_more_than_one_source() -> None:
    texts = (
        "Bakers of the town sleep badly in most winters. Bakers also sleep badly in most springs.",
        "Bakers of the coast sleep well in most winters. Bakers also sleep well in most springs.",
    )
    question = "Which holds: “Bakers sleep badly” or “Bakers sleep well”?"
    said = answer(Focus(PATH, "ask", question), *texts, question=question)
    assert {"[1]", "[2]"} <= set(re.findall(r"\[\d\]", said))


def test_the_opposite_is_searched_for_in_the_words_of_those_who_doubt() -> None:
    assert queries(Focus(PATH, "opposite")) == [
        "evidence against: Health Night work",
        "Night work disputed contradicted no effect",
    ]


def test_a_wish_that_has_lost_its_concept_is_searched_by_the_name_it_quotes() -> None:
    assert "Night work" in queries(None)[1]


def test_further_details_on_a_question_that_names_all_in_quotes_stay_with_it() -> None:
    asked = turn(1, "user", Intent.ORIGINAL_QUESTION, SET_WORDS)
    answer = turn(2, question=SET_WORDS)
    plan = turn_plan(PlanJob(brief(), COOK, (asked, answer), ()), "en")
    assert plan.intent is Intent.FURTHER_DETAILS
    assert plan.queries == ("Night work, Cook", "Cook")


@pytest.mark.parametrize("language", ["en", "ko", "zh", "zh-TW"])
def test_counter_words_are_the_talks(language: str) -> None:
    made = [each("2.5 {x}", language) for each in (against, doubts_about, counter_question)]
    assert all("2.5 {x}" in each for each in made)
    assert len(set(made)) == 3
    english = [each("2.5 {x}", "de") for each in (against, doubts_about, counter_question)]
    assert (made == english) is (language == "en")


# What is said.

TEXTS = (
    "Night work tires nurses and bakers in every month of the year.",
    "Researchers found no such effect of night work on nurses in Sweden.",
    "Night work is paid with a bonus in most contracts of the trade.",
)


def answer(focus: Focus | None, *texts: str, question: str = SET_WORDS) -> str:
    engine = ExtractiveEngine(HashedWords(), "en")
    group = tuple(passages(*(texts or TEXTS)))
    job = AnswerJob(
        brief(utterance_length="short"),
        GENERAL,
        Intent.POTENTIAL_ANSWER,
        question,
        group,
        focus=focus,
    )

    async def told() -> str:
        return "".join([piece async for piece in engine.write_answer(job)])

    return asyncio.run(told())


def test_a_renamed_concept_is_answered_from_what_lies_there() -> None:
    said = answer(Focus(("Stuff",), "ask"), question="What else is there to know about “Stuff”?")
    assert "[" in said
    assert "do not answer" not in said


def test_a_question_of_the_users_own_is_not_answered_by_what_merely_lies_there() -> None:
    question = "Do zebras cross the Danube?"
    said = answer(Focus(PATH, "ask", question), question=question)
    assert "do not answer" in said
    assert "[" not in said


@pytest.mark.parametrize("steer", ["challenge", "opposite"])
def test_who_doubts_is_quoted_before_others(steer: Steer) -> None:
    focus = replace(Focus(PATH), steer=steer)
    assert answer(focus).startswith(TEXTS[1])
    assert not answer(Focus(PATH, "ask")).startswith(TEXTS[1])


def test_where_nobody_doubts_the_quotations_are_called_what_they_are() -> None:
    said = answer(Focus(PATH, "opposite"), TEXTS[0], TEXTS[2])
    assert said.startswith("What the sources have nearest to an objection: Night work")


def test_the_moderator_without_evidence_asks_about_the_concept() -> None:
    engine = ExtractiveEngine(HashedWords(), "en")
    job = AskJob(brief(goal="to sleep"), (), (), (), focus=Focus(PATH, "missing"))

    async def told() -> str:
        return "".join([piece async for piece in engine.ask_as_moderator(job)])

    assert asyncio.run(told()) == "What should one know first about Night work?"
