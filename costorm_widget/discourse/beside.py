"""What a turn changes besides the talk, worked out while its words are written.

The map and the next experts need a turn's question and evidence, not its words. With a model, whose
replies take their time, both are asked for as soon as the evidence is there, and are mostly ready
when the last word is. With an engine that answers at once they wait, to let the words come first.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.discourse.experts import proposed
from costorm_widget.discourse.map_work import plan_map
from costorm_widget.discourse.together import ended
from costorm_widget.errors import BudgetReached, EmbeddingError, ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.map_work import MapPlan
    from costorm_widget.discourse.table import Table
    from costorm_widget.language.tasks import ExpertProposal


@dataclass(frozen=True, slots=True)
class Growth:
    """What a turn changes besides the talk: new experts, if any, and the map."""

    proposals: tuple[ExpertProposal, ...]
    map_plan: MapPlan


class Beside:
    """The work on one turn's growth."""

    def __init__(self, table: Table, *, refresh: bool) -> None:
        """Nothing begins yet; with `refresh` the experts are renewed, too."""
        self._table = table
        self._refresh = refresh
        self._task: asyncio.Task[Growth] | None = None

    def begin(self, question: str, retrieved: Sequence[str]) -> None:
        """Begin, unless it has begun."""
        if self._task is None:
            self._task = asyncio.create_task(self._work(question, tuple(retrieved)))

    async def result(self, question: str, retrieved: Sequence[str]) -> Growth:
        """Return the growth, when it is there."""
        self.begin(question, retrieved)
        assert self._task is not None  # noqa: S101 - begun in the line above
        try:
            return await self._task
        finally:
            await self.cancel()

    async def cancel(self) -> None:
        """End the work, if it is still going on."""
        if self._task is not None:
            await ended([self._task])

    async def _work(self, question: str, retrieved: tuple[str, ...]) -> Growth:
        if not self._table.engine.remote:
            proposals = await self._proposals(question, retrieved)
            return Growth(proposals, await plan_map(self._table))
        return Growth(
            *await asyncio.gather(self._proposals(question, retrieved), plan_map(self._table))
        )

    async def _proposals(
        self, question: str, retrieved: tuple[str, ...]
    ) -> tuple[ExpertProposal, ...]:
        if not self._refresh or not retrieved:
            return ()
        try:
            return await proposed(self._table, retrieved, question)
        except (ModelError, BudgetReached, EmbeddingError):
            return ()  # those who sit there go on
