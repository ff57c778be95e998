from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget import events as ev
from costorm_widget.language.tasks import Brief
from costorm_widget.mind_map.placement import place
from costorm_widget.settings import Settings
from tests.mind_map.doubles import TOPIC, WordEngine, World, check_tree

if TYPE_CHECKING:
    from costorm_widget.language.tasks import NameJob, PlacementGroup

SLEEP = [
    "sleep shortens after the spring change",
    "sleep debt lasts some days after the change",
    "sleep of owls suffers most in spring",
    "sleep laboratories measured the change",
]
ENERGY = [
    "energy for lighting fell a little",
    "energy for cooling rose in Indiana",
    "energy savings are small at best",
    "energy use moved to the morning",
]
BETWEEN = "farmers opposed lighting while sleep shortens"
"""Shares two words each with two of the concepts, one with the third."""

FARMS = [
    "farmers milk cows by the sun",
    "farmers opposed the clock change",
    "farmers harvest when dew is gone",
]


@dataclass
class Says(WordEngine):
    """Answers every choice in the same way."""

    choices: tuple[int | None, ...] = ()
    name: str = ""

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        await super().choose_placements(brief, groups)
        return self.choices

    async def name_concept(self, job: NameJob) -> str:
        return self.name or await super().name_concept(job)


def world(engine: WordEngine) -> World:
    made = World(engine)
    made.concept("Sleep", texts=SLEEP)
    made.concept("Energy", texts=ENERGY)
    made.concept("Farming", texts=FARMS)
    return made


async def put(made: World, *snippets: str) -> None:
    events = await place(made.tree, snippets, made.ground)
    made.fold(events)
    check_tree(made.tree, made.snippets)


async def test_what_is_clearly_nearest_is_placed_without_the_engine() -> None:
    engine = WordEngine()
    made = world(engine)
    snippet = made.snippet("sleep after the spring change is short")
    await put(made, snippet)
    assert made.home(snippet) == "Sleep"
    assert not engine.asked


async def test_nothing_is_changed_by_placing_itself() -> None:
    made = world(WordEngine())
    before = made.tree.copy()
    events = await place(made.tree, [made.snippet("energy and sleep")], made.ground)
    assert made.tree == before
    assert events


async def test_all_unclear_snippets_go_to_the_engine_in_one_call() -> None:
    engine = WordEngine()
    made = world(engine)
    first = made.snippet("astronomy of the equinox", ("When?", "equinox"))
    second = made.snippet("law of the union", ("Who decides?", "law"))
    third = made.snippet("law of the state", ("Who decides?", "law"))
    await put(made, first, second, third)
    assert engine.asked["choose_placements"] == 1
    questions = [(group.question, group.query) for group in engine.groups]
    assert set(questions) == {("When?", "equinox"), ("Who decides?", "law")}
    handles = [each.handle for group in engine.groups for each in group.passages]
    assert handles == [1, 2, 3]
    assert engine.groups[0].passages[0].title == "Title of s11"
    assert len(engine.groups[0].candidates) == 3


async def test_very_many_unclear_groups_go_to_the_engine_in_a_few_calls() -> None:
    engine = WordEngine()
    made = world(engine)
    snippets = [made.snippet(f"sleep energy {each}", ("Why?", f"q{each}")) for each in range(60)]
    await put(made, *snippets)
    assert engine.asked["choose_placements"] == 3
    assert len(engine.groups) == 60
    assert all(each in made.tree.home for each in snippets)


async def test_a_snippet_is_placed_by_its_own_nearness_not_by_its_query() -> None:
    made = world(WordEngine())
    pair = ("What changes?", "change")
    sleep = made.snippet("sleep shortens in spring after the change", pair)
    energy = made.snippet("energy savings for lighting are small", pair)
    await put(made, sleep, energy)
    assert (made.home(sleep), made.home(energy)) == ("Sleep", "Energy")


async def test_a_map_without_concepts_parks_everything() -> None:
    made = World(WordEngine())
    snippets = [made.snippet(text) for text in SLEEP]
    await put(made, *snippets)
    assert made.tree["c0"].snippets == snippets


async def test_nothing_to_place_is_no_event() -> None:
    made = world(WordEngine())
    assert await place(made.tree, [], made.ground) == ()


@pytest.mark.parametrize("choices", [(), (0, 0), (7,), (-1,)])
async def test_a_bad_reply_places_at_the_nearest_concept(choices: tuple[int, ...]) -> None:
    engine = Says(choices=choices)
    made = world(engine)
    snippet = made.snippet(BETWEEN)
    await put(made, snippet)
    assert engine.asked["choose_placements"] == 1
    assert made.home(snippet) == "Sleep"


async def test_c28_a_bad_reply_for_many_loses_none() -> None:
    made = world(Says(choices=(99,)))
    snippets = [made.snippet(f"law number {each} of state {each}") for each in range(12)]
    await put(made, *snippets)
    assert all(each in made.tree.home for each in snippets)


async def test_the_engines_choice_counts() -> None:
    engine = Says(choices=(1,))
    made = world(engine)
    snippet = made.snippet(BETWEEN)
    await put(made, snippet)
    assert engine.groups[0].candidates == (("Sleep",), ("Farming",), ("Energy",))
    assert made.home(snippet) == "Farming"


async def test_a_lone_stranger_is_parked() -> None:
    made = world(WordEngine())
    snippet = made.snippet("astronomy of the equinox")
    await put(made, snippet)
    assert made.home(snippet) == TOPIC


async def test_strangers_of_one_query_share_a_new_concept() -> None:
    made = world(WordEngine())
    pair = ("When?", "equinox")
    snippets = [made.snippet(f"equinox number {each}", pair) for each in range(3)]
    await put(made, *snippets)
    assert {made.home(each) for each in snippets} == {"Equinox"}
    assert made.tree.path(made.tree.home[snippets[0]]) == ("Equinox",)


async def test_two_groups_that_ask_for_the_same_concept_get_one() -> None:
    made = world(WordEngine())
    law = [made.snippet(f"law of union {each}", ("Who?", "union")) for each in range(2)]
    rule = [made.snippet(f"law in states {each}", ("Who?", "states")) for each in range(2)]
    await put(made, *law, *rule)
    names = [node.name for node in made.tree.walk()]
    assert names.count("Law") == 1
    assert {made.home(each) for each in (*law, *rule)} == {"Law"}


async def test_a_name_that_is_there_already_is_used() -> None:
    made = world(Says(choices=(None,), name="  farming "))
    snippets = [made.snippet(f"equinox {each}") for each in range(2)]
    await put(made, *snippets)
    assert {made.home(each) for each in snippets} == {"Farming"}
    assert len(made.tree.nodes) == 4


@pytest.mark.parametrize("name", ["---", "x" * 121])
async def test_an_unusable_name_makes_no_concept(name: str) -> None:
    made = world(Says(choices=(None,), name=name))
    snippets = [made.snippet(f"farmers change sleep {each}") for each in range(2)]
    await put(made, *snippets)
    assert {made.home(each) for each in snippets} == {"Sleep"}
    assert len(made.tree.nodes) == 4


async def test_c20_a_new_name_keeps_every_character() -> None:
    name = "Long-term memory in T-cells: C# and F#"
    made = world(Says(choices=(None,), name=name))
    snippets = [made.snippet(f"equinox {each}") for each in range(2)]
    await put(made, *snippets)
    assert {made.home(each) for each in snippets} == {name}


async def test_a_near_stranger_gets_a_concept_within_the_branch_of_its_neighbours() -> None:
    made = world(Says(choices=(None,), name="Naps"))
    for each in ("law", "history", "software", "traffic"):
        made.concept(each.title(), texts=[f"{each} of summer time {year}" for year in range(4)])
    made.ground = replace(made.ground, brief=Brief(TOPIC, "", Settings(placement_candidates=4)))
    health = made.concept("Health")
    made.fold([ev.ConceptMoved(made.tree["c0"].children[0], health)])
    made.concept("Rest", health, ["rest and sleep in spring", "rest days after the change"])
    made.concept("Dreams", health, ["sleep and dreams in spring", "dreams after the change"])
    snippet = made.snippet("sleep and dreams and rest in spring after the change")
    await put(made, snippet)
    assert made.tree.path(made.tree.home[snippet]) == ("Health", "Naps")


async def test_muted_concepts_still_receive() -> None:
    made = world(WordEngine())
    sleep = made.tree["c0"].children[0]
    made.tree[sleep].muted = True
    snippet = made.snippet("sleep after the spring change is short")
    await put(made, snippet)
    assert made.home(snippet) == "Sleep"


async def test_a_concept_without_members_is_found_by_its_name() -> None:
    made = world(Says(choices=(0,)))
    made.concept("Dogs")
    snippet = made.snippet("farmers dogs")
    await put(made, snippet)
    assert made.home(snippet) == "Dogs"


async def test_c21_placing_acts_on_ids_where_names_repeat() -> None:
    made = World(WordEngine())
    germany = made.concept("Germany", texts=["germany had summer time in 1916"])
    japan = made.concept("Japan", texts=["japan tried it under occupation"])
    first = made.concept("History", germany, ["germany in the war", "germany after the war"])
    second = made.concept("History", japan, ["japan in 1948", "japan gave it up in 1952"])
    made.concept("A -> B", texts=["arrows arrows arrows", "arrows everywhere"])
    snippet = made.snippet("japan gave it up again")
    other = made.snippet("arrows everywhere arrows")
    await put(made, snippet, other)
    assert made.tree.home[snippet] == second != first
    assert made.home(other) == "A -> B"


async def test_the_index_embeds_each_text_once_and_follows_changes() -> None:
    made = world(WordEngine())
    await put(made, made.snippet("sleep after the spring change is short"))
    made.embedder.asked.clear()
    sleep = made.tree["c0"].children[0]
    made.fold([ev.ConceptRenamed(sleep, "Night rest")])
    made.fold([ev.ConceptRemoved(made.tree["c0"].children[1])])
    late = made.snippet("sleep debt after the change")
    await put(made, late)
    assert made.home(late) == "Night rest"
    # The snippet placed before is a member now, the concept has a new path; nothing else.
    assert made.embedder.asked == [
        "sleep debt after the change",
        "sleep after the spring change is short",
        "Night rest",
    ]


class RandomEmbedder:
    """Unit vectors at random around one centre for each concept; cached, as the real one is."""

    name = "random-384"

    def __init__(self, centres: int) -> None:
        self._random = np.random.default_rng(7)
        self._centres = self._random.normal(size=(centres, 384))
        self._known: dict[str, np.ndarray] = {}

    async def embed(self, texts: list[str]) -> np.ndarray:
        for text in texts:
            if text not in self._known:
                centre = self._centres[int(text.split()[-1]) % len(self._centres)]
                vector = centre + self._random.normal(size=384) * 0.7
                self._known[text] = (vector / np.linalg.norm(vector)).astype(np.float32)
        return np.stack([self._known[text] for text in texts])


async def test_twenty_snippets_into_a_large_map_take_well_under_200_ms() -> None:
    made = World(WordEngine(), embedder=RandomEmbedder(300))  # type: ignore[arg-type]
    for each in range(300):
        parent = f"c{each // 6}"
        texts = [f"member {number} of concept {each}" for number in range(10)]
        assert made.concept(f"Concept {each}", parent, texts) == f"c{each + 1}"
    await put(made, made.snippet("the first one of concept 1"))
    new = [made.snippet(f"new one of concept {each}") for each in range(40, 60)]
    await made.ground.vectors(new)
    seconds: list[float] = []
    for _ in range(3):
        started = time.process_time()
        await place(made.tree, new, made.ground)
        seconds.append(time.process_time() - started)
    await put(made, *new)
    assert [made.home(each) for each in new] == [f"Concept {each}" for each in range(40, 60)]
    # Processor time, so that other work on the machine makes no difference.
    assert min(seconds) < 0.2
