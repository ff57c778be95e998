"""The next turn, prepared while the user reads this one.

It is prepared for the session as it is. If the user speaks or edits, it is dropped: what it has
found is kept as unused evidence, and what it has cost is shown as spent on a dropped turn.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.ear import Ear
from costorm_widget.discourse.round_table import prepare_turn, settle_turn
from costorm_widget.discourse.together import ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.discourse.table import Speaker, Table
    from costorm_widget.journal import Journal
    from costorm_widget.turns import Turn


class Ahead:
    """One turn in advance."""

    def __init__(self, table: Table, speaker: Speaker, emit: Callable[[ev.Event], None]) -> None:
        """Begin to prepare the turn of `speaker`."""
        self._emit = emit
        self._ear = Ear(emit)
        self._table = table.aside(self._ear.hear)
        self._turn, _ = self._table.next_turn()
        self._revision = table.state.revision
        self._task = asyncio.create_task(prepare_turn(self._table, speaker, ahead=True))

    @property
    def fits(self) -> bool:
        """Whether the session is still the one that the turn was prepared for."""
        return self._table.state.revision == self._revision

    async def take(self) -> Turn:
        """Let the turn be said: what was heard of it so far, and the rest as it comes."""
        self._ear.release()
        try:
            prepared = await self._task
        except BaseException:
            await self.drop()
            raise
        turn = await settle_turn(self._table, prepared)
        self._emit(ev.AheadSettled(self._turn, said=True))
        return turn

    async def drop(self) -> None:
        """End the work; keep what it has found."""
        if not self._task.done():
            await ended([self._task])
        if not self._task.cancelled() and self._task.exception() is None:
            await self._task.result().beside.cancel()
        found = self._table.intake.event()
        if found is not None:
            self._emit(found)
        self._emit(ev.AheadSettled(self._turn, said=False))


class NextTurn:
    """The turn in advance of one session, if there is one."""

    def __init__(self, journal: Journal) -> None:
        """Start with none."""
        self._journal = journal
        self._ahead: Ahead | None = None
        self._dropping: asyncio.Task[None] | None = None
        self._end_notice: Callable[[], None] = _nothing

    @property
    def fits(self) -> bool:
        """Whether there is a turn, prepared for the session as it is."""
        return self._ahead is not None and self._ahead.fits

    def begin(self, table: Table, speaker: Speaker) -> None:
        """Prepare the turn of `speaker`, until it is taken or the session changes."""
        self._ahead = Ahead(table, speaker, self._journal.emit)
        self._end_notice = self._journal.listen(self._notice)

    def take(self) -> Ahead | None:
        """Hand over the turn, if it still fits; nobody watches it any more."""
        if self._ahead is None or not self._ahead.fits:
            return None
        self._end_notice()
        ahead, self._ahead = self._ahead, None
        return ahead

    async def drop(self) -> None:
        """Let go of the turn, if there is one; return when what it had found is in the record."""
        self.let_go()
        if self._dropping is not None:
            await asyncio.wait([self._dropping])

    def let_go(self) -> None:
        """Begin to drop the turn, if there is one, and return at once."""
        self._end_notice()
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            self._dropping = asyncio.get_running_loop().create_task(ahead.drop())

    def _notice(self, _: ev.Event) -> None:
        """Drop the turn as soon as the session is not the one that it was made for."""
        if self._ahead is not None and not self._ahead.fits:
            self.let_go()


def _nothing() -> None:
    """Stand for the end of a notice that has not begun."""
