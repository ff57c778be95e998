"""How many calls run at a time, and how many start a second: apart for each model."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from costorm_widget.language.calls.pulse import Pulse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from langchain_core.rate_limiters import BaseRateLimiter

    from costorm_widget.settings import Settings


class Lanes:
    """Lets calls through, as the settings of the moment allow.

    Of one event loop: its locks belong to the loop that first waited for them.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[str, int], asyncio.Semaphore] = {}
        self._paces: dict[tuple[str, float], BaseRateLimiter] = {}
        self._pulses: dict[str, Pulse] = {}

    def pulse(self, model: str) -> Pulse:
        """Return the signs of life of a model."""
        return self._pulses.setdefault(model, Pulse())

    @asynccontextmanager
    async def through(self, model: str, settings: Settings) -> AsyncIterator[None]:
        """Wait for a place among the calls to `model`, and keep it while inside."""
        most = settings.concurrent_calls
        places = self._places.setdefault((model, most), asyncio.Semaphore(most))
        async with places:
            if settings.requests_per_second is not None:
                await self._pace(model, settings.requests_per_second).aacquire()
            yield

    def _pace(self, model: str, requests_per_second: float) -> BaseRateLimiter:
        from langchain_core.rate_limiters import InMemoryRateLimiter

        key = model, requests_per_second
        if key not in self._paces:
            # Looked at ten times in the time of one request, so that it is not much too late.
            often = min(0.1, 0.1 / requests_per_second)
            self._paces[key] = InMemoryRateLimiter(
                requests_per_second=requests_per_second, check_every_n_seconds=often
            )
        return self._paces[key]
