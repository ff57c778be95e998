from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from costorm_widget.errors import MissingExtra
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.views import escaped
from tests.mind_map.doubles import TOPIC, WordEngine, World, WorldBoard

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree


@pytest.fixture
def board() -> WorldBoard:
    world = World(WordEngine())
    health = world.concept("Health", texts=["n0"])
    world.concept("Sleep", health, ["n1", "n2"])
    world.concept("A -> B", texts=["n3"])
    world.tree.place(world.snippet("n4"), "c0")
    made = WorldBoard(world)
    made.cited = {"n0", "n3"}
    return made


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


def test_the_outline_counts_what_is_below(board: WorldBoard) -> None:
    board.tree["c1"].note = "ask *why*"
    assert MindMap(board).to_markdown() == (
        f"# {TOPIC}\n\n"
        "- Health (3) — ask \\*why\\*\n"
        "  - Sleep (2)\n"
        "- A -\\> B (1)\n\n"
        "*Parked, without a concept yet: 1*\n"
    )


def shown(markdown: str) -> list[tuple[int, str]]:
    """Return what a reader sees: the text of each heading and item, with its depth."""
    lines: list[tuple[int, str]] = []
    depth = 0
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(markdown):
        depth += (token.type == "bullet_list_open") - (token.type == "bullet_list_close")
        if token.type == "inline":
            kinds = {child.type for child in token.children or ()}
            assert kinds <= {"text", "text_special"}, kinds
            lines.append((depth, "".join(child.content for child in token.children or ())))
        assert token.type not in {"html_block", "code_block", "fence", "blockquote_open"}
    return lines


def named(tree: Tree, *names: str) -> str:
    board = WorldBoard(World(WordEngine(), tree=tree))
    for name in names:
        tree.add(tree.new_id(), name, tree.root if tree.made == 0 else f"c{tree.made}")
    return MindMap(board).to_markdown()


NASTY = [
    "C# and F# languages",
    "# not a heading",
    "1. not a list",
    "- nor this",
    "+ nor this",
    "= nor this",
    "[a](javascript:alert(1))",
    "![x](https://example.com/p.png)",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp;",
    "*bold* _it_ `code` ~~gone~~ $x^2$",
    "a | b",
    "back\\slash",
    "https://example.com",
    "www.example.com and WWW.example.com",
    "someone@example.com",
    "    four blanks",
    "--- ***",
    "[x] done",
    "Long-term memory in T-cells",
    "多 文字",
]


@pytest.mark.parametrize("name", NASTY)
def test_c18_c20_an_outline_shows_any_name_as_it_is(name: str) -> None:
    from costorm_widget.mind_map.tree import Tree

    lines = shown(named(Tree("c0", name), name, name))
    plain = " ".join(name.split())
    assert lines == [(0, plain), (1, f"{plain} (0)"), (2, f"{plain} (0)")]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1))
def test_any_text_escaped_reads_as_it_was(text: str) -> None:
    assert shown(f"- {escaped(text)}!") == [(1, f"{text}!")]


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
