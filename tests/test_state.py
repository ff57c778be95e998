"""The fold: what each event does, and what holds after any events whatever."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from costorm_widget import events as ev
from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.errors import MindMapError, UnknownName
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.language.tasks import Brief
from costorm_widget.mind_map.concepts import Concept, MindMap
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.mind_map.placement import place
from costorm_widget.mind_map.upkeep import upkeep
from costorm_widget.reports import Report
from costorm_widget.settings import Settings
from costorm_widget.state import SessionState, fold, fold_all
from costorm_widget.turns import Citation, Exchange, Expert, Intent, Turn
from tests.mind_map.doubles import TOPIC, ChaoticEngine, WordEmbedder, check_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.turns import OpenQuestion, Steer

Result = TypeVar("Result")

OPENED = ev.SessionOpened("s", TOPIC, "is it worth it?", "extractive", Settings())


def source(name: str, **more: Any) -> Source:
    return Source(name, f"Title of {name}", f"file:{name}", "document", "x" * 99, **more)


def snippet(name: str, *queries: tuple[str, str]) -> Snippet:
    return Snippet(name, "a", 0, 9, "x" * 9, queries=queries)


def turn(number: int, *cited: str) -> Turn:
    citations = tuple(Citation(1, "a", each, 0, 3) for each in cited)
    return Turn(
        f"t{number}",
        number,
        "Ann",
        "expert",
        Intent.POTENTIAL_ANSWER,
        "Said.[1]",
        citations=citations,
        timings={"write": 0.5},
        usage={"answer": 1},
    )


def in_map(*events: ev.KeptEvent) -> Tree:
    return fold_all((OPENED, *events)).tree


def test_a_session_opens_with_its_topic_as_the_root() -> None:
    state = fold(SessionState(), OPENED)
    assert (state.id, state.topic, state.goal) == ("s", TOPIC, "is it worth it?")
    assert state.tree["c0"].name == TOPIC
    assert state.kept == 1


def test_each_event_changes_what_it_names() -> None:
    expert = Expert("e1", "Sleep", "looks at sleep")
    exchange = Exchange("Sleep", "Why?", "So.")
    report = Report("DST", "# DST", (), ())
    state = fold_all(
        (
            OPENED,
            ev.SettingsChanged(Settings(experts=5)),
            ev.ExpertsChanged((expert,)),
            ev.InterviewsHeld((exchange,)),
            ev.WarmStartEnded(),
            ev.TurnTaken(turn(1)),
            ev.ReportWritten(report),
        )
    )
    assert state.settings.experts == 5
    assert state.experts == [expert]
    assert state.archive == [exchange]
    assert state.warm
    assert [each.id for each in state.turns] == ["t1"]
    assert state.report is report
    assert state.kept == 7


def test_sources_are_numbered_in_the_order_of_finding() -> None:
    state = fold_all(
        (
            OPENED,
            ev.EvidenceFound((source("b"), source("a")), ()),
            ev.EvidenceFound((source("a"), source("c")), ()),
        )
    )
    assert {each.id: each.number for each in state.sources.values()} == {"b": 1, "a": 2, "c": 3}


def test_c09_a_work_found_again_keeps_its_number_and_gains_provenance() -> None:
    state = fold_all(
        (
            OPENED,
            ev.EvidenceFound((source("a", provenance=("folder",)),), (snippet("n", ("q", "x")),)),
            ev.EvidenceFound((source("a", provenance=("web",)),), (snippet("n", ("q", "y")),)),
            ev.EvidenceFound((source("a", provenance=("web",)),), (snippet("n", ("q", "y")),)),
        )
    )
    assert state.sources["a"].number == 1
    assert state.sources["a"].provenance == ("folder", "web")
    assert state.snippets["n"].queries == (("q", "x"), ("q", "y"))


def test_unused_and_unplaced_follow_from_turns_and_map() -> None:
    state = fold_all(
        (
            OPENED,
            ev.EvidenceFound((source("a"),), (snippet("n"), snippet("m"), snippet("o"))),
            ev.TurnTaken(turn(1, "m")),
            ev.SnippetsPlaced((("n", "c0"),)),
        )
    )
    assert [each.id for each in state.unused] == ["n", "o"]
    assert state.cited == {"m"}
    assert state.unplaced == ["m", "o"]


SMALL = (
    ev.ConceptAdded("c1", "Health", "c0"),
    ev.ConceptAdded("c2", "Sleep", "c1"),
    ev.ConceptAdded("c3", "Energy", "c0"),
    ev.SnippetsPlaced((("n1", "c1"), ("n2", "c2"), ("n3", "c3"))),
)


def test_a_removed_concept_leaves_its_own_to_its_parent_in_its_place() -> None:
    tree = in_map(*SMALL, ev.ConceptRemoved("c1"))
    assert tree["c0"].children == ["c2", "c3"]
    assert tree["c0"].snippets == ["n1"]
    assert tree.home == {"n1": "c0", "n2": "c2", "n3": "c3"}


def test_a_removed_concept_takes_its_marks_with_it() -> None:
    marked = ev.ConceptMarked("c2", pinned=True, muted=True, note="look")
    tree = in_map(*SMALL, marked, ev.ConceptRemoved("c2"))
    assert not tree["c1"].kept


def test_a_merged_concept_gives_all_it_has() -> None:
    marked = ev.ConceptMarked("c1", pinned=True, muted=False, note="look")
    noted = ev.ConceptMarked("c3", pinned=False, muted=False, note="first")
    tree = in_map(*SMALL, marked, noted, ev.ConceptsMerged("c3", "c1"))
    assert tree["c0"].children == ["c3"]
    assert tree["c3"].children == ["c2"]
    assert tree["c3"].snippets == ["n3", "n1"]
    assert (tree["c3"].pinned, tree["c3"].note) == (True, "first\nlook")


def test_a_moved_concept_is_the_last_child_of_its_new_parent() -> None:
    tree = in_map(*SMALL, ev.ConceptMoved("c3", "c1"))
    assert tree["c1"].children == ["c2", "c3"]
    assert tree.path("c3") == ("Health", "Energy")
    assert tree.lineage("c3") == ("c0", "c1", "c3")
    assert tree.paths() == {each: tree.path(each) for each in ("c1", "c2", "c3")}


def test_a_placed_snippet_leaves_where_it_was() -> None:
    tree = in_map(*SMALL, ev.SnippetsPlaced((("n1", "c2"), ("n2", "c2"))))
    assert tree["c1"].snippets == []
    assert tree["c2"].snippets == ["n2", "n1"]


def test_an_id_is_never_given_twice() -> None:
    tree = in_map(*SMALL, ev.ConceptRemoved("c3"))
    assert tree.new_id() == "c4"


def test_only_the_user_makes_a_concept_the_users() -> None:
    tree = in_map(
        *SMALL,
        ev.ConceptRenamed("c1", "Well-being"),
        ev.ConceptRenamed("c2", "Rest", by="user"),
        ev.ConceptAdded("c4", "Law", "c0", by="user"),
    )
    assert [node.id for node in tree.walk() if node.by_user] == ["c2", "c4"]
    assert tree["c1"].name == "Well-being"


def test_trees_are_equal_when_they_hold_the_same() -> None:
    tree = in_map(*SMALL)
    twin = tree.copy()
    assert twin == tree == in_map(*SMALL)
    twin.place("n1", "c3")
    assert twin != tree
    assert tree == in_map(*SMALL)


def test_an_unknown_concept_is_told_by_its_id() -> None:
    with pytest.raises(UnknownName, match="c9"):
        in_map(*SMALL, ev.ConceptRemoved("c9"))


NAMES = st.one_of(
    st.sampled_from(["History", "A -> B", "C# and F#", "", "  ", "Long-term", "<img src=x>"]),
    st.text(max_size=8),
)
WORDS = st.sampled_from(["owls", "larks", "lamps", "cows", "clocks", "law"])
CHANCE = st.integers(0, 10_000)


class AnySession(RuleBasedStateMachine):
    """A session whose user, sources and engine do whatever they like, in any order."""

    @initialize(seed=CHANCE)
    def open(self, seed: int) -> None:
        self.state = SessionState()
        self.kept: list[ev.KeptEvent] = []
        self.found: set[str] = set()
        self.mind_map = MindMap(self)
        self.index = PlacementIndex(WordEmbedder(32))
        self.engine = ChaoticEngine(seed)
        limit = Settings(snippets_per_concept=3, placement_candidates=4)
        self.emit(ev.SessionOpened("s", TOPIC, "", "chaotic", limit))

    # What a board has.

    @property
    def tree(self) -> Tree:
        return self.state.tree

    @property
    def snippets(self) -> Mapping[str, Snippet]:
        return self.state.snippets

    @property
    def cited(self) -> set[str]:
        return self.state.cited

    @property
    def disputes(self) -> list[Dispute]:
        return list(self.state.disputes.values())

    @property
    def questions(self) -> list[OpenQuestion]:
        return open_questions(self.state)

    def emit(self, event: ev.KeptEvent) -> None:
        fold(self.state, event)
        self.kept.append(event)

    def alone(self, function: Callable[[], Result]) -> Result:
        return function()

    def steer(self, concept: str, steer: Steer, text: str = "") -> Turn | None:
        message = f"Nobody is here to answer {steer!r} about {concept!r} {text!r}."
        raise AssertionError(message)

    def embed(self, texts: Sequence[str]) -> Vectors:
        message = f"Nobody searches here for {texts!r}."
        raise AssertionError(message)

    def tree_at(self, turn: int) -> Tree:
        message = f"Nobody looks back here to turn {turn}."
        raise AssertionError(message)

    # What can happen.

    @property
    def ground(self) -> Ground:
        brief = Brief(TOPIC, "", self.state.settings)
        return Ground(self.engine, self.index, brief, self.state.snippets, self.state.sources)

    def take(self, events: tuple[MapEvent, ...]) -> None:
        for event in events:
            self.emit(event)

    def any_concept(self, chance: int) -> Concept:
        concepts: list[Concept] = [self.mind_map.root, *self.mind_map]
        return concepts[chance % len(concepts)]

    @rule(texts=st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=9))
    def find_evidence(self, texts: list[list[str]]) -> None:
        number = len(self.state.sources)
        work = source(f"s{number}")
        passages = tuple(
            Snippet(
                f"s{number}:{place}", work.id, 0, 1, " ".join(words), queries=(("q", words[0]),)
            )
            for place, words in enumerate(texts)
        )
        self.emit(ev.EvidenceFound((work,), passages))
        self.take(asyncio.run(place(self.tree, self.state.unplaced, self.ground)))
        assert not self.state.unplaced

    @rule()
    def keep_up(self) -> None:
        self.take(asyncio.run(upkeep(self.tree, self.ground)))
        limit = self.state.settings.snippets_per_concept
        for node in self.tree.walk():
            assert len(node.snippets) <= limit

    @rule(chance=CHANCE, name=NAMES)
    def add(self, chance: int, name: str) -> None:
        count = len(self.mind_map)
        try:
            added = self.any_concept(chance).add(name)
        except MindMapError:
            assert not name.split()
            return
        assert added.name == " ".join(name.split())
        assert len(self.mind_map) == count + 1

    @rule(chance=CHANCE, name=NAMES)
    def rename(self, chance: int, name: str) -> None:
        concept = self.any_concept(chance)
        try:
            concept.name = name
        except MindMapError:
            assert not name.split() or concept == self.mind_map.root

    @rule(chance=CHANCE, other=CHANCE)
    def move(self, chance: int, other: int) -> None:
        concept, target = self.any_concept(chance), self.any_concept(other)
        try:
            concept.move(target)
        except MindMapError:
            return
        assert concept.parent == target

    @rule(chance=CHANCE, other=CHANCE)
    def merge(self, chance: int, other: int) -> None:
        concept, target = self.any_concept(chance), self.any_concept(other)
        try:
            concept.merge(target)
        except MindMapError:
            return
        assert target not in self.mind_map

    @rule(chance=CHANCE)
    def remove(self, chance: int) -> None:
        concept = self.any_concept(chance)
        try:
            concept.remove()
        except MindMapError:
            assert concept == self.mind_map.root
            return
        assert concept not in self.mind_map

    @rule(chance=CHANCE, which=CHANCE)
    def place_one(self, chance: int, which: int) -> None:
        concept = self.any_concept(chance)
        if not self.snippets:
            return
        wanted = list(self.snippets)[which % len(self.snippets)]
        concept.place(wanted)
        assert wanted in concept.snippets

    @rule(chance=CHANCE, on=st.booleans(), note=NAMES)
    def mark(self, chance: int, note: str, *, on: bool) -> None:
        concept = self.any_concept(chance)
        concept.note = note
        if concept != self.mind_map.root:
            concept.pin(on)
            concept.mute(on)
            assert (concept.pinned, concept.muted, concept.note) == (on, on, note)

    @rule(which=CHANCE)
    def speak(self, which: int) -> None:
        number = len(self.state.turns) + 1
        known = list(self.snippets)
        cited = known[which % len(known) :][:3] if known else []
        self.emit(ev.TurnTaken(turn(number, *cited)))

    # What must hold.

    @invariant()
    def it_is_a_tree_that_holds_every_snippet_once(self) -> None:
        check_tree(self.tree, self.snippets)

    @invariant()
    def coverage_is_a_share(self) -> None:
        for concept in self.mind_map:
            coverage = concept.coverage
            assert coverage is None or 0 <= coverage <= 1

    def teardown(self) -> None:
        written = json.loads(json.dumps([ev.to_dict(each) for each in self.kept]))
        read = [ev.from_dict(each) for each in written]
        assert read == self.kept
        for events in (self.kept, read):
            again = SessionState()
            for each in events:
                assert isinstance(each, ev.KeptEvent)
                fold(again, each)
            assert again == self.state


AnySession.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
test_any_session_keeps_a_whole_tree_and_folds_the_same_again = AnySession.TestCase
