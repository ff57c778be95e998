"""The limits of a session."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from costorm_widget.errors import BudgetReached
from costorm_widget.events import Event, ModelCalled
from costorm_widget.language.calls.estimate import Estimate
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.settings import Settings
from costorm_widget.usage import Call, Usage


class Account:
    """A ledger with a clock that is moved by hand."""

    def __init__(self, *calls: Call, **limits: Any) -> None:
        self.now = 100.0
        self.settings = Settings(**limits)
        self.usage = Usage.of(calls)
        self.events: list[Event] = []
        self.ledger = Ledger(
            lambda: self.settings, lambda: self.usage, self.events.append, lambda: self.now
        )


def call(**fields: Any) -> Call:
    return Call("write_answer", "one", **fields)


def needs(**fields: Any) -> Estimate:
    known = {"turns": 1, "requests": 4, "input_tokens": 900, "output_tokens": 100}
    return Estimate(**{**known, "cost": 0.12, "seconds": 3.0, **fields})


def test_without_limits_nothing_is_refused() -> None:
    account = Account(*[call(input_tokens=10**6, cost=10.0)] * 3)
    account.ledger.check()
    account.ledger.affords(needs())


@pytest.mark.parametrize(
    ("limits", "says_so"),
    [
        ({"max_cost": 0.3}, r"used \$0\.3000 of max_cost=0\.3; raise session\.settings\.max_cost"),
        ({"max_tokens": 2200}, r"used 2,200 tokens of max_tokens=2200; raise"),
        ({"max_requests": 2}, r"used 2 requests of max_requests=2; raise"),
        ({"max_requests": 0}, r"used 2 requests of max_requests=0; raise"),
    ],
)
def test_a_limit_that_is_reached_refuses(limits: dict[str, float], says_so: str) -> None:
    spent = call(input_tokens=1000, output_tokens=100, cost=0.15)
    with pytest.raises(BudgetReached, match=says_so) as got:
        Account(spent, spent, **limits).ledger.check()
    assert str(got.value).endswith('fallback = "extractive" to go on without a model.')


def test_just_below_a_limit_is_allowed() -> None:
    spent = call(input_tokens=1000, output_tokens=99, cost=0.29)
    account = Account(spent, max_cost=0.3, max_tokens=1100, max_requests=2, max_seconds=1)
    account.ledger.check()


def test_calls_of_unknown_price_are_said_to_be_missing() -> None:
    account = Account(call(cost=0.2), call(cost=None), call(cost=None), max_cost=0.2)
    with pytest.raises(BudgetReached, match=r"\(2 calls of unknown price not counted\)"):
        account.ledger.check()
    account = Account(call(cost=None), max_cost=0.2)
    account.ledger.check()


def test_calls_in_flight_are_requests() -> None:
    account = Account(call(), max_requests=3)
    with account.ledger.calling():
        account.ledger.check()
        with account.ledger.calling(), pytest.raises(BudgetReached, match="used 3 requests"):
            account.ledger.check()
    account.ledger.check()


def test_seconds_are_those_of_work_and_overlapping_work_counts_once() -> None:
    account = Account(max_seconds=10)
    account.now += 50
    account.ledger.check()
    with account.ledger.working():
        account.now += 4
        with account.ledger.working():
            account.now += 3
        assert account.ledger.seconds == 7
        account.now += 2
    account.now += 50
    assert account.ledger.seconds == 9
    account.ledger.check()
    with account.ledger.working():
        account.now += 1.5
        with pytest.raises(BudgetReached, match=r"used 10\.5 seconds of max_seconds=10"):
            account.ledger.check()


def test_work_that_fails_counts_too() -> None:
    account = Account()
    with suppress(BudgetReached), account.ledger.working():
        account.now += 2
        raise BudgetReached
    assert account.ledger.seconds == 2


def test_c30_a_turn_that_would_pass_the_limit_is_refused_before_it_starts() -> None:
    account = Account(call(cost=0.4), max_cost=0.5)
    account.ledger.check()
    account.ledger.affords(needs(cost=0.1))
    with pytest.raises(
        BudgetReached, match=r"take about \$0\.1200 and \$0\.1000 is left of max_cost=0\.5; raise"
    ):
        account.ledger.affords(needs(cost=0.12))


@pytest.mark.parametrize(
    ("limits", "needed"),
    [
        ({"max_tokens": 2000}, {"input_tokens": 1901}),
        ({"max_requests": 4}, {"requests": 4}),
        ({"max_seconds": 5}, {"seconds": 5.5}),
    ],
)
def test_c30_each_limit_looks_ahead(limits: dict[str, int], needed: dict[str, float]) -> None:
    account = Account(call(cost=0.1), **limits)
    account.ledger.affords(needs(input_tokens=500, requests=2, seconds=1))
    with pytest.raises(BudgetReached, match="is left of"):
        account.ledger.affords(needs(**needed))


def test_an_unknown_price_passes_no_limit_of_money() -> None:
    Account(max_cost=0.01).ledger.affords(needs(cost=None))


def test_calls_are_told() -> None:
    account = Account()
    account.ledger.add(call(cost=0.1))
    assert account.events == [ModelCalled(call(cost=0.1))]


def test_limits_may_be_changed_between_calls() -> None:
    account = Account(call(), max_requests=1)
    with pytest.raises(BudgetReached):
        account.ledger.check()
    account.settings = Settings(max_requests=2)
    account.ledger.check()
