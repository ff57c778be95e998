"""One piece of work at a time, and how it is stopped.

Everything here runs on the session's loop thread. A piece of work tells its beginning and its end
as events, whatever the end is; stopping cancels its task, and since turns enter the record whole,
a stopped session is one turn older or not at all.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from costorm_widget import events as ev
from costorm_widget.errors import CostormError, SessionBusy, Stopped

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.journal import Journal

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

BUSY = "A turn is under way; wait for it, or call stop() first."


class Desk:
    """Where a session's work is done, one piece at a time."""

    def __init__(self, journal: Journal) -> None:
        """Tell what happens to `journal`; nothing runs yet."""
        self._journal = journal
        self._task: asyncio.Task[Any] | None = None
        self._free = asyncio.Event()
        self._stopping = False

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._task is not None

    def launch(self, work: Coroutine[Any, Any, object]) -> None:
        """Do `work`, which is made of the calls above, in the background; busy from now on.

        Raises:
            SessionBusy: While other work is under way.
        """
        if self._task is not None:
            work.close()
            raise SessionBusy(BUSY)
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._landed)
        self._seize(task)

    def stop(self) -> None:
        """Cancel what is under way, if anything is, and return at once."""
        if self._task is None:
            return
        if self._task is asyncio.current_task():
            # A listener asks from within: the work must first come to where it can end.
            asyncio.get_running_loop().call_soon(self.stop)
            return
        self._stopping = True
        self._task.cancel()

    async def stopped(self, patience: float) -> None:
        """Stop, and wait until all is cleaned up, but no longer than `patience` seconds."""
        self.stop()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._free.wait(), patience)

    async def _work(self, work: ev.Work, body: Coroutine[Any, Any, Result]) -> Result:
        """Do `body` as the one piece of work."""
        task = asyncio.current_task()
        if task is None or self._task not in {None, task}:
            body.close()
            raise SessionBusy(BUSY)
        self._seize(task)
        self._stopping = False
        self._journal.emit(ev.WorkStarted(work))
        ended = ev.WorkEnded(work, "stopped")
        try:
            result = await body
            ended = ev.WorkEnded(work, "done")
        except asyncio.CancelledError:
            if not self._stopping:
                raise
            task.uncancel()
            message = "Stopped. The session is whole; step() goes on from here."
            raise Stopped(message) from None
        except CostormError as error:
            ended = ev.WorkEnded(work, "failed", str(error))
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}. The session is whole; step() goes on."
            ended = ev.WorkEnded(work, "failed", why)
            raise
        finally:
            self._tidy_up()
            self._release()
            self._journal.emit(ended)
        self._rest(work)
        return result

    def _tidy_up(self) -> None:
        """Do what must be done before others may work here, whatever the end was."""

    def _rest(self, work: ev.Work) -> None:
        """Do what can be done while nobody works here, after a piece of `work` that is whole."""

    def _seize(self, task: asyncio.Task[Any]) -> None:
        self._task = task
        self._free.clear()

    def _release(self) -> None:
        self._task = None
        self._free.set()

    def _landed(self, task: asyncio.Task[Any]) -> None:
        """See the end of background work; nobody waits for it, so an error is logged here."""
        if self._task is task:  # stopped before it began
            self._release()
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, CostormError):
            _log.info("Background work ended: %s", error)
        else:
            _log.error("Background work failed", exc_info=error)
