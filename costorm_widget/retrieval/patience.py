"""Asking a busy place again, no sooner than it wants, and never too often at a time."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from costorm_widget.errors import SourceBusy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Result = TypeVar("Result")

PAUSES = (1.0, 3.0)
"""Seconds before a busy place is asked again, when it names none; then it is given up."""

LONGEST_PAUSE = 30.0
"""A place that wants a longer pause is not waited for: the user is told."""


class Places:
    """How many requests may go to each host at a time, of all sessions.

    Args:
        at_once: Requests to one host.
    """

    def __init__(self, at_once: int) -> None:
        self._made = partial(asyncio.Semaphore, at_once)
        # A semaphore belongs to one event loop, and a program may run several in turn.
        self._by_loop: WeakKeyDictionary[
            asyncio.AbstractEventLoop, defaultdict[str, asyncio.Semaphore]
        ] = WeakKeyDictionary()

    def at(self, host: str) -> asyncio.Semaphore:
        """Return the semaphore of `host` on the running event loop."""
        loop = asyncio.get_running_loop()
        return self._by_loop.setdefault(loop, defaultdict(self._made))[host]


class Pace:
    """Lets requests start no closer than `seconds` to one another, on whichever event loop.

    Args:
        seconds: From the start of one request to that of the next.
        clock: Tells the time in seconds.
        sleep: Waits that many seconds.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0

    async def turn(self) -> None:
        """Wait until the next request may start."""
        now = self._clock()
        start = max(now, self._next)
        self._next = start + self.seconds
        if start > now:
            await self._sleep(start - now)


async def patiently(ask: Callable[[], Awaitable[Result]], longest: float = LONGEST_PAUSE) -> Result:
    """Ask; ask again, after a pause, while the place is busy.

    Args:
        ask: Makes the request.
        longest: Seconds of the longest pause that is waited for.

    Raises:
        SourceBusy: If it is busy still, or wants a longer pause.
    """
    for pause in (*PAUSES, None):
        try:
            return await ask()
        except SourceBusy as error:
            wait = pause if error.wait is None else error.wait
            if pause is None or wait is None or wait > longest:
                raise
            await asyncio.sleep(wait)
    raise AssertionError  # the last round returns or raises


def busy(host: str, reason: str, pause: str | None) -> SourceBusy:
    """Return the error for a place that wants to be asked later.

    Args:
        host: The place, for the message.
        reason: What it said.
        pause: Value of its `Retry-After` header, if any.
    """
    seconds = asked_pause(pause)
    wait = "a minute" if seconds is None else f"{seconds:g} seconds"
    return SourceBusy(
        f"{host} takes no more requests for now ({reason}); wait {wait}, then run the turn again.",
        seconds,
    )


def asked_pause(header: str | None) -> float | None:
    """Return the seconds that a `Retry-After` header asks for: a number, or a date."""
    if not header:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, round((date - datetime.now(UTC)).total_seconds()))
