from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget import events as ev
from costorm_widget.errors import MindMapError, UnknownName
from costorm_widget.mind_map.concepts import MindMap
from tests.mind_map.doubles import TOPIC, WordEngine, World, WorldBoard, check_tree

if TYPE_CHECKING:
    from collections.abc import Callable


class Session:
    """A map with two concepts called `History`, as a user would hold it."""

    def __init__(self) -> None:
        self.world = World(WordEngine())
        germany = self.world.concept("Germany", texts=["in 1916"])
        self.world.concept("History", germany, ["coal was short", "the war"])
        japan = self.world.concept("Japan")
        self.world.concept("History", japan, ["occupation"])
        self.world.concept("Night work", japan)
        self.board = WorldBoard(self.world)
        self.map = MindMap(self.board)

    @property
    def last(self) -> ev.KeptEvent:
        return self.board.events[-1]


@pytest.fixture
def session() -> Session:
    return Session()


def test_length_and_iteration_leave_the_root_out(session: Session) -> None:
    assert len(session.map) == 5
    names = [concept.name for concept in session.map]
    assert names == ["Germany", "History", "Japan", "History", "Night work"]
    assert names == [concept.name for concept in session.map.walk()]
    assert [concept.name for concept in session.map.children] == ["Germany", "Japan"]
    assert session.map.root.name == TOPIC


def test_a_concept_is_found_by_name_path_and_id(session: Session) -> None:
    assert session.map["Germany"].id == "c1"
    assert session.map["Japan", "History"].id == "c4"
    assert session.map["c2"].path == ("Germany", "History")
    assert session.map[()] == session.map.root


def test_c21_a_name_that_fits_several_is_refused_with_their_ids(session: Session) -> None:
    with pytest.raises(MindMapError, match=r"'c2' \(Germany → History\).*'c4'"):
        session.map["History"]


def test_an_unknown_name_is_refused_with_the_nearest(session: Session) -> None:
    with pytest.raises(UnknownName, match="did you mean 'Germany'"):
        session.map["germany"]
    with pytest.raises(UnknownName, match="did you mean 'Japan → History'"):
        session.map["Japan", "Histoy"]


def test_membership(session: Session) -> None:
    for key in ("Germany", "History", "c2", ("Japan", "History"), session.map["c4"]):
        assert key in session.map
    for missing in ("Sleep", "c9", ("History",)):
        assert missing not in session.map


def test_find_looks_for_a_word_in_any_case(session: Session) -> None:
    assert [concept.id for concept in session.map.find("HIST")] == ["c2", "c4"]
    assert [concept.name for concept in session.map.find("night work")] == ["Night work"]
    assert session.map.find("sleep") == []


def test_a_concept_tells_its_relations(session: Session) -> None:
    concept = session.map["Japan", "History"]
    assert concept.parent == session.map["Japan"]
    assert session.map.root.parent is None
    assert session.map["Japan"].children == (concept, session.map["Night work"])
    assert concept.snippets == ("n3",)
    assert repr(concept) == "Concept('History', id='c4', snippets=1, children=0)"
    assert repr(session.map) == f"MindMap({TOPIC!r}, concepts=5, parked=0)"
    assert len({concept, session.map["c4"]}) == 1


def test_coverage_is_the_share_cited_below(session: Session) -> None:
    session.board.cited = {"n0", "n1", "elsewhere"}
    assert session.map["Germany"].coverage == pytest.approx(2 / 3)
    assert session.map["c2"].coverage == pytest.approx(1 / 2)
    assert session.map["Japan"].coverage == 0
    assert session.map["Night work"].coverage is None


def test_adding_returns_the_new_concept(session: Session) -> None:
    added = session.map["Japan"].add("  Long-term\n effects ")
    assert added.path == ("Japan", "Long-term effects")
    assert session.last == ev.ConceptAdded("c6", "Long-term effects", "c3", by="user")
    assert session.map.add("Energy").parent == session.map.root


@pytest.mark.parametrize("name", ["A -> B", "C# and F#", "COVID-19 long-haul", "<b>bold</b>", "光"])
def test_c20_c21_names_keep_every_character(session: Session, name: str) -> None:
    concept = session.map.add(name)
    assert concept.name == name
    assert session.map[name] == concept
    session.map["Germany"].name = name
    assert session.map["c1"].name == name


@pytest.mark.parametrize("name", ["", "   ", "\n\t"])
def test_c21_an_empty_name_is_refused(session: Session, name: str) -> None:
    with pytest.raises(MindMapError, match="give at least one character"):
        session.map.add(name)
    with pytest.raises(MindMapError, match="give at least one character"):
        session.map["Germany"].rename(name)
    assert session.board.events == []


def test_assigning_a_name_or_a_note_is_an_edit(session: Session) -> None:
    concept = session.map["Germany"]
    concept.name = "West Germany"
    concept.note = "ask about 1980"
    assert session.board.events == [
        ev.ConceptRenamed("c1", "West Germany", by="user"),
        ev.ConceptMarked("c1", pinned=False, muted=False, note="ask about 1980"),
    ]
    assert (concept.name, concept.note) == ("West Germany", "ask about 1980")


def test_moving_takes_a_concept_a_name_or_a_path(session: Session) -> None:
    concept = session.map["Night work"]
    for target in (session.map["Germany"], "Japan", ("Germany", "History"), "c1", ()):
        concept.move(target)
        check_tree(session.world.tree, session.world.snippets)
    paths = [event.parent for event in session.board.events if isinstance(event, ev.ConceptMoved)]
    assert paths == ["c1", "c3", "c2", "c1", "c0"]
    assert concept.path == ("Night work",)


def test_c21_moves_and_merges_act_on_ids(session: Session) -> None:
    session.map["c4"].move("Germany")
    assert [each.id for each in session.map["Germany"].children] == ["c2", "c4"]
    session.map["c2"].merge(session.map["c4"])
    assert session.map["History"].snippets == ("n1", "n2", "n3")
    check_tree(session.world.tree, session.world.snippets)


def test_edits_that_would_break_the_tree_are_refused(session: Session) -> None:
    germany, below = session.map["Germany"], session.map["Germany", "History"]
    with pytest.raises(MindMapError, match="cannot go below itself"):
        germany.move(below)
    with pytest.raises(MindMapError, match="cannot go below itself"):
        germany.move(germany)
    with pytest.raises(MindMapError, match="merge the other way round"):
        below.merge(germany)
    with pytest.raises(MindMapError, match="merge the other way round"):
        below.merge(below)
    root = session.map.root
    edits: list[Callable[[], object]] = [
        lambda: root.move("Germany"),
        lambda: germany.merge(root),
        lambda: root.rename("Other"),
        root.remove,
        root.pin,
        root.mute,
    ]
    for edit in edits:
        with pytest.raises(MindMapError, match="pick a concept below"):
            edit()
    assert session.board.events == []


def test_removing_gives_all_to_the_concept_above(session: Session) -> None:
    session.map["Germany"].remove()
    assert session.map.root.snippets == ("n0",)
    assert session.map.children[0].snippets == ("n1", "n2")


def test_a_removed_concept_says_so_wherever_it_is_used(session: Session) -> None:
    gone = session.map["Night work"]
    gone.remove()
    assert gone not in session.map
    assert repr(gone) == "Concept('c5', removed)"
    uses: list[Callable[[], object]] = [
        lambda: gone.name,
        lambda: gone.path,
        lambda: gone.coverage,
        lambda: gone.add("Below"),
        lambda: gone.move("Germany"),
        lambda: session.map["Japan"].merge(gone),
        gone.remove,
        gone.pin,
    ]
    for use in uses:
        with pytest.raises(MindMapError, match=r"look for it with mind_map\.find"):
            use()


def test_placing_takes_a_snippet_or_its_id(session: Session) -> None:
    concept = session.map["Night work"]
    concept.place("n0")
    concept.place(session.world.snippets["n3"])
    assert concept.snippets == ("n0", "n3")
    assert session.last == ev.SnippetsPlaced((("n3", "c5"),), by="user")
    with pytest.raises(UnknownName, match="no snippet 'n9'"):
        concept.place("n9")


def test_pin_and_mute_can_be_ended_and_leave_each_other_alone(session: Session) -> None:
    concept = session.map["Japan"]
    concept.pin()
    concept.mute()
    concept.note = "look"
    assert (concept.pinned, concept.muted, concept.note) == (True, True, "look")
    concept.pin(on=False)
    assert (concept.pinned, concept.muted, concept.note) == (False, True, "look")
    concept.mute(on=False)
    assert not concept.muted
