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
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

Result = TypeVar("Result")

_STEP = 0.2
"""Seconds between two looks at a waiting call: the longest an interrupt can go unseen."""

CLEAN_UP = 5.0
"""Seconds that a cancelled task gets for its clean-up before the caller stops waiting."""


class Interrupted(KeyboardInterrupt):
    """The user interrupted a blocking call; the session is whole and can go on."""

    def _render_traceback_(self) -> list[str]:
        """Show one line in a notebook: the stack is ours and tells the user nothing."""
        return [str(self)]


class Job(Generic[Result]):
    """A task on the loop's thread, as other threads see it.

    Attributes:
        done: Set when the task is over, its clean-up included: a cancelled task has ended, not
            only been told to.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Result]) -> None:
        """Prepare `work` as a task of `loop`; it begins with `start`."""
        self.done: Future[Result] = Future()
        self._loop = loop
        self._work = work
        self._task: asyncio.Task[Result] | None = None

    def start(self) -> None:
        """Begin, and return at once."""
        self._loop.call_soon_threadsafe(self._begin)

    def cancel(self) -> None:
        """Ask the task to end, and return at once."""
        self._loop.call_soon_threadsafe(self._cancel)

    def settle(self) -> None:
        """Block until the task is over, but no longer than a clean-up may take."""
        with suppress(CancelledError, FutureTimeout):
            self.done.exception(CLEAN_UP)

    # On the loop's thread, which keeps the order of the calls.

    def _begin(self) -> None:
        self._task = self._loop.create_task(self._work)
        self._task.add_done_callback(self._end)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
        else:
            self._work.close()
            self.done.cancel()

    def _end(self, task: asyncio.Task[Result]) -> None:
        if task.cancelled():
            self.done.cancel()
        elif error := task.exception():
            self.done.set_exception(error)
        else:
            self.done.set_result(task.result())


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

    def submit(self, work: Coroutine[Any, Any, Result]) -> Job[Result]:
        """Start `work` and return at once."""
        job = Job(self.loop, work)
        job.start()
        return job

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Block until `work` is done.

        Raises:
            Interrupted: After an interrupt; the task was cancelled and has cleaned up.
        """
        job = Job(self.loop, work)
        try:
            job.start()  # an interrupt may come while it returns, and must reach the work
            while True:
                try:
                    return job.done.result(timeout=_STEP)
                except FutureTimeout:
                    if job.done.done():  # by a hair, or with a time-out of its own
                        return job.done.result()
        except KeyboardInterrupt:
            job.cancel()
            job.settle()
            message = "Interrupted. The session is whole; step() goes on from here."
            raise Interrupted(message) from None

    async def join(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Await `work` on whatever loop the caller has.

        When the awaiting task is cancelled, so is the work, and the cancellation goes on once the
        work has cleaned up: the next call finds the session free.
        """
        if self.here:
            return await work
        job = self.submit(work)
        # `wait` leaves what it waits for alone when it is cancelled, and so keeps its outcome.
        waiting = asyncio.wrap_future(job.done)
        waiting.add_done_callback(_look_at)
        try:
            await asyncio.wait([waiting])
        except asyncio.CancelledError:
            job.cancel()
            await asyncio.wait([waiting], timeout=CLEAN_UP)
            raise
        return waiting.result()

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


def _look_at(waiting: asyncio.Future[Any]) -> None:
    """Take note of an error, so that asyncio does not report it as never seen."""
    if not waiting.cancelled():
        waiting.exception()
