"""Turns that a model fails: told, kept apart, and taken again; streams that break off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import ModelUnavailable, NotYet, Stopped
from costorm_widget import events as ev
from costorm_widget.errors import EmbeddingError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.state import fold_all
from tests.fixtures.models import (
    QUESTION,
    Endless,
    MoodyModel,
    calls,
    in_order,
    jobs,
    session_with,
    told_by,
    words_told,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget import CoStorm
    from costorm_widget.evidence.embeddings import Vectors

AT_WORK = ["plan_turn", "write_answer"]


def asked(model: MoodyModel, **changes: Any) -> CoStorm:
    """A warm session whose next turn answers the user's question."""
    session = session_with(model, warm=True, **changes)
    session.say(QUESTION)
    return session


@pytest.mark.parametrize("job", AT_WORK)
def test_a_turn_that_the_model_fails_is_a_turn_that_says_why(job: str) -> None:
    model = MoodyModel()
    session = asked(model)
    told = told_by(session)
    model.mood.fails = {job}
    turn = session.step()
    assert (turn.status, turn.role, turn.utterance) == ("failed", "general knowledge", "")
    assert "503" in turn.error or "server" in turn.error
    assert turn.error.endswith("call session.retry().")
    assert turn == session.turns[-1]
    assert told[-1] == ev.WorkEnded("turn", "done")
    assert in_order(told)
    assert fold_all(session.events) == session._journal.state


def test_what_a_failed_turn_had_found_is_kept_as_unused() -> None:
    model = MoodyModel()
    session = asked(model, sources=Endless())
    known = {each.id for each in session.snippets}
    model.mood.fails = {"write_answer"}
    turn = session.step()
    assert turn.queries
    assert set(turn.retrieved) <= {each.id for each in session.snippets}
    assert not set(turn.retrieved) & known
    assert set(turn.retrieved) <= {each.id for each in session.unused}
    assert not turn.citations
    assert not session._journal.state.unplaced


def test_nobody_joins_the_table_for_a_turn_that_failed() -> None:
    model = MoodyModel()
    session = asked(model)
    before = list(session._journal.state.experts)
    model.mood.fails = {"write_answer"}
    session.step()
    assert session._journal.state.experts == before
    model.mood.fails = set()
    session.retry()
    assert session._journal.state.experts != before


def test_a_run_ends_at_a_turn_that_failed() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.fails = {"write_answer"}
    turns = session.run(9)
    assert [each.status for each in turns] == ["done", "failed"]


@pytest.mark.parametrize("job", AT_WORK)
def test_the_table_goes_on_as_if_a_failed_turn_had_not_been(job: str) -> None:
    model, other = MoodyModel(), MoodyModel()
    session, undisturbed = asked(model), asked(other)
    model.mood.fails = {job}
    for _ in range(2):
        assert session.step().status == "failed"
    model.mood.fails = set()
    for _ in range(5):
        ours, theirs = session.step(), undisturbed.step()
        assert (ours.speaker, ours.role, ours.question) == (
            theirs.speaker,
            theirs.role,
            theirs.question,
        )
        assert ours.utterance == theirs.utterance
        assert ours.number == theirs.number + 2


def test_a_moderator_who_failed_looks_at_the_same_evidence() -> None:
    model, other = MoodyModel(), MoodyModel()
    session, undisturbed = session_with(model), session_with(other)
    for each in (session, undisturbed):
        each.settings.results_per_query = 2
        each.run(3)
    model.mood.fails = {"ask_as_moderator"}
    assert (session.step().status, session.turns[-1].role) == ("failed", "moderator")
    model.mood.fails = set()
    session.step()
    undisturbed.step()
    prompts = [
        [each.prompt for each in some.asked if each.job == "ask_as_moderator"][-1]
        for some in (model, other)
    ]
    assert prompts[0] == prompts[1]


# Again.


def test_retry_takes_the_turn_again_in_its_place() -> None:
    model = MoodyModel()
    session = asked(model)
    model.mood.fails = {"write_answer"}
    failed = session.step()
    model.mood.fails = set()
    told = told_by(session)
    turn = session.retry()
    assert (turn.id, turn.number, turn.question) == (failed.id, failed.number, failed.question)
    assert turn.status == "done"
    assert turn.citations
    assert [each.id for each in session.turns].count(failed.id) == 1
    assert told[1] == ev.TurnRemoved(failed.id, by="session")
    assert in_order(told[2:])
    spent = [each for each in calls(session) if each.turn == turn.id]
    assert session.usage.by_turn[turn.id].requests == len(spent)
    assert session.usage.by_turn[turn.id].failed == 1


def test_retry_asks_for_the_same_guest_with_the_same_intent() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.fails = {"ask_as_guest"}
    assert session.step(simulate_user_intent="the price of water").status == "failed"
    model.mood.fails = set()
    turn = session.retry()
    assert turn.role == "guest"
    assert "the price of water" in model.asked[-1].prompt


def test_retry_may_fail_again_and_again() -> None:
    model = MoodyModel()
    session = asked(model)
    model.mood.fails = {"plan_turn"}
    numbers = [session.step().number, session.retry().number, session.retry().number]
    assert numbers == [6, 6, 6]
    assert [each.status for each in session.turns[-2:]] == ["done", "failed"]


def test_there_is_nothing_to_retry_when_nothing_failed() -> None:
    session = session_with(MoodyModel())
    with pytest.raises(NotYet, match="has not failed"):
        session.retry()
    session.step()
    with pytest.raises(NotYet, match="step\\(\\) goes on"):
        session.retry()


def test_retry_does_not_take_replies_from_the_cache_and_a_step_does() -> None:
    model = MoodyModel(cache=None)
    session = asked(model, cache=True)
    model.mood.fails = {"write_answer"}
    for again in (session.step, session.step):
        again()
    plans = jobs(model).count("plan_turn")
    session.step()
    assert jobs(model).count("plan_turn") == plans  # the same plan, from the cache
    session.retry()
    assert jobs(model).count("plan_turn") == plans + 1


def test_stopping_a_retry_leaves_a_session_that_goes_on() -> None:
    model = MoodyModel()
    session = asked(model)
    model.mood.fails = {"write_answer"}
    session.step()
    model.mood.fails, model.mood.hold = set(), {"write_answer"}

    def stop(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted):
            session.stop()

    end = session.on_event(stop)
    with pytest.raises(Stopped):
        session.retry()
    end()
    model.mood.hold = set()
    assert session.turns[-1].role == "user"
    assert session.step().question == QUESTION


# Streams that break off.


def test_words_that_break_off_are_taken_back_and_begun_again() -> None:
    model = MoodyModel()
    session = asked(model)
    told = told_by(session)
    model.mood.breaks = {"write_answer": 1}
    turn = session.step()
    assert turn.status == "done"
    shown = [
        each
        for each in told
        if isinstance(each, ev.TurnStarted | ev.TurnDropped | ev.Token | ev.TurnTaken)
    ]
    kinds = [each.type for each in shown]
    assert kinds[0] == "turn_started"
    assert kinds.index("turn_dropped") > kinds.index("token")
    assert kinds[kinds.index("turn_dropped") + 1] == "turn_started"
    assert kinds.count("turn_dropped") == 1
    assert in_order(told)
    assert words_told(told, turn) == turn.utterance
    assert jobs(model).count("choose_placements") <= 1


def test_an_answer_that_breaks_off_twice_has_failed_and_nothing_of_it_is_kept() -> None:
    model = MoodyModel()
    session = asked(model)
    told = told_by(session)
    model.mood.breaks = {"write_answer": 2}
    turn = session.step()
    assert (turn.status, turn.utterance, turn.citations) == ("failed", "", ())
    assert "broke off in the middle" in turn.error
    assert turn.question
    assert turn.queries
    assert in_order(told)
    assert session.retry().status == "done"


def test_interviews_and_openings_that_break_off_are_begun_again() -> None:
    model = MoodyModel()
    model.mood.breaks = {"write_answer": 2, "open_concept": 1}
    session = session_with(model)
    told = told_by(session)
    assert [each.status for each in session.warm_start()] == ["done"] * 4
    assert model.mood.breaks == {"write_answer": 0, "open_concept": 0}
    assert all(each.answer for each in session.archive)
    assert in_order(told)


# With somebody to fall back on.


@pytest.mark.parametrize("job", AT_WORK)
def test_with_a_fallback_the_turn_is_quoted_from_the_sources(job: str) -> None:
    model = MoodyModel()
    session = asked(model, fallback="extractive")
    told = told_by(session)
    model.mood.fails = {job}
    turn = session.step()
    assert turn.status == "done"
    assert turn.error.startswith("Quoted from the sources, without a model. ")
    assert turn.citations
    for each in turn.citations:
        source = session.sources[each.source_id]
        assert session.snippets[each.snippet_id].text in source.text
    assert in_order(told)
    assert words_told(told, turn) == turn.utterance
    assert not session._journal.state.unplaced
    assert [each.status for each in session.run(4)] == ["done"] * 4


def test_with_a_fallback_the_moderator_and_the_guest_ask_all_the_same() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, fallback="extractive")
    model.mood.fails = {"ask_as_moderator", "ask_as_guest"}
    for turn in (session.step(), session.step(simulate_user=True)):
        assert turn.status == "done"
        assert turn.question == turn.utterance != ""
        assert turn.error


@pytest.mark.parametrize("job", ["choose_placements", "split_concept"])
def test_a_map_that_the_model_fails_is_drawn_without_it(job: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, sources=Endless(), snippets_per_concept=4)
    model.mood.fails = {job, "name_concept", "propose_experts"}
    assert [each.status for each in session.run(6)] == ["done"] * 6
    assert not session._journal.state.unplaced
    assert job in {each.job for each in calls(session) if each.outcome == "failed"}
    assert all(len(each.snippets) <= 8 for each in session.mind_map)  # fine up to twice as many


@pytest.mark.parametrize(
    "job",
    ["plan_background", "propose_experts", "ask_in_interview", "write_answer", "outline"],
)
def test_a_warm_start_that_the_model_fails_goes_on_where_it_was(job: str) -> None:
    model = MoodyModel()
    model.mood.fails = {job}
    session = session_with(model)
    with pytest.raises(ModelUnavailable):
        session.step()
    assert fold_all(session.events) == session._journal.state
    assert not session.busy
    model.mood.fails = set()
    assert len(session.warm_start()) == 4
    assert [each.number for each in session.turns] == [1, 2, 3, 4]
    assert jobs(model).count("plan_background") == 1


@pytest.mark.parametrize(
    "job",
    [
        "plan_background",
        "propose_experts",
        "ask_in_interview",
        "write_answer",
        "outline",
        "open_concept",
    ],
)
def test_with_a_fallback_a_warm_start_ends_whole(job: str) -> None:
    model = MoodyModel()
    model.mood.fails = {job}
    session = session_with(model, fallback="extractive")
    told = told_by(session)
    opening = session.warm_start()
    assert [each.intent.asks for each in opening] == [True, False, True, False]
    assert [each.number for each in opening] == [1, 2, 3, 4]
    assert session.archive
    assert len(session.experts) == 2
    assert in_order(told)
    assert fold_all(session.events) == session._journal.state


# Without vectors.


class Fickle:
    """The quick embedding, until its provider is out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.out = False
        self._words = HashedWords()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.out:
            message = "No vectors came; try again later."
            raise EmbeddingError(message)
        return await self._words.embed(texts)


def out_when_searched(session: CoStorm, embedder: Fickle) -> None:
    """Let the provider be out once a turn has found something: it is placed without vectors.

    A name that is new at that moment has none.
    """

    def out(event: ev.Event) -> None:
        if isinstance(event, ev.TurnSearched) and not embedder.out:
            embedder.out = True
            session.mind_map.children[0].rename("Shade and its price")

    end = session.on_event(out)
    session.say(QUESTION)
    assert session.step().status == "done"
    end()


@pytest.mark.parametrize("fallback", ["none", "extractive"])
def test_without_vectors_a_turn_fails_and_can_be_taken_again(fallback: str) -> None:
    embedder = Fickle(f"fickle for {fallback}")
    session = session_with(
        MoodyModel(),
        warm=True,
        embeddings=embedder,
        fallback=fallback,
        sources=Endless(),
        moderator_score="reference",
    )
    out_when_searched(session, embedder)
    turn = session.step(moderator=True)  # who cannot compare with what was said last
    assert (turn.status, turn.error) == ("failed", "No vectors came; try again later.")
    assert session.step(user_utterance="And elms?").status == "done"
    unanswered = session.step()
    assert unanswered.status == "no evidence"
    assert unanswered.error == "No vectors came; try again later."
    embedder.out = False
    assert session.step(moderator=True).status == "done"


def test_a_map_without_vectors_waits_for_the_next_turn(caplog: pytest.LogCaptureFixture) -> None:
    embedder = Fickle("fickle while placing")
    session = session_with(MoodyModel(), warm=True, embeddings=embedder, sources=Endless())
    out_when_searched(session, embedder)
    assert session._journal.state.unplaced
    assert "The map waits for the next turn: No vectors came" in caplog.text
    embedder.out = False
    session.step()
    assert not session._journal.state.unplaced
