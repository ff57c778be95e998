"""The mind map's tree: concepts by id, and the few changes that keep it a tree.

Names are labels: they may repeat and hold any character. A snippet is under at most one concept,
and no change loses one: what a removed concept held goes to its parent, at last to the root,
where it counts as *parked*. Only `state.fold` calls the methods that change the tree; the `check_`
methods say beforehand, with a reason, why a change is refused.

Each turn plans its changes on a copy, and a map may be large. So a copy shares the nodes with its
original, and each of the two takes a node of its own when it first changes one.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING

from costorm_widget.errors import MindMapError, UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(slots=True)
class Node:
    """One concept as the tree holds it.

    Attributes:
        id: Unique id.
        name: Label.
        parent: Id of the parent; None for the root alone.
        children: Ids of the children, in order.
        snippets: Ids of the snippets directly under it, in the order of placement.
        by_user: Made or named by the user; tidying leaves it.
        pinned: Kept by tidying, and looked at by the moderator.
        muted: Gets no more queries; evidence that is nearest to it still goes there.
        note: The user's note.
    """

    id: str
    name: str
    parent: str | None
    children: list[str] = field(default_factory=list[str])
    snippets: list[str] = field(default_factory=list[str])
    by_user: bool = False
    pinned: bool = False
    muted: bool = False
    note: str = ""

    def copy(self) -> Node:
        """Return a node of its own with the same content."""
        # `dataclasses.replace` takes ten times as long.
        return Node(
            self.id,
            self.name,
            self.parent,
            self.children.copy(),
            self.snippets.copy(),
            self.by_user,
            self.pinned,
            self.muted,
            self.note,
        )

    @property
    def kept(self) -> bool:
        """Whether tidying must leave this concept alone: the user had a hand in it."""
        return self.by_user or self.pinned or self.muted or bool(self.note)


@dataclass(slots=True)
class Tree:
    """Concepts under one root, and where each snippet is.

    Two trees are equal when they hold the same concepts and snippets in the same places and order.

    Attributes:
        root: Id of the root.
        name: Name of the root: the topic.
        nodes: Every concept, and the root, by id.
        home: Id of the concept that a snippet is under, by the snippet's id.
        made: Number in the highest id given so far; none is given twice.
    """

    # Internal: `_own` are the ids of the nodes that no other tree shares.

    root: str
    name: InitVar[str]
    nodes: dict[str, Node] = field(init=False)
    home: dict[str, str] = field(init=False, default_factory=dict[str, str])
    made: int = field(init=False, default=0)
    _own: set[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self, name: str) -> None:
        """Start with a root named after the topic."""
        self.nodes = {self.root: Node(self.root, name, None)}
        self._own = {self.root}

    def copy(self) -> Tree:
        """Return a tree with the same content; from here on the two change apart."""
        twin = Tree(self.root, "")
        twin.nodes = self.nodes.copy()
        twin.home = self.home.copy()
        twin.made = self.made
        self._own, twin._own = set(), set()
        return twin

    def __getitem__(self, concept: str) -> Node:
        """Return the node of an id, to be read."""
        try:
            return self.nodes[concept]
        except KeyError:
            raise UnknownName("concept", concept, self.nodes) from None

    def changing(self, concept: str) -> Node:
        """Return the node of an id, to be changed: copies of this tree keep theirs as it is."""
        node = self[concept]
        if concept not in self._own:
            node = self.nodes[concept] = node.copy()
            self._own.add(concept)
        return node

    def __contains__(self, concept: object) -> bool:
        """Whether there is a concept of this id."""
        return concept in self.nodes

    def new_id(self, offset: int = 0) -> str:
        """Return the id of the next concept, or of the one `offset` after it."""
        return f"c{self.made + 1 + offset}"

    def walk(self, start: str | None = None) -> Iterator[Node]:
        """Yield the node `start` (default: the root) and all below it, from the top."""
        nodes = self.nodes
        waiting = [self[start or self.root].id]
        while waiting:
            node = nodes[waiting.pop()]
            yield node
            waiting.extend(reversed(node.children))

    def lineage(self, concept: str) -> tuple[str, ...]:
        """Return the ids from the root down to the concept, both included."""
        ids = [concept]
        while (parent := self[ids[-1]].parent) is not None:
            ids.append(parent)
        return tuple(reversed(ids))

    def path(self, concept: str) -> tuple[str, ...]:
        """Return the names from below the root down to the concept; empty for the root."""
        return tuple(self.nodes[each].name for each in self.lineage(concept)[1:])

    def paths(self) -> dict[str, tuple[str, ...]]:
        """Return the path of every concept by its id, from the top; the root is not among them."""
        found: dict[str, tuple[str, ...]] = {}
        waiting: list[tuple[str, tuple[str, ...]]] = [
            (child, ()) for child in reversed(self.nodes[self.root].children)
        ]
        while waiting:
            concept, above = waiting.pop()
            node = self.nodes[concept]
            path = found[concept] = (*above, node.name)
            waiting.extend((child, path) for child in reversed(node.children))
        return found

    def depth(self, concept: str) -> int:
        """Return how far the concept is below the root, which is 0."""
        return len(self.path(concept))

    def below(self, concept: str) -> list[str]:
        """Return the ids of all snippets under the concept and its descendants."""
        return [snippet for node in self.walk(concept) for snippet in node.snippets]

    def check_name(self, name: str) -> str:
        """Return `name` on one line: white space is one blank, outer white space goes.

        Raises:
            MindMapError: If nothing is left of it.
        """
        label = " ".join(name.split())
        if not label:
            message = "A concept needs a name; give at least one character."
            raise MindMapError(message)
        return label

    def check_not_root(self, concept: str, change: str) -> None:
        """Refuse a `change` of the root."""
        if self[concept].parent is None:
            message = f"The root stands for the topic and cannot be {change}; pick a concept below."
            raise MindMapError(message)

    def check_move(self, concept: str, parent: str) -> None:
        """Refuse a move that would cut the tree apart."""
        self.check_not_root(concept, "moved")
        if concept in self.lineage(parent):
            message = (
                f"{self[concept].name!r} cannot go below itself; pick a parent outside its branch."
            )
            raise MindMapError(message)

    def check_merge(self, kept: str, absorbed: str) -> None:
        """Refuse a merge of a concept into itself or its own branch, or of the root."""
        self.check_not_root(absorbed, "merged away")
        if absorbed in self.lineage(kept):
            message = (
                f"{self[absorbed].name!r} cannot be merged into its own branch; "
                "merge the other way round."
            )
            raise MindMapError(message)

    def add(self, concept: str, name: str, parent: str, *, by_user: bool = False) -> None:
        """Put a new concept under `parent`, as its last child."""
        self.changing(parent).children.append(concept)
        self.nodes[concept] = Node(concept, name, parent, by_user=by_user)
        self._own.add(concept)
        number = concept.removeprefix("c")
        self.made = max(self.made, int(number) if number.isdecimal() else self.made + 1)

    def move(self, concept: str, parent: str) -> None:
        """Put the concept, with all below it, under `parent`, as its last child."""
        node = self.changing(concept)
        self.changing(str(node.parent)).children.remove(concept)
        self.changing(parent).children.append(concept)
        node.parent = parent

    def merge(self, kept: str, absorbed: str) -> None:
        """Give all that `absorbed` has to `kept`, pin and note too, and take `absorbed` out."""
        gone = self[absorbed]
        self._dissolve(absorbed, into=kept)
        target = self.changing(kept)
        if gone.note:
            target.note = f"{target.note}\n{gone.note}".strip()
        target.pinned = target.pinned or (gone.pinned and target.parent is not None)

    def remove(self, concept: str) -> None:
        """Take a concept out; its snippets and children go to its parent, in its place."""
        self._dissolve(concept, into=str(self[concept].parent))

    def place(self, snippet: str, concept: str) -> None:
        """Put a snippet under a concept, taking it from where it was."""
        self.place_all(((snippet, concept),))

    def place_all(self, placements: Sequence[tuple[str, str]]) -> None:
        """Put snippets under concepts, one after the other: (snippet id, concept id).

        Each is taken from where it was; what is under its concept already stays in its place.

        Raises:
            UnknownName: If there is no such concept; then none is put anywhere.
        """
        targets = {concept: self.changing(concept) for _, concept in placements}
        left: dict[str, set[str]] = {}
        for snippet, concept in placements:
            before = self.home.get(snippet)
            if before == concept:
                continue
            if snippet in left.get(concept, ()):  # it comes back, and is the last one then
                self._let_go(concept, left.pop(concept))
            targets[concept].snippets.append(snippet)
            if before is not None:
                left.setdefault(before, set()).add(snippet)
            self.home[snippet] = concept
        for concept, snippets in left.items():
            self._let_go(concept, snippets)

    def _let_go(self, concept: str, snippets: set[str]) -> None:
        """Take snippets out of a concept: in one go, as a full one may lose thousands."""
        held = self.changing(concept).snippets
        held[:] = [each for each in held if each not in snippets]

    def _dissolve(self, concept: str, *, into: str) -> None:
        node, target = self[concept], self.changing(into)
        siblings = self.changing(str(node.parent)).children
        place = siblings.index(concept)
        siblings.remove(concept)
        if node.parent == into:
            target.children[place:place] = node.children
        else:
            target.children.extend(node.children)
        for child in node.children:
            self.changing(child).parent = into
        target.snippets.extend(node.snippets)
        for snippet in node.snippets:
            self.home[snippet] = into
        del self.nodes[concept]
        self._own.discard(concept)
