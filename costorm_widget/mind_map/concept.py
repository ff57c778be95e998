"""One concept as the user holds it: look at it, change it.

A `Concept` is a live view: it holds an id and reads the map when asked. A change is checked first,
then told to the board as an event of the user's; the board folds it, and every view shows it. A
turn may be changing the same map, so a check and its event are one step on the board.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from costorm_widget import events as ev
from costorm_widget.errors import MindMapError, UnknownName
from costorm_widget.evidence.sources import Snippet
from costorm_widget.mind_map.lookup import Key, look_up
from costorm_widget.mind_map.unknowns import is_thin, unused
from costorm_widget.mind_map.views import coverage

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.mind_map.board import Board
    from costorm_widget.mind_map.tree import Node, Tree
    from costorm_widget.turns import OpenQuestion, Turn

    Arguments = ParamSpec("Arguments")

Result = TypeVar("Result")


def _in_one_step(
    edit: Callable[Concatenate[Concept, Arguments], Result],
) -> Callable[Concatenate[Concept, Arguments], Result]:
    """Let an edit run alone, from its check to its event."""

    @wraps(edit)
    def alone(self: Concept, /, *arguments: Arguments.args, **keywords: Arguments.kwargs) -> Result:
        return self._board.alone(lambda: edit(self, *arguments, **keywords))

    return alone


class Concept:
    """One concept of the map, or its root, which stands for the topic.

    Any use after the concept was removed raises `MindMapError`.
    """

    def __init__(self, board: Board, concept: str) -> None:
        """View the concept of this id."""
        self._board = board
        self.id = concept

    # What it is.

    @property
    def name(self) -> str:
        """Its label; assigning renames it."""
        return self._node.name

    @name.setter
    def name(self, name: str) -> None:
        self.rename(name)

    @property
    def parent(self) -> Concept | None:
        """The concept above it; None for the root."""
        parent = self._node.parent
        return None if parent is None else Concept(self._board, parent)

    @property
    def children(self) -> tuple[Concept, ...]:
        """The concepts directly below it, in order."""
        return tuple(Concept(self._board, each) for each in self._node.children)

    @property
    def path(self) -> tuple[str, ...]:
        """The names from the top down to this one; empty for the root."""
        return self._tree.path(self._node.id)

    @property
    def snippets(self) -> tuple[str, ...]:
        """Ids of the snippets directly under it, in the order of placement.

        At the root these are parked: they have no concept yet.
        """
        return tuple(self._node.snippets)

    @property
    def pinned(self) -> bool:
        """Whether tidying leaves it and the moderator looks at it."""
        return self._node.pinned

    @property
    def muted(self) -> bool:
        """Whether it gets no more queries."""
        return self._node.muted

    @property
    def note(self) -> str:
        """The user's note; assigning changes it, and a noted concept is left by tidying."""
        return self._node.note

    @note.setter
    @_in_one_step
    def note(self, note: str) -> None:
        node = self._node
        self._board.emit(ev.ConceptMarked(node.id, node.pinned, node.muted, note))

    @property
    def coverage(self) -> float | None:
        """Share, 0 to 1, of the snippets under it and below that a turn cites; None without any."""
        return coverage(self._tree.below(self._node.id), self._board.cited)

    # What it does not know.

    @property
    def unused(self) -> tuple[str, ...]:
        """Ids of the snippets under it and below that no turn cites."""
        return unused(self._tree, self._node.id, self._board.cited)

    @property
    def thin(self) -> bool:
        """Whether it stands on one source alone, with all below it; False without evidence."""
        return is_thin(self._tree, self._node.id, self._board.snippets)

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """Contradictions of which one side at least is under it or below."""
        own = set(self._tree.below(self._node.id))
        found = self._board.disputes
        return tuple(each for each in found if {*each.snippets} & own)

    @property
    def questions(self) -> tuple[OpenQuestion, ...]:
        """Open questions about it or what is below."""
        own = {node.id for node in self._tree.walk(self._node.id)}
        return tuple(each for each in self._board.questions if each.concept in own)

    # What can be done with it.

    @_in_one_step
    def add(self, name: str) -> Concept:
        """Add a concept below this one and return it.

        Raises:
            MindMapError: If the name is empty.
        """
        tree = self._tree
        concept = tree.new_id()
        self._board.emit(ev.ConceptAdded(concept, tree.check_name(name), self._node.id, by="user"))
        return Concept(self._board, concept)

    @_in_one_step
    def rename(self, name: str) -> None:
        """Give it another name.

        Raises:
            MindMapError: If the name is empty, or for the root.
        """
        tree = self._tree
        tree.check_not_root(self._node.id, "renamed")
        self._board.emit(ev.ConceptRenamed(self.id, tree.check_name(name), by="user"))

    @_in_one_step
    def move(self, to: Concept | Key) -> None:
        """Put it, with all below it, under another concept, as its last child.

        Raises:
            MindMapError: If `to` is below this concept, or for the root.
            UnknownName: If there is no concept `to`.
        """
        parent = self._other(to)
        self._tree.check_move(self._node.id, parent)
        self._board.emit(ev.ConceptMoved(self.id, parent, by="user"))

    @_in_one_step
    def merge(self, other: Concept | Key) -> None:
        """Take in all that `other` has; `other` is gone then, this concept keeps its name.

        Raises:
            MindMapError: If this concept is `other` or below it, or if `other` is the root.
            UnknownName: If there is no concept `other`.
        """
        absorbed = self._other(other)
        self._tree.check_merge(self._node.id, absorbed)
        self._board.emit(ev.ConceptsMerged(self.id, absorbed, by="user"))

    @_in_one_step
    def remove(self) -> None:
        """Take it out; its snippets and children go to the concept above it.

        Raises:
            MindMapError: For the root.
        """
        self._tree.check_not_root(self._node.id, "removed")
        self._board.emit(ev.ConceptRemoved(self.id, by="user"))

    @_in_one_step
    def place(self, snippet: Snippet | str) -> None:
        """Put a snippet, or the one of this id, under this concept, wherever it was before.

        Raises:
            UnknownName: If the session has no such snippet.
        """
        wanted = snippet.id if isinstance(snippet, Snippet) else snippet
        if wanted not in self._board.snippets:
            raise UnknownName("snippet", wanted, self._board.snippets)
        self._board.emit(ev.SnippetsPlaced(((wanted, self._node.id),), by="user"))

    @_in_one_step
    def pin(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - pin(False) reads well
        """Pin it: tidying leaves it and the moderator looks at it. `pin(False)` ends that.

        Raises:
            MindMapError: For the root.
        """
        self._tree.check_not_root(self._node.id, "pinned")
        self._board.emit(ev.ConceptMarked(self.id, on, self.muted, self.note))

    @_in_one_step
    def mute(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - mute(False) reads well
        """Mute it: it gets no more queries. `mute(False)` ends that.

        Raises:
            MindMapError: For the root.
        """
        self._tree.check_not_root(self._node.id, "muted")
        self._board.emit(ev.ConceptMarked(self.id, self.pinned, on, self.note))

    # What the round table shall do about it. Each is a turn of the user's, and returns it, or None
    # while a turn is under way or before the warm start: then it comes directly after.

    @_in_one_step
    def ask(self, question: str = "") -> Turn | None:
        """Ask about it; the next step answers, with this concept as its focus."""
        return self._board.steer(self._node.id, "ask", question)

    @_in_one_step
    def challenge(self) -> Turn | None:
        """Want to know what speaks against it; the next step argues from the evidence."""
        return self._board.steer(self._node.id, "challenge")

    @_in_one_step
    def opposite(self) -> Turn | None:
        """Want to know who finds the opposite; the next step looks for it."""
        return self._board.steer(self._node.id, "opposite")

    @_in_one_step
    def missing(self) -> Turn | None:
        """Want to know what is missing; the moderator asks from what nobody has used there."""
        return self._board.steer(self._node.id, "missing")

    def __eq__(self, other: object) -> bool:
        """Whether both are views of the same concept."""
        return isinstance(other, Concept) and (self._board, self.id) == (other._board, other.id)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        if self.id not in self._tree:
            return f"Concept({self.id!r}, removed)"
        node = self._node
        return (
            f"Concept({node.name!r}, id={node.id!r}, snippets={len(node.snippets)}, "
            f"children={len(node.children)})"
        )

    @property
    def _tree(self) -> Tree:
        return self._board.tree

    @property
    def _node(self) -> Node:
        return _live(self._tree, self.id)

    def _other(self, other: Concept | Key) -> str:
        if isinstance(other, Concept):
            return _live(self._tree, other.id).id
        return look_up(self._tree, other)


def _live(tree: Tree, concept: str) -> Node:
    if concept not in tree:
        message = (
            f"The concept {concept!r} is gone: it was removed, or merged with another; "
            "look for it with mind_map.find(...)."
        )
        raise MindMapError(message)
    return tree[concept]
