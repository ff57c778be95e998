from __future__ import annotations

import pytest

from tests.mind_map.doubles import WordEngine, World, WorldBoard


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
