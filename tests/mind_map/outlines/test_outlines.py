"""Reading outlines into the map: round trips, files, what is refused, what is there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import CoStorm
from costorm_widget import events as ev
from costorm_widget.errors import MindMapError, SourceNotFound, UnknownName
from costorm_widget.mind_map import outlines, views
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.tree import Tree
from tests.mind_map.doubles import TOPIC, WordEngine, World, WorldBoard
from tests.mind_map.outlines.reading import as_text, tree_of
from tests.mind_map.views.names import NASTY, map_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SUMMER = "Économie à l'été"
OPML = f'<opml version="2.0"><body><outline text="{SUMMER}"/></body></opml>'
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), min_size=1).filter(
    lambda name: name.split()
)
# A random tree: the parent of each concept is the one so many places before it.
TREES = st.lists(st.tuples(NAMES, st.integers(0, 5), NAMES | st.just("")), min_size=1, max_size=12)


@pytest.fixture
def board() -> WorldBoard:
    world = World(WordEngine())
    world.concept("Sleep", world.concept("Health"), ["owls sleep"])
    return WorldBoard(world)


def shape(tree: Tree) -> list[tuple[tuple[str, ...], str]]:
    return [(tree.path(node.id), node.note) for node in tree.walk()]


@pytest.mark.parametrize("write", [views.to_markdown, views.to_opml])
@pytest.mark.parametrize("name", NASTY)
def test_c18_what_a_view_writes_reads_back(name: str, write: Callable[[Tree], str]) -> None:
    tree = map_of([name, name], "Topic")
    tree["c1"].note = " ".join(name.split())
    assert shape(tree_of(write(tree))) == shape(tree)


@given(TREES)
def test_any_map_reads_back_from_both_forms(rows: list[tuple[str, int, str]]) -> None:
    tree = Tree("c0", "Topic")
    for name, back, note in rows:
        tree.add(tree.new_id(), tree.check_name(name), f"c{max(0, tree.made - back)}")
        tree[f"c{tree.made}"].note = " ".join(note.split())
    if len(tree[tree.root].children) == 1 < len(tree.nodes) - 1:
        tree.add(tree.new_id(), "another top", tree.root)  # a lone one may be the title
    for write in (views.to_markdown, views.to_opml):
        assert shape(tree_of(write(tree))) == shape(tree)


def test_a_note_keeps_its_lines_in_opml() -> None:
    tree = map_of(["a"])
    tree["c1"].note = "One & <b>.\nTwo."
    assert shape(tree_of(views.to_opml(tree)))[1] == (("a",), "One & <b>.\nTwo.")
    assert shape(tree_of(views.to_markdown(tree)))[1] == (("a",), "One & <b>. Two.")


def test_one_reading_is_one_event_of_the_users(board: WorldBoard) -> None:
    new = MindMap(board).read_outline("- Economy\n  - Energy\n- Farming\n\n  Who milks?")
    assert board.events == [
        ev.OutlineAdded(
            (
                ("c3", "Economy", "c0", ""),
                ("c4", "Energy", "c3", ""),
                ("c5", "Farming", "c0", "Who milks?"),
            ),
            by="user",
        )
    ]
    assert [each.name for each in new] == ["Economy", "Energy", "Farming"]
    assert board.tree["c4"].by_user


def test_what_is_there_is_not_added_again(board: WorldBoard) -> None:
    mind_map = MindMap(board)
    new = mind_map.read_outline("- health\n  - Sleep\n  - Heart\n- Sleep")
    assert [each.path for each in new] == [("Health", "Heart"), ("Sleep",)]
    assert mind_map.read_outline("- Health\n  - Heart\n- Sleep") == ()
    assert mind_map.read_outline(mind_map.to_opml()) == ()
    assert mind_map.read_outline(mind_map.to_markdown()) == ()
    assert len(board.events) == 1


def test_c21_two_of_one_name_in_the_outline_stay_two(board: WorldBoard) -> None:
    MindMap(board).read_outline("- History\n  - a\n- History\n  - b")
    assert [" > ".join(each.path) for each in MindMap(board)][2:] == [
        "History",
        "History > a",
        "History",
        "History > b",
    ]


def test_an_outline_goes_under_a_concept(board: WorldBoard) -> None:
    mind_map = MindMap(board)
    mind_map.read_outline("# Sleep\n- Owls", under=mind_map["Sleep"])
    mind_map.read_outline("- Larks", under="Sleep")
    assert [each.name for each in mind_map["Health", "Sleep"].children] == ["Owls", "Larks"]
    with pytest.raises(UnknownName, match=r"did you mean 'Sleep'"):
        mind_map.read_outline("- x", under="Sleeep")
    gone = mind_map["Owls"]
    gone.remove()
    with pytest.raises(UnknownName, match=r"no concept"):
        mind_map.read_outline("- x", under=gone)


@pytest.mark.parametrize("text", ["", "  \n", "Only words.\nMore words.", "```\n- a\n```", "-\n*"])
def test_an_outline_without_concepts_is_refused(text: str, board: WorldBoard) -> None:
    with pytest.raises(MindMapError, match=r"no concept.*give Markdown with headings or a list"):
        MindMap(board).read_outline(text)
    assert board.events == []


def test_more_than_a_map_takes_is_refused(board: WorldBoard) -> None:
    with pytest.raises(MindMapError, match=r"has 2001 concepts.*leave out its lower levels"):
        MindMap(board).read_outline("- a\n" * 2001)
    assert len(MindMap(board).read_outline("- a\n" * 2000)) == 2000
    with pytest.raises(MindMapError, match=r"5 million characters; read it in parts"):
        outlines.read("- a\n" + "x" * 5_000_000)


# Files.


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_a_file_is_read_by_path_or_by_its_name(tmp_path: Path, encoding: str) -> None:
    folder = tmp_path / "données"
    folder.mkdir()
    file = folder / "会话 map.txt"  # its kind is found by content
    declared = "utf-8" if encoding == "utf-8-sig" else encoding
    file.write_text(f'<?xml version="1.0" encoding="{declared}"?>{OPML}', encoding=encoding)
    assert as_text(file) == as_text(str(file)) == SUMMER
    if encoding != "latin-1":  # without a declaration that is a guess
        file.write_text(f"- {SUMMER}", encoding=encoding)
        assert as_text(file) == SUMMER


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    for source in (tmp_path / "x", tmp_path / "x.opml", str(tmp_path / "x.md"), tmp_path):
        with pytest.raises(SourceNotFound, match=r"There is no outline.*check the path"):
            outlines.read(source)


def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.opml"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    with pytest.raises(MindMapError, match=r"'map.opml' cannot be read.*save it as UTF-8"):
        outlines.read(file)
    with file.open("wb") as large:
        large.truncate(4_000_001)
    with pytest.raises(MindMapError, match=r"'map.opml' is over 4 MB; split it"):
        outlines.read(file)


@pytest.mark.parametrize("text", ["- a", "- " + "long " * 2000, "- what.md is"])
def test_a_line_of_text_is_no_path(text: str) -> None:
    assert outlines.read(text).entries[0].name == text[2:].strip()


# A session that starts with one.


def test_a_session_starts_with_an_outline(tmp_path: Path) -> None:
    file = tmp_path / "plan.md"
    file.write_text(f"# {TOPIC}\n- Health\n  - Sleep\n- Economy\n", encoding="utf-8")
    session = CoStorm(TOPIC, model="extractive", mind_map=file)
    assert [each.path for each in session.mind_map] == [
        ("Health",),
        ("Health", "Sleep"),
        ("Economy",),
    ]
    assert [each.type for each in session.events] == ["session_opened", "outline_added"]
    session.undo()
    assert len(session.mind_map) == 0
    with pytest.raises(SourceNotFound, match=r"nowhere"):
        CoStorm(TOPIC, model="extractive", mind_map="nowhere.opml")
