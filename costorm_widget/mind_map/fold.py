"""How an event changes the tree, and a draft of the tree to try changes on.

Placement and upkeep answer with events; who called them emits these. A later event often builds on
an earlier one, so they are worked out on a `Draft`, which is folded by the same function as the
session's own tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from costorm_widget import events as ev

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Node, Tree

MapEvent = (
    ev.ConceptAdded
    | ev.ConceptRenamed
    | ev.ConceptMoved
    | ev.ConceptsMerged
    | ev.ConceptRemoved
    | ev.ConceptMarked
    | ev.SnippetsPlaced
    | ev.OutlineAdded
)


def fold_map(tree: Tree, event: MapEvent) -> None:
    """Change `tree` as `event` says."""
    match event:
        case ev.ConceptAdded():
            tree.add(event.id, event.name, event.parent, by_user=event.by == "user")
        case ev.ConceptMoved():
            tree.move(event.id, event.parent)
        case ev.ConceptsMerged():
            tree.merge(event.kept, event.absorbed)
        case ev.ConceptRemoved():
            tree.remove(event.id)
        case ev.ConceptRenamed() | ev.ConceptMarked():
            _change(tree.changing(event.id), event)
        case ev.SnippetsPlaced():
            tree.place_all(event.placements)
        case ev.OutlineAdded():
            for concept, name, parent, note in event.concepts:
                tree.add(concept, name, parent, by_user=event.by == "user")
                tree.changing(concept).note = note
        case _:
            assert_never(event)


def _change(node: Node, event: ev.ConceptRenamed | ev.ConceptMarked) -> None:
    """Change what one concept says of itself."""
    match event:
        case ev.ConceptRenamed():
            node.name = event.name
            node.by_user = node.by_user or event.by == "user"
        case ev.ConceptMarked():
            node.pinned, node.muted, node.note = event.pinned, event.muted, event.note


class Draft:
    """What becomes of a tree, and the events that make it so; the original stays as it is.

    Most drafts stay empty, and a map may be large: it is copied at the first change.

    Attributes:
        tree: The tree as it is now; another object after the first event.
        events: The events so far.
    """

    def __init__(self, tree: Tree) -> None:
        """Start as `tree` is."""
        self.tree = tree
        self.events: list[MapEvent] = []

    def emit(self, event: MapEvent) -> None:
        """Apply `event` and keep it."""
        if not self.events:
            self.tree = self.tree.copy()
        fold_map(self.tree, event)
        self.events.append(event)
