"""One of the places that are searched: how long it may take, how much it gives, what passes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from costorm_widget.errors import BudgetReached, CostormError, SourceError, Stopped
from costorm_widget.retrieval.base import refused_by
from costorm_widget.retrieval.failures import failed

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.retrieval.base import Found, Retriever, Tell
    from costorm_widget.retrieval.choice import Choice

Answer = TypeVar("Answer")

SECONDS = 60.0
"""How long a place may take for a search, unless it is given a limit of its own. A catalogue that
wants pauses between requests needs half of it when all experts ask at once."""

_MORE = 4
"""When the choice has dropped some results, a place is asked again for so many times as many."""

NO_FAILURE = (BudgetReached, Stopped)
"""What is raised through every place: it ends the work, and is not the place's fault."""


class Place:
    """A retriever within its limits.

    Whatever it raises becomes one of our errors, with a remedy, so that it can be told.

    Args:
        retriever: What is searched.
        results: Most passages that it gives for one query; None gives what is asked for.
        seconds: Longest time for one search; None for places that have limits themselves. What
            blocks a thread is left behind then.
        choice: Which sources pass.
    """

    def __init__(
        self,
        retriever: Retriever,
        results: int | None = None,
        seconds: float | None = SECONDS,
        choice: Choice | None = None,
    ) -> None:
        self.retriever = retriever
        self._results = results
        self._seconds = seconds
        self._choice = choice

    @property
    def name(self) -> str:
        """The retriever's name."""
        return self.retriever.name

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What the retriever has not taken in, if it says so."""
        return refused_by(self.retriever)

    async def prepare(self, tell: Tell | None = None) -> None:
        """Prepare the retriever, however long that takes.

        Raises:
            SourceError: If it fails.
        """
        await self._guarded(self.retriever.prepare(tell))

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first, of sources that pass.

        Raises:
            SourceError: If it fails, or takes too long.
        """
        wanted = min(limit, self._results or limit)
        kept: list[Found] = []
        try:
            async with asyncio.timeout(self._seconds):
                for most in (wanted, wanted * _MORE):
                    found = await self._guarded(self.retriever.search(query, most))
                    kept = self._passing(found)[:wanted]
                    if len(kept) == wanted or len(found) < most:
                        break
        except TimeoutError as error:  # ours: the retriever's own is a SourceError by now
            if not kept:
                raise SourceError(
                    f"{self.name} has not answered within {self._seconds:g} seconds; try it by "
                    "itself, or give it more time with Limited(…, seconds=…)."
                ) from error
        except CostormError as error:
            if not kept or isinstance(error, NO_FAILURE):
                raise
        return tuple(kept)

    def _passing(self, found: tuple[Found, ...]) -> list[Found]:
        if self._choice is None:
            return list(found)
        return [each for each in map(self._choice.marked, found) if self._choice.passes(each)]

    async def _guarded(self, answer: Awaitable[Answer]) -> Answer:
        try:
            return await answer
        except CostormError:
            raise
        except Exception as error:  # a retriever of the user's raises whatever it raises
            raise failed(self.name, error) from error
