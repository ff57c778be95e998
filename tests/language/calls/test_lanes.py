"""How many calls run at a time, and how many start a second."""

from __future__ import annotations

import asyncio
import time

from costorm_widget.language.calls.lanes import Lanes
from costorm_widget.settings import Settings


class Counter:
    """Counts who is inside at the same time."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0

    async def go(self, lanes: Lanes, model: str, settings: Settings) -> None:
        async with lanes.through(model, settings):
            self.inside += 1
            self.most = max(self.most, self.inside)
            await asyncio.sleep(0.01)
            self.inside -= 1


async def test_calls_to_one_model_share_its_places() -> None:
    lanes, counter = Lanes(), Counter()
    settings = Settings(concurrent_calls=2)
    await asyncio.gather(*(counter.go(lanes, "one", settings) for _ in range(6)))
    assert counter.most == 2


async def test_each_model_has_places_of_its_own() -> None:
    lanes, counter = Lanes(), Counter()
    settings = Settings(concurrent_calls=1)
    await asyncio.gather(*(counter.go(lanes, model, settings) for model in ("one", "other")))
    assert counter.most == 2


async def test_more_places_count_from_the_next_call() -> None:
    lanes, counter = Lanes(), Counter()
    await counter.go(lanes, "one", Settings(concurrent_calls=1))
    more = Settings(concurrent_calls=3)
    await asyncio.gather(*(counter.go(lanes, "one", more) for _ in range(5)))
    assert counter.most == 3


async def test_calls_start_at_a_pace() -> None:
    lanes, counter = Lanes(), Counter()
    settings = Settings(requests_per_second=20)
    began = time.monotonic()
    await asyncio.gather(*(counter.go(lanes, "one", settings) for _ in range(4)))
    # The first one waits its turn too: 4 at 20 a second.
    assert time.monotonic() - began >= 0.19
