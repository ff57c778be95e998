"""C16 with a model: stop ends the work within a second, wherever the model keeps us waiting."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget import Stopped
from costorm_widget import events as ev
from costorm_widget.state import fold_all
from tests.fixtures.models import (
    BESIDE,
    QUESTION,
    Endless,
    MoodyModel,
    calls,
    in_order,
    session_with,
    told_by,
    without_accounts,
)
from tests.fixtures.sessions import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget import CoStorm


def stop_when_held(
    session: CoStorm, model: MoodyModel, work: Callable[[], object], *, after_words: bool = False
) -> None:
    """Do `work` until the model is held, or a turn's words are over, then stop: in a second."""
    seconds: list[float] = []

    def stop() -> None:
        assert model.mood.reached.wait(10)
        if after_words:
            wait_until(lambda: session._journal.live.draft is None)
        started = time.monotonic()
        session.stop()
        seconds.append(time.monotonic() - started)

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(Stopped, match="step\\(\\) goes on"):
        work()
    stopper.join()
    assert seconds[0] < 1
    assert not session.busy
    assert fold_all(session.events) == session._journal.state
    model.mood.hold, model.mood.hold_streams = set(), set()


@pytest.mark.parametrize("job", ["plan_turn", "write_answer"])
def test_c16_stop_while_a_turn_is_prepared_leaves_the_state_before(job: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    session.say(QUESTION)
    before = without_accounts(session)
    told = told_by(session)
    model.mood.hold = {job}
    stop_when_held(session, model, session.step)
    assert without_accounts(session) == before
    assert told[-1] == ev.WorkEnded("turn", "stopped")
    assert in_order(told)
    assert session.step().question == QUESTION


def test_c16_stop_between_two_words_takes_them_back() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    session.say(QUESTION)
    before = without_accounts(session)
    told = told_by(session)
    model.mood.hold_streams = {"write_answer"}
    stop_when_held(session, model, session.step)
    assert without_accounts(session) == before
    assert [each.type for each in told].count("turn_dropped") == 1
    stopped = [each for each in calls(session) if each.outcome == "stopped"]
    (answer,) = [each for each in stopped if each.job == "write_answer"]
    assert answer.output_tokens > 0  # what was said is paid
    assert session.step().status == "done"


@pytest.mark.parametrize("job", ["ask_as_moderator", "ask_as_guest"])
def test_c16_stop_while_a_question_is_asked(job: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    before = without_accounts(session)
    model.mood.hold = {job}
    guest = job == "ask_as_guest"
    stop_when_held(session, model, lambda: session.step(simulate_user=guest))
    assert without_accounts(session) == before


@pytest.mark.parametrize("job", ["choose_placements", "split_concept", "propose_experts"])
def test_c16_stop_beside_a_turn_leaves_the_state_after_it(job: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, sources=Endless(), snippets_per_concept=4)
    session.say(QUESTION)
    model.mood.hold = {job}
    told = told_by(session)

    def steps() -> None:
        for _ in range(9):
            session.step()

    stop_when_held(session, model, steps, after_words=True)
    assert in_order(told)
    assert session.turns[-1].status == "done"
    stopped = {each.job for each in calls(session) if each.outcome == "stopped"}
    assert job in stopped <= BESIDE
    session.run(2)
    assert not session._journal.state.unplaced


STARTED = {"evidence_found", "experts_changed"}


@pytest.mark.parametrize(
    ("when", "job", "stages"),
    [
        ("hold", "plan_background", set()),
        ("hold", "propose_experts", {"evidence_found"}),
        ("hold", "ask_in_interview", STARTED),
        ("hold", "write_answer", STARTED),
        ("hold_streams", "write_answer", STARTED),
        ("hold", "outline", STARTED),
        ("hold", "open_concept", STARTED | {"interviews_held"}),
        ("hold_streams", "open_concept", STARTED | {"interviews_held"}),
    ],
)
def test_c16_a_warm_start_is_stopped_in_each_stage_and_goes_on(
    when: str, job: str, stages: set[str]
) -> None:
    whole, other = MoodyModel(), MoodyModel()
    undisturbed = session_with(whole, warm=True)
    session = session_with(other)
    setattr(other.mood, when, {job})
    stop_when_held(session, other, session.warm_start)
    done = {each.type for each in session.events}
    assert stages <= done
    assert "warm_start_ended" not in done
    again = len(other.asked)
    told = told_by(session)
    session.warm_start()
    assert in_order(told)
    assert [each.utterance for each in session.turns] == [
        each.utterance for each in undisturbed.turns
    ]
    assert [each.name for each in session.mind_map] == [each.name for each in undisturbed.mind_map]
    if "experts_changed" in stages:
        later = {each.job for each in other.asked[again:]}
        assert not later & {"plan_background", "propose_experts"}
    assert fold_all(session.events) == session._journal.state


def test_c16_stop_while_the_opening_is_answered_keeps_its_first_question() -> None:
    model = MoodyModel()
    session = session_with(model)

    def hold(event: ev.Event) -> None:
        if isinstance(event, ev.InterviewsHeld):
            model.mood.hold = {"write_answer"}

    end = session.on_event(hold)
    stop_when_held(session, model, session.warm_start)
    end()
    assert [each.intent.asks for each in session.turns] == [True]
    opening = session.warm_start()
    assert [each.intent.asks for each in opening] == [True, False, True, False]
    assert opening[1].question == opening[0].utterance


@pytest.mark.parametrize("job", ["write_section", "write_lead"])
@pytest.mark.parametrize("when", ["hold", "hold_streams"])
def test_c16_stop_while_the_report_is_written_leaves_none(job: str, when: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    before = without_accounts(session)
    setattr(model.mood, when, {job})
    stop_when_held(session, model, session.generate_report)
    assert session.report is None
    assert without_accounts(session) == before
    assert not session.generate_report().partial


def test_c16_stop_during_a_run_keeps_the_turns_that_were_whole() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.hold = {"plan_turn"}

    def stop() -> None:
        assert model.mood.reached.wait(10)
        session.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    turns = session.run(5)
    stopper.join()
    assert [each.role for each in turns] == ["moderator"]


def test_c16_stop_while_the_model_wants_a_pause() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, retries=9)
    session.say(QUESTION)
    model.mood.fails = {"plan_turn"}

    def waits(event: ev.Event) -> None:
        if isinstance(event, ev.Waiting):
            model.mood.reached.set()

    end = session.on_event(waits)
    stop_when_held(session, model, session.step)
    end()
    model.mood.fails = set()
    assert session.step().status == "done"
