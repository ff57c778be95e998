"""Finding the one concept that a key means.

A key is an id (`"c12"`), a name (`"Sleep"`) or a path of names from the top (`"Health", "Sleep"`).
Names may repeat, so a key that fits several concepts is refused with the ids to choose from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import MindMapError, UnknownName

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree

Key = str | tuple[str, ...]


def look_up(tree: Tree, key: Key) -> str:
    """Return the id of the concept that `key` means; an id goes before a name like it.

    Raises:
        UnknownName: If there is none, with the nearest right name.
        MindMapError: If there are several, with their ids.
    """
    if isinstance(key, str) and key in tree:
        return key
    path = (key,) if isinstance(key, str) else key
    found = matching(tree, key)
    if not found:
        raise UnknownName("concept", " → ".join(path), _known(tree, key))
    if len(found) > 1:
        listed = ", ".join(f"{each!r} ({' → '.join(tree.path(each))})" for each in found[:12])
        message = f"{len(found)} concepts are called {' → '.join(path)!r}; give an id: {listed}."
        raise MindMapError(message)
    return found[0]


def matching(tree: Tree, key: Key) -> list[str]:
    """Return the ids of all concepts of this name or path, from the top; `()` is the root."""
    if isinstance(key, str):
        return [node.id for node in tree.walk() if node.name == key and node.parent is not None]
    found = [tree.root]
    for name in key:
        children = (child for each in found for child in tree[each].children)
        found = [child for child in children if tree[child].name == name]
    return found


def _known(tree: Tree, key: Key) -> list[str]:
    concepts = [node for node in tree.walk() if node.parent is not None]
    if isinstance(key, str):
        return list(dict.fromkeys(node.name for node in concepts))
    return [" → ".join(tree.path(node.id)) for node in concepts]
