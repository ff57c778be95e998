"""Several pieces of work at the same time: none is left behind, and no error is lost."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from costorm_widget.discourse.together import ended, together


async def after(seconds: float, result: int, done: list[int]) -> int:
    try:
        await asyncio.sleep(seconds)
    finally:
        done.append(result)
    return result


async def failing() -> int:
    message = "no luck"
    raise ValueError(message)


async def test_results_come_in_the_order_of_the_work() -> None:
    done: list[int] = []
    assert await together([after(0.02, 1, done), after(0, 2, done)]) == [1, 2]
    assert done == [2, 1]
    assert await together([]) == []


async def test_when_one_fails_the_others_are_ended_first() -> None:
    done: list[int] = []
    with pytest.raises(ValueError, match="no luck"):
        await together([after(30, 1, done), failing(), after(30, 2, done)])
    assert sorted(done) == [1, 2]


async def test_when_it_is_stopped_all_are_ended_first() -> None:
    done: list[int] = []
    work = asyncio.create_task(together([after(30, 1, done), after(30, 2, done)]))
    await asyncio.sleep(0.01)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert sorted(done) == [1, 2]


async def test_errors_that_nobody_waited_for_are_not_reported_as_lost() -> None:
    lost: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    tasks = [asyncio.create_task(failing()) for _ in range(2)]
    await asyncio.sleep(0)
    await ended(tasks)
    del tasks
    gc.collect()
    assert lost == []
