"""Concepts by meaning: formula, ties, what is left out; and in a session, at any time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget import CoStorm
from costorm_widget import events as ev
from costorm_widget.errors import SessionBusy
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.search import Shelves
from tests.builders import Chosen
from tests.mind_map.doubles import WordEngine, World, WorldBoard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.evidence.embeddings import Vectors


@pytest.fixture(scope="module")
def session() -> CoStorm:
    session = CoStorm.sample(model="extractive", embeddings="hashed")
    session.warm_start()
    return session


def ranked(world: World, vectors: Mapping[str, tuple[float, ...]], count: int = 9) -> list[str]:
    shelves = Shelves.of(world.tree, world.snippets)
    found = asyncio.run(Chosen(vectors).embed(["query", *shelves.texts]))
    return [world.tree[each].name for each in shelves.nearest(found, count)]


def test_three_nearest_members_and_the_path_count_alike() -> None:
    world = World(WordEngine())
    world.concept("Many", texts=["m1", "m2", "m3", "m4"])
    world.concept("Few", texts=["f1"])
    world.concept("Named")
    vectors = {
        "query": (1.0, 0.0),
        "Many": (0.0, 1.0),  # members (0.9 + 0.8 + 0.7) / 3 = 0.8, path 0
        "m1": (0.9, 0.1),
        "m2": (0.1, 0.9),
        "m3": (0.8, 0.1),
        "m4": (0.7, 0.1),
        "Few": (0.5, 0.5),  # member 0.2, path 0.5
        "f1": (0.2, 0.2),
        "Named": (0.41, 0.1),  # without members the path stands in: 0.82
    }
    assert ranked(world, vectors) == ["Named", "Many", "Few"]
    assert ranked(world, vectors, count=2) == ["Named", "Many"]
    assert ranked(world, vectors | {"Named": (0.39, 0.0)}) == ["Many", "Named", "Few"]


def test_equals_come_in_the_order_of_the_map_and_parked_ones_not_at_all() -> None:
    world = World(WordEngine())
    world.concept("A")
    world.concept("B")
    world.tree.place(world.snippet("parked"), "c0")
    assert Shelves.of(world.tree, world.snippets).texts == ("A", "B")
    assert ranked(world, {"query": (1, 0), "A": (1, 0), "B": (1, 0)}) == ["A", "B"]


def test_words_of_evidence_find_a_concept_that_is_called_otherwise() -> None:
    world = World(WordEngine())
    world.concept("Larks", texts=["farmers milk cows early", "cows wait for milk"])
    world.concept("Owls", texts=["night work harms sleep"])
    mind_map = MindMap(WorldBoard(world))
    assert [each.name for each in mind_map.search("milk and cows")] == ["Larks", "Owls"]
    assert [each.name for each in mind_map.search("work at night", count=1)] == ["Owls"]
    assert mind_map.search("  ") == []


def test_no_turn_yet_no_concept_yet() -> None:
    assert CoStorm.sample(model="extractive", embeddings="hashed").mind_map.search("sleep") == []


def test_a_session_is_searched_by_meaning(session: CoStorm) -> None:
    found = session.mind_map.search("electricity and air conditioning")
    assert len(found) == 8
    assert any("air conditioning" in each.name.casefold() for each in found[:2])
    assert found[0] in session.mind_map


def test_the_vectors_of_the_moment_are_used() -> None:
    session = CoStorm.sample(model="extractive", embeddings="hashed")
    session.mind_map.read_outline("- Health\n- Economy")

    class Backwards:
        name = "backwards"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            alike = {"health", "Economy"}
            rows = [[1.0, 0.0] if each in alike else [0.0, 1.0] for each in texts]
            return np.array(rows, dtype=np.float32)

    assert [each.name for each in session.mind_map.search("health", 1)] == ["Health"]
    session.use_embeddings(Backwards())
    assert [each.name for each in session.mind_map.search("health", 1)] == ["Economy"]


def test_a_search_from_a_cell_is_answered_while_a_turn_runs(session: CoStorm) -> None:
    session.start(3)
    found = [session.mind_map.search("sleep", 1) for _ in range(3)]
    assert all(found)
    session.stop()


def test_in_a_listener_it_is_refused_and_not_a_deadlock(session: CoStorm) -> None:
    refused: list[Exception] = []

    def ask(event: ev.Event) -> None:
        if isinstance(event, ev.ConceptAdded):
            try:
                session.mind_map.search("sleep")
            except SessionBusy as error:
                refused.append(error)

    end = session.on_event(ask)
    session.mind_map.add("Night work")
    end()
    session.undo()
    assert "ask from a cell" in str(refused[0])


def test_a_large_map_is_embedded_in_pieces() -> None:
    session = CoStorm.sample(model="extractive", embeddings="hashed")
    session.mind_map.read_outline("\n".join(f"- Concept {each}" for each in range(1_500)))
    asked: list[int] = []

    class Counting:
        name = "counting"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            asked.append(len(texts))
            return np.array([[float(each == "Concept 7"), 1.0] for each in texts], dtype=np.float32)

    session._parts.embedder = Counting()  # type: ignore[assignment]
    assert session.mind_map.search("Concept 7", 1) == [session.mind_map["Concept 7"]]
    assert asked == [1_000, 501]
