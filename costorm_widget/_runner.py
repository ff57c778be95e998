"""One background event loop for all sessions: work goes on while the notebook's own loop is busy.

A notebook cell runs on the kernel's main thread, which already has an event loop. So a session's
work runs as tasks of a second loop on a daemon thread. The blocking calls wait for such a task
in short steps, so that an interrupt reaches them on every platform; an interrupt cancels the task
and waits until it has cleaned up. The loop thread is also the one place where a session's state
changes: edits made in a cell are carried over to it, and so never meet a turn half-way.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

Result = TypeVar("Result")

_STEP = 0.2
"""Seconds between two looks at a waiting call: the longest an interrupt can go unseen."""

_CLEAN_UP = 5.0
"""Seconds that a cancelled task gets for its clean-up before the caller stops waiting."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted a blocking call; the session is whole and can go on."""

    def _render_traceback_(self) -> list[str]:
        """Show one line in a notebook: the stack is ours and tells the user nothing."""
        return [str(self)]


class Runner:
    """A background event loop, started at the first use."""

    def __init__(self) -> None:
        """Make a runner; no thread is started yet."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The running loop; started if need be, also after a fork."""
        with self._lock:
            if self._loop is None or self._thread is None or not self._thread.is_alive():
                loop = asyncio.new_event_loop()
                thread = threading.Thread(
                    target=loop.run_forever, name="costorm-session", daemon=True
                )
                thread.start()
                self._loop, self._thread = loop, thread
            return self._loop

    @property
    def here(self) -> bool:
        """Whether the caller is on the loop's own thread."""
        return threading.current_thread() is self._thread

    def submit(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Start `work` and return at once; cancelling the future cancels the task."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def wait(self, future: Future[Result]) -> Result:
        """Block until `future` is done.

        Raises:
            Interrupted: After an interrupt; the task was cancelled and has cleaned up.
        """
        try:
            while True:
                try:
                    return future.result(timeout=_STEP)
                except FutureTimeout:
                    if future.done():
                        raise
        except KeyboardInterrupt:
            future.cancel()
            self.call(lambda: None)
            message = "Interrupted. The session is whole; step() goes on from here."
            raise Interrupted(message) from None

    def soon(self, function: Callable[[], None]) -> None:
        """Run `function` on the loop's thread, without waiting for it."""
        self.loop.call_soon_threadsafe(function)

    def call(self, function: Callable[[], Result]) -> Result:
        """Run `function` on the loop's thread and return what it returns."""
        if self.here:
            return function()
        done: Future[Result] = Future()

        def carry() -> None:
            try:
                done.set_result(function())
            except BaseException as error:  # noqa: BLE001 - thread boundary: raised in the caller
                done.set_exception(error)

        self.loop.call_soon_threadsafe(carry)
        return done.result(timeout=None)


__all__ = ["CancelledError", "Future", "Interrupted", "Runner"]
