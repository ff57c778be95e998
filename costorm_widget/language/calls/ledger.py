"""The account of a session: its limits are checked before each call, and each call is told.

The limits are hard in that no call begins once one is reached. A call that is running is not cut
off, so the last ones may pass a limit of tokens or money by what they themselves cost; calls that
run at the same time count as requests from their start.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.errors import BudgetReached
from costorm_widget.events import ModelCalled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costorm_widget.events import Event
    from costorm_widget.language.calls.estimate import Estimate
    from costorm_widget.settings import Settings
    from costorm_widget.usage import Call, Usage


class _Limit(NamedTuple):
    """One of the four limits: how much of it is used, and how its figures are shown."""

    setting: str
    most: float | None
    used: float
    shown: str

    def show(self, value: float) -> str:
        return self.shown.format(value)


class Ledger:
    """Knows what a session may spend, and tells what it spends.

    Args:
        settings: Returns the settings of the moment.
        usage: Returns what was spent so far, the calls told by `emit` included.
        emit: Where each call is told.
        clock: Seconds of a clock that never goes back.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        usage: Callable[[], Usage],
        emit: Callable[[Event], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._usage = usage
        self._emit = emit
        self._clock = clock
        self._in_flight = 0
        self._at_work = 0
        self._began = 0.0
        self._worked = 0.0

    @property
    def seconds(self) -> float:
        """Seconds of work so far: those inside `working()`, in this process."""
        running = self._clock() - self._began if self._at_work else 0.0
        return self._worked + running

    def check(self) -> None:
        """Refuse another call when a limit is reached.

        A call whose price is not known counts nothing towards `max_cost`; the message says so.

        Raises:
            BudgetReached: Naming the limit.
        """
        for limit in self._limits():
            if limit.most is not None and limit.used >= limit.most:
                raise BudgetReached(
                    f"The session has used {limit.show(limit.used)} of "
                    f"{limit.setting}={limit.most:g}{self._unpriced(limit)}; {_remedy(limit)}"
                )

    def affords(self, estimate: Estimate) -> None:
        """Refuse work that is expected to pass a limit.

        Raises:
            BudgetReached: Naming the limit, what is left of it and what the work would need.
        """
        self.check()
        needs = {
            "max_cost": estimate.cost or 0.0,
            "max_tokens": estimate.tokens,
            "max_requests": estimate.requests,
            "max_seconds": estimate.seconds,
        }
        for limit in self._limits():
            need = needs[limit.setting]
            if limit.most is not None and limit.used + need > limit.most:
                raise BudgetReached(
                    f"The next step would take about {limit.show(need)} and "
                    f"{limit.show(limit.most - limit.used)} is left of "
                    f"{limit.setting}={limit.most:g}{self._unpriced(limit)}; {_remedy(limit)}"
                )

    def add(self, call: Call) -> None:
        """Tell that `call` was made."""
        self._emit(ModelCalled(call))

    @contextmanager
    def calling(self) -> Iterator[None]:
        """Count one more request while it runs.

        Raises:
            BudgetReached: As `check` does, before it starts.
        """
        self.check()
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count the seconds inside as work; what overlaps counts once."""
        if not self._at_work:
            self._began = self._clock()
        self._at_work += 1
        try:
            yield
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._worked += self._clock() - self._began

    def _limits(self) -> tuple[_Limit, ...]:
        settings, total = self._settings(), self._usage().total
        requests = total.requests + self._in_flight
        return (
            _Limit("max_cost", settings.max_cost, total.known_cost, "${:.4f}"),
            _Limit("max_tokens", settings.max_tokens, total.tokens, "{:,.0f} tokens"),
            _Limit("max_requests", settings.max_requests, requests, "{:,.0f} requests"),
            _Limit("max_seconds", settings.max_seconds, self.seconds, "{:.1f} seconds"),
        )

    def _unpriced(self, limit: _Limit) -> str:
        unpriced = self._usage().total.unpriced
        if limit.setting != "max_cost" or not unpriced:
            return ""
        return f" ({unpriced} calls of unknown price not counted)"


def _remedy(limit: _Limit) -> str:
    return (
        f"raise session.settings.{limit.setting}, or set "
        'session.settings.fallback = "extractive" to go on without a model.'
    )
