"""A blocking call awaited on the event loop, let go of at once when it is cancelled."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


async def in_thread(function: Callable[[], Result]) -> Result:
    """Await `function` in a thread of its own.

    `asyncio.to_thread` has few threads, and the interpreter waits for them at its end: requests to
    a wiki that says nothing would hold up both. A thread of its own that was let go of ends when
    its time limit does, and nobody waits for it.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def deliver(settle: Callable[[], None]) -> None:
        if not done.done():
            settle()

    def work() -> None:
        try:
            settle = partial(done.set_result, function())
        except BaseException as error:  # noqa: BLE001 - thread boundary: raised in the caller
            settle = partial(done.set_exception, error)
        with suppress(RuntimeError):  # the loop may be gone by then
            loop.call_soon_threadsafe(deliver, settle)

    threading.Thread(target=work, name="costorm-source", daemon=True).start()
    return await done
