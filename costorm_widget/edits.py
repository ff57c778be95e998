"""A session as it can be changed without a turn: take back, do again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from costorm_widget.errors import SessionBusy
from costorm_widget.record import Record

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.conductor import Conductor

Result = TypeVar("Result")


class Edited(Record):
    """What the user can do besides letting others speak."""

    _conductor: Conductor

    def undo(self) -> str:
        """Take back what was done last and return what it was, in a few words.

        An edit, a whole turn with what it did to the map, the warm start, a report: each is one
        action. What was spent on models stays spent.

        Raises:
            SessionBusy: While work is under way.
            NotYet: If there is nothing to take back.
        """
        return self._wait(self._conductor.undo())

    def redo(self) -> str:
        """Do again what `undo` took back last, unless something else was done since.

        Raises:
            SessionBusy: While work is under way.
            NotYet: If there is nothing to do again.
        """
        return self._wait(self._conductor.redo())

    async def aundo(self) -> str:
        """Awaitable twin of `undo`."""
        return await self._runner.join(self._conductor.undo())

    async def aredo(self) -> str:
        """Awaitable twin of `redo`."""
        return await self._runner.join(self._conductor.redo())

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        if self._runner.here:
            work.close()
            message = "A blocking call would wait for itself here; await its a… twin instead."
            raise SessionBusy(message)
        return self._runner.run(work)
