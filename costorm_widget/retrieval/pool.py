"""Many small jobs at once, in threads: none holds up the event loop, and all can be let go of."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

Key = TypeVar("Key")
Result = TypeVar("Result")

_MOST_THREADS = 8
"""Reading a file is work for one processor, so more threads only help where the disk is far."""


async def as_done(
    jobs: Mapping[Key, Callable[[], Result]],
) -> AsyncGenerator[tuple[Key, Result], None]:
    """Yield the results of `jobs` as they come, with their keys.

    Closing the iterator, or being cancelled, drops the jobs that have not begun.

    Raises:
        Exception: Whatever a job raises.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Queue[Key] = asyncio.Queue()
    threads = min(_MOST_THREADS, (os.cpu_count() or 1) + 2)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="costorm-documents")
    try:
        results = {key: loop.run_in_executor(pool, job) for key, job in jobs.items()}
        for key, result in results.items():
            result.add_done_callback(partial(_tell, done, key))
        for _ in results:
            key = await done.get()
            yield key, await results[key]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _tell(done: asyncio.Queue[Key], key: Key, _: asyncio.Future[Result]) -> None:
    done.put_nowait(key)
