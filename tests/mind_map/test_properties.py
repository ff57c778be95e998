"""Two hundred things in any order happen to a map, and it stays whole.

A real session takes edits through `Concept` and `MindMap`, evidence that is placed by an engine
which gives any reply a broken model may give, upkeep with the same engine, and undo and redo in
between. After each step every snippet has one home and the map is a tree; a step that is refused
changes nothing; undo leads to exactly the states that there were; and the events, read again from
JSON, make the state that the session has.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from copy import copy
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from costorm_widget import CoStorm, NotYet, Settings
from costorm_widget import events as ev
from costorm_widget.errors import MindMapError, UnknownName
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.language.tasks import Brief
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.mind_map.placement import place
from costorm_widget.mind_map.upkeep import upkeep
from costorm_widget.state import SessionState, fold, fold_all
from costorm_widget.turns import Intent, Turn
from tests.mind_map.doubles import TOPIC, ChaoticEngine, WordEmbedder, check_tree

if TYPE_CHECKING:
    from costorm_widget.mind_map.concept import Concept
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.tree import Tree

STEPS = 200
"""Steps of one example, beside opening the session."""
EXAMPLES = 7
LIMIT = 3

Edit = Callable[[], object]

CHANCE = st.integers(0, 10_000)
NAMES = st.one_of(
    st.sampled_from(
        ["History", "A -> B", "C# and F#", "Long-term", "<img src=x>", "c1", " Sleep "]
    ),
    st.text(min_size=1, max_size=8).filter(lambda name: bool(name.split())),
)
WORDS = st.sampled_from(["owls", "larks", "lamps", "cows", "clocks", "law"])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=6)

ACCOUNTS = {"kept", "map_changes", "revision", "history", "usage"}
"""What undo leaves alone: counts of all that ever happened, and what was spent."""

REMEDIES = ("give", "pick", "merge", "look for", "did you mean", "known:")
"""How the end of a refusal begins."""


def content(state: SessionState) -> dict[str, Any]:
    """What a state holds, in copies that share nothing which could change."""
    held = {each.name: getattr(state, each.name) for each in fields(state)}
    tree: Tree = held.pop("tree")
    return {
        **{name: copy(value) for name, value in held.items() if name not in ACCOUNTS},
        "home": dict(tree.home),
        "made": tree.made,
        "nodes": {each.id: each.copy() for each in tree.nodes.values()},
    }


class AnyMap(RuleBasedStateMachine):
    """A session whose user, sources and engine do whatever they like with its map."""

    longest = 0

    @initialize(seed=CHANCE)
    def open(self, seed: int) -> None:
        self.session = CoStorm(
            TOPIC,
            sources=lambda _: [],
            model="extractive",
            embeddings=WordEmbedder(32),
            settings=Settings(snippets_per_concept=LIMIT, placement_candidates=4),
        )
        self.engine = ChaoticEngine(seed)
        self.index = PlacementIndex(WordEmbedder(32))
        self.steps = -1  # opening is none
        self.known: dict[int, dict[str, Any]] = {}
        """States that there were, by how many events were in effect; undo leads back to them."""
        self.remember()

    @property
    def state(self) -> SessionState:
        return self.session._journal.state

    @property
    def ground(self) -> Ground:
        brief = Brief(TOPIC, "", self.state.settings)
        return Ground(self.engine, self.index, brief, self.state.snippets, self.state.sources)

    def take(self, *events: ev.KeptEvent) -> None:
        for event in events:
            self.session._journal.emit(event)

    def any_concept(self, chance: int) -> Concept:
        concepts: list[Concept] = [self.session.mind_map.root, *self.session.mind_map]
        return concepts[chance % len(concepts)]

    def below_root(self, chance: int) -> Concept:
        concepts = list(self.session.mind_map)
        return concepts[chance % len(concepts)]

    def remember(self) -> None:
        past = len(self.state.history.past)
        if not self.state.history.undone:
            self.known = {each: kept for each, kept in self.known.items() if each < past}
        self.known[past] = content(self.state)

    def has_concepts(self) -> bool:
        return len(self.session.mind_map) > 0

    # What the session does.

    @rule(texts=TEXTS)
    def a_turn_finds_evidence(self, texts: list[list[str]]) -> None:
        """Number by what was found before, so that undone evidence is found again."""
        number = len(self.state.sources)
        work = Source(f"s{number}", f"Title {number}", f"file:{number}", "document", "x")
        passages = tuple(
            Snippet(f"s{number}:{at}", work.id, 0, 1, " ".join(each), queries=(("q", each[0]),))
            for at, each in enumerate(texts)
        )
        taken = len(self.state.turns) + 1
        self.take(
            ev.EvidenceFound((work,), passages),
            ev.TurnTaken(Turn(f"t{taken}", taken, "Ann", "expert", Intent.POTENTIAL_ANSWER, "So.")),
        )
        self.take(*asyncio.run(place(self.state.tree, self.state.unplaced, self.ground)))
        assert not self.state.unplaced
        self.remember()

    @rule()
    def the_map_is_kept_up(self) -> None:
        kept = {
            node.id: node.name
            for node in self.state.tree.walk()
            if node.by_user or node.pinned or node.muted or node.note
        }
        events: tuple[MapEvent, ...] = asyncio.run(upkeep(self.state.tree, self.ground))
        self.take(*events)
        tree = self.state.tree
        assert {each: tree[each].name for each in kept} == kept
        assert max(len(node.snippets) for node in tree.walk()) <= LIMIT
        assert asyncio.run(upkeep(tree, self.ground)) == ()
        self.remember()

    # What the user does.

    @rule(chance=CHANCE, name=NAMES)
    def add(self, chance: int, name: str) -> None:
        added = self.any_concept(chance).add(name)
        assert added.name == " ".join(name.split())
        self.remember()

    @precondition(has_concepts)
    @rule(chance=CHANCE, name=NAMES)
    def rename(self, chance: int, name: str) -> None:
        concept = self.below_root(chance)
        concept.name = name
        assert concept.name == " ".join(name.split())
        self.remember()

    @precondition(has_concepts)
    @rule(chance=CHANCE, other=CHANCE)
    def move(self, chance: int, other: int) -> None:
        concept, parent = self.below_root(chance), self.any_concept(other)
        if concept.id in self.state.tree.lineage(parent.id):
            self.refused(lambda: concept.move(parent))
            return
        held = self.state.tree.below(concept.id)
        concept.move(parent)
        assert (concept.parent, parent.children[-1]) == (parent, concept)
        assert self.state.tree.below(concept.id) == held
        self.remember()

    @precondition(has_concepts)
    @rule(chance=CHANCE, other=CHANCE)
    def merge(self, chance: int, other: int) -> None:
        concept, absorbed = self.any_concept(chance), self.below_root(other)
        if absorbed.id in self.state.tree.lineage(concept.id):
            self.refused(lambda: concept.merge(absorbed))
            return
        held = {*concept.snippets, *absorbed.snippets}
        concept.merge(absorbed)
        assert set(concept.snippets) == held
        assert absorbed not in self.session.mind_map
        self.refused(absorbed.remove)
        self.remember()

    @precondition(has_concepts)
    @rule(chance=CHANCE)
    def remove(self, chance: int) -> None:
        concept = self.below_root(chance)
        concept.remove()
        self.refused(lambda: concept.add("Late"))
        self.remember()

    @precondition(lambda self: bool(self.state.snippets))
    @rule(chance=CHANCE, which=CHANCE)
    def place_one(self, chance: int, which: int) -> None:
        concept = self.any_concept(chance)
        wanted = list(self.state.snippets)[which % len(self.state.snippets)]
        concept.place(wanted)
        assert wanted in concept.snippets
        self.remember()

    @precondition(has_concepts)
    @rule(chance=CHANCE, on=st.booleans())
    def pin_or_mute(self, chance: int, *, on: bool) -> None:
        concept = self.below_root(chance)
        if chance % 2:
            concept.pin(on)
            assert concept.pinned == on
        else:
            concept.mute(on)
            assert concept.muted == on
        self.remember()

    @rule(chance=CHANCE, note=NAMES)
    def note(self, chance: int, note: str) -> None:
        concept = self.any_concept(chance)
        concept.note = note
        assert concept.note == note
        self.remember()

    @rule(chance=CHANCE, which=st.integers(0, 11))
    def what_cannot_be(self, chance: int, which: int) -> None:
        root, concept = self.session.mind_map.root, self.any_concept(chance)
        impossible: tuple[Edit, ...] = (
            lambda: concept.add(" \n"),
            lambda: concept.rename(""),
            lambda: root.rename("Other"),
            lambda: root.move(concept),
            root.remove,
            root.pin,
            root.mute,
            lambda: concept.move(concept),
            lambda: concept.merge(root),
            lambda: concept.place("no such snippet"),
            lambda: concept.merge("no such concept"),
            lambda: self.session.mind_map["no", "such", "path"],
        )
        self.refused(impossible[which])

    def refused(self, edit: Edit) -> None:
        before, kept = content(self.state), len(self.session.events)
        with pytest.raises((MindMapError, UnknownName)) as refusal:
            edit()
        said, _, remedy = str(refusal.value).partition("; ")
        assert said
        assert remedy.startswith(REMEDIES)
        assert remedy.endswith((".", "?"))
        assert content(self.state) == before
        assert len(self.session.events) == kept

    # What can be taken back.

    @rule(times=st.integers(1, 9))
    def take_back(self, times: int) -> None:
        """Go back, and on from there: what comes next forgets what was taken back."""
        self.undo(times)

    @rule(times=st.integers(1, 9), again=st.integers(1, 9))
    def there_and_back(self, times: int, again: int) -> None:
        before = content(self.state)
        behind = self.undo(times) - self.redo(again) + self.undo(times)
        assert self.redo(behind) == max(0, behind)
        assert self.undo(-behind) == max(0, -behind)
        assert content(self.state) == before

    def undo(self, times: int) -> int:
        """Undo up to so many times; return how many times there was something to undo."""
        for done in range(times):
            try:
                self.session.undo()
            except NotYet:
                return done
            assert content(self.state) == self.known[len(self.state.history.past)]
        return max(0, times)

    def redo(self, times: int) -> int:
        for done in range(times):
            try:
                self.session.redo()
            except NotYet:
                return done
            assert content(self.state) == self.known[len(self.state.history.past)]
        return max(0, times)

    # What must hold.

    @invariant()
    def it_is_a_tree_that_holds_every_snippet_once(self) -> None:
        check_tree(self.state.tree, self.state.snippets)
        self.steps += 1

    def teardown(self) -> None:
        AnyMap.longest = max(AnyMap.longest, self.steps)
        end, begin = content(self.state), self.known[1]
        all_of_it = self.undo(10 * STEPS)
        assert content(self.state) == begin
        assert self.redo(all_of_it) == all_of_it
        assert content(self.state) == end
        self.folds_the_same_again()

    def folds_the_same_again(self) -> None:
        kept = self.session.events
        read = [ev.from_dict(each) for each in json.loads(json.dumps([*map(ev.to_dict, kept)]))]
        assert read == list(kept)
        one_by_one = SessionState()
        for each in read:
            assert isinstance(each, ev.KeptEvent)
            fold(one_by_one, each)
        assert one_by_one == self.state == fold_all(kept)


def test_any_two_hundred_steps_leave_a_whole_map_that_can_be_taken_back_and_read_again() -> None:
    AnyMap.longest = 0
    run_state_machine_as_test(
        AnyMap,
        settings=settings(
            max_examples=EXAMPLES, stateful_step_count=STEPS + 1, phases=[Phase.generate]
        ),
    )
    assert AnyMap.longest >= STEPS
