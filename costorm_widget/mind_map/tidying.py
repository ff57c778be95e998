"""Tidying: concepts that say nothing go, and chains of one become one concept.

From the bottom up, a concept without any snippet below it goes, and a concept without snippets of
its own is joined with its only child. Nothing is ever joined with the root, so that at least one
concept of a chain keeps its name. What the user made, named, pinned, muted or noted stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.mind_map.names import plain, says_no_more

if TYPE_CHECKING:
    from costorm_widget.mind_map.fold import Draft
    from costorm_widget.mind_map.tree import Node, Tree


def tidy(draft: Draft) -> None:
    """Tidy the draft's tree."""
    if not any(_says_nothing(node) for node in draft.tree.nodes.values()):
        return  # which is so after most turns; then a large map need not be walked
    for concept in reversed([node.id for node in draft.tree.walk()]):
        # A concept may have gone with the one below it that was joined with it.
        node = draft.tree.nodes.get(concept)
        if node is None or not _says_nothing(node):
            continue
        if node.children:
            _join(draft, node, draft.tree[node.children[0]])
        else:
            draft.emit(ev.ConceptRemoved(concept))


def _says_nothing(node: Node) -> bool:
    """Whether a concept of the session's has no snippets of its own and at most one child."""
    empty = not node.snippets and len(node.children) <= 1
    return empty and node.parent is not None and not node.kept


def _join(draft: Draft, node: Node, child: Node) -> None:
    if _child_tells_more(draft.tree, node, child):
        draft.emit(ev.ConceptRemoved(node.id))
    elif not child.kept:
        draft.emit(ev.ConceptsMerged(kept=node.id, absorbed=child.id))


def _child_tells_more(tree: Tree, node: Node, child: Node) -> bool:
    """Whether the name of the only child says more than that of the concept above it.

    A child narrows what its parent says, and all the evidence is the child's, so its name fits
    best. It does not where the parent's name holds it already ("Sleep" under "Sleep and health"),
    or where it would stand beside another of the same name.
    """
    beside = {plain(tree[each].name) for each in tree[str(node.parent)].children}
    return not says_no_more(child.name, node.name) and plain(child.name) not in beside
