"""One piece of work at a time: warm start, turns, report, and how they are stopped.

Everything here runs on the session's loop thread. A piece of work tells its beginning and its end
as events, whatever the end is; stopping cancels its task, and since turns enter the record whole,
a stopped session is one turn older or not at all.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from costorm_widget import events as ev
from costorm_widget.discourse.round_table import take_turn, take_user_turn
from costorm_widget.discourse.table import Table
from costorm_widget.discourse.warm_start import warm_start
from costorm_widget.errors import CostormError, SessionBusy, Stopped
from costorm_widget.report.writer import write_report

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.discourse.policy import Request
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.journal import Journal
    from costorm_widget.language.tasks import Engine
    from costorm_widget.reports import Report
    from costorm_widget.retrieval.base import Retriever
    from costorm_widget.turns import Turn

Result = TypeVar("Result")

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

    async def run(self, turns: int, request: Request, into: list[Turn]) -> None:
        """Take `turns` turns, appending each to `into` as it is done."""
        await self._work("turn", self._run(turns, request, into))

    async def report(self) -> Report:
        """Write the report, put it into the record and return it."""
        return await self._work("report", self._report())

    def say(self, text: str) -> Turn | None:
        """Take the user's turn now, or keep it until the turn under way is whole."""
        if self.busy or not self._journal.state.warm:
            self._waiting.append(text)
            return None
        return take_user_turn(self._lay_table(), text)

    def stop(self) -> None:
        """Cancel what is under way, if anything is."""
        if self._task is not None:
            self._stopping = True
            self._task.cancel()

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
        while self._waiting:
            take_user_turn(table, self._waiting.pop(0))
        if said:
            return take_user_turn(table, said)
        return await take_turn(table, request, intent)

    async def _run(self, turns: int, request: Request, into: list[Turn]) -> None:
        while len(into) < turns:
            turn = await self._step("", request, "")
            into.append(turn)
        while self._waiting:
            take_user_turn(self._lay_table(), self._waiting.pop(0))

    async def _report(self) -> Report:
        await self._warm_up()
        report = await write_report(self._lay_table())
        self._journal.emit(ev.ReportWritten(report))
        return report

    async def _work(self, work: ev.Work, body: Coroutine[Any, Any, Result]) -> Result:
        if self._task is not None:
            body.close()
            raise SessionBusy(BUSY)
        self._task = asyncio.current_task()
        self._stopping = False
        self._journal.emit(ev.WorkStarted(work))
        ended = ev.WorkEnded(work, "failed", "An unexpected error ended the work; see the cell.")
        try:
            result = await body
            ended = ev.WorkEnded(work, "done")
        except asyncio.CancelledError:
            ended = ev.WorkEnded(work, "stopped")
            if not self._stopping:
                raise
            message = "Stopped. The session is whole; step() goes on from here."
            raise Stopped(message) from None
        except CostormError as error:
            ended = ev.WorkEnded(work, "failed", str(error))
            raise
        finally:
            self._task = None
            self._journal.emit(ended)
        return result
