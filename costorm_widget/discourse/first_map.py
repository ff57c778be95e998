"""The first map: what the user has begun it with, and the top concepts of the rest."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.errors import EmbeddingError
from costorm_widget.language.tasks import OutlineJob
from costorm_widget.mind_map.names import plain, says_no_more
from costorm_widget.mind_map.seeding import fitting

if TYPE_CHECKING:
    from costorm_widget.discourse.table import Table
    from costorm_widget.mind_map.tree import Tree

_TOP_CONCEPTS = 8
"""Most concepts directly below the topic at the start: what a reader takes in at a glance."""

_LEAST_NEW = 2
"""New concepts that there is room for even where the user has made that many."""


def is_drawn(tree: Tree) -> bool:
    """Whether there is a first map: concepts that the user has made beforehand are none."""
    return bool(tree.home) or any(
        node.parent is not None and not node.by_user for node in tree.walk()
    )


async def draw_first_map(table: Table) -> None:
    """Make the first map of everything found so far.

    Evidence that fits a concept of the user's goes there. From the rest come the concepts that are
    missing; one with the name of a concept that is there is that concept.
    """
    table.emit(ev.Progress("map", 0, 0, "Drawing the first map"))
    tree = table.state.tree
    homes: dict[str, str] = {}
    with suppress(EmbeddingError):  # then the outline is made of everything, and the map waits
        homes = await fitting(tree, tuple(table.state.snippets.values()), table.embedder)
    passages = table.passages([each for each in table.state.snippets if each not in homes])
    most = max(_LEAST_NEW, _TOP_CONCEPTS - len(tree[tree.root].children))
    parts = await table.engine.outline(OutlineJob(table.brief, passages, most, table.concepts))
    if placed := tuple((each, home) for each, home in homes.items() if home in tree):
        table.emit(ev.SnippetsPlaced(placed))
    by_handle = {each.handle: each.snippet.id for each in passages}
    for part in parts:
        concept = _there(tree, part.name)
        if concept is None:
            concept = tree.new_id()
            table.emit(ev.ConceptAdded(concept, part.name, tree.root))
        members = tuple((by_handle[each], concept) for each in part.members if each in by_handle)
        if members:
            table.emit(ev.SnippetsPlaced(members))


def _there(tree: Tree, name: str) -> str | None:
    """Return the concept that `name` means already, from the top."""
    for node in tree.walk():
        if node.parent is None:
            continue
        if plain(node.name) == plain(name) or (node.by_user and says_no_more(name, node.name)):
            return node.id
    return None
