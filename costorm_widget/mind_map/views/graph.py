"""The map as a networkx graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import MissingExtra
from costorm_widget.mind_map.views.values import described

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import networkx as nx

    from costorm_widget.mind_map.tree import Tree


def to_networkx(tree: Tree, cited: AbstractSet[str]) -> nx.DiGraph[str]:
    """Return a graph of ids with edges from parent to child.

    Node attributes: `name`, `path`, `snippets` (ids), `pinned`, `muted`, `note`, `coverage`.

    Raises:
        MissingExtra: If networkx is not installed.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise MissingExtra("to_networkx()", "data") from error

    graph: nx.DiGraph[str] = nx.DiGraph()
    for node in tree.walk():
        attributes = described(tree, node, cited)
        graph.add_node(attributes.pop("id"), **attributes)
        if node.parent is not None:
            graph.add_edge(node.parent, node.id)
    return graph
