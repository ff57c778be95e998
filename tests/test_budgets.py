"""Budgets: nothing begins that would pass one, what was begun ends cleanly (C30)."""

from __future__ import annotations

from typing import Any

import pytest

from costorm_widget import BadSetting, BudgetReached
from costorm_widget import events as ev
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
    without_accounts,
)
from tests.fixtures.sessions import open_session


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every thousand tokens cost one cent."""

    def cost(_name: str, _provider: str, usage: Any) -> float:
        return float(usage["input_tokens"] + usage["output_tokens"]) / 100_000

    monkeypatch.setattr("costorm_widget.language.calls.prices.cost", cost)


@pytest.mark.usefixtures("priced")
def test_c30_a_turn_that_would_pass_the_budget_is_not_begun() -> None:
    model = MoodyModel()
    session = session_with(model, sources=Endless())
    session.run(6)
    expected = session.estimate().cost
    spent = session.usage.total.cost
    assert expected is not None
    assert spent is not None
    session.settings.max_cost = spent + 0.8 * expected
    asked, before, told = len(model.asked), session.events, told_by(session)
    with pytest.raises(BudgetReached, match=r"left of max_cost=.*raise session\.settings") as error:
        session.step()
    assert f"${expected:.4f}" in str(error.value)
    assert len(model.asked) == asked
    assert session.events == before
    assert told[-1] == ev.WorkEnded("turn", "failed", str(error.value))
    session.settings.max_cost = spent + 2 * expected
    assert session.step().status == "done"


def test_an_unknown_price_is_no_reason_to_stop() -> None:
    session = session_with(MoodyModel(), warm=True, max_cost=0.01)
    assert session.usage.total.cost is None
    assert session.estimate().cost is None
    assert session.step().status == "done"


@pytest.mark.parametrize("limit", ["max_tokens", "max_requests"])
def test_run_until_the_budget_takes_what_it_allows(limit: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, sources=Endless())
    used = {"max_tokens": session.usage.total.tokens, "max_requests": session.usage.total.requests}
    room = {"max_tokens": 12_000, "max_requests": 24}[limit]
    setattr(session.settings, limit, used[limit] + room)
    told = told_by(session)
    turns = session.run(until="budget")
    assert 3 <= len(turns) <= 20
    assert {each.status for each in turns} == {"done"}
    spent = {"max_tokens": session.usage.total.tokens, "max_requests": session.usage.total.requests}
    assert used[limit] < spent[limit] <= used[limit] + room
    assert in_order(told)
    assert told[-1] == ev.WorkEnded("turn", "done")
    assert session.run(until="budget") == []
    with pytest.raises(BudgetReached):
        session.run(3)


def test_run_until_the_budget_ends_though_somebody_could_go_on_without_a_model() -> None:
    session = session_with(MoodyModel(), warm=True, fallback="extractive")
    session.settings.max_requests = session.usage.total.requests + 9

    def enough(_: ev.Event) -> None:
        if len(session.turns) > 30:
            session.stop()

    session.on_event(enough)
    turns = session.run(until="budget")
    assert 2 <= len(turns) <= 6
    assert session.step().status == "done"  # the fallback


def test_run_until_the_budget_counts_time_without_a_model_too() -> None:
    session = open_session(model="extractive")
    session.warm_start()
    session.settings.max_seconds = session._parts.ledger.seconds + 0.3
    assert session.run(until="budget")
    assert session._parts.ledger.seconds >= session.settings.max_seconds


@pytest.mark.parametrize(
    ("model", "settings", "until", "match"),
    [
        (None, {}, "budget", "There is no budget; set max_cost"),
        (None, {"max_cost": 1}, "dawn", 'give until="budget"'),
        ("extractive", {"max_cost": 1.0}, "budget", "only time is spent; set max_seconds"),
    ],
)
def test_a_budget_that_cannot_be_reached_is_refused(
    model: str | None, settings: dict[str, Any], until: Any, match: str
) -> None:
    session = open_session(model=model or MoodyModel())
    for name, value in settings.items():
        setattr(session.settings, name, value)
    with pytest.raises(BadSetting, match=match):
        session.run(until=until)


def test_a_budget_spent_in_the_middle_of_a_turn_leaves_the_state_before() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    session.say(QUESTION)
    told = told_by(session)

    def spend(event: ev.Event) -> None:
        if isinstance(event, ev.ModelCalled) and event.call.job == "plan_turn":
            session.settings.max_requests = session.usage.total.requests

    end = session.on_event(spend)
    with pytest.raises(BudgetReached, match=r"used .* of max_requests"):
        session.step()
    end()
    assert session.turns[-1].role == "user"
    assert in_order(told)
    assert fold_all(session.events) == session._journal.state
    session.settings.max_requests = None
    assert session.step().question == QUESTION


def test_a_budget_spent_before_the_map_is_drawn_costs_the_map_nothing() -> None:
    session = session_with(MoodyModel(), warm=True, sources=Endless(), snippets_per_concept=4)

    def spend(event: ev.Event) -> None:
        if isinstance(event, ev.TurnSearched):
            session.settings.max_requests = session.usage.total.requests + 1  # for its words

    session.say(QUESTION)
    session.on_event(spend)
    assert session.step().status == "done"
    assert not session._journal.state.unplaced
    assert all(len(each.snippets) <= 8 for each in session.mind_map)  # fine up to twice as many


def test_a_warm_start_that_cannot_be_afforded_is_not_begun() -> None:
    model = MoodyModel()
    session = session_with(model, max_requests=5)
    before = session.events
    with pytest.raises(BudgetReached, match="left of max_requests=5"):
        session.step()
    assert (session.events, model.asked) == (before, [])


def test_a_budget_spent_during_the_warm_start_keeps_what_was_done() -> None:
    model = MoodyModel()
    session = session_with(model, max_requests=3)
    with pytest.raises(BudgetReached):
        session.warm_start()
    assert session.snippets
    session.settings.max_requests = None
    assert len(session.warm_start()) == 4
    assert jobs(model).count("plan_background") == 1


def test_with_a_fallback_a_spent_budget_ends_nothing() -> None:
    model = MoodyModel()
    session = session_with(model, max_requests=3, fallback="extractive")
    told = told_by(session)
    turns = session.run(4)
    assert [each.status for each in turns] == ["done"] * 4
    assert all("Quoted from the sources" in each.error for each in turns)
    assert all("max_requests=3" in each.error for each in turns)
    assert len(model.asked) == 3
    assert in_order(told)
    report = session.generate_report()
    assert report.partial
    assert report.references


def test_a_retry_that_cannot_be_afforded_leaves_the_failed_turn() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    session.say(QUESTION)
    model.mood.fails = {"write_answer"}
    failed = session.step()
    model.mood.fails = set()
    session.settings.max_requests = session.usage.total.requests
    before = without_accounts(session)
    with pytest.raises(BudgetReached):
        session.retry()
    assert without_accounts(session) == before
    session.settings.max_requests = None
    assert session.retry().id == failed.id


def test_what_the_user_says_needs_no_budget() -> None:
    session = session_with(MoodyModel(), warm=True)
    session.settings.max_requests = 1
    assert session.step(user_utterance=QUESTION).role == "user"


def test_no_call_begins_once_a_limit_is_reached() -> None:
    for limit in range(1, 12):
        model = MoodyModel()
        session = session_with(model)
        session.settings.max_requests = limit
        with pytest.raises(BudgetReached):
            session.generate_report()  # after the warm start, which takes eleven calls
        assert len(model.asked) == len(calls(session)) == session.usage.total.requests == limit
