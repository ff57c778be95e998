"""A blocking call awaited on the event loop, let go of at once when it is cancelled."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from costorm_widget.errors import SourceBusy

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_LEFT_BEHIND = 4
"""Calls that may be out, given up, before a place is not asked any more."""


async def in_thread(function: Callable[[], Result]) -> Result:
    """Await `function` in a thread of its own.

    `asyncio.to_thread` has few threads, and the interpreter waits for them at its end: requests to
    a place that says nothing would hold up both. A thread of its own that was let go of ends when
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

    call = partial(copy_context().run, work)
    threading.Thread(target=call, name="costorm-source", daemon=True).start()
    return await done


class Apart:
    """Calls of code that may never come back: they are let go of, but not without end.

    Args:
        name: Whose code it is, for messages.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._guard = threading.Lock()
        self._left = 0

    async def call(self, function: Callable[[], Result]) -> Result:
        """Await `function` in a thread of its own.

        Raises:
            SourceBusy: If too many earlier calls were given up and are still out.
        """
        if self._left >= _LEFT_BEHIND:
            raise SourceBusy(
                f"{self._name} has not come back from {self._left} earlier calls; "
                "give it a time limit of its own, then start the kernel anew."
            )
        ended = given_up = False

        def watched() -> Result:
            nonlocal ended
            try:
                return function()
            finally:
                with self._guard:
                    ended = True
                    self._left -= given_up

        try:
            return await in_thread(watched)
        except asyncio.CancelledError:
            with self._guard:
                given_up = not ended
                self._left += given_up
            raise
