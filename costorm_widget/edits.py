"""A session as it can be changed without others speaking: take back, put on the table, rule."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from costorm_widget import events as ev
from costorm_widget.errors import SessionBusy, UnknownName
from costorm_widget.evidence.disputes import Verdict
from costorm_widget.record import Record

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.conductor import Conductor
    from costorm_widget.discourse.exploring import Item
    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.turns import Turn

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

    def explore(self, item: Item) -> Turn | None:
        """Put something that nobody has looked at on the table; the next step answers to it.

        Args:
            item: One of `questions` or `disputes`, a concept (a thin branch is asked about at
                other sources), or a snippet. Who answers has its evidence at hand.

        Returns:
            Your turn; None while a turn is under way or before the warm start: then it comes
            directly after.

        Raises:
            UnknownName: If the session has no such item, or the question was answered meanwhile.
            UserError: If it is none of these.
        """
        from costorm_widget.discourse.exploring import kind_of

        return self.explore_by(*kind_of(item))

    def explore_by(self, kind: str, id: str) -> Turn | None:  # noqa: A002 - the page's name for it
        """Put on the table what has this id among the `question`s, `dispute`s, `concept`s, ….

        Raises:
            UnknownName: If there is no such kind, or the session has no such item.
        """
        from costorm_widget.discourse.exploring import remark_on

        state = self._journal.state
        return self._runner.call(lambda: self._conductor.say(remark_on(state, kind, id)))

    def rule(self, dispute: Dispute | str, verdict: Verdict) -> None:
        """Say yourself whether a contradiction, or that of an id, is one; `open` takes it back.

        Raises:
            UnknownName: If there is no such contradiction or verdict.
        """
        known = self._journal.state.disputes
        wanted = dispute if isinstance(dispute, str) else dispute.id
        if verdict not in get_args(Verdict):
            raise UnknownName("verdict", verdict, get_args(Verdict))

        def change() -> None:
            if wanted not in known:
                raise UnknownName("dispute", wanted, known)
            ruled = replace(known[wanted], verdict=verdict)
            self._journal.emit(ev.DisputesFound((ruled,), by="user"))

        self._runner.call(change)

    def check_disputes(self) -> list[Dispute]:
        """Let the model judge the contradictions that are open; return those with a verdict now.

        One call for every eight. Without a model they stay open.

        Raises:
            SessionBusy: While other work is under way.
            Stopped: If it was stopped; the verdicts reached before stay.
            BudgetReached: If a limit of the settings is reached.
            ModelError: If the model does not answer.
        """
        return self._wait(self.acheck_disputes())

    async def acheck_disputes(self) -> list[Dispute]:
        """Awaitable twin of `check_disputes`."""
        return await self._runner.join(self._conductor.check_disputes())

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
