"""The map as a pandas table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.errors import MissingExtra
from costorm_widget.mind_map.views.values import coverage

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import pandas as pd

    from costorm_widget.mind_map.tree import Tree


def to_pandas(tree: Tree, cited: AbstractSet[str]) -> pd.DataFrame:
    """Return a table with one row a concept, the root first, indexed by id.

    Columns: `name`, `path` (names from the top), `parent` (id), `depth` (0 for the root),
    `snippets` (directly under it), `below` (under it and below), `coverage`, `pinned`, `muted`,
    `note`.

    Raises:
        MissingExtra: If pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("to_pandas()", "data") from error

    rows: list[dict[str, Any]] = []
    for node in tree.walk():
        below = tree.below(node.id)
        rows.append(
            {
                "id": node.id,
                "name": node.name,
                "path": tree.path(node.id),
                "parent": node.parent,
                "depth": tree.depth(node.id),
                "snippets": len(node.snippets),
                "below": len(below),
                "coverage": coverage(below, cited),
                "pinned": node.pinned,
                "muted": node.muted,
                "note": node.note,
            }
        )
    return pd.DataFrame(rows).set_index("id")
