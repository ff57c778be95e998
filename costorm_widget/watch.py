"""The watch for contradictions: while a session goes on, what its map has taken in is looked at."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.together import ended
from costorm_widget.mind_map.lookout import Lookout

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.journal import Journal


class Watch:
    """One session's lookout, and what it tells the journal."""

    def __init__(self, journal: Journal) -> None:
        """Look at nothing yet."""
        self._journal = journal
        self._lookout: Lookout | None = None

    def begin(self) -> None:
        """Begin, once; what a session that was held before has found is in its record."""
        state = self._journal.state
        if self._lookout is None:
            self._lookout = Lookout(state.topic, state.settings.language)
            if state.warm:
                self._lookout.take_as_seen(state.tree)

    async def during(self, work: Coroutine[None, None, None], *, waits: bool) -> None:
        """Do `work`; if it `waits` for a model, read what comes in meanwhile."""
        reading: list[asyncio.Task[None]] = []
        if waits and self._lookout is not None:
            snippets = self._journal.state.snippets
            reading.append(asyncio.create_task(self._lookout.read_ahead(snippets)))
        try:
            await work
        finally:
            await ended(reading)

    def look(self) -> None:
        """Compare what the map has taken in with what lies near to it there."""
        state = self._journal.state
        if self._lookout is not None:
            found = self._lookout.look(state.tree, state.snippets, state.disputes)
            if found:
                self._journal.emit(ev.DisputesFound(found))
