"""What a session has spent: every sum is the sum by hand (C24)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import Call, Totals, Usage
from costorm_widget import events as ev
from costorm_widget.state import SessionState, fold, fold_all
from costorm_widget.usage import charged_to, charging
from tests.fixtures.models import QUESTION, Endless, MoodyModel, calls, session_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from costorm_widget import CoStorm


def by_hand(made: Iterable[Call]) -> dict[str, Any]:
    made = list(made)
    known = [each.cost for each in made if each.cost is not None]
    return {
        "requests": len(made),
        "failed": sum(each.outcome == "failed" for each in made),
        "input_tokens": sum(each.input_tokens for each in made),
        "cached_tokens": sum(each.cached_tokens for each in made),
        "output_tokens": sum(each.output_tokens for each in made),
        "cost": pytest.approx(sum(known)) if len(known) == len(made) else None,
        "seconds": pytest.approx(sum(each.seconds for each in made)),
    }


def shown(totals: Totals) -> dict[str, Any]:
    names = ("requests", "failed", "input_tokens", "cached_tokens", "output_tokens", "seconds")
    return {**{name: getattr(totals, name) for name in names}, "cost": totals.cost}


def grouped(session: CoStorm, key: Callable[[Call], str]) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Call]] = defaultdict(list)
    for each in calls(session):
        if key(each):
            groups[key(each)].append(each)
    return {name: by_hand(made) for name, made in groups.items()}


def agree(groups: dict[str, Totals], expected: dict[str, dict[str, Any]]) -> bool:
    assert groups.keys() == expected.keys()
    for name, totals in groups.items():
        assert shown(totals) == expected[name], name
    return True


def test_c24_all_sums_of_a_session_are_the_sums_by_hand() -> None:
    answers, rest = MoodyModel(model_name="large"), MoodyModel(model_name="small")
    both = {"question_answering": answers, "default": rest}
    session = session_with(both, sources=Endless(), retries=1)
    session.run(4)
    rest.mood.fails = {"plan_turn"}
    session.say(QUESTION)
    assert session.step().status == "failed"
    rest.mood.fails = set()
    session.retry()
    session.generate_report()
    usage = session.usage
    made = calls(session)
    assert len(made) == len(answers.asked) + len(rest.asked) + 2  # the two that failed
    assert shown(usage.total) == by_hand(made)
    assert usage.total.failed == 2
    assert usage.total.cost is None
    assert agree(usage.by_job, grouped(session, lambda call: call.job))
    assert agree(usage.by_turn, grouped(session, lambda call: call.turn))
    assert agree(usage.by_speaker, grouped(session, lambda call: call.speaker))
    assert agree(usage.by_model, grouped(session, lambda call: call.model))
    assert set(usage.by_model) == {"large", "small"}
    answering = {"plan_background", "write_answer"}
    assert {each.job for each in made if each.model == "large"} == answering
    total = usage.by_turn["warm start"].requests + usage.by_turn["report"].requests
    turns = [each.id for each in session.turns if not each.opening and each.role != "user"]
    assert total + sum(usage.by_turn[each].requests for each in turns) == len(made)
    assert fold_all(session.events).usage == usage


def test_a_turn_tells_what_its_words_took() -> None:
    session = session_with(MoodyModel(), sources=Endless())
    for turn in session.run(3):
        made = [each for each in calls(session) if each.turn == turn.id]
        words = [each for each in made if each.job in {"plan_turn", "write_answer"}]
        words = words or [each for each in made if each.job == "ask_as_moderator"]
        assert turn.usage["requests"] >= len(words) > 0
        assert turn.usage["input_tokens"] >= sum(each.input_tokens for each in words)
        assert turn.usage["requests"] <= session.usage.by_turn[turn.id].requests
        assert {each.speaker for each in made} == {turn.speaker}


def test_a_turn_tells_how_long_its_phases_took() -> None:
    session = session_with(MoodyModel(delay=0.02), warm=True)
    asked, answer = session.run(2)
    assert set(asked.timings) == {"write"}
    assert list(answer.timings) == ["plan", "search", "write", "check"]
    assert answer.timings["plan"] >= 0.02
    assert answer.timings["write"] >= 0.02


def test_usage_is_a_copy() -> None:
    session = session_with(MoodyModel(), warm=True)
    session.usage.total.requests = 0
    session.usage.by_job.clear()
    assert session.usage.total.requests == len(calls(session))
    assert session.usage.by_job


def test_the_estimate_comes_true() -> None:
    session = session_with(MoodyModel(), sources=Endless())
    expected = session.estimate(turns=6)
    session.run(6)
    assert expected.requests == pytest.approx(session.usage.total.requests, rel=0.5)
    expected, before = session.estimate(turns=6), session.usage.total.requests
    session.run(6)
    assert expected.requests == pytest.approx(session.usage.total.requests - before, rel=0.4)


# The sums themselves.


def test_an_unknown_price_is_unknown_and_not_nothing() -> None:
    paid = Call("plan_turn", "large", 100, 40, 10, 0.5, 0.02, turn="t1", speaker="Sleep")
    usage = Usage.of([paid, Call("write_answer", "large", 200, 0, 20, 0.5, None, turn="t1")])
    assert (usage.total.cost, usage.total.known_cost, usage.total.unpriced) == (None, 0.02, 1)
    assert usage.by_job["plan_turn"].cost == 0.02
    assert usage.total.tokens == 330
    assert str(usage).splitlines() == [
        "2 requests, 300 tokens in (40 cached), 30 out, 1.0 s, cost unknown",
        "  plan_turn: 1 requests, 100 tokens in (40 cached), 10 out, 0.5 s, $0.0200",
        "  write_answer: 1 requests, 200 tokens in, 20 out, 0.5 s, cost unknown",
    ]


def test_a_turn_in_advance_is_on_its_turn_when_said_and_apart_when_dropped() -> None:
    call = Call("plan_turn", "large", 100, 0, 10, 0.5, 0.02, turn="t3", ahead=True)
    other = Call("plan_turn", "large", 7, turn="t3")
    said, dropped = Usage.of([call]), Usage.of([call, other])
    said.settle("t3", said=True)
    dropped.settle("t3", said=False)
    assert (said.by_turn["t3"].requests, said.dropped.requests) == (1, 0)
    assert dropped.by_turn["t3"].input_tokens == 7
    assert dropped.dropped.cost == 0.02
    assert dropped.total.input_tokens == 107
    dropped.settle("t3", said=False)
    assert dropped.dropped.requests == 1


def test_settling_a_turn_that_has_cost_nothing_changes_nothing() -> None:
    usage = Usage.of([Call("plan_turn", "large", 7, turn="t3")])
    usage.settle("t3", said=False)
    usage.settle("t4", said=False)
    assert usage == Usage.of([Call("plan_turn", "large", 7, turn="t3")])


def test_accounts_are_no_change_of_the_session() -> None:
    state = SessionState()
    for event in (ev.ModelCalled(Call("outline", "large", 5)), ev.AheadSettled("t1", said=True)):
        fold(state, event)
    assert (state.revision, state.kept, state.usage.total.requests) == (0, 2, 1)


def test_calls_are_charged_to_who_they_are_made_for() -> None:
    with charging("t1", "Sleep"):
        with charging("t2", "Law", ahead=True):
            assert charged_to().turn == "t2"
            assert charged_to().ahead
        assert (charged_to().turn, charged_to().speaker) == ("t1", "Sleep")
    assert charged_to().turn == ""
