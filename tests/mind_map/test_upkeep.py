from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget import events as ev
from costorm_widget.language.tasks import Part
from costorm_widget.mind_map.upkeep import upkeep
from costorm_widget.settings import Settings
from tests.mind_map.doubles import TOPIC, WordEmbedder, WordEngine, World, check_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.language.tasks import Brief, NameJob, PlacementGroup, SplitJob

LIMIT = 10


@dataclass
class Splits(WordEngine):
    """Answers every split in the same way."""

    parts: tuple[Part, ...] = ()

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        await super().split_concept(job)
        return self.parts


@dataclass
class Garbage(WordEngine):
    """A model that has lost its mind: no reply of it can be used."""

    parts: tuple[Part, ...] = ()
    name: str = ""
    choices: tuple[int | None, ...] = (99, -3)

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        await super().split_concept(job)
        return self.parts

    async def name_concept(self, job: NameJob) -> str:
        await super().name_concept(job)
        return self.name

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        await super().choose_placements(brief, groups)
        return self.choices


async def keep_up(made: World) -> tuple[str, ...]:
    """Do the upkeep, check that the map is whole, return the types of the events."""
    events = await upkeep(made.tree, made.ground)
    made.fold(events)
    check_tree(made.tree, made.snippets)
    return tuple(each.type for each in events)


def texts(*counts: tuple[str, int]) -> list[str]:
    return [f"{word} fact number {each}" for word, count in counts for each in range(count)]


def fullest(made: World) -> int:
    return max(len(node.snippets) for node in made.tree.walk())


async def test_a_concept_within_its_limit_is_left_alone() -> None:
    engine = WordEngine()
    made = World(engine)
    made.concept("Sleep", texts=texts(("owls", LIMIT)))
    assert await keep_up(made) == ()
    assert not engine.asked


async def test_a_full_concept_is_split_and_its_snippets_are_moved() -> None:
    made = World(WordEngine())
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 5)))
    made.concept("Energy", texts=texts(("lamps", 3)))
    assert await keep_up(made) == (
        "concept_added",
        "concept_added",
        "snippets_placed",
    )
    assert made.outline() == {"": 0, "Sleep": 0, "Sleep > Owls": 6, "Sleep > Larks": 5, "Energy": 3}


async def test_nothing_is_changed_by_upkeep_itself() -> None:
    made = World(WordEngine())
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 5)))
    before = made.tree.copy()
    assert await upkeep(made.tree, made.ground)
    assert made.tree == before


async def test_parts_that_are_still_too_large_are_split_again() -> None:
    engine = WordEngine()
    made = World(engine)
    made.concept("Sleep", texts=texts(("owls", 14), ("larks", 4)))
    await keep_up(made)
    assert fullest(made) <= LIMIT
    assert made.tree.below("c1") == [f"n{each}" for each in range(14)] + [
        "n14",
        "n15",
        "n16",
        "n17",
    ]


@pytest.mark.parametrize("size", [11, 12, 13, 20, 21, 40])
async def test_c27_no_concept_stays_over_its_limit_though_the_engine_judges_it_fine(
    size: int,
) -> None:
    engine = Splits()
    made = World(engine)
    made.concept("Sleep", texts=texts(("owls", size)))
    await keep_up(made)
    assert engine.asked["split_concept"]
    assert fullest(made) <= LIMIT
    assert len(made.tree.below("c1")) == size
    assert await keep_up(made) == ()


@pytest.mark.parametrize("limit", [2, 3, 10])
async def test_c27_no_concept_is_over_its_limit_at_the_end_of_any_of_twenty_turns(
    limit: int,
) -> None:
    made = World(Splits(), Settings(snippets_per_concept=limit))
    sleep, energy = made.concept("Sleep"), made.concept("Energy")
    made.fold(ev.ConceptMarked(each, pinned=True, muted=False, note="") for each in (sleep, energy))
    for turn in range(20):
        for each in range(4):
            made.tree.place(made.snippet(f"owls {turn} and {each}"), (sleep, energy)[turn % 2])
        if turn % 5 == 4:  # the user gives one more than it may hold
            made.fold(ev.ConceptRemoved(each) for each in made.tree[sleep].children[:1])
        await keep_up(made)
        assert fullest(made) <= limit
    assert len(made.tree.home) == 80


BAD_REPLIES = {
    "handles that are not there": (Part("One", (0, 13, 99)), Part("Two", (-1,))),
    "all in one part": (Part("Everything", tuple(range(1, 13))),),
    "all but one in one part": (Part("Most", tuple(range(1, 12))), Part("One", (12,))),
    "the concept itself": (Part("sleep ", tuple(range(1, 13))),),
    "no name": (Part(" ", tuple(range(1, 13))),),
    "no members": (Part("One", ()), Part("Two", ())),
    "one member": (Part("One", (1,)),),
}


@pytest.mark.parametrize("parts", BAD_REPLIES.values(), ids=BAD_REPLIES.keys())
async def test_c27_no_bad_reply_leaves_a_concept_over_its_limit(parts: tuple[Part, ...]) -> None:
    made = World(Splits(parts=parts))
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert fullest(made) <= LIMIT
    assert len(made.tree.below("c1")) == 12
    names = [node.name for node in made.tree.walk("c1")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("parts", BAD_REPLIES.values(), ids=BAD_REPLIES.keys())
@pytest.mark.parametrize("name", ["", "Sleep", "x" * 400])
async def test_c28_splitting_twelve_with_garbage_alone_keeps_all_twelve(
    parts: tuple[Part, ...], name: str
) -> None:
    made = World(Garbage(parts=parts, name=name))
    made.concept("Sleep", texts=texts(("owls", 12)))
    await keep_up(made)
    assert len(made.tree.below("c1")) == 12
    assert fullest(made) <= LIMIT


async def test_c28_garbage_at_every_turn_loses_nothing_and_fills_no_concept() -> None:
    from costorm_widget.mind_map.placement import place

    made = World(Garbage(parts=BAD_REPLIES["all in one part"]))
    made.concept("Sleep", texts=texts(("owls", 12)))
    for turn in range(8):
        new = [made.snippet(f"fact {turn} and {each} of {turn * each}") for each in range(9)]
        made.fold(await place(made.tree, new, made.ground))
        await keep_up(made)
        assert fullest(made) <= LIMIT


class OneVector(WordEmbedder):
    """Sees no difference between any two texts."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        await super().embed(texts)
        return np.full((len(texts), 4), 0.5, dtype=np.float32)


async def test_c28_a_cut_needs_no_difference_between_the_vectors() -> None:
    made = World(Garbage(parts=BAD_REPLIES["no members"]), embedder=OneVector())
    made.concept("Sleep", texts=texts(("owls", 90)))
    await keep_up(made)
    assert fullest(made) <= LIMIT


async def test_a_cut_without_names_takes_titles_of_what_is_in_it() -> None:
    made = World(Garbage(parts=BAD_REPLIES["no members"]))
    made.concept("Sleep", texts=texts(("owls", 12)))
    await keep_up(made)
    parts = [made.tree[each] for each in made.tree["c1"].children]
    assert [len(part.snippets) for part in parts] == [6, 6]
    for part in parts:
        held = [made.snippets[each].source_id for each in part.snippets]
        assert part.name in {made.sources[each].title for each in held}


async def test_a_cut_keeps_together_what_is_near() -> None:
    made = World(Splits(parts=BAD_REPLIES["all in one part"]))
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Sleep": 0, "Sleep > Owls": 6, "Sleep > Larks": 6}


async def test_a_few_that_no_part_names_stay_where_they_are() -> None:
    parts = (Part("Owls", (1, 2, 3, 4)), Part("Larks", (7, 8, 9)))
    made = World(Splits(parts=parts))
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Sleep": 5, "Sleep > Owls": 4, "Sleep > Larks": 3}


async def test_many_that_no_part_names_go_to_the_nearest_part() -> None:
    parts = (Part("Owls", (1,)), Part("Larks", (7,)))
    made = World(Splits(parts=parts))
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Sleep": 0, "Sleep > Owls": 6, "Sleep > Larks": 6}


async def test_a_snippet_named_twice_goes_to_the_first_part_that_names_it() -> None:
    parts = (Part("Owls", (1, 2, 3, 4, 5, 6, 7, 7)), Part("Larks", (7, 8, 9, 10, 11, 12)))
    made = World(Splits(parts=parts))
    made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Sleep": 0, "Sleep > Owls": 7, "Sleep > Larks": 5}


async def test_a_part_named_like_a_child_that_is_there_goes_into_it() -> None:
    parts = (Part("OWLS", (1, 2, 3, 4, 5, 6)), Part("Larks", (7, 8, 9, 10, 11, 12)))
    made = World(Splits(parts=parts))
    sleep = made.concept("Sleep", texts=texts(("owls", 6), ("larks", 6)))
    made.concept("Owls", sleep, texts(("night", 2)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Sleep": 0, "Sleep > Owls": 8, "Sleep > Larks": 6}


async def test_c20_names_of_parts_keep_every_character() -> None:
    names = ("C# and F# languages", "Long-term memory in T-cells")
    parts = (Part(names[0], (1, 2, 3, 4, 5, 6)), Part(f"  {names[1]} ", (7, 8, 9, 10, 11, 12)))
    made = World(Splits(parts=parts))
    made.concept("Memory", texts=texts(("owls", 6), ("larks", 6)))
    await keep_up(made)
    assert [node.name for node in made.tree.walk()] == [TOPIC, "Memory", *names]


async def test_what_piles_up_at_the_root_becomes_top_concepts() -> None:
    made = World(WordEngine())
    for each in texts(("owls", 6), ("larks", 6)):
        made.tree.place(made.snippet(each), "c0")
    await keep_up(made)
    assert made.outline() == {"": 0, "Owls": 6, "Larks": 6}


async def test_the_root_is_never_judged_fine() -> None:
    made = World(Splits())
    for each in texts(("owls", 6), ("larks", 6)):
        made.tree.place(made.snippet(each), "c0")
    await keep_up(made)
    assert made.outline() == {"": 0, "Owls": 6, "Larks": 6}


async def test_what_piles_up_at_the_root_is_first_tried_on_the_concepts_there_are() -> None:
    engine = WordEngine()
    made = World(engine)
    made.concept("Owls", texts=texts(("owls", 4)))
    for word in ("energy", "law", "traffic", "farming", "software"):
        made.concept(word.title(), texts=[f"{word} {word} {each}" for each in range(8)])
    for each in range(11):
        word = "owls" if each < 3 else f"nothing{each}"
        made.tree.place(made.snippet(f"{word} {word} matter"), "c0")
    await keep_up(made)
    assert made.outline()["Owls"] == 7
    assert made.outline()[""] == 8
    assert not engine.asked


async def test_a_large_map_is_split_down_to_its_limit() -> None:
    made = World(Garbage(parts=BAD_REPLIES["all in one part"]), Settings(snippets_per_concept=3))
    for each in range(400):
        made.tree.place(made.snippet(f"fact {each % 7} {each % 13} {each}"), "c0")
    await keep_up(made)
    assert fullest(made) <= 3


async def test_c01_a_chain_keeps_a_name_and_its_evidence() -> None:
    made = World(WordEngine())
    made.concept("B", made.concept("A"), texts(("owls", 4)))
    await keep_up(made)
    assert made.outline() == {"": 0, "B": 4}


async def test_c01_a_lone_concept_is_not_merged_into_the_root() -> None:
    made = World(WordEngine())
    made.concept("A", texts=texts(("owls", 4)))
    assert await keep_up(made) == ()


@pytest.mark.parametrize(
    ("parent", "child", "kept"),
    [
        ("Health", "Heart attacks", "Heart attacks"),
        ("Sleep and health", "Sleep", "Sleep and health"),
        ("Sleep", "sleep", "Sleep"),
        ("C", "C#", "C#"),
        ("History", "Energy", "History"),  # another Energy stands beside it
    ],
)
async def test_a_chain_keeps_the_more_telling_name(parent: str, child: str, kept: str) -> None:
    made = World(WordEngine())
    made.concept(child, made.concept(parent), texts(("owls", 4)))
    made.concept("Energy", texts=texts(("lamps", 3)))
    await keep_up(made)
    assert made.outline() == {"": 0, kept: 4, "Energy": 3}


async def test_a_chain_keeps_its_place_among_its_siblings() -> None:
    made = World(WordEngine())
    made.concept("First", texts=texts(("owls", 2)))
    made.concept("Heart", made.concept("Health"), texts(("larks", 2)))
    made.concept("Last", texts=texts(("lamps", 2)))
    await keep_up(made)
    assert list(made.outline()) == ["", "First", "Heart", "Last"]


async def test_concepts_without_any_evidence_below_go() -> None:
    made = World(WordEngine())
    made.concept("Empty below", made.concept("Empty"))
    made.concept("Full", texts=texts(("owls", 2)))
    await keep_up(made)
    assert made.outline() == {"": 0, "Full": 2}


@pytest.mark.parametrize(
    "mark",
    [
        ev.ConceptMarked("c1", pinned=True, muted=False, note=""),
        ev.ConceptMarked("c1", pinned=False, muted=True, note=""),
        ev.ConceptMarked("c1", pinned=False, muted=False, note="look again"),
        ev.ConceptRenamed("c1", "Mine", by="user"),
    ],
)
async def test_what_the_user_had_a_hand_in_stays(
    mark: ev.ConceptMarked | ev.ConceptRenamed,
) -> None:
    for parent in (False, True):
        made = World(WordEngine())
        concept = made.concept("A")
        if parent:
            made.concept("B", concept, texts(("owls", 2)))
        made.fold([mark])
        assert await keep_up(made) == ()


async def test_a_concept_made_by_the_user_stays_though_empty_and_is_not_merged_away() -> None:
    made = World(WordEngine())
    parent = made.concept("Sleep and health")
    made.fold([ev.ConceptAdded("c2", "Sleep", parent, by="user")])
    made.tree.place(made.snippet("owls"), "c2")
    assert await keep_up(made) == ()
    made.fold([ev.ConceptAdded("c3", "Empty", "c0", by="user")])
    assert await keep_up(made) == ()
