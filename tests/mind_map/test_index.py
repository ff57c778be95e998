"""The index: what it follows, and that following a change is the same as starting anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.mind_map.tree import Tree
from tests.mind_map.doubles import WordEmbedder, WordEngine, World

if TYPE_CHECKING:
    from costorm_widget.mind_map.index import Candidate

VOCABULARY = [f"word{each}" for each in range(60)]


async def nearest(
    index: PlacementIndex, tree: Tree, made: World, text: str, count: int = 50
) -> list[Candidate]:
    await index.follow(tree, made.snippets)
    (found,) = index.nearest(tree, [text], await made.embedder.embed([text]), count)
    return found


def change(tree: Tree, made: World, chance: random.Random) -> None:
    """Do any one thing that can happen to a map."""
    concepts = [each for each in tree.nodes if each != tree.root]
    act = chance.choice(("add", "place", "move", "rename", "remove", "merge", "place", "place"))
    one, other = chance.choice(concepts), chance.choice([*concepts, tree.root])
    inside = one in tree.lineage(other)
    if act == "add" or len(concepts) < 4:
        tree.add(tree.new_id(), " ".join(chance.choices(VOCABULARY, k=2)), other)
    elif act == "place":
        tree.place(chance.choice(list(made.snippets)), other)
    elif act == "move" and not inside:
        tree.move(one, other)
    elif act == "rename":
        tree.changing(one).name = " ".join(chance.choices(VOCABULARY, k=2))
    elif act == "remove":
        tree.remove(one)
    elif act == "merge" and not inside and other != tree.root:
        tree.merge(other, one)


async def test_following_any_changes_is_the_same_as_starting_anew() -> None:
    chance = random.Random(5)
    made = World(WordEngine())
    for _ in range(6):
        made.concept(" ".join(chance.choices(VOCABULARY, k=2)))
    for _ in range(40):
        made.snippet(" ".join(chance.choices(VOCABULARY, k=8)))
    for each in made.snippets:
        made.tree.place(each, chance.choice(list(made.tree.nodes)))
    index, tree, past = PlacementIndex(made.embedder), made.tree, [made.tree.copy()]
    for step in range(60):
        for _ in range(3):
            change(tree, made, chance)
        past.append(tree.copy())
        if step % 10 == 9:  # taken back some way, then on from there
            tree = chance.choice(past).copy()
        text = " ".join(chance.choices(VOCABULARY, k=6))
        ours = await nearest(index, tree, made, text)
        anew = await nearest(PlacementIndex(made.embedder), tree, made, text)
        assert len(ours) == len(tree.nodes) - 1
        scores = {each.concept: (round(each.score, 5), each.near) for each in ours}
        assert scores == {each.concept: (round(each.score, 5), each.near) for each in anew}


async def test_following_what_has_not_changed_embeds_nothing() -> None:
    made = World(WordEngine())
    sleep = made.concept("Sleep", texts=["short sleep", "deep sleep"])
    index = made.ground.index
    await index.follow(made.tree, made.snippets)
    made.embedder.asked.clear()
    await index.follow(made.tree.copy(), made.snippets)
    made.tree.place(next(iter(made.snippets)), made.tree.root)
    made.tree.place(next(iter(made.snippets)), sleep)
    await index.follow(made.tree, made.snippets)
    assert made.embedder.asked == []


async def test_unread_paths_are_those_that_following_embeds() -> None:
    made = World(WordEngine())
    health = made.concept("Health")
    made.concept("Sleep", health)
    index = made.ground.index
    assert index.unread(made.tree) == ["Health", "Health, Sleep"]
    await index.follow(made.tree, made.snippets)
    assert made.embedder.asked == ["Health", "Health, Sleep"]
    assert index.unread(made.tree) == []
    made.tree.changing(health).name = "Body"
    assert index.unread(made.tree) == ["Body", "Body, Sleep"]


async def test_a_concept_is_its_members_more_than_its_name() -> None:
    made = World(WordEngine())
    made.concept("Owls", texts=["larks sing at dawn", "larks rise early", "early dawn"])
    made.concept("Larks", texts=["owls hunt by night", "owls fly late", "late night"])
    made.concept("Bats", texts=["caves and echoes", "echoes at dusk", "dusk caves"])
    best = (await nearest(made.ground.index, made.tree, made, "early larks at dawn"))[0]
    assert made.tree[best.concept].name == "Owls"


async def test_near_is_told_in_a_map_of_few_concepts_and_not_where_there_is_nothing_else() -> None:
    made = World(WordEngine())
    made.concept("Sleep", texts=[f"sleep and naps {each}" for each in range(8)])
    alone = (await nearest(made.ground.index, made.tree, made, "sleep and naps"))[0]
    assert not alone.near, "nothing else to compare with"
    made.concept("Energy", texts=[f"lamps burn oil {each}" for each in range(8)])
    best, second = await nearest(made.ground.index, made.tree, made, "sleep and naps")
    assert (best.near, second.near) == (True, False)
    best, second = await nearest(made.ground.index, made.tree, made, "astronomy")
    assert not best.near


async def test_an_empty_map_has_no_nearest_concept() -> None:
    made = World(WordEngine())
    assert await nearest(PlacementIndex(WordEmbedder()), Tree("c0", "x"), made, "sleep") == []


async def test_words_are_read_in_the_language_of_the_map() -> None:
    made = World(WordEngine())
    made.concept("A", texts=["die Katzen schlafen"])
    made.concept("B", texts=["der Hund bellt"])
    made.concept("C", texts=["der Vogel singt"])
    german = await nearest(PlacementIndex(made.embedder, "de"), made.tree, made, "Katze")
    english = await nearest(PlacementIndex(made.embedder, "en"), made.tree, made, "Katze")
    assert german[0].score > english[0].score
