"""The views that are values: nested, a graph, a table, a widget."""

from __future__ import annotations

import json
import sys

import networkx as nx
import pytest

from costorm_widget.errors import MissingExtra
from costorm_widget.mind_map.concepts import MindMap
from tests.mind_map.doubles import TOPIC, WordEngine, World, WorldBoard


def test_plain_values_nest_and_are_json(board: WorldBoard) -> None:
    data = MindMap(board).to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["name"] == TOPIC
    assert data["snippets"] == ["n4"]
    assert data["coverage"] == pytest.approx(2 / 5)
    health, arrow = data["children"]
    assert (health["id"], health["coverage"]) == ("c1", pytest.approx(1 / 3))
    assert health["children"][0]["path"] == ["Health", "Sleep"]
    assert arrow["children"] == []


def test_a_graph_has_edges_from_parent_to_child(board: WorldBoard) -> None:
    graph = MindMap(board).to_networkx()
    assert nx.is_arborescence(graph)
    assert list(graph.nodes) == ["c0", "c1", "c2", "c3"]
    assert list(graph.edges) == [("c0", "c1"), ("c0", "c3"), ("c1", "c2")]
    assert graph.nodes["c2"] == {
        "name": "Sleep",
        "path": ["Health", "Sleep"],
        "snippets": ["n1", "n2"],
        "pinned": False,
        "muted": False,
        "note": "",
        "coverage": 0,
    }


def test_a_table_has_a_row_for_each_concept(board: WorldBoard) -> None:
    table = MindMap(board).to_pandas()
    assert list(table.index) == ["c0", "c1", "c2", "c3"]
    assert list(table["depth"]) == [0, 1, 2, 1]
    assert list(table["snippets"]) == [1, 1, 2, 1]
    assert list(table["below"]) == [5, 3, 2, 1]
    assert table.loc["c2", "path"] == ("Health", "Sleep")
    assert table.loc["c2", "parent"] == "c1"
    assert table["coverage"].tolist() == pytest.approx([0.4, 1 / 3, 0, 1])


def test_an_empty_map_has_every_view() -> None:
    mind_map = MindMap(WorldBoard(World(WordEngine())))
    assert mind_map.to_markdown() == f"# {TOPIC}\n\n"
    assert list(mind_map.to_pandas().index) == ["c0"]
    assert list(mind_map.to_networkx()) == ["c0"]
    assert mind_map.to_dict()["children"] == []
    assert len(mind_map.to_cytoscape().graph.nodes) == 1


@pytest.mark.parametrize(
    ("package", "view"), [("networkx", "to_networkx"), ("pandas", "to_pandas")]
)
def test_a_missing_package_is_told_with_its_extra(
    board: WorldBoard, package: str, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"pip install 'costorm-widget\[data\]'"):
        getattr(MindMap(board), view)()


def test_the_widget_draws_a_tidy_tree(board: WorldBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    monkeypatch.setitem(sys.modules, "pandas", None)
    graph = MindMap(board).to_cytoscape()
    labels = {node.data["id"]: node.data["label"] for node in graph.graph.nodes}
    assert labels == {"c0": TOPIC, "c1": "Health", "c2": "Sleep", "c3": "A -> B"}
    ends = [(edge.data["source"], edge.data["target"]) for edge in graph.graph.edges]
    assert ends == [("c0", "c1"), ("c1", "c2"), ("c0", "c3")]
    assert graph.get_layout()["name"] == "preset"
    at = {node.data["id"]: (node.position["x"], node.position["y"]) for node in graph.graph.nodes}
    assert at["c0"][0] < at["c1"][0] == at["c3"][0] < at["c2"][0]
    assert at["c2"][1] == at["c1"][1] < at["c0"][1] < at["c3"][1]
