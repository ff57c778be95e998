"""The session as its user holds it: turns, stopping, errors, edits while it talks."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from contextlib import aclosing
from typing import TYPE_CHECKING, Any
from unittest import mock
from zlib import crc32

import pytest

from costorm_widget import (
    BadSetting,
    CoStorm,
    MissingExtra,
    SessionBusy,
    Settings,
    SourceNotFound,
    Stopped,
    UnknownName,
    UserError,
)
from costorm_widget import events as ev
from costorm_widget.evidence.diversity import spread
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval import extras
from costorm_widget.session import _RUNNER
from costorm_widget.state import fold_all
from tests.fixtures.sessions import SMALL, TREES, Gated, open_session, read_again, wait_until
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from pathlib import Path

    from costorm_widget.evidence.embeddings import Vectors
    from tests.fixtures.sessions import Mood

QUESTION = "Do roots damage old clay pipes?"


def kept_by(session: CoStorm) -> list[str]:
    return [each.type for each in session.events]


def told_by(session: CoStorm) -> list[ev.Event]:
    """A list that grows by each event from now on."""
    told: list[ev.Event] = []
    session.on_event(told.append)
    return told


def is_whole(session: CoStorm) -> bool:
    """Whether the record makes the state, and the map is a tree that holds what was placed."""
    state = session._journal.state
    check_tree(state.tree, [each for each in state.snippets if each in state.tree.home])
    return fold_all(session.events) == state


@pytest.fixture
def gated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gated]:
    gated = Gated()

    def on_fire(*lists: Any) -> list[list[int]]:
        """Stand for an error in the package itself, after everything was searched."""
        if gated.mood == "unforeseen":
            message = "the disk is on fire"
            raise RuntimeError(message)
        return spread(*lists)

    monkeypatch.setattr("costorm_widget.discourse.searching.spread", on_fire)
    yield gated
    gated.release()


def asked(gated: Gated) -> CoStorm:
    """A warm session whose next turn searches, because the user has asked."""
    session = open_session(sources=gated)
    session.warm_start()
    session.say(QUESTION)
    return session


# Opening a session.


def test_a_new_session_has_read_and_said_nothing() -> None:
    session = open_session(topic="  Street trees ")
    assert kept_by(session) == ["session_opened"]
    assert (session.topic, session.goal) == ("Street trees", "Are they worth their cost?")
    assert (session.turns, session.archive, session.report, session.busy) == ([], [], None, False)
    assert len(session.sources) == len(session.snippets) == len(session.experts) == 0


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("source", "sources"), ("embedding", "embeddings"), ("setting", "settings")],
)
def test_an_unknown_keyword_is_refused_with_the_nearest_right_one(wrong: str, right: str) -> None:
    with pytest.raises(UnknownName, match=f"'{wrong}'; did you mean '{right}'"):
        open_session(**{wrong: "papers"})


@pytest.mark.parametrize("topic", ["", " \n"])
def test_a_session_needs_a_topic(topic: str) -> None:
    with pytest.raises(UserError, match="give at least one word"):
        CoStorm(topic)


def test_files_that_cannot_be_read_are_told_once_and_never_taken_back(tmp_path: Path) -> None:
    (tmp_path / "trees.md").write_text("# Trees\n\nTrees cool a street by two degrees in summer.")
    (tmp_path / "empty.md").write_text("")
    session = open_session(sources=tmp_path)
    assert not session.refused
    session.step()
    assert [each.path for each in session.refused] == ["empty.md"]
    assert "is empty" in session.refused[0].reason
    session.step()
    while session.events[-1].type != "undone" or session.turns:
        session.undo()
    assert [each.path for each in session.refused] == ["empty.md"]
    assert [each.type for each in session.events].count("sources_refused") == 1


def test_a_path_where_nothing_is_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="papers"):
        open_session(sources=tmp_path / "papers")


def test_an_extra_that_is_missing_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _name: None)
    for word, extra in (("web", "web"), ("https://example.com/", "web"), ("scholar", "scholar")):
        with pytest.raises(MissingExtra, match=rf"costorm-widget\[{extra}\]"):
            open_session(sources=word)


def test_the_sample_opens_on_the_sample_documents() -> None:
    session = CoStorm.sample(embeddings="hashed", goal="")
    assert (session.topic, session.goal) == ("Daylight saving time", "")
    assert session._parts.retriever.name == "documents"


# Taking turns.


def test_step_returns_the_turn_and_the_first_one_warms_up() -> None:
    session = open_session()
    turn = session.step()
    assert turn == session.turns[-1]
    assert turn.role == "moderator"
    assert [each.opening for each in session.turns] == [True, True, True, True, False]
    assert kept_by(session).count("warm_start_ended") == 1
    assert session.archive
    assert len(session.experts) == SMALL.experts
    assert len(session.mind_map) > 0
    assert [each.number for each in session.turns] == [1, 2, 3, 4, 5]
    assert is_whole(session)


def test_a_second_warm_start_changes_nothing() -> None:
    session = open_session()
    opening = session.warm_start()
    before = session.events
    assert session.warm_start() == opening == session.turns
    assert session.events == before


def test_without_any_source_the_table_still_talks() -> None:
    session = open_session(sources=None)
    turns = session.run(3)
    assert [each.role for each in turns] == ["moderator", "general knowledge", "general knowledge"]
    assert turns[1].status == "no evidence"
    assert not any(each.citations for each in turns)
    assert session.generate_report().references == ()


def test_what_the_user_says_in_a_step_is_a_turn_that_the_next_one_answers() -> None:
    session = open_session()
    said = session.step(user_utterance=f"  {QUESTION} ")
    assert (said.role, said.utterance, said.intent.asks) == ("user", QUESTION, True)
    answer = session.step()
    assert (answer.role, answer.question) == ("general knowledge", QUESTION)
    assert "pipes" in answer.utterance
    assert answer.citations
    assert is_whole(session)


def test_the_guest_asks_with_the_intent_it_is_given() -> None:
    session = open_session()
    engine = session._parts.engine
    with mock.patch.object(engine, "ask_as_guest", wraps=engine.ask_as_guest) as ask:
        turn = session.step(simulate_user_intent="hay fever from birches")
    assert ask.call_args.args[0].intent == "hay fever from birches"
    assert turn.role == "guest"
    assert turn.intent.asks
    assert session.step().question == turn.utterance
    assert session.step(simulate_user=True).role == "guest"


def test_say_takes_the_turn_at_once_when_nothing_runs() -> None:
    session = open_session()
    session.warm_start()
    turn = session.say(QUESTION)
    assert turn == session.turns[-1]
    assert session.step().question == QUESTION


def test_say_before_the_warm_start_comes_directly_after_it() -> None:
    session = open_session()
    assert session.say(QUESTION) is None
    session.warm_start()
    assert session.turns[-1].utterance == QUESTION
    assert session.step().question == QUESTION


@pytest.mark.parametrize("work", ["step", "run", "generate_report"])
def test_say_while_the_table_works_comes_directly_after(gated: Gated, work: str) -> None:
    session = asked(gated)
    heard = threading.Event()

    def speak_up(event: ev.Event) -> None:
        under_way = isinstance(event, ev.TurnStarted | ev.Progress)
        if under_way and not heard.is_set():
            assert session.say("And who pays?") is None
            heard.set()

    session.on_event(speak_up)
    count = len(session.turns)
    getattr(session, work)(*([1] if work == "run" else []))
    assert heard.is_set()
    later = [each.utterance for each in session.turns[count:] if each.role == "user"]
    assert later == ["And who pays?"]
    assert session.step().role == "general knowledge"


@pytest.mark.parametrize("text", ["", " \t\n"])
def test_saying_nothing_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="at least one word"):
        open_session().say(text)


def test_run_takes_so_many_turns() -> None:
    session = open_session()
    turns = session.run(3)
    assert turns == session.turns[-3:]
    assert not any(each.opening for each in turns)


@pytest.mark.parametrize("turns", [0, -1, True, 1.5, "3"])
def test_a_count_that_is_none_is_refused(turns: Any) -> None:
    session = open_session()
    for take in (session.run, session.start):
        with pytest.raises(BadSetting, match="from 1 up"):
            take(turns)
    assert kept_by(session) == ["session_opened"]
    assert not session.busy


def test_c27_the_moderator_speaks_in_a_talk_full_of_questions() -> None:
    session = open_session(settings=SMALL.with_values(snippets_per_concept=2))
    for number in range(1, 13):
        if number % 4 == 0:
            session.say(f"What is known about point {number} of tree roots?")
        session.step()
        limit = session.settings.snippets_per_concept
        assert all(len(each.snippets) <= limit for each in session.mind_map)
    roles = [each.role for each in session.turns if not each.opening]
    assert roles.count("moderator") >= 3
    assert is_whole(session)


# In the background.


def test_start_returns_at_once_and_the_session_is_busy_from_then_on(gated: Gated) -> None:
    session = asked(gated)
    count = len(session.turns)
    gated.mood = "awaits"
    session.start(3)
    assert session.busy
    assert gated.reached.wait(10)
    assert len(session.turns) == count
    session.stop()
    assert not session.busy


@pytest.mark.parametrize("take", ["start", "step", "run", "warm_start", "generate_report"])
def test_a_second_piece_of_work_is_refused_while_one_runs(gated: Gated, take: str) -> None:
    session = asked(gated)
    gated.mood = "awaits"
    session.start()
    with pytest.raises(SessionBusy, match="stop"):
        getattr(session, take)(*([1] if take == "run" else []))
    told = told_by(session)
    gated.release()
    session.stop()
    assert [each for each in told if isinstance(each, ev.WorkEnded)] == [
        ev.WorkEnded("turn", "stopped")
    ]


def test_background_turns_are_the_same_as_awaited_ones() -> None:
    session, other = open_session(), open_session()
    session.start(3)
    wait_until(lambda: not session.busy)
    other.run(3)
    assert [each.utterance for each in session.turns] == [each.utterance for each in other.turns]


def test_two_sessions_talk_at_the_same_time() -> None:
    first, second = open_session(), open_session(topic="Roots", goal="")
    first.start(3)
    second.start(3)
    wait_until(lambda: not first.busy and not second.busy)
    alone = open_session(topic="Roots", goal="")
    alone.run(3)
    assert [each.utterance for each in second.turns] == [each.utterance for each in alone.turns]
    assert is_whole(first)
    assert is_whole(second)


def test_a_blocking_call_on_the_sessions_own_thread_is_refused() -> None:
    session = open_session()
    session.warm_start()
    caught: list[Exception] = []

    def call_back(event: ev.Event) -> None:
        if isinstance(event, ev.TurnTaken):
            try:
                session.step()
            except SessionBusy as error:
                caught.append(error)

    session.on_event(call_back)
    session.step()
    assert len(caught) == 1
    assert "await" in str(caught[0])


# Stopping.


def test_stop_when_nothing_runs_does_nothing() -> None:
    session = open_session()
    session.stop()
    assert kept_by(session) == ["session_opened"]


def test_a_run_that_is_stopped_returns_its_whole_turns() -> None:
    session = open_session()
    session.warm_start()
    seen = threading.Semaphore(0)
    session.on_event(lambda event: seen.release() if isinstance(event, ev.TurnTaken) else None)

    def stop_after_two() -> None:
        seen.acquire()
        seen.acquire()
        session.stop()

    stopper = threading.Thread(target=stop_after_two)
    stopper.start()
    turns = session.run(500)
    stopper.join()
    assert 2 <= len(turns) < 500
    assert turns == session.turns[-len(turns) :]
    assert not session.busy
    assert is_whole(session)
    session.step()


@pytest.mark.parametrize("mood", ["awaits", "blocks a thread"])
def test_c16_stop_while_a_search_waits(gated: Gated, mood: Mood) -> None:
    session = asked(gated)
    before = session.events
    told = told_by(session)
    gated.mood = mood
    errors: list[BaseException] = []

    def step() -> None:
        try:
            session.step()
        except Stopped as error:
            errors.append(error)

    stepper = threading.Thread(target=step)
    stepper.start()
    assert gated.reached.wait(10)
    started = time.monotonic()
    session.stop()
    stepper.join()
    assert time.monotonic() - started < 1
    assert "step() goes on" in str(errors[0])
    assert session.events == before
    assert fold_all(before) == session._journal.state
    assert told[-1] == ev.WorkEnded("turn", "stopped")
    gated.release()
    assert session.step().question == QUESTION
    assert is_whole(session)


def test_c16_stop_while_a_function_blocks_a_thread() -> None:
    reached, gate = threading.Event(), threading.Event()

    def slow(query: str) -> list[str]:
        reached.set()
        gate.wait(30)
        return [f"One line about {query}."]

    session = open_session(sources=slow)
    session.start()
    assert reached.wait(10)
    started = time.monotonic()
    session.stop()
    assert time.monotonic() - started < 1
    assert kept_by(session) == ["session_opened"]
    gate.set()
    assert session.step().role == "moderator"
    assert is_whole(session)


def another_line(query: str, count: Iterator[int] = itertools.count()) -> list[str]:  # noqa: B008
    """A source that always has something new to say."""
    number = next(count)
    return [f"Tree number {number + each} stands in {query} street." for each in range(3)]


class Restless:
    """The quick embedding; before it answers it lets somebody interfere, or waits for ever."""

    def __init__(self, name: str) -> None:
        self.name = name  # one nobody else has: the cache answers for a known embedding
        self.interfere: Callable[[], None] = lambda: None
        self.waits = threading.Event()
        self.held = False
        self._words = HashedWords()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.interfere()
        if self.held:
            self.waits.set()
            await asyncio.Event().wait()
        return await self._words.embed(texts)


def test_c16_stop_while_the_documents_are_read() -> None:
    embedder = Restless("held at the first document")
    session = open_session(embeddings=embedder)
    embedder.held = True
    session.start()
    assert embedder.waits.wait(10)
    session.stop()
    assert kept_by(session) == ["session_opened"]
    embedder.held = False
    assert len(session.warm_start()) == 4


def test_c16_stop_while_placing_leaves_the_turn_whole() -> None:
    embedder = Restless("held while placing")
    session = open_session(embeddings=embedder, sources=another_line)
    session.warm_start()

    def hold(event: ev.Event) -> None:
        if isinstance(event, ev.TurnTaken):
            embedder.held = bool(event.turn.retrieved)  # from here on there is only the map

    end = session.on_event(hold)
    for each in session.mind_map:
        each.rename(f"{each.name}, under another name")  # to be embedded when placing

    def stop() -> None:
        embedder.waits.wait(10)
        session.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    turns = session.run(9)
    stopper.join()
    assert [each.role for each in turns] == ["moderator", "general knowledge"]
    assert turns == session.turns[-2:]
    assert set(turns[-1].retrieved) & set(session._journal.state.unplaced)
    assert is_whole(session)
    end()
    embedder.held = False
    session.step()
    assert not session._journal.state.unplaced


def test_a_listener_may_stop_the_work_even_at_its_last_event() -> None:
    session = open_session()
    session.warm_start()
    end = session.on_event(lambda _: session.stop())
    assert session.step(user_utterance="One more thing.") == session.turns[-1]
    with pytest.raises(Stopped):
        session.step()
    end()
    assert not session.busy
    session.step()
    assert is_whole(session)


def test_stop_before_the_work_has_begun() -> None:
    session = open_session()
    told = told_by(session)

    def start_and_stop() -> None:
        session.start()
        assert session.busy
        session.stop()

    _RUNNER.call(start_and_stop)
    wait_until(lambda: not session.busy)
    assert told == []
    session.step()


@pytest.mark.parametrize("place", range(0, 40, 3))
def test_c16_a_warm_start_stopped_anywhere_goes_on_to_the_same_opening(place: int) -> None:
    whole, session = open_session(), open_session()
    whole.warm_start()
    count = 0

    def stop_once(_: ev.Event) -> None:
        nonlocal count
        count += 1
        if count == place:
            session.stop()

    session.on_event(stop_once)
    try:
        session.warm_start()
    except Stopped:
        assert is_whole(session)
        session.warm_start()
    assert [each.utterance for each in session.turns] == [each.utterance for each in whole.turns]
    assert [each.name for each in session.mind_map] == [each.name for each in whole.mind_map]
    assert is_whole(session)


# What goes wrong.


def test_c11_a_source_that_fails_is_told_in_the_turn(gated: Gated) -> None:
    session = asked(gated)
    gated.mood = "source error"
    turn = session.step()
    assert turn.status == "no evidence"
    assert "come back tomorrow" in turn.error
    assert not turn.citations
    gated.release()
    session.say(QUESTION)
    assert session.step().citations


def test_c11_a_function_that_raises_is_told_in_the_turn() -> None:
    def broken(query: str) -> list[str]:
        raise OSError(query)

    session = open_session(sources=broken)
    session.say(QUESTION)
    session.warm_start()
    turn = session.step()
    assert "broken failed (OSError" in turn.error
    assert turn.status == "no evidence"


def test_c11_a_source_that_gives_the_same_again_adds_nothing() -> None:
    session = open_session(sources=lambda _: ["Roots follow air and water."])
    session.say(QUESTION)
    session.run(4)
    assert len(session.sources) == len(session.snippets) == 1
    assert is_whole(session)


def test_c11_a_retriever_that_breaks_down_is_told_and_the_session_goes_on(gated: Gated) -> None:
    session = asked(gated)
    gated.mood = "runtime error"
    turn = session.step()
    assert turn.status == "no evidence"
    assert turn.error == (
        "gated failed (RuntimeError: the shelf is on fire); "
        "try it by itself, then run the turn again."
    )
    gated.release()
    session.say(QUESTION)
    assert session.step().status == "done"


def test_an_error_that_nobody_foresaw_ends_the_work_and_is_told(gated: Gated) -> None:
    session = asked(gated)
    before, told = session.events, told_by(session)
    gated.mood = "unforeseen"
    with pytest.raises(RuntimeError, match="on fire"):
        session.step()
    ended = told[-1]
    assert isinstance(ended, ev.WorkEnded)
    assert ended.outcome == "failed"
    assert "the disk is on fire" in ended.message
    assert (session.events, session.busy) == (before, False)
    gated.release()
    assert session.step().question == QUESTION


def test_an_error_in_the_background_is_logged(
    gated: Gated, caplog: pytest.LogCaptureFixture
) -> None:
    session = asked(gated)
    gated.mood = "unforeseen"
    session.start(3)
    wait_until(lambda: not session.busy)
    _RUNNER.call(lambda: None)
    record = next(each for each in caplog.records if each.levelname == "ERROR")
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], RuntimeError)


def test_one_broken_interview_leaves_no_other_behind(gated: Gated) -> None:
    session = open_session(sources=gated)

    def break_down(event: ev.Event) -> None:
        if isinstance(event, ev.Progress) and event.stage == "interviews":
            gated.mood = "open" if event.done else "unforeseen"

    end = session.on_event(break_down)
    with pytest.raises(RuntimeError):
        session.warm_start()
    end()
    gated.release()
    others = _RUNNER.call(lambda: len(asyncio.all_tasks(_RUNNER.loop)))
    assert others == 0
    assert session.step().role == "moderator"
    assert is_whole(session)


def test_a_listener_that_fails_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    session = open_session()

    def fail(event: ev.Event) -> None:
        raise LookupError(event.type)

    session.on_event(fail)
    told = told_by(session)
    session.step()
    assert told[-1] == ev.WorkEnded("turn", "done")
    assert "A listener failed on turn_taken" in caplog.text


# The awaitable twins.


async def test_the_twins_do_the_same_without_blocking() -> None:
    session = open_session()
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.001)

    ticking = asyncio.create_task(tick())
    opening = await session.awarm_start()
    turn = await session.astep()
    turns = await session.arun(2)
    report = await session.agenerate_report()
    ticking.cancel()
    assert [*opening, turn, *turns] == session.turns
    assert report is session.report
    assert ticks > 3


async def test_cancelling_who_awaits_ends_the_work_first(gated: Gated) -> None:
    session = await asyncio.to_thread(asked, gated)
    before = session.events
    gated.mood = "awaits"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(session.arun(5), 0.2)
    assert (session.busy, session.events) == (False, before)
    gated.release()
    assert (await session.astep()).question == QUESTION


async def test_a_busy_session_is_told_to_who_awaits(gated: Gated) -> None:
    session = await asyncio.to_thread(asked, gated)
    gated.mood = "awaits"
    session.start()
    with pytest.raises(SessionBusy):
        await session.astep()
    with pytest.raises(SessionBusy):
        async for _ in session.stream():
            pass
    session.stop()


async def test_stop_ends_what_is_awaited(gated: Gated) -> None:
    session = await asyncio.to_thread(asked, gated)
    gated.mood = "awaits"
    step = asyncio.create_task(session.astep())
    await asyncio.to_thread(gated.reached.wait, 10)
    session.stop()
    with pytest.raises(Stopped):
        await step


# Streaming.


async def test_a_stream_tells_everything_in_order_and_ends() -> None:
    session = open_session()
    async with aclosing(session.stream(2)) as stream:
        events = [event async for event in stream]
    assert isinstance(events[0], ev.WorkStarted)
    assert events[-1] == ev.WorkEnded("turn", "done")
    assert [each for each in events if isinstance(each, ev.KeptEvent)] == list(session.events[1:])
    for turn in session.turns:
        spoken = [each.text for each in events if isinstance(each, ev.Token) and each.id == turn.id]
        assert "".join(spoken) == turn.utterance
    answer = session.turns[-1]
    assert any(isinstance(each, ev.TurnSearched) and each.id == answer.id for each in events)
    assert session._journal._listeners == []


async def test_a_reader_who_leaves_stops_the_work() -> None:
    session = open_session()
    await session.awarm_start()
    async with aclosing(session.stream(500)) as stream:
        async for event in stream:
            if isinstance(event, ev.TurnTaken):
                break
    assert not session.busy
    assert session._journal._listeners == []
    assert len(session.turns) < 20
    assert is_whole(session)


async def test_a_stream_that_is_stopped_ends() -> None:
    session = open_session()
    await session.awarm_start()
    last: ev.Event | None = None
    async with aclosing(session.stream(500)) as stream:
        async for event in stream:
            last = event
            if isinstance(event, ev.TurnTaken):
                await asyncio.to_thread(session.stop)
    assert last == ev.WorkEnded("turn", "stopped")


async def test_an_error_comes_after_the_events_of_a_stream(gated: Gated) -> None:
    session = await asyncio.to_thread(asked, gated)
    gated.mood = "unforeseen"
    seen: list[ev.Event] = []

    async def read() -> None:
        async for event in session.stream(2):
            seen.append(event)  # noqa: PERF401 - an error comes after what is seen

    with pytest.raises(RuntimeError, match="on fire"):
        await read()
    assert isinstance(seen[-1], ev.WorkEnded)
    assert seen[-1].outcome == "failed"


# Edits, also while the table works.


def test_what_a_cell_changes_is_an_event() -> None:
    session = open_session()
    session.warm_start()
    told = told_by(session)
    session.settings.experts = 4
    session.experts.add("Arborist", "living trees")
    concept = session.mind_map.add("Law")
    concept.note = "ask a lawyer"
    assert [each.type for each in told] == [
        "settings_changed",
        "experts_changed",
        "concept_added",
        "concept_marked",
    ]
    assert session.settings.experts == 4
    assert session.mind_map["Law"].note == "ask a lawyer"
    assert is_whole(session)


def test_c21_concepts_of_one_name_and_of_odd_names_are_told_apart_by_id() -> None:
    session = open_session()
    left, right = session.mind_map.add("Left"), session.mind_map.add("Right")
    first, second = left.add("History"), right.add("History")
    odd = first.add("A -> B")
    second.add("C# and F# languages")
    assert session.mind_map["Left", "History"] == first
    assert session.mind_map["Right", "History"] == second
    odd.move(second)
    assert session.mind_map["Right", "History", "A -> B"] == odd
    first.remove()
    assert session.mind_map["History"] == second
    with pytest.raises(UserError, match="needs a name"):
        left.add(" ")
    assert is_whole(session)


def test_edits_from_a_cell_while_the_table_talks_are_safe() -> None:
    session = open_session(settings=SMALL.with_values(snippets_per_concept=2))
    session.warm_start()
    session.start(12)
    made = 0
    while session.busy:
        made += 1
        added = session.mind_map.add(f"Mine {made}")
        added.add(f"Below {made}").note = "mine"
        added.move(next(each for each in session.mind_map if each.parent != added))
        session.experts.add(f"Guest {made}")
        session.experts.mute(f"Guest {made}")
        session.mind_map.to_markdown()
        repr(session)
        session.settings.seed = made
    wait_until(lambda: not session.busy)
    assert made > 3
    assert {f"Guest {number}" for number in range(1, made + 1)} <= {
        each.name for each in session.experts
    }
    for number in range(1, made + 1):
        assert session.mind_map[f"Below {number}"].note == "mine"
    assert len(session.turns) == 16
    session.step()
    assert not session._journal.state.unplaced
    assert is_whole(session)


def test_a_user_who_edits_whenever_the_table_waits_breaks_nothing() -> None:
    embedder = Restless("interfered with")
    session = open_session(embeddings=embedder, settings=SMALL.with_values(snippets_per_concept=2))
    made = 0

    def interfere() -> None:
        nonlocal made
        made += 1
        session.experts.add(f"Guest {made}")
        session.mind_map.add(f"Mine {made}")
        tops = session.mind_map.children
        if made % 3 == 2:
            tops[0].remove()
        elif made % 3 == 0:
            tops[-1].merge(tops[0])
        snippet = next(iter(session.snippets), None)
        if snippet is not None:
            session.mind_map.children[-1].place(snippet)

    embedder.interfere = interfere
    session.say(QUESTION)
    session.run(5)
    session.generate_report()
    assert made > 3
    assert {f"Guest {number}" for number in range(1, made + 1)} <= {
        each.name for each in session.experts
    }
    embedder.interfere = lambda: None
    session.step()
    assert not session._journal.state.unplaced
    assert is_whole(session)


def test_edits_while_the_engine_thinks_are_kept() -> None:
    session = open_session(sources=another_line, settings=SMALL.with_values(snippets_per_concept=2))
    engine = session._parts.engine
    made: dict[str, int] = {}

    def meddle(job: str) -> None:
        made[job] = made.get(job, 0) + 1
        if job == "propose_experts":
            session.experts.add(f"Guest {made[job]}")
        elif made[job] < 4 and len(session.mind_map):
            session.mind_map.children[-1].remove()
            session.mind_map.add(f"Mine, while it does {job} {made[job]}")

    def meddled(job: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        original = getattr(engine, job)

        async def think(*arguments: Any) -> Any:
            meddle(job)
            return await original(*arguments)

        return think

    for job in ("propose_experts", "outline", "choose_placements", "split_concept"):
        setattr(engine, job, meddled(job))
    session.say(QUESTION)
    session.run(6)
    assert set(made) == {"propose_experts", "outline", "choose_placements", "split_concept"}
    names = {each.name for each in session.experts}
    assert {f"Guest {number}" for number in range(1, made["propose_experts"] + 1)} <= names
    assert is_whole(session)
    session.step()
    assert not session._journal.state.unplaced


def test_concepts_and_experts_made_before_the_start_have_company() -> None:
    session = open_session()
    session.mind_map.add("My own question")
    session.experts.add("Arborist", "living trees")
    session.warm_start()
    assert session.experts["Arborist"].kept
    assert len(session.experts) == SMALL.experts
    assert len(session.mind_map) > 1
    assert not session._journal.state.unplaced
    assert is_whole(session)


# The record.


def test_the_events_of_a_whole_session_make_its_state() -> None:
    session = open_session()
    session.say(QUESTION)
    session.run(4)
    session.mind_map.children[0].pin()
    report = session.generate_report()
    assert report.references
    assert session.report is report
    again = fold_all(read_again(session.events))
    assert again == session._journal.state
    assert again.kept == len(session.events)


def test_which_search_is_the_fastest_changes_nothing() -> None:
    def answering_in_the_order_of(salt: str) -> list[Any]:
        async def slow(query: str) -> list[str]:
            await asyncio.sleep(crc32((salt + query).encode()) % 30 / 1000)
            return [f"Tree {each} stands in the street of {query}." for each in "ABC"]

        session = open_session(sources=slow, settings=SMALL.with_values(experts=3))
        session.run(4)
        return [
            [each.id for each in session.sources],
            [(each.expert, each.answer) for each in session.archive],
            [each.utterance for each in session.turns],
            [each.path for each in session.mind_map],
        ]

    first = answering_in_the_order_of("one")
    assert len(first[0]) > 10
    assert answering_in_the_order_of("two") == first
    assert answering_in_the_order_of("three") == first


def test_what_was_not_cited_is_unused() -> None:
    session = open_session()
    session.run(3)
    cited = {each.snippet_id for turn in session.turns for each in turn.citations}
    assert cited
    assert {each.id for each in session.unused} == {each.id for each in session.snippets} - cited
    for turn in session.turns:
        for each in turn.citations:
            assert turn.utterance[each.start : each.end] == f"[{each.number}]"
            assert session.sources[each.number].id == each.source_id
            snippet = session.snippets[each.snippet_id]
            text = session.sources[snippet.source_id].text
            assert text[snippet.start : snippet.end] == snippet.text


def test_settings_reach_the_table() -> None:
    session = open_session(settings=Settings(experts=1, interview_turns=0, opening_concepts=0))
    assert session.warm_start() == []
    assert len(session.experts) == 1
    assert session.archive == []
    assert TREES.exists()
