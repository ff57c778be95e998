"""Outlines as short texts, and as trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.mind_map import outlines
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path


def as_text(source: str | Path, *topics: str) -> str:
    """The entries of an outline, a blank a level; a note after a bar, its lines after slashes."""
    entries = outlines.read(source).checked(topics)
    depth: list[int] = []
    for each in entries:
        depth.append(0 if each.parent is None else depth[each.parent] + 1)
    notes = [" | " + each.note.replace("\n", " / ") if each.note else "" for each in entries]
    return "\n".join(
        " " * deep + each.name + note
        for each, deep, note in zip(entries, depth, notes, strict=True)
    )


def tree_of(source: str | Path, topic: str = "Topic") -> Tree:
    """A map that holds an outline and nothing else."""
    tree = Tree("c0", topic)
    added = outlines.missing(tree, "c0", outlines.read(source).checked([topic]))
    fold_map(tree, ev.OutlineAdded(added, by="user"))
    return tree
