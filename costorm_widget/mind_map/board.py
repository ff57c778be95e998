"""What a concept needs of the session that its map belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.turns import OpenQuestion, Steer, Turn

Result = TypeVar("Result")


class Board(Protocol):
    """Where a map lives: the session gives its tree and takes its edits."""

    @property
    def tree(self) -> Tree:
        """The map's tree as it is now."""
        ...

    @property
    def snippets(self) -> Mapping[str, Snippet]:
        """The session's snippets by id."""
        ...

    @property
    def cited(self) -> AbstractSet[str]:
        """Ids of the snippets that a turn cites."""
        ...

    @property
    def disputes(self) -> Sequence[Dispute]:
        """Passages that contradict each other, without what was rejected."""
        ...

    @property
    def questions(self) -> Sequence[OpenQuestion]:
        """What was asked and not answered, in the order of asking."""
        ...

    def emit(self, event: MapEvent) -> None:
        """Record an edit that was checked."""
        ...

    def alone(self, function: Callable[[], Result]) -> Result:
        """Return what `function` returns; nothing else changes the map while it runs."""
        ...

    def steer(self, concept: str, steer: Steer, text: str = "") -> Turn | None:
        """Take a turn of the user's about a concept; the next step answers to it."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text; waits until they are there."""
        ...

    def tree_at(self, turn: int) -> Tree:
        """Return the map's tree as it was when the turn of this number was over."""
        ...
