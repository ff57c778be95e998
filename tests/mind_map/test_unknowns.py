"""What a branch does not know: evidence nobody has used, and one source alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.evidence.sources import Snippet
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.unknowns import is_thin, thin_branches, unused
from costorm_widget.turns import OpenQuestion
from tests.mind_map.doubles import WordEngine, World, WorldBoard

if TYPE_CHECKING:
    from collections.abc import Iterable


def place(world: World, concept: str, sources: Iterable[str]) -> list[str]:
    """Put one snippet of each source under a concept; return their ids."""
    ids = []
    for source in sources:
        name = f"n{len(world.snippets)}"
        world.snippets[name] = Snippet(name, source, 0, 3, "abc")
        world.tree.place(name, concept)
        ids.append(name)
    return ids


def test_a_branch_is_thin_when_all_below_it_is_from_one_source() -> None:
    world = World(WordEngine())
    health = world.concept("Health")
    sleep = world.concept("Sleep", health)
    hearts = world.concept("Hearts", health)
    law = world.concept("Law")
    clocks = world.concept("Clocks", law)
    empty = world.concept("Empty")
    place(world, sleep, ["a", "a"])
    place(world, hearts, ["b"])
    place(world, law, ["c"])
    place(world, clocks, ["c"])
    place(world, world.tree.root, ["c"])
    thin = [each for each in world.tree.nodes if is_thin(world.tree, each, world.snippets)]
    assert thin == [sleep, hearts, law, clocks]
    assert thin_branches(world.tree, world.snippets) == [sleep, hearts, law]
    assert not is_thin(world.tree, empty, world.snippets)


def test_thin_branches_agree_with_the_definition_on_random_maps() -> None:
    for seed in range(20):
        world = World(WordEngine())
        ids = [world.tree.root]
        for number in range(12):
            parent = ids[(seed * 7 + number * number) % len(ids)]
            ids.append(world.concept(f"C{number}", parent))
            place(world, ids[-1], "abc"[: (seed + number * 5) % 3])
        tree = world.tree
        thin = {each for each in ids[1:] if is_thin(tree, each, world.snippets)}
        top = [
            node.id
            for node in tree.walk()
            if node.id in thin and not thin & set(tree.lineage(node.id)[:-1])
        ]
        assert thin_branches(tree, world.snippets) == top


def test_unused_is_what_no_turn_cites_there_and_below() -> None:
    world = World(WordEngine())
    health = world.concept("Health")
    sleep = world.concept("Sleep", health)
    first, second = place(world, health, "ab")
    (third,) = place(world, sleep, "c")
    assert unused(world.tree, health, {second}) == (first, third)
    assert unused(world.tree, sleep, {third}) == ()


def test_a_concept_shows_what_it_does_not_know() -> None:
    world = World(WordEngine())
    health, law = world.concept("Health"), world.concept("Law")
    sleep = world.concept("Sleep", health)
    (used,) = place(world, health, "a")
    (one,) = place(world, sleep, "a")
    (other,) = place(world, law, "b")
    board = WorldBoard(world)
    board.cited = {used}
    dispute = Dispute("d", "stance", Quote(one, 0, 1), Quote(other, 0, 1), "", 1.0)
    question = OpenQuestion("t1", "Why?", "Moderator", "t1", sleep)
    board.disputes, board.questions = [dispute], [question]
    mind_map = MindMap(board)
    top = mind_map[health]
    assert (top.unused, top.thin) == ((one,), True)
    assert (top.disputes, top.questions) == ((dispute,), (question,))
    assert (mind_map[law].disputes, mind_map[law].questions) == ((dispute,), ())
    assert mind_map.root.disputes == (dispute,)
    assert mind_map.thin == [mind_map[health], mind_map[law]]
