"""The tree itself: copies that change apart, and many placements at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import events as ev
from costorm_widget.errors import MindMapError, UnknownName
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.tree import Tree
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from costorm_widget.mind_map.fold import MapEvent

SNIPPETS = [f"n{number}" for number in range(9)]

CHANGES: dict[str, MapEvent] = {
    "add": ev.ConceptAdded("c9", "Law", "c2"),
    "rename": ev.ConceptRenamed("c2", "Rest", by="user"),
    "move": ev.ConceptMoved("c3", "c2"),
    "merge": ev.ConceptsMerged(kept="c3", absorbed="c1"),
    "remove": ev.ConceptRemoved("c1"),
    "mark": ev.ConceptMarked("c1", pinned=True, muted=True, note="look"),
    "place": ev.SnippetsPlaced((("n1", "c2"), ("n9", "c3"), ("n2", "c0"))),
    "outline": ev.OutlineAdded((("c7", "Law", "c1", "first"), ("c8", "Courts", "c7", ""))),
}


def grown() -> Tree:
    """Health (c1) with Sleep (c2) below it, Energy (c3) beside it; snippets in all three."""
    tree = Tree("c0", "Topic")
    for concept, name, parent in (("c1", "Health", "c0"), ("c2", "Sleep", "c1")):
        tree.add(concept, name, parent)
    tree.add("c3", "Energy", "c0")
    tree.place_all([(each, f"c{place % 3 + 1}") for place, each in enumerate(SNIPPETS)])
    return tree


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_a_copy_or_of_its_original_is_not_seen_in_the_other(change: MapEvent) -> None:
    changed = grown()
    fold_map(changed, change)
    tree = grown()
    twin = tree.copy()
    fold_map(twin, change)
    assert twin == changed != tree == grown()
    tree = grown()
    twin = tree.copy()
    fold_map(tree, change)
    assert tree == changed != twin == grown()


@pytest.mark.parametrize("first", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("second", [CHANGES["place"], CHANGES["rename"], CHANGES["move"]])
def test_a_copy_of_a_changed_copy_changes_apart_too(first: MapEvent, second: MapEvent) -> None:
    once = grown().copy()
    fold_map(once, first)
    before = once.copy()
    twin = once.copy()
    fold_map(twin, second)
    assert once == before
    fold_map(once, second)
    assert once == twin


MANY = st.lists(
    st.tuples(st.sampled_from([*SNIPPETS, "n9"]), st.sampled_from(["c0", "c1", "c2", "c3"])),
    max_size=12,
)


@given(placements=MANY)
def test_many_placements_at_once_are_those_placements_one_by_one(
    placements: list[tuple[str, str]],
) -> None:
    at_once, one_by_one = grown(), grown()
    at_once.place_all(placements)
    for snippet, concept in placements:
        one_by_one.place(snippet, concept)
    assert at_once == one_by_one
    check_tree(at_once, {*SNIPPETS, *(snippet for snippet, _ in placements)})


def test_placements_into_a_concept_that_is_not_there_place_nothing() -> None:
    tree = grown()
    with pytest.raises(UnknownName, match="c7"):
        tree.place_all([("n1", "c3"), ("n2", "c7")])
    assert tree == grown()


def test_paths_are_told_from_the_top_as_the_tree_is_walked() -> None:
    tree = grown()
    assert list(tree.paths().items()) == [
        (node.id, tree.path(node.id)) for node in tree.walk() if node.parent is not None
    ]
    assert tree.paths()["c2"] == ("Health", "Sleep")


@pytest.mark.parametrize("below", ["c1", "c2"])
def test_nothing_goes_into_its_own_branch(below: str) -> None:
    tree = grown()
    with pytest.raises(MindMapError, match="below itself; pick a parent outside its branch"):
        tree.check_move("c1", below)
    with pytest.raises(MindMapError, match="its own branch; merge the other way round"):
        tree.check_merge(kept=below, absorbed="c1")
    tree.check_move("c2", "c1")
    tree.check_merge(kept="c1", absorbed="c2")
