"""The figures of a map, each against a value worked out by hand."""

from __future__ import annotations

from dataclasses import astuple
from math import log
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget import CoStorm
from costorm_widget.errors import NotYet
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.metrics import (
    NEIGHBOURS,
    MapMetrics,
    Stability,
    measured,
    placed_texts,
    stability,
)
from costorm_widget.mind_map.tree import Tree
from tests.mind_map.doubles import WordEngine, World, WorldBoard

if TYPE_CHECKING:
    from collections.abc import Sequence


def grouped(groups: str) -> Tree:
    """A tree with snippet 0, 1, … under the concept of each letter; `.` parks it."""
    tree = Tree("c0", "Topic")
    for letter in sorted(set(groups) - {"."}):
        tree.add(letter, letter, "c0")
    for place, letter in enumerate(groups):
        tree.place(f"n{place}", "c0" if letter == "." else letter)
    return tree


def measure(tree: Tree, vectors: Sequence[Sequence[float]] = (), cited: str = "") -> MapMetrics:
    """Measure a tree whose placed snippets have these vectors, in the order of coming."""
    homes = {each: home for each, home in tree.home.items() if home != tree.root}
    rows = np.array(vectors or [[1.0, 0.0]] * len(homes), dtype=np.float32).reshape(len(homes), -1)
    return measured(tree, set(cited.split()), homes, rows)


def test_the_plain_counts() -> None:
    tree = grouped("aaab..")
    tree.add("deep", "deep", "a")
    figures = measure(tree, cited="n0 n4 elsewhere")
    assert (figures.concepts, figures.snippets, figures.depth, figures.largest) == (3, 6, 2, 3)
    assert figures.coverage == pytest.approx(2 / 6)
    assert figures.parked == pytest.approx(2 / 6)


def test_balance_is_the_normalised_entropy_of_the_branches() -> None:
    assert measure(grouped("aabb")).balance == pytest.approx(1)
    assert measure(grouped("aaab")).balance == pytest.approx(
        -(0.75 * log(0.75) + 0.25 * log(0.25)) / log(2)
    )
    assert measure(grouped("abc")).balance == pytest.approx(1)
    assert measure(grouped("aa..")).balance is None
    empty_branch = grouped("aa")
    empty_branch.add("b", "b", "c0")
    assert measure(empty_branch).balance == 0


def test_balance_counts_what_is_below_a_branch() -> None:
    tree = grouped("ab")
    tree.add("a1", "a1", "a")
    tree.place("n2", "a1")
    assert measure(tree).balance == pytest.approx(
        -(2 / 3 * log(2 / 3) + 1 / 3 * log(1 / 3)) / log(2)
    )


def test_purity_is_the_share_of_neighbours_in_the_same_concept() -> None:
    # Three snippets: each has the two others as neighbours. a sees a and b; b sees a twice.
    assert measure(grouped("aab")).purity == pytest.approx((1 / 2 + 1 / 2 + 0) / 3)
    assert measure(grouped("aaa")).purity == 1
    assert measure(grouped("abc")).purity == 0
    assert measure(grouped("a..")).purity is None


def test_purity_looks_at_the_nearest_five_alone() -> None:
    assert NEIGHBOURS == 5
    east, north = [1.0, 0.0], [0.0, 1.0]
    figures = measure(grouped("aaaaaabbbbbb"), [east] * 6 + [north] * 6)
    assert figures.purity == 1
    # One of each six lies with the others: it sees none of its own, the five others see one
    # stranger among their five neighbours and four of their own.
    figures = measure(grouped("aaaaabbbbbba"), [east] * 6 + [north] * 6)
    assert figures.purity == pytest.approx((10 * 4 / 5 + 2 * 0) / 12)


def test_neighbours_in_another_concept_of_the_branch_count_for_the_branch() -> None:
    tree = grouped("aa")
    tree.add("a1", "a1", "a")
    tree.add("a2", "a2", "a1")
    tree.place("n1", "a2")
    figures = measure(tree)
    assert (figures.purity, figures.branch_purity) == (0, 1)


def test_a_large_map_is_measured_at_a_sample() -> None:
    tree = grouped("ab" * 2_000)
    angle = np.linspace(0, 1, 4_000)
    rows = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    figures = measure(tree, rows.tolist())
    # Neighbours alternate: of the five nearest of a snippet two are two places away, its own.
    assert figures.purity == pytest.approx(2 / 5, abs=0.1)


def test_an_empty_map_has_no_figures() -> None:
    figures = MindMap(WorldBoard(World(WordEngine()))).metrics()
    assert astuple(figures) == (0, 0, None, None, None, None, None, 0, 0)


def test_parked_ones_are_not_looked_at_for_purity() -> None:
    world = World(WordEngine())
    world.concept("Sleep", texts=["owls sleep", "owls wake"])
    world.tree.place(world.snippet("owls"), "c0")
    homes, texts = placed_texts(world.tree, world.snippets)
    assert (list(homes.values()), texts) == (["c1", "c1"], ["owls sleep", "owls wake"])
    assert MindMap(WorldBoard(world)).metrics().purity == 1


# Stability.


def test_the_same_map_is_stable_whatever_its_concepts_are_called() -> None:
    assert stability(grouped("aabb"), grouped("aabb")) == Stability(4, 1.0, 1.0)
    assert stability(grouped("aabb"), grouped("ccdd")) == Stability(4, 1.0, 1.0)


def test_pairs_and_rand_index_by_hand() -> None:
    # Before {0,1,2} {3,4,5}: 6 pairs. After {0,1} {2,3} {4,5}: 3 pairs. Together in both: {0,1}
    # and {4,5}. Expected 6 · 3 / 15 = 1.2, at most (6 + 3) / 2 = 4.5: (2 - 1.2) / (4.5 - 1.2).
    figures = stability(grouped("aaabbb"), grouped("aabbcc"))
    assert figures.kept == pytest.approx(2 / 6)
    assert figures.rand == pytest.approx(0.8 / 3.3)


def test_less_than_chance_is_below_zero() -> None:
    # 2 and 2 pairs of 6, none in both; expected 4 / 6, at most 2.
    figures = stability(grouped("aabb"), grouped("abab"))
    assert figures.kept == 0
    assert figures.rand == pytest.approx((0 - 4 / 6) / (2 - 4 / 6))


def test_new_and_formerly_parked_snippets_do_not_count_and_parked_ones_are_alone() -> None:
    assert stability(grouped("aa."), grouped("aaa")) == Stability(2, 1.0, 1.0)
    assert stability(grouped("aa"), grouped("aab")) == Stability(2, 1.0, 1.0)
    assert stability(grouped("aaa"), grouped("a..")) == Stability(3, 0.0, 0.0)
    assert stability(grouped("ab"), grouped("..")) == Stability(2, None, 1.0)
    assert stability(grouped("a"), grouped("a")) == Stability(1, None, None)
    assert stability(grouped(""), grouped("ab")) == Stability(0, None, None)


# In a session.


@pytest.fixture(scope="module")
def session() -> CoStorm:
    session = CoStorm.sample(model="extractive", embeddings="hashed")
    session.run(3)
    return session


def test_a_session_is_measured(session: CoStorm) -> None:
    figures = session.mind_map.metrics()
    assert figures == session.mind_map.metrics()
    assert figures.concepts == len(session.mind_map)
    assert figures.snippets == len(session.snippets)
    assert figures.coverage == session.mind_map.root.coverage
    assert figures.largest <= session.settings.snippets_per_concept
    assert figures.purity is not None
    assert figures.branch_purity is not None
    assert 0 < figures.purity <= figures.branch_purity <= 1


def test_turns_are_compared_by_number(session: CoStorm) -> None:
    last = session.turns[-1].number
    mind_map = session.mind_map
    assert mind_map.stability(last) == mind_map.stability(last, last)
    assert (mind_map.stability(last).kept, mind_map.stability(last).rand) == (1, 1)
    before = mind_map.stability(last - 1)
    largest = max(mind_map, key=lambda each: len(each.snippets))
    mind_map.add("Apart").place(largest.snippets[0])
    # An edit belongs to the turn before it, until the next one is taken.
    edited = mind_map.stability(last - 1, last)
    assert mind_map.stability(last).kept == 1
    assert edited.kept is not None
    assert before.kept is not None
    assert edited.kept < before.kept
    session.undo()
    assert mind_map.stability(last - 1) == before
    session.redo()
    session.step()
    assert mind_map.stability(last - 1, last) == edited


def test_before_the_first_turn_there_is_nothing_to_compare(session: CoStorm) -> None:
    assert CoStorm.sample(model="extractive").mind_map.stability(0) == Stability(0, None, None)
    for turn in (-1, session.turns[-1].number + 1):
        with pytest.raises(NotYet, match=f"no turn {turn}; give 0 to"):
            session.mind_map.stability(turn)
