"""The session as the faces of its map, its experts and its settings see it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from costorm_widget import events as ev
from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.discourse.steering import remark
from costorm_widget.errors import NotYet, SessionBusy
from costorm_widget.state import fold_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costorm_widget._runner import Runner
    from costorm_widget.discourse.steering import Remark
    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.journal import Journal
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.state import SessionState
    from costorm_widget.turns import OpenQuestion, Steer, Turn

Result = TypeVar("Result")

_PIECE = 1_000
"""Texts asked for at once: to look up that many vectors takes some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where a session's state lives: it is read there, and changed by events.

    Attributes:
        journal: The session's record.
        runner: The session's thread.
        say: Takes a turn of the user's, or keeps it until the turn under way is whole.
        embedder: Returns what turns texts into vectors at the moment.
    """

    journal: Journal
    runner: Runner
    say: Callable[[Remark], Turn | None]
    embedder: Callable[[], Embedder]

    @property
    def state(self) -> SessionState:
        """The state as it is now."""
        return self.journal.state

    @property
    def tree(self) -> Tree:
        """The mind map's tree."""
        return self.state.tree

    @property
    def snippets(self) -> dict[str, Snippet]:
        """Passages found so far, by id."""
        return self.state.snippets

    @property
    def cited(self) -> set[str]:
        """Ids of the snippets that a turn cites."""
        return self.state.cited

    @property
    def disputes(self) -> list[Dispute]:
        """Passages that contradict each other, without what was rejected."""
        return [each for each in self.state.disputes.values() if each.verdict != "rejected"]

    @property
    def questions(self) -> list[OpenQuestion]:
        """What was asked and not answered, in the order of asking."""
        return open_questions(self.state)

    def emit(self, event: ev.KeptEvent) -> None:
        """Record a change that was checked."""
        self.journal.emit(event)

    def steer(self, concept: str, steer: Steer, text: str = "") -> Turn | None:
        """Take a turn of the user's about a concept; the next step answers to it."""
        name, language = self.tree[concept].name, self.state.settings.language
        return self.say(remark(steer, concept, name, text, language))

    def alone(self, function: Callable[[], Result]) -> Result:
        """Return what `function` returns; nothing else changes the session while it runs."""
        return self.runner.call(function)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions); waits for them.

        Raises:
            EmbeddingError: If they cannot be computed.
            SessionBusy: On the session's own thread, which would wait for itself.
        """
        if self.runner.here:
            message = "Vectors cannot be waited for in a listener; ask from a cell or a thread."
            raise SessionBusy(message)
        return self.runner.run(self._embedded(texts))

    async def _embedded(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        embedder = self.embedder()
        pieces: list[Vectors] = []
        for start in range(0, max(1, len(texts)), _PIECE):
            pieces.append(await embedder.embed(texts[start : start + _PIECE]))
            await asyncio.sleep(0)  # a turn may be under way: let its words come through
        return np.concatenate(pieces)

    def tree_at(self, turn: int) -> Tree:
        """Return the map as it was when the turn of this number was over, edits after it included.

        Raises:
            NotYet: If there is no such turn; 0 is before the first one.
        """
        past = self.alone(lambda: tuple(self.state.history.past))
        taken = [
            (each.turn.number, place)
            for place, each in enumerate(past)
            if isinstance(each, ev.TurnTaken)
        ]
        last = max((number for number, _ in taken), default=0)
        if not 0 <= turn <= last:
            message = f"There is no turn {turn}; give 0 to {last}."
            raise NotYet(message)
        end = next((place for number, place in taken if number > turn), len(past))
        return fold_all(past[:end]).tree
