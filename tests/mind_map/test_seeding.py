"""Which evidence goes to concepts that have no members yet."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from costorm_widget.mind_map.seeding import fitting
from tests.builders import Chosen
from tests.mind_map.doubles import WordEngine, World

if TYPE_CHECKING:
    from collections.abc import Mapping


def fitted(world: World, vectors: Mapping[str, tuple[float, ...]]) -> dict[str, str]:
    """Return the name of the concept by the text of each snippet that fits one."""
    snippets = list(world.snippets.values())
    homes = asyncio.run(fitting(world.tree, snippets, Chosen(vectors)))
    return {world.snippets[each].text: world.tree[home].name for each, home in homes.items()}


def world_of(count: int) -> World:
    world = World(WordEngine())
    for place in range(count):
        world.snippet(f"t{place}")
    return world


def test_a_passage_fits_what_it_is_nearer_to_than_the_others_are() -> None:
    # Cosines with "Cows": nine times 0.1, once 0.3. Mean 0.12, deviation 0.06: 3 deviations.
    # Cosines with "Time": all 0.9, the highest of all, and none apart from the others.
    world = world_of(10)
    world.concept("Time")
    world.concept("Cows")
    vectors = {"Time": (1.0, 0.0), "Cows": (0.0, 1.0)}
    vectors |= {f"t{place}": (0.9, 0.1) for place in range(9)}
    vectors["t9"] = (0.9, 0.3)
    assert fitted(world, vectors) == {"t9": "Cows"}


@pytest.mark.parametrize(("count", "fits"), [(6, True), (4, False)])
def test_of_a_few_passages_one_must_stand_out_alone(count: int, fits: bool) -> None:  # noqa: FBT001
    # One of n that differs is (n - 1) / sqrt(n - 1) = sqrt(n - 1) deviations away: 2.24, or 1.73.
    world = world_of(count)
    world.concept("Cows")
    vectors = {"Cows": (0.0, 1.0)} | {f"t{place}": (1.0, 0.0) for place in range(count)}
    vectors["t0"] = (0.0, 1.0)
    assert (fitted(world, vectors) == {"t0": "Cows"}) is fits


def test_the_path_counts_and_the_concept_where_it_stands_out_most() -> None:
    world = world_of(9)
    world.concept("Sleep", world.concept("Health"))
    vectors = {"Health": (1.0, 0.0), "Health, Sleep": (0.0, 1.0)}
    vectors |= {f"t{place}": (0.1, 0.1) for place in range(7)}
    vectors["t7"] = (0.5, 0.9)
    vectors["t8"] = (0.9, 0.1)
    assert fitted(world, vectors) == {"t7": "Sleep", "t8": "Health"}


def test_a_name_that_nothing_is_about_gets_nothing_by_chance() -> None:
    # "Cheese": nine times 0.01, once 0.02, three of its own small deviations away; but the spread
    # of the names is 0.06 and 0.003, in the middle 0.0315, and 0.009 / 0.0315 is next to nothing.
    world = world_of(10)
    world.concept("Cows")
    world.concept("Cheese")
    vectors = {"Cows": (1.0, 0.0), "Cheese": (0.0, 1.0)}
    vectors |= {f"t{place}": (0.1, 0.01) for place in range(8)}
    vectors["t8"] = (0.3, 0.01)
    vectors["t9"] = (0.1, 0.02)
    assert fitted(world, vectors) == {"t8": "Cows"}


def test_without_concepts_or_evidence_nothing_is_embedded() -> None:
    world = world_of(3)
    assert asyncio.run(fitting(world.tree, list(world.snippets.values()), Chosen({}))) == {}
    world.concept("Cows")
    assert asyncio.run(fitting(world.tree, [], Chosen({}))) == {}
