"""The session as the faces of its map, its experts and its settings see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from costorm_widget.discourse.steering import remark

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget import events as ev
    from costorm_widget._runner import Runner
    from costorm_widget.discourse.steering import Remark
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.journal import Journal
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Steer, Turn

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Board:
    """Where a session's state lives: it is read there, and changed by events.

    Attributes:
        journal: The session's record.
        runner: The session's thread.
        say: Takes a turn of the user's, or keeps it until the turn under way is whole.
    """

    journal: Journal
    runner: Runner
    say: Callable[[Remark], Turn | None]

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

    def emit(self, event: ev.KeptEvent) -> None:
        """Record a change that was checked."""
        self.journal.emit(event)

    def steer(self, concept: str, steer: Steer, text: str = "") -> Turn | None:
        """Take a turn of the user's about a concept; the next step answers to it."""
        return self.say(remark(steer, concept, self.tree[concept].name, text))

    def alone(self, function: Callable[[], Result]) -> Result:
        """Return what `function` returns; nothing else changes the session while it runs."""
        return self.runner.call(function)
