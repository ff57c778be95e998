"""One piece of work at a time: warm start, turns, report, and how they are stopped.

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
from costorm_widget.discourse.policy import Request
from costorm_widget.discourse.round_table import take_turn, take_user_turn
from costorm_widget.discourse.table import Table
from costorm_widget.discourse.warm_start import warm_start
from costorm_widget.errors import CostormError, SessionBusy, Stopped
from costorm_widget.report.writer import write_report

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.journal import Journal
    from costorm_widget.language.tasks import Engine
    from costorm_widget.reports import Report
    from costorm_widget.retrieval.base import Retriever
    from costorm_widget.turns import Turn

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

BUSY = "A turn is under way; wait for it, or call stop() first."


class Conductor:
    """Runs the session's work on its journal."""

    def __init__(
        self, journal: Journal, engine: Engine, retriever: Retriever, embedder: Embedder
    ) -> None:
        """Take the parts; nothing runs yet."""
        self._journal = journal
        self._engine = engine
        self._retriever = retriever
        self._embedder = embedder
        self._task: asyncio.Task[Any] | None = None
        self._free = asyncio.Event()
        self._stopping = False
        self._prepared = False
        self._waiting: list[str] = []
        self._table: Table | None = None

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._task is not None

    async def warm_start(self) -> list[Turn]:
        """Do the warm start, unless it is over, and return the opening turns."""
        await self._work("warm start", self._warm_up())
        return [turn for turn in self._journal.state.turns if turn.opening]

    async def step(self, said: str, request: Request, intent: str) -> Turn:
        """Take one turn; what the user `said` is a turn of its own."""
        return await self._work("turn", self._step(said, request, intent))

    async def run(self, turns: int) -> list[Turn]:
        """Take `turns` turns and return them; those that were whole, if stopped."""
        before = len(self._journal.state.turns)
        with suppress(Stopped):
            await self._work("turn", self._run(turns))
        taken = self._journal.state.turns[before:]
        return [turn for turn in taken if turn.role != "user" and not turn.opening]

    async def report(self) -> Report:
        """Write the report, put it into the record and return it."""
        return await self._work("report", self._report())

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

    def say(self, text: str) -> Turn | None:
        """Take the user's turn now, or keep it until the turn under way is whole."""
        if self.busy or not self._journal.state.warm:
            self._waiting.append(text)
            return None
        return take_user_turn(self._lay_table(), text)

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

    def _lay_table(self) -> Table:
        if self._table is None:
            self._table = Table(
                self._journal.state,
                self._engine,
                self._retriever,
                self._embedder,
                self._journal.emit,
            )
        self._table.clear()
        return self._table

    async def _warm_up(self) -> None:
        await self._prepare()
        if not self._journal.state.warm:
            await warm_start(self._lay_table())

    async def _prepare(self) -> None:
        """Read and index the sources, once."""
        if self._prepared:
            return

        def tell(stage: ev.Stage, done: int, total: int) -> None:
            self._journal.emit(ev.Progress(stage, done, total))

        await self._retriever.prepare(tell)
        self._prepared = True

    async def _step(self, said: str, request: Request, intent: str) -> Turn:
        await self._warm_up()
        table = self._lay_table()
        self._take_waiting()
        if said:
            return take_user_turn(table, said)
        return await take_turn(table, request, intent)

    async def _run(self, turns: int) -> None:
        for _ in range(turns):
            await self._step("", Request(), "")

    async def _report(self) -> Report:
        await self._warm_up()
        report = await write_report(self._lay_table())
        self._journal.emit(ev.ReportWritten(report))
        return report

    def _take_waiting(self) -> None:
        """Put what the user said meanwhile into the record."""
        while self._waiting:
            take_user_turn(self._lay_table(), self._waiting.pop(0))

    async def _work(self, work: ev.Work, body: Coroutine[Any, Any, Result]) -> Result:
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
            if self._journal.state.warm:
                self._take_waiting()
            self._release()
            self._journal.emit(ended)
        return result

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
