"""The table: searching, the evidence budget, and utterances whose citations are real."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import events as ev
from costorm_widget.discourse.experts import general_knowledge
from costorm_widget.discourse.table import Evidence
from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.tasks import Plan
from costorm_widget.settings import Settings
from costorm_widget.turns import Intent
from tests.builders import Failing, Fixed, found, session, turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from costorm_widget.retrieval.base import Found
    from tests.builders import Session

ASK, ANSWER = Intent.ORIGINAL_QUESTION, Intent.POTENTIAL_ANSWER
PLAN = Plan(ANSWER, "Why?", ("why",))
HEARTS = found("Heart attacks rose in the week after the change of clocks.", "Hearts")
SCHOOLS = found("Children walked to school in the dark of the morning.", "Schools")
MINES = found("Injuries in the mines were more frequent on that Monday.", "Mines")


def spoken(*pieces: str) -> Callable[[], AsyncIterator[str]]:
    async def words() -> AsyncIterator[str]:
        for piece in pieces:
            yield piece

    return words


# Searching.


async def test_all_queries_are_searched_and_the_best_of_each_comes_first() -> None:
    retriever = Fixed(by_query={"a": [HEARTS, SCHOOLS], "b": [MINES, HEARTS]})
    talk = session(retriever)
    evidence = await talk.table.search("Why?", ("a", "b"))
    assert retriever.asked == ["a", "b"]
    assert evidence.retrieved == (HEARTS.snippet.id, MINES.snippet.id, SCHOOLS.snippet.id)
    assert [each.handle for each in evidence.passages] == [1, 2, 3]
    assert {each.snippet.id for each in evidence.passages} == set(evidence.retrieved)
    assert [each.title for each in evidence.passages][:2] == ["Hearts", "Mines"]
    assert evidence.failure == ""


async def test_a_search_asks_for_as_many_results_as_the_settings_say() -> None:
    many = [found(f"Text number {number}.", f"T{number}") for number in range(9)]
    talk = session(Fixed(many), settings=Settings(results_per_query=4))
    assert len((await talk.table.search("Why?", ("a",))).retrieved) == 4
    assert len((await talk.table.search("Why?", ("a",), 7)).retrieved) == 7


async def test_a_snippet_two_queries_found_knows_both() -> None:
    talk = session(Fixed([HEARTS]))
    await talk.table.search("Why?", ("a", "b"))
    assert talk.table.intake.snippet(HEARTS.snippet.id).queries == (("Why?", "a"), ("Why?", "b"))


async def test_c11_a_search_that_fails_is_told_and_one_that_is_empty_is_not() -> None:
    failed = await session(Failing()).table.search("Why?", ("a", "b"))
    assert failed == Evidence(failure="The shelf is locked; ask for the key.", queries=("a", "b"))
    nothing = await session(Fixed()).table.search("Why?", ("a", "b"))
    assert nothing == Evidence(queries=("a", "b"))
    assert await session(Fixed()).table.search("Why?", ()) == Evidence()


async def test_an_error_that_is_no_sources_fault_is_not_hidden() -> None:
    class Broken(Fixed):
        async def search(self, query: str, limit: int) -> tuple[Found, ...]:  # noqa: ARG002
            message = "a fault of ours"
            raise RuntimeError(message)

    with pytest.raises(RuntimeError):
        await session(Broken()).table.search("Why?", ("a",))


# The evidence budget.


async def test_c05_a_long_first_snippet_leaves_room_for_the_second() -> None:
    long = found("word " * 1000 + "end.", "Long")
    short = found("Short fact.", "Short")
    talk = session(Fixed([long, short]), settings=Settings(evidence_tokens=500))
    evidence = await talk.table.search("Why?", ("a",))
    first, second = evidence.passages
    assert first.trimmed.endswith("[…]")
    assert first.shown == first.trimmed
    assert first.snippet.text == long.snippet.text
    assert (second.shown, second.trimmed) == ("Short fact.", "")


async def test_c06_two_long_chinese_snippets_fit_into_the_budget() -> None:
    texts = [found("钟" * 4999 + "。", "One"), found("光" * 4999 + "。", "Two")]
    talk = session(
        Fixed(by_query={"a": texts[:1], "b": texts[1:]}), settings=Settings(evidence_tokens=1000)
    )
    evidence = await talk.table.search("Why?", ("a", "b"))
    sizes = [count_tokens(each.shown) for each in evidence.passages]
    assert len(sizes) == 2
    assert sum(sizes) <= 1000
    assert min(sizes) > 400


TEXTS = st.lists(st.integers(1, 400), min_size=1, max_size=5)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.integers(50, 900))
def test_the_budget_is_kept_and_no_list_is_starved(lists: list[list[int]], tokens: int) -> None:
    talk = session()
    ids = [
        talk.take_in(
            *(found(f"{row}x{place} " * size, f"{row}.{place}") for place, size in enumerate(sizes))
        )
        for row, sizes in enumerate(lists)
    ]
    passages = talk.table.within_budget(ids, tokens)
    assert sum(count_tokens(each.shown) for each in passages) <= tokens
    assert [each.handle for each in passages] == list(range(1, len(passages) + 1))
    got = {each.snippet.id for each in passages}
    if tokens >= 80 * len(lists):
        assert all(got & set(row) for row in ids)


# Speaking.


async def utterance(talk: Session, *pieces: str, plan: Plan = PLAN) -> str:
    evidence = await talk.table.search(plan.question, plan.queries)
    said = await talk.table.utter(general_knowledge(), plan, evidence, spoken(*pieces))
    return said.utterance


async def test_handles_become_the_numbers_of_sources() -> None:
    talk = session(Fixed([SCHOOLS, HEARTS]))
    talk.take_in(MINES)
    evidence = await talk.table.search("Why?", ("why",))
    said = await talk.table.utter(
        general_knowledge(), PLAN, evidence, spoken("One [", "1", "]. Two [2]. None [7].")
    )
    assert said.utterance == "One [2]. Two [3]. None."
    assert [each.snippet_id for each in said.citations] == [SCHOOLS.snippet.id, HEARTS.snippet.id]
    for citation in said.citations:
        assert said.utterance[citation.start : citation.end] == f"[{citation.number}]"
    assert said.dropped_citations == ("[7]",)
    assert (said.status, said.retrieved) == ("done", evidence.retrieved)
    assert said.queries == ("why",)
    assert set(said.timings) == {"search", "write", "check"}


async def test_c08_what_points_at_nothing_is_dropped_and_counted() -> None:
    talk = session(Fixed([HEARTS, SCHOOLS]))
    evidence = await talk.table.search("Why?", ("why",))
    words = spoken("It rose [7], says smith2020 at https://example.com/a today.")
    said = await talk.table.utter(general_knowledge(), PLAN, evidence, words)
    assert said.dropped_citations == ("[7]", "smith2020", "https://example.com/a")
    assert (said.citations, said.status) == ((), "no evidence")


async def test_the_events_of_an_utterance_tell_it_as_it_comes() -> None:
    talk = session(Fixed([HEARTS, SCHOOLS]))
    text = await utterance(talk, "One ", "two [1]. ", "Three.")
    started, searched, *tokens = talk.events[1:]
    assert started == ev.TurnStarted("t1", "General knowledge", "general knowledge", ANSWER)
    assert searched == ev.TurnSearched("t1", ("why",), 2, 2)
    assert "".join(each.text for each in tokens if isinstance(each, ev.Token)) == text
    assert len(tokens) > 1
    assert not talk.state.turns
    assert not talk.state.sources


async def test_an_utterance_that_breaks_off_is_dropped_and_leaves_nothing() -> None:
    async def broken() -> AsyncIterator[str]:
        yield "One "
        message = "no more"
        raise RuntimeError(message)

    talk = session(Fixed([HEARTS]))
    evidence = await talk.table.search("Why?", ("why",))
    with pytest.raises(RuntimeError):
        await talk.table.utter(general_knowledge(), PLAN, evidence, broken)
    assert talk.events[-1] == ev.TurnDropped("t1")
    talk.table.clear()
    assert talk.table.intake.event() is None
    assert talk.kept == talk.events[:1]


async def test_a_question_needs_no_citation_and_an_answer_does() -> None:
    talk = session()
    asked = Plan(ASK, "", ())
    said = await talk.table.utter(general_knowledge(), asked, Evidence(), spoken("So?"))
    assert said.status == "done"
    said = await talk.table.utter(general_knowledge(), PLAN, Evidence(), spoken("So."))
    assert said.status == "no evidence"


async def test_a_failure_goes_with_the_turn() -> None:
    talk = session(Failing())
    evidence = await talk.table.search("Why?", ("why",))
    said = await talk.table.utter(general_knowledge(), PLAN, evidence, spoken("Nothing."))
    assert said.error == "The shelf is locked; ask for the key."


# What everyone knows.


def test_turns_are_numbered_one_after_the_other() -> None:
    talk = session()
    assert talk.table.next_turn() == ("t1", 1)
    talk.table.emit(ev.TurnTaken(turn(7)))
    assert talk.table.next_turn() == ("t8", 8)


def test_the_last_six_turns_are_recent() -> None:
    talk = session()
    for number in range(1, 9):
        talk.table.emit(ev.TurnTaken(turn(number)))
    assert [each.number for each in talk.table.recent] == [3, 4, 5, 6, 7, 8]


def test_concepts_are_named_from_the_top_without_the_root() -> None:
    talk = session()
    for event in (
        ev.ConceptAdded("c1", "Health", "c0"),
        ev.ConceptAdded("c2", "Law", "c0"),
        ev.ConceptAdded("c3", "Sleep", "c1"),
    ):
        talk.table.emit(event)
    assert talk.table.concepts == ("Health", "Sleep", "Law")


def test_what_was_said_is_known_by_sentence_and_by_quotation() -> None:
    talk = session()
    talk.table.emit(ev.TurnTaken(turn(1, utterance="Clocks moved.[1] **They** stood, too.[2]")))
    assert talk.table.said == {"clocks moved", "they stood too"}
    asks = "One source says: “Cows are milked early.”[3] Is it so?"
    talk.table.emit(ev.TurnTaken(turn(2, "moderator", ASK, asks)))
    assert {"clocks moved", "cows are milked early", "is it so"} <= talk.table.said


def test_the_brief_follows_the_settings() -> None:
    talk = session(goal="for farmers")
    assert (talk.table.brief.topic, talk.table.brief.goal) == (talk.state.topic, "for farmers")
    talk.table.emit(ev.SettingsChanged(Settings(experts=7)))
    assert talk.table.brief.settings.experts == 7
