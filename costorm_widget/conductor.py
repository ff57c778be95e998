"""What a session's work consists of: warm start, turns, report, and a turn made in advance."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from costorm_widget import events as ev
from costorm_widget.desk import BUSY, Desk
from costorm_widget.discourse.ahead import NextTurn
from costorm_widget.discourse.judging import judge_disputes
from costorm_widget.discourse.policy import Request, next_seat
from costorm_widget.discourse.round_table import next_speaker, take_turn, take_user_turn
from costorm_widget.discourse.steering import Remark
from costorm_widget.discourse.table import Table
from costorm_widget.discourse.warm_start import warm_start
from costorm_widget.errors import (
    BudgetReached,
    NotYet,
    SessionBusy,
    Stopped,
    UserError,
)
from costorm_widget.history import words_for
from costorm_widget.language.calls.cache import again
from costorm_widget.language.calls.estimate import Estimate, estimate
from costorm_widget.report.writer import write_report
from costorm_widget.retrieval.base import refused_by
from costorm_widget.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.discourse.policy import Policy
    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.journal import Journal
    from costorm_widget.parts import Parts
    from costorm_widget.reports import Report
    from costorm_widget.retrieval.base import Retriever
    from costorm_widget.turns import Turn

Result = TypeVar("Result")


class Conductor(Desk):
    """Runs the session's work on its journal."""

    def __init__(self, journal: Journal, parts: Parts, policy: Policy = next_seat) -> None:
        """Take the parts; nothing runs yet."""
        super().__init__(journal)
        self._parts = parts
        self._policy = policy
        self._prepared: Retriever | None = None
        self._waiting: list[Remark] = []
        self._table: Table | None = None
        self._next = NextTurn(journal)
        self._last = (Request(), "")
        self._watch = Watch(journal)

    async def warm_start(self) -> list[Turn]:
        """Do the warm start, unless it is over, and return the opening turns."""
        await self._work("warm start", self._warm_up())
        return [turn for turn in self._journal.state.turns if turn.opening]

    async def step(self, said: str, request: Request, intent: str) -> Turn:
        """Take one turn; what the user `said` is a turn of its own."""
        return await self._work("turn", self._step(said, request, intent))

    async def retry(self) -> Turn:
        """Take the turn that failed once more, and ask the model anew.

        Raises:
            NotYet: If the last turn has not failed.
        """
        turns = self._journal.state.turns
        if not turns or turns[-1].status != "failed":
            message = "The last turn has not failed; step() goes on from here."
            raise NotYet(message)
        return await self._work("turn", self._retry(turns[-1]))

    async def run(self, turns: int | None) -> list[Turn]:
        """Take `turns` turns, or as many as the budget allows, and return them.

        If stopped, those that were whole; a turn that failed is the last one.
        """
        before = len(self._journal.state.turns)
        with suppress(Stopped):
            await self._work("turn", self._run(turns))
        taken = self._journal.state.turns[before:]
        return [turn for turn in taken if turn.role != "user" and not turn.opening]

    async def report(self) -> Report:
        """Write the report, put it into the record and return it."""
        return await self._work("report", self._report())

    def say(self, said: Remark) -> Turn | None:
        """Take the user's turn now, or keep it until the turn under way is whole."""
        if self.busy or not self._journal.state.warm:
            self._waiting.append(said)
            return None
        return take_user_turn(self._lay_table(), said)

    async def undo(self) -> str:
        """Take the last action back and return what it was, in a few words.

        Raises:
            SessionBusy: While work is under way.
            NotYet: If there is nothing to take back.
        """
        await self._at_rest()
        action = self._journal.state.history.last
        if not action:
            message = "There is nothing to undo; the session is as it was opened."
            raise NotYet(message)
        self._journal.emit(ev.Undone())
        return words_for(action)

    async def redo(self) -> str:
        """Do again what was taken back last and return what it was, in a few words.

        Raises:
            SessionBusy: While work is under way.
            NotYet: If nothing was taken back, or something else was done since.
        """
        await self._at_rest()
        undone = self._journal.state.history.undone
        if not undone:
            message = "There is nothing to redo; undo() something first."
            raise NotYet(message)
        action = undone[-1]
        self._journal.emit(ev.Redone())
        return words_for(action)

    async def _at_rest(self) -> None:
        """Refuse to go on while work is under way; let go of a turn made in advance."""
        if self.busy:
            raise SessionBusy(BUSY)
        await self._next.drop()

    async def check_disputes(self) -> list[Dispute]:
        """Have the open contradictions judged, and return those that now have a verdict."""
        return await self._work("disputes", judge_disputes(self._lay_table()))

    def stop(self) -> None:
        """Cancel what is under way, a turn made in advance too, and return at once."""
        self._next.let_go()
        super().stop()

    async def stopped(self, patience: float) -> None:
        """Stop, and wait as `Desk.stopped` does; for a turn made in advance, too."""
        self.stop()
        await self._next.drop()
        await super().stopped(patience)

    def renew(self) -> None:
        """Work with other parts from here on.

        Raises:
            SessionBusy: While work is under way.
        """
        if self.busy:
            raise SessionBusy(BUSY)
        self._next.let_go()
        self._table = None

    def _lay_table(self) -> Table:
        parts = self._parts
        if self._table is None:
            self._table = Table(
                self._journal.state,
                parts.engine,
                parts.retriever,
                parts.embedder,
                self._journal.emit,
            )
        self._table.clear()
        return self._table

    async def _work(self, work: ev.Work, body: Coroutine[Any, Any, Result]) -> Result:
        with self._parts.ledger.working():
            return await super()._work(work, body)

    async def _warm_up(self) -> None:
        await self._prepare()
        state = self._journal.state
        self._watch.begin()
        if not state.warm:
            opening = warm_start(self._lay_table())
            await self._watch.during(opening, waits=self._parts.engine.remote)
            self._watch.look()
        if state.settings.mode == "storm_qa" and state.report is None:
            await self._write_report()  # the mode begins with one

    async def _prepare(self) -> None:
        """Read and index the sources, once."""
        retriever = self._parts.retriever
        if self._prepared is retriever:
            return

        def tell(stage: ev.Stage, done: int, total: int) -> None:
            self._journal.emit(ev.Progress(stage, done, total))

        await retriever.prepare(tell)
        self._tell_refused()
        self._prepared = retriever

    def _tell_refused(self) -> None:
        """Tell what cannot be taken in as a source, if that is news."""
        refused = refused_by(self._parts.retriever)
        if refused != self._journal.state.refused:
            self._journal.emit(ev.SourcesRefused(refused))

    async def _step(self, said: str, request: Request, intent: str) -> Turn:
        if not said and not self._next.fits:  # what was made in advance is paid already
            self._afford()
        await self._warm_up()
        self._take_waiting()
        if said:
            turn = take_user_turn(self._lay_table(), Remark(said))
            await self._next.drop()
            return turn
        self._last = (request, intent)
        ahead = self._next.take() if request == Request() else None
        if ahead is not None:
            turn = await ahead.take()
        else:
            await self._next.drop()
            turn = await take_turn(self._lay_table(), request, intent, self._policy)
        self._watch.look()
        return turn

    def _expected(self) -> Estimate:
        return estimate(self._journal.state, 1, priced=self._parts.engine.priced)

    def _afford(self) -> None:
        """Refuse a turn that would pass a limit, unless somebody goes on without a model."""
        try:
            self._parts.ledger.affords(self._expected())
        except BudgetReached:
            if self._journal.state.settings.fallback == "none":
                raise

    async def _retry(self, failed: Turn) -> Turn:
        self._afford()
        self._journal.emit(ev.TurnRemoved(failed.id, by="session"))
        with again():
            return await self._step("", *self._last)

    async def _run(self, turns: int | None) -> None:
        taken = 0
        try:
            while turns is None or taken < turns:
                if turns is None:
                    self._parts.ledger.affords(self._expected())  # a fallback could go on for ever
                if (await self._step("", Request(), "")).status == "failed":
                    break
                taken += 1
        except BudgetReached:
            if turns is not None:
                raise

    async def _report(self) -> Report:
        before = self._journal.state.report
        await self._warm_up()
        first = self._journal.state.report  # the mode may have begun with one
        return await self._write_report() if first is None or first is before else first

    async def _write_report(self) -> Report:
        report = await write_report(self._lay_table())
        self._journal.emit(ev.ReportWritten(report))
        return report

    def _begin_ahead(self) -> None:
        """Prepare the next turn, if the user wishes so and somebody else's turn it is."""
        state = self._journal.state
        if not state.settings.prefetch or not state.warm or self._waiting:
            return
        if state.turns and state.turns[-1].status == "failed":
            return  # it will be tried again, or something mended first
        try:
            self._afford()
            speaker = next_speaker(self._lay_table(), Request(), "", self._policy)
        except UserError:
            return  # the step itself will say why
        self._next.begin(self._lay_table(), speaker)

    def _tidy_up(self) -> None:
        self._tell_refused()
        if self._journal.state.warm:
            self._take_waiting()

    def _rest(self, work: ev.Work) -> None:
        if work != "report":
            self._begin_ahead()

    def _take_waiting(self) -> None:
        """Put what the user said meanwhile into the record."""
        while self._waiting:
            take_user_turn(self._lay_table(), self._waiting.pop(0))
