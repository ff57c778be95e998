"""Signs of life of a model, as those take them who wait for it.

A small server works on one request after another. Who waits in its queue hears nothing for
minutes, and yet it is not silent: it speaks to the others. So whatever a model says to anyone gives
all who wait for it their whole time again.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pulse:
    """The pulse of one model."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Timeout, float] = {}

    @contextmanager
    def prolonging(self, limit: asyncio.Timeout, seconds: float) -> Iterator[None]:
        """Set `limit` to `seconds` again at every sign of life inside."""
        self._waiting[limit] = seconds
        try:
            yield
        finally:
            del self._waiting[limit]

    def beat(self) -> None:
        """Tell that the model has said something to somebody."""
        now = asyncio.get_running_loop().time()
        for limit, seconds in self._waiting.items():
            if not limit.expired():
                limit.reschedule(now + seconds)
