"""Which concepts of an outline a map does not have yet."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from costorm_widget.mind_map.names import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.mind_map.outlines.entries import Entry
    from costorm_widget.mind_map.tree import Tree


def missing(
    tree: Tree, under: str, entries: Sequence[Entry]
) -> tuple[tuple[str, str, str, str], ...]:
    """Return id, name, parent and note of what is to be added, as `OutlineAdded` has it.

    A concept of the same name at the same place is not added again; what the outline has below it
    goes there. So an outline that is read twice changes nothing the second time, and two of one
    name in the outline stay two.
    """
    there: dict[tuple[str, str], list[str]] = defaultdict(list)
    for node in tree.walk(under):
        for child in node.children:
            there[node.id, plain(tree[child].name)].append(child)
    homes: list[str] = []
    added: list[tuple[str, str, str, str]] = []
    for entry in entries:
        parent = under if entry.parent is None else homes[entry.parent]
        same = there[parent, plain(entry.name)]
        if same:
            homes.append(same.pop(0))
        else:
            homes.append(tree.new_id(len(added)))
            added.append((homes[-1], tree.check_name(entry.name), parent, entry.note))
    return tuple(added)
