"""The views that other programs open: each is read by a real parser, whatever the names are."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.mind_map import views
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.views.mermaid import to_mermaid
from costorm_widget.mind_map.views.opml import NAMESPACE, as_outline_text
from tests.mind_map.doubles import TOPIC
from tests.mind_map.views.names import NASTY, UNLAWFUL, lawful, map_of
from tests.mind_map.views.test_markdown import shown

if TYPE_CHECKING:
    from tests.mind_map.doubles import WorldBoard

ANY = pytest.mark.parametrize("name", [*NASTY, *UNLAWFUL])
SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode())  # noqa: S314 - written by ourselves


# Mermaid. The grammar: an indented line a node, `id["label"]`, any label without a quotation mark.

LINE = re.compile(r'( {2,})(c\d+)(?:\(\("([^"]+)"\)\)|\["([^"]+)"\])')


def mermaid_names(text: str) -> list[tuple[int, str]]:
    first, *lines = text.splitlines()
    assert first == "mindmap"
    names: list[tuple[int, str]] = []
    for line in lines:
        found = LINE.fullmatch(line)
        assert found, line
        name = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), found[3] or found[4])
        names.append((len(found[1]) // 2, name))
    return names


def test_mermaid_nests_by_indentation(board: WorldBoard) -> None:
    assert MindMap(board).to_mermaid() == (
        f'mindmap\n  c0(("{TOPIC}"))\n    c1["Health"]\n      c2["Sleep"]\n    c3["A -#62; B"]\n'
    )


@ANY
def test_c18_mermaid_takes_any_name(name: str) -> None:
    text = to_mermaid(map_of([name, name], name))
    assert mermaid_names(text) == [(1, lawful(name)), (2, lawful(name)), (3, lawful(name))]
    for label in re.findall(r'"([^"]+)"', text):
        assert not re.search(r"[<>`*_\[\](){}%\\~|$&:;]|^\d+\.|^-", re.sub(r"#\d+;", "x", label))


# OPML.


def test_opml_has_notes_ids_and_evidence(board: WorldBoard) -> None:
    board.tree["c1"].note = "Why?\nSince <i>when</i>?"
    board.tree["c2"].pinned = True
    opml = parsed(MindMap(board).to_opml())
    assert (opml.tag, opml.get("version")) == ("opml", "2.0")
    assert opml.findtext("head/title") == TOPIC
    body = opml.find("body")
    assert body is not None
    assert body.get(f"{{{NAMESPACE}}}parked") == "n4"
    health, arrow = body
    assert health.attrib == {
        "text": "Health",
        "_note": "Why?\nSince &lt;i>when&lt;/i>?",
        f"{{{NAMESPACE}}}id": "c1",
        f"{{{NAMESPACE}}}count": "3",
        f"{{{NAMESPACE}}}snippets": "n0",
    }
    (sleep,) = health
    assert sleep.get(f"{{{NAMESPACE}}}snippets") == "n1 n2"
    assert sleep.get(f"{{{NAMESPACE}}}pinned") == "true"
    assert (arrow.get("text"), len(arrow)) == ("A -> B", 0)


@ANY
def test_c18_opml_takes_any_name(name: str) -> None:
    opml = parsed(views.to_opml(map_of([name, name], name)))
    assert " ".join((opml.findtext("head/title") or "").split()) == lawful(name)
    texts = [each.get("text", "") for each in opml.iter("outline")]
    assert [unescape(each) for each in texts] == [lawful(name)] * 2
    assert not any(re.search(r"<[a-z/!?]", each, re.IGNORECASE) for each in texts)


@given(st.text())
def test_an_outline_text_is_read_as_html_or_as_it_is(text: str) -> None:
    written = as_outline_text(text)
    assert unescape(written) == text
    assert not re.search(r"<[A-Za-z/!?]", written)


def test_ordinary_names_stay_as_they_are_in_opml() -> None:
    for name in ("R&D", "a < b", "AT&T -> T&C", "1 > 0"):
        assert as_outline_text(name) == name


# GraphML.


def read_graphml(text: str) -> nx.DiGraph[str]:
    graph = nx.read_graphml(io.BytesIO(text.encode()))
    assert isinstance(graph, nx.DiGraph)
    return graph


def test_graphml_is_read_by_networkx(board: WorldBoard) -> None:
    board.tree["c1"].note = "One.\r\nTwo."
    board.tree["c3"].muted = True
    graph = read_graphml(MindMap(board).to_graphml())
    assert nx.is_arborescence(graph)
    assert set(graph.edges) == {("c0", "c1"), ("c1", "c2"), ("c0", "c3")}
    assert graph.nodes["c1"] == {
        "name": "Health",
        "note": "One.\nTwo.",
        "snippets": "n0",
        "count": 3,
        "depth": 1,
        "coverage": pytest.approx(1 / 3),
        "pinned": False,
        "muted": False,
    }
    assert graph.nodes["c3"]["muted"] is True
    assert graph.nodes["c0"]["snippets"] == "n4"


@ANY
def test_c18_graphml_takes_any_name(name: str) -> None:
    graph = read_graphml(views.to_graphml(map_of([name], name), set()))
    assert [" ".join(graph.nodes[each]["name"].split()) for each in ("c0", "c1")] == [
        lawful(name)
    ] * 2


# JSON Canvas.


def canvas(text: str) -> tuple[dict[str, dict[str, Any]], list[dict[str, str]]]:
    """Read a canvas, and hold it to what JSON Canvas 1.0 asks of nodes and edges."""
    data = json.loads(text)
    nodes = {each["id"]: each for each in data["nodes"]}
    assert len(nodes) == len(data["nodes"])
    for node in nodes.values():
        assert node["type"] == "text"
        assert isinstance(node["text"], str)
        assert all(isinstance(node[side], int) for side in ("x", "y", "width", "height"))
        assert node.get("color", "1") in "123456"
    for edge in data["edges"]:
        assert {edge["fromNode"], edge["toNode"]} <= set(nodes)
        assert (edge["fromSide"], edge["toSide"]) == ("right", "left")
    assert len({each["id"] for each in data["edges"]}) == len(data["edges"])
    return nodes, data["edges"]


def test_a_canvas_has_a_card_a_concept_and_none_over_another(board: WorldBoard) -> None:
    board.tree["c1"].note = "Why?"
    board.tree["c1"].pinned = True
    nodes, edges = canvas(MindMap(board).to_json_canvas())
    assert nodes["c1"]["text"] == "Health\n\nWhy?"
    assert [each for each in nodes if "color" in nodes[each]] == ["c1"]
    assert nodes["c2"]["snippets"] == ["n1", "n2"]
    assert [(each["fromNode"], each["toNode"]) for each in edges] == [
        ("c0", "c1"),
        ("c1", "c2"),
        ("c0", "c3"),
    ]
    cards = list(nodes.values())
    for place, one in enumerate(cards):
        for other in cards[place + 1 :]:
            beside = abs(one["x"] - other["x"]) >= one["width"]
            assert beside or abs(one["y"] - other["y"]) >= one["height"]


@ANY
def test_c18_a_canvas_takes_any_name(name: str) -> None:
    nodes, _ = canvas(views.to_json_canvas(map_of([name], name)))
    assert shown(nodes["c1"]["text"]) == [(0, lawful(name))]
    assert shown(nodes["c0"]["text"]) == [(0, lawful(name))]
    assert not re.search(r"(?<!\\)(\\\\)*[#=%^]", nodes["c1"]["text"])


# SVG.


def test_a_picture_tells_what_it_shows(board: WorldBoard) -> None:
    board.tree["c2"].pinned = board.tree["c3"].muted = True
    board.tree["c1"].note = "Why?"
    picture = parsed(MindMap(board).to_svg())
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == f"Mind map: {TOPIC}"
    assert picture.findtext(f"{SVG}desc") == (
        "Concepts: 3. Top concepts: Health, A -> B. Snippets without a concept yet: 1."
    )
    groups = picture.findall(f"{SVG}g")
    assert [each.get("class") for each in groups] == [
        "concept root",
        "concept",
        "concept pinned",
        "concept muted",
    ]
    assert [each.findtext(f"{SVG}title") for each in groups] == [
        TOPIC,
        "Health\nWhy?",
        "Sleep",
        "A -> B",
    ]
    texts = [[text.text for text in each.findall(f"{SVG}text")] for each in groups]
    assert texts == [[TOPIC, "5"], ["Health", "3"], ["Sleep", "2"], ["A -> B", "1"]]
    assert len(picture.findall(f"{SVG}path")) == 3


@ANY
def test_c18_a_picture_takes_any_name(name: str) -> None:
    text = views.to_svg(map_of([name, name], name))
    picture = parsed(text)
    kinds = {each.tag.removeprefix(SVG) for each in picture.iter()}
    assert kinds == {"svg", "title", "desc", "style", "rect", "path", "g", "text"}
    assert not any(re.match("on|href|src", key) for each in picture.iter() for key in each.attrib)
    assert [each.findtext(f"{SVG}title") for each in picture.findall(f"{SVG}g")] == [
        lawful(name)
    ] * 3
    assert "url(" not in text.partition("<style>")[2].partition("</style>")[0]


def boxes(picture: ET.Element) -> list[tuple[float, float, float, float]]:
    rects = [each.find(f"{SVG}rect") for each in picture.findall(f"{SVG}g")]
    return [
        (float(each.attrib["x"]), float(each.attrib["y"]), float(each.attrib["width"]),
         float(each.attrib["height"]))
        for each in rects if each is not None
    ]  # fmt: skip


def test_boxes_do_not_overlap_and_lie_on_the_page() -> None:
    tree = map_of(["one two three four five six seven eight nine ten " * 2, "a"])
    for name in ("b", "밤 근무와 수면 부족 그리고 심장마비의 위험에 대한 아주 긴 이름", "x" * 300):
        tree.add(tree.new_id(), name, "c0")
    picture = parsed(views.to_svg(tree))
    placed = boxes(picture)
    assert len(placed) == 6
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    for place, (x, y, wide, high) in enumerate(placed):
        assert min(x, y) >= 0
        assert x + wide <= width
        assert y + high <= height
        for left, top, other_wide, other_high in placed[place + 1 :]:
            beside = x + wide <= left or left + other_wide <= x
            assert beside or y + high <= top or top + other_high <= y


def test_a_long_name_is_cut_and_whole_in_its_title() -> None:
    picture = parsed(views.to_svg(map_of(["word " * 60])))
    group = picture.findall(f"{SVG}g")[1]
    *lines, _ = [each.text or "" for each in group.findall(f"{SVG}text")]
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert group.findtext(f"{SVG}title") == " ".join(["word"] * 60)


# All of them.


def test_an_empty_map_has_every_file() -> None:
    tree = map_of([])
    assert mermaid_names(to_mermaid(tree)) == [(1, "Topic")]
    assert list(parsed(views.to_opml(tree)).iter("outline")) == []
    assert list(read_graphml(views.to_graphml(tree, set()))) == ["c0"]
    assert list(canvas(views.to_json_canvas(tree))[0]) == ["c0"]
    assert len(boxes(parsed(views.to_svg(tree)))) == 1


def test_a_map_very_deep_has_every_file() -> None:
    tree = map_of(["deep"] * 500)
    assert len(mermaid_names(to_mermaid(tree))) == 501
    assert views.to_opml(tree).count("</outline>") == 499
    assert len(read_graphml(views.to_graphml(tree, set()))) == 501
    assert len(canvas(views.to_json_canvas(tree))[0]) == 501
    assert views.to_svg(tree).count("<g ") == 501
    assert views.to_markdown(tree).count("- deep") == 500
    assert views.to_dict(tree, set())["children"][0]["name"] == "deep"
