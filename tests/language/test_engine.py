"""The extractive engine, job by job, on small texts and on the sample corpus."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costorm_widget import samples
from costorm_widget.evidence.citations import Handle, resolve
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.plain import plain_sentences
from costorm_widget.evidence.support.verdict import Support
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.extractive.units import units
from costorm_widget.language.judging import CitedClaim, DisputedPair, JudgeJob, SupportJob
from costorm_widget.language.tasks import (
    AnswerJob,
    AskJob,
    ExpertsJob,
    InterviewJob,
    LeadJob,
    NameJob,
    NavigationGroup,
    OpeningJob,
    OutlineJob,
    Passage,
    PlacementGroup,
    PlanJob,
    SectionJob,
    SplitJob,
    Step,
)
from costorm_widget.retrieval.documents import Documents
from costorm_widget.turns import Expert, Intent
from tests.builders import TOPIC, brief, passages, sample_documents, turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Sequence
    from typing import Any

    from costorm_widget.language.tasks import Plan

ASK, ANSWER, DETAILS = (
    Intent.ORIGINAL_QUESTION,
    Intent.POTENTIAL_ANSWER,
    Intent.FURTHER_DETAILS,
)
SLEEP = Expert("e1", "Sleep and hearts", "Looks at sleep.")
GENERAL = Expert("general", "General knowledge", "")
TEXTS = (
    (
        "Heart attacks were more frequent in the week after the spring change. "
        "They fell again within two weeks in the same hospitals."
    ),
    (
        "Children in Minneapolis would walk to school in the dark until nine. "
        "Parents of school children complained about the dark mornings in winter."
    ),
    (
        "Sleep of adults was shorter by forty minutes in the first night. "
        "Mondays after the change of clocks had more injuries in the mines."
    ),
)


def engine(language: str = "en") -> ExtractiveEngine:
    return ExtractiveEngine(HashedWords(), language)


def told(words: AsyncIterator[str]) -> str:
    async def gather() -> str:
        return "".join([piece async for piece in words])

    return asyncio.run(gather())


@cache
def corpus() -> tuple[Passage, ...]:
    """Ten passages for each of a few questions: evidence as a session has it."""
    snippets: dict[str, Passage] = {}
    for query in (TOPIC, "history", "effects on health", "electricity", "law", "countries"):
        for each in asyncio.run(sample_documents().search(query, 20)):
            handle = len(snippets) + 1
            snippets.setdefault(each.snippet.id, Passage(handle, each.snippet, each.source.title))
    return tuple(snippets.values())


def answer(
    question: str,
    group: Sequence[Passage],
    intent: Intent = ANSWER,
    said: frozenset[str] = frozenset(),
    expert: Expert = GENERAL,
    **settings: Any,
) -> str:
    job = AnswerJob(brief(**settings), expert, intent, question, tuple(group), said=said)
    return told(engine(str(settings.get("language", "en"))).write_answer(job))


def check_verbatim(text: str, group: Sequence[Passage]) -> int:
    """Check that `text` is sentences of the passages, each cited to its own; return how many."""
    handles = {each.handle: Handle("s", each.snippet.id, each.handle) for each in group}
    resolved = resolve(text, handles)
    assert resolved.text == text
    assert resolved.dropped == ()
    whole = {each.snippet.id: each.snippet.text for each in group}
    start = 0
    for citation in resolved.citations:
        assert resolved.text[start : citation.start].strip() in whole[citation.snippet_id]
        start = citation.end
    assert not resolved.text[start:].strip()
    return len(resolved.citations)


# Answers.


@pytest.mark.parametrize(
    "question", ["What is known about heart attacks?", "Is electricity saved?", "Who made the law?"]
)
@pytest.mark.parametrize(("length", "most"), [("short", 2), ("medium", 4), ("long", 7)])
def test_an_answer_is_cited_sentences_of_the_passages(
    question: str, length: str, most: int
) -> None:
    text = answer(question, corpus(), utterance_length=length)
    assert 0 < check_verbatim(text, corpus()) <= most


def test_an_answer_says_nothing_that_was_said() -> None:
    first = answer("What about heart attacks?", corpus())
    said = frozenset(plain_sentences(first, "en"))
    second = answer("What about heart attacks?", corpus(), said=said)
    assert not said & set(plain_sentences(second, "en"))


def test_an_irrelevant_question_is_not_answered_and_its_words_are_named() -> None:
    text = answer("How do penguins hunt squid?", passages(*TEXTS))
    assert text == (
        "The sources do not answer this: they say nothing about “penguins” or “hunt” or “squid”."
    )


def test_words_that_no_single_passage_holds_are_not_said_to_be_missing() -> None:
    group = passages("Weeks pass.", "Parents left.", "Mines closed.", "Nights are long.")
    text = answer("Do weeks, parents, mines and nights matter?", group)
    assert text == (
        "The sources do not answer this: no passage speaks of all it asks for "
        "(“weeks”, “parents”, “mines”)."
    )


def test_further_details_are_given_on_what_there_is() -> None:
    assert check_verbatim(answer("Penguins?", passages(*TEXTS), DETAILS), passages(*TEXTS))


def test_without_passages_or_without_anything_new_the_answer_says_so() -> None:
    for intent in (ANSWER, DETAILS):
        text = answer("What is known?", (), intent)
        assert text == "The sources do not answer this: the search found nothing."
        everything = frozenset(unit.plain for unit in units(passages(*TEXTS), "en"))
        text = answer("What of heart attacks?", passages(*TEXTS), intent, everything)
        assert "has been said already" in text


def test_an_expert_answers_from_their_own_angle() -> None:
    group = passages(*TEXTS)
    of_schools = Expert("e2", "School children and dark mornings", "")
    assert "school" in answer("What changed?", group, DETAILS, expert=of_schools).split(".")[0]
    of_mines = Expert("e3", "Injuries in mines", "")
    assert answer("What changed?", group, DETAILS, expert=of_mines).startswith("Mondays")


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("de", "Die Uhren der Stadt wurden im März um eine Stunde vorgestellt.", "Uhren der Stadt"),
        ("fr", "Les horloges de la ville ont été avancées d’une heure.", "horloges de la ville"),
        ("zh", "夏令时在一九八六年至一九九一年间在中国各地实行。", "夏令时"),
        ("ko", "도시의 시계는 봄에 한 시간 앞당겨졌다고 한다.", "시계"),
        ("ar", "تم تقديم ساعات المدينة ساعة واحدة في الربيع.", "ساعات المدينة"),
    ],
)
def test_other_languages_are_answered(language: str, text: str, question: str) -> None:
    asked = f"What is known about {question}?"
    assert answer(asked, passages(text), language=language) == f"{text}[1]"


# Planning.


def plan(expert: Expert, *recent: Any, **settings: Any) -> Plan:
    job = PlanJob(brief(**settings), expert, tuple(recent), ())
    return asyncio.run(engine().plan_turn(job))


def test_a_question_is_answered_and_a_talk_goes_on_with_details() -> None:
    question = turn(1, "user", ASK, "What about heart attacks?")
    first = plan(SLEEP, question)
    assert (first.intent, first.question) == (ANSWER, "What about heart attacks?")
    assert first.queries == ("What about heart attacks?", "heart attacks, Sleep and hearts")
    second = plan(SLEEP, question, turn(2))
    assert (second.intent, second.question) == (DETAILS, "What about heart attacks?")
    assert second.queries == ("heart attacks, Sleep and hearts", "Sleep and hearts")


def test_the_settings_bound_the_queries() -> None:
    question = turn(1, "user", ASK, "What about heart attacks?")
    assert len(plan(SLEEP, question, queries_per_question=1).queries) == 1


def test_general_knowledge_searches_for_the_question_alone() -> None:
    question = turn(1, "user", ASK, "What about heart attacks?")
    for recent in ((question,), (question, turn(2))):
        queries = plan(GENERAL, *recent).queries
        assert queries
        assert not [each for each in queries if "General knowledge" in each]


def test_a_moderators_question_is_searched_without_its_marks() -> None:
    words = "Let us see. “A source” says: “Heart attacks rose.”[3] What more is known about cows?"
    queries = plan(GENERAL, turn(1, "moderator", ASK, words)).queries
    assert queries[0] == "What more is known about cows?"
    assert not [each for each in queries if "[" in each]


def test_nothing_asked_yet_is_a_question_about_the_topic() -> None:
    assert TOPIC in plan(SLEEP).question
    assert plan(GENERAL).queries


def test_the_background_is_sought_in_the_words_of_topic_and_goal() -> None:
    found = asyncio.run(engine().plan_background(brief(goal="for farmers")))
    assert found.intent is ASK
    assert found.queries[0] == TOPIC
    assert any("for farmers" in query for query in found.queries)
    assert all(TOPIC in query for query in found.queries)


# Experts, interviews, guests.


def test_experts_come_from_the_facets_of_the_evidence() -> None:
    found = asyncio.run(engine().propose_experts(ExpertsJob(brief(), corpus(), 3)))
    assert len(found) == 3
    assert len({each.name for each in found}) == 3
    assert all(each.role.startswith("Looks at ") for each in found)
    taken = tuple(each.name for each in found)
    others = asyncio.run(engine().propose_experts(ExpertsJob(brief(), corpus(), 3, taken=taken)))
    assert not {each.name for each in others} & set(taken)


def test_no_evidence_seats_nobody() -> None:
    assert asyncio.run(engine().propose_experts(ExpertsJob(brief(), (), 3))) == ()


def test_an_interview_asks_something_new_each_time() -> None:
    asked: list[str] = []
    for _ in range(4):
        job = InterviewJob(brief(), SLEEP, corpus(), tuple(asked))
        found = asyncio.run(engine().ask_in_interview(job))
        asked.append(found.question)
        assert found.question in found.queries
    assert len(set(asked)) == 4


def test_an_interview_without_evidence_asks_about_the_topic() -> None:
    found = asyncio.run(engine().ask_in_interview(InterviewJob(brief(), SLEEP, (), ())))
    assert TOPIC in found.question
    assert found.queries
    only = passages("It is so.")
    found = asyncio.run(engine().ask_in_interview(InterviewJob(brief(), SLEEP, tuple(only), ())))
    assert SLEEP.name in found.question


def test_the_guest_asks_near_to_the_intent() -> None:
    job = AskJob(brief(), corpus(), (), (), intent="heart attacks in hospitals")
    assert "heart attacks" in told(engine().ask_as_guest(job)).casefold()
    nothing = AskJob(brief(), (), (), (), intent="is it worth it?")
    assert TOPIC in told(engine().ask_as_guest(nothing))


# The moderator.


def ask(group: Sequence[Passage], said: frozenset[str] = frozenset(), *recent: Any) -> str:
    job = AskJob(brief(goal="the goal"), tuple(group), (), tuple(recent), said)
    return told(engine().ask_as_moderator(job))


@pytest.mark.parametrize("first", range(0, 60, 5))
def test_the_moderator_quotes_a_whole_sentence_and_asks(first: int) -> None:
    group = corpus()[first : first + 5]
    text = ask(group, frozenset(), turn(first + 1))
    assert text.endswith("?")
    handles = {each.handle: Handle("s", each.snippet.id, each.handle) for each in group}
    (citation,) = resolve(text, handles).citations
    quote = text[: citation.start].rpartition(": “")[2].removesuffix("”")
    unit = next(
        each
        for each in units(group, "en")
        if each.handle == citation.number and each.text.replace("“", "‘").replace("”", "’") == quote
    )
    assert not unit.leans


def test_the_moderator_does_not_quote_what_was_said() -> None:
    group = passages(*TEXTS)
    said: set[str] = set()
    for _ in range(4):
        text = ask(group, frozenset(said))
        fresh = set(plain_sentences(text, "en")) & {unit.plain for unit in units(group, "en")}
        assert len(fresh) == 1
        assert not fresh & said
        said |= fresh


def test_the_moderator_without_evidence_asks_from_topic_and_goal_and_cites_nothing() -> None:
    for group in ((), passages("| no | sentence |")):
        text = ask(group)
        assert TOPIC in text
        assert "“the goal”" in text
        assert text.endswith("?")
        assert "[1]" not in text


# The map.


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("Heart attacks and sleep", "heart attacks and sleep"),
        ("Uniform Time Act", "Uniform Time Act"),
        ("Mexico", "Mexico"),
        ("COVID-19 long-haul", "COVID-19 long-haul"),
    ],
)
def test_the_opening_question_says_the_name_as_in_a_sentence(name: str, question: str) -> None:
    text = told(engine().open_concept(OpeningJob(brief(), name, corpus())))
    assert question in text
    assert text.endswith("?")


def test_outline_and_split_give_every_passage_to_one_named_part() -> None:
    whole = asyncio.run(engine().outline(OutlineJob(brief(), corpus(), 8)))
    assert 6 <= len(whole) <= 8
    split = asyncio.run(
        engine().split_concept(SplitJob(brief(), ("Law",), corpus()[:25], ("Sleep",)))
    )
    assert 2 <= len(split) <= 5
    for parts, group in ((whole, corpus()), (split, corpus()[:25])):
        members = [handle for part in parts for handle in part.members]
        assert sorted(members) == sorted(each.handle for each in group)
        names = [part.name.casefold() for part in parts]
        assert len(set(names)) == len(names)
        assert not {"law", "sleep", TOPIC.casefold(), ""} & set(names)


def test_nothing_has_no_outline_and_one_passage_is_not_split() -> None:
    assert asyncio.run(engine().outline(OutlineJob(brief(), (), 8))) == ()
    job = SplitJob(brief(), ("Law",), corpus()[:1], ())
    assert asyncio.run(engine().split_concept(job)) == ()


def test_a_concept_is_named_after_its_passages() -> None:
    group = tuple(each for each in corpus() if "Heart attacks" in each.title)
    assert group
    name = asyncio.run(engine().name_concept(NameJob(brief(), group, ())))
    assert "eart" in name
    again = asyncio.run(engine().name_concept(NameJob(brief(), group, (name,))))
    assert again not in {name, ""}


def test_each_group_goes_to_its_nearest_candidate() -> None:
    groups = (
        PlacementGroup("Why?", "why", corpus()[:1], (("A",), ("B",))),
        PlacementGroup("Why?", "why", corpus()[:1], ()),
    )
    assert asyncio.run(engine().choose_placements(brief(), groups)) == (0, None)


def test_evidence_goes_where_most_of_the_concepts_near_it_lie() -> None:
    group = corpus()[:2]
    walking = NavigationGroup("q", "a", group, ("Work",), ("Farms", "Nights"), (1, 5), 8)
    undecided = replace(walking, near=(4, 4))
    far = replace(walking, near=(0, 0), nearest=0)
    steps = asyncio.run(engine().navigate(brief(), (walking, undecided, far)))
    assert steps[0] == Step(1)
    for step in steps[1:]:
        assert step is not None
        assert step.child is None
        assert step.name not in {"", "Work", "Farms", "Nights"}


def test_without_a_model_no_verdict_on_a_dispute_is_reached() -> None:
    one, other = corpus()[:2]
    job = JudgeJob(brief(), (DisputedPair(one, other, "5 % against 9 %"),) * 2)
    assert asyncio.run(engine().judge_disputes(job)) == ("open", "open")


def test_without_a_model_support_is_what_the_local_check_says() -> None:
    found = Support("partly", 0.4, "42 is not in the quote")
    claims = (CitedClaim("It is 42.", (1,), found), CitedClaim("C'est ça.", (2,), None))
    job = SupportJob(brief(), claims, tuple(corpus()[:2]))
    assert asyncio.run(engine().check_support(job)) == (found, None)


# The report.


def section(path: tuple[str, ...], group: Sequence[Passage], **more: Any) -> str:
    job = SectionJob(brief(), path, "", more.pop("children", ()), tuple(group), **more)
    return told(engine().write_section(job))


def test_a_section_is_a_transition_and_cited_sentences_in_paragraphs() -> None:
    text = section(("Heart attacks",), corpus(), children=("Sleep", "Age"))
    opening, *paragraphs = text.split("\n\n")
    assert opening.startswith("The first strand is “Heart attacks”.")
    assert check_verbatim(" ".join(paragraphs), corpus()) > 4
    assert all(paragraph.count("[") <= 4 for paragraph in paragraphs)
    # Below the top, a leaf is its sentences alone.
    assert check_verbatim(section(("Health", "Heart attacks"), corpus()), corpus())


def test_a_section_says_nothing_twice() -> None:
    said = frozenset(unit.plain for unit in units(corpus(), "en"))
    assert (
        section(("Heart attacks",), corpus(), said=said) == "The first strand is “Heart attacks”."
    )
    assert section(("Health", "Heart attacks"), corpus(), said=said) == ""


def test_the_lead_takes_one_sentence_of_a_source_and_lists_the_sections() -> None:
    job = LeadJob(brief(), ("Health", "Law"), corpus())
    lead, _, rest = told(engine().write_lead(job)).partition("\n\n")
    cited = [int(each.split("[")[1]) for each in lead.split("]")[:-1]]
    sources = [
        each.snippet.source_id for handle in cited for each in corpus() if each.handle == handle
    ]
    assert len(sources) == len(set(sources)) == check_verbatim(lead, corpus())
    assert rest == "The sections follow the mind map: Health; and Law."


# The same everywhere.

WHOLE_RUN = """
import asyncio, json, sys
from tests.language import test_engine
json.dump(test_engine.everything(), sys.stdout)
"""


def everything() -> list[str]:
    """What one engine says to a row of jobs on a few documents, from search to report."""
    embedder = HashedWords()
    documents = Documents(sorted(samples.path().glob("*.md"))[:6], embedder)
    one = ExtractiveEngine(embedder, "en")

    def done(work: Coroutine[Any, Any, Any]) -> str:
        return repr(asyncio.run(work))

    hits = asyncio.run(documents.search("history and effects of the clocks", 40))
    group = tuple(
        Passage(handle, each.snippet, each.source.title) for handle, each in enumerate(hits, 1)
    )
    answer_job = AnswerJob(brief(), SLEEP, ANSWER, "What about heart attacks?", group)
    asked = AskJob(brief(), group[10:20], (), (turn(4),), intent="health")
    return [
        *(each.snippet.id for each in group),
        done(one.propose_experts(ExpertsJob(brief(), group, 3))),
        done(one.outline(OutlineJob(brief(), group, 8))),
        done(one.split_concept(SplitJob(brief(), ("Law",), group[:25], ()))),
        done(one.ask_in_interview(InterviewJob(brief(), SLEEP, group, ()))),
        told(one.write_answer(answer_job)),
        told(one.ask_as_moderator(asked)),
        told(one.ask_as_guest(asked)),
        told(one.write_section(SectionJob(brief(), ("Health",), "", ("A", "B"), group))),
    ]


def test_the_same_input_gives_the_same_output_in_any_process() -> None:
    here = everything()
    assert here == everything()
    done = subprocess.run(
        [sys.executable, "-c", WHOLE_RUN],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == here
