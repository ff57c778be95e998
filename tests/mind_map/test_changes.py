"""What has changed in a map since it was last looked at."""

from __future__ import annotations

from costorm_widget.mind_map.changes import Change, LastLook
from costorm_widget.mind_map.tree import Tree


def tree() -> Tree:
    made = Tree("c0", "Bees")
    made.add("c1", "Food", "c0")
    made.add("c2", "Nectar", "c1")
    made.add("c3", "Nests", "c0")
    made.place_all([("a", "c1"), ("b", "c2"), ("p", "c0")])
    return made


def looked(at: Tree) -> LastLook:
    last = LastLook()
    last.keep(at, last.changes(at))
    return last


def test_at_first_every_concept_is_new_and_the_root_is_none() -> None:
    made = tree()
    assert LastLook().changes(made) == [
        Change("c1", (), ("Food",), (), ("a",)),
        Change("c2", (), ("Food", "Nectar"), (), ("b",)),
        Change("c3", (), ("Nests",), (), ()),
    ]


def test_what_stays_the_same_is_no_change() -> None:
    made = tree()
    last = looked(made)
    assert last.changes(made) == last.changes(made.copy()) == []
    assert last.gone(made) == {}


def test_a_node_that_is_changed_in_place_is_seen() -> None:
    made = tree()
    last = looked(made)
    made.place("p", "c3")
    made.place("a", "c2")
    assert last.changes(made) == [
        Change("c1", ("Food",), ("Food",), ("a",), ()),
        Change("c2", ("Food", "Nectar"), ("Food", "Nectar"), (), ("a",)),
        Change("c3", ("Nests",), ("Nests",), (), ("p",)),
    ]


def test_a_new_name_or_place_changes_the_paths_below() -> None:
    made = tree()
    last = looked(made)
    made.move("c1", "c3")
    assert [(each.before, each.path) for each in last.changes(made)] == [
        (("Food",), ("Nests", "Food")),
        (("Food", "Nectar"), ("Nests", "Food", "Nectar")),
    ]


def test_what_is_gone_is_told_with_what_it_held_and_then_forgotten() -> None:
    made = tree()
    last = looked(made)
    made.remove("c2")
    assert last.gone(made) == {"c2": ("b",)}
    assert last.path("c2") == ("Food", "Nectar")
    changes = last.changes(made)
    assert changes == [Change("c1", ("Food",), ("Food",), (), ("b",))]
    last.keep(made, changes)
    assert last.gone(made) == {}
    assert last.changes(made) == []
