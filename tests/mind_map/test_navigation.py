"""What fits none of the concepts near it walks down the map, all of it one level a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from costorm_widget.language.tasks import Step
from costorm_widget.mind_map.navigation import Stranger, find_places
from costorm_widget.mind_map.placement import place
from tests.mind_map.doubles import TOPIC, WordEngine, World, check_tree

if TYPE_CHECKING:
    from costorm_widget.language.tasks import Brief, NavigationGroup, PlacementGroup

Steps = Callable[["NavigationGroup"], Step | None]


@dataclass
class Walks(WordEngine):
    """Finds nothing near right; where evidence goes is told by its query."""

    ways: dict[str, Steps] = field(default_factory=dict[str, Steps])
    replies: int | None = None
    """How many steps a reply has, if not one a group."""

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        await super().choose_placements(brief, groups)
        return (None,) * len(groups)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        assert brief.topic == TOPIC
        self.walked.append(groups)
        steps = tuple(self.ways[each.query](each) for each in groups)
        return steps[: self.replies]


def down(*names: str, new: str = "") -> Steps:
    """Go down by these names, then make a new concept, or stay."""

    def way(group: NavigationGroup) -> Step:
        for name in names:
            if name in group.children:
                return Step(group.children.index(name))
        return Step(name=new)

    return way


def world(**ways: Steps) -> World:
    made = World(Walks(ways=ways))
    health = made.concept("Health", texts=["hospitals and doctors", "doctors and nurses"])
    sleep = made.concept("Sleep", health, ["sleep is short", "sleep is deep", "naps are sleep"])
    made.concept("Dreams", sleep, ["dreams of flying", "dreams of falling"])
    made.concept("Energy", texts=["energy for lamps", "energy for cooling", "energy in Indiana"])
    return made


async def put(made: World, *queries: str) -> list[str]:
    snippets = [
        made.snippet(f"astronomy {number}", ("Why?", query)) for number, query in enumerate(queries)
    ]
    made.fold(await place(made.tree, snippets, made.ground))
    check_tree(made.tree, made.snippets)
    return [" > ".join(made.tree.path(made.tree.home[each])) for each in snippets]


def walks_of(made: World) -> list[tuple[NavigationGroup, ...]]:
    assert isinstance(made.engine, WordEngine)
    return made.engine.walked


async def test_all_groups_go_one_level_with_one_call() -> None:
    made = world(
        deep=down("Health", "Sleep", "Dreams"),
        stays=down("Health"),
        energy=down("Energy"),
    )
    places = await put(made, "deep", "stays", "energy")
    assert places == ["Health > Sleep > Dreams", "Health", "Energy"]
    # Energy has nothing below it, and Dreams neither: nothing is left to ask there.
    assert [[group.path for group in groups] for groups in walks_of(made)] == [
        [(), (), ()],
        [("Health",), ("Health",)],
        [("Health", "Sleep")],
    ]


async def test_handles_of_a_call_are_numbered_through() -> None:
    made = world(one=down("Energy"), two=down("Energy"))
    await put(made, "one", "two", "two")
    handles = [each.handle for group in walks_of(made)[0] for each in group.passages]
    assert handles == [1, 2, 3]


async def test_only_what_was_refused_walks() -> None:
    made = world(far=down("Energy"))
    clear = made.snippet("sleep is deep and sleep is short", ("Why?", "clear"))
    far = made.snippet("astronomy", ("Why?", "far"))
    made.fold(await place(made.tree, [clear, far], made.ground))
    assert made.home(clear) == "Sleep"
    assert [group.query for group in walks_of(made)[0]] == ["far"]


async def test_a_new_concept_comes_with_its_name_and_no_further_call() -> None:
    made = world(new=down("Health", new="Equinox"))
    assert await put(made, "new") == ["Health > Equinox"]
    assert isinstance(made.engine, WordEngine)
    assert made.engine.asked["name_concept"] == 0


async def test_two_groups_that_ask_for_the_same_new_concept_get_one() -> None:
    made = world(one=down("Health", new="Night work"), two=down("Health", new=" night  WORK "))
    assert await put(made, "one", "two") == ["Health > Night work"] * 2
    assert [node.name for node in made.tree.walk()].count("Night work") == 1


async def test_one_name_under_two_parents_are_two_concepts() -> None:
    made = world(one=down("Health", new="History"), two=down(new="History"), three=down(new="x"))
    places = await put(made, "one", "two", "two")
    assert places == ["Health > History", "History", "History"]


async def test_a_name_that_is_there_already_is_that_concept() -> None:
    made = world(child=down("Health", new="sleep"), itself=down("Health", new="HEALTH"))
    assert await put(made, "child", "itself") == ["Health > Sleep", "Health"]


async def test_what_would_be_alone_at_the_top_is_parked() -> None:
    made = world(alone=down(new="Equinox"), pair=down(new="Tides"))
    places = await put(made, "alone", "pair", "pair")
    assert places == ["", "Tides", "Tides"]
    assert made.tree[made.tree.root].name == TOPIC


@pytest.mark.parametrize(
    "step", [None, Step(), Step(99), Step(-1), Step(name=" "), Step(name="x" * 300), Step(99, "#")]
)
async def test_c28_a_step_that_cannot_be_taken_leads_to_the_nearest_concept(
    step: Step | None,
) -> None:
    made = world(bad=lambda _: step)
    snippet = made.snippet("astronomy of the equinox", ("Why?", "bad"))
    (nearest,) = await made.ground.nearest(made.tree, [snippet])
    assert not nearest[0].near
    made.fold(await place(made.tree, [snippet], made.ground))
    check_tree(made.tree, made.snippets)
    assert made.tree.home[snippet] == nearest[0].concept
    assert len(walks_of(made)) == 1


async def test_a_reply_for_other_groups_leads_to_the_nearest_concept() -> None:
    made = world(one=down("Energy"), two=down("Energy"))
    assert isinstance(made.engine, Walks)
    made.engine.replies = 1
    first = made.snippet("dreams of lamps", ("Why?", "one"))
    second = made.snippet("doctors of lamps", ("Why?", "two"))
    nearest = await made.ground.nearest(made.tree, [first, second])
    made.fold(await place(made.tree, [first, second], made.ground))
    assert [made.tree.home[each] for each in (first, second)] == [
        each[0].concept for each in nearest
    ]


@pytest.mark.parametrize(("near", "told"), [(True, ((3, 1), 4)), (False, ((0, 0), 0))])
async def test_the_walk_tells_where_the_near_concepts_lie(
    near: bool,  # noqa: FBT001 - what is varied
    told: tuple[tuple[int, ...], int],
) -> None:
    made = world(some=down("Energy"))
    snippet = made.snippet("astronomy", ("Why?", "some"))
    stranger = Stranger("Why?", "some", (snippet,), ("c3", "c1", "c4", "c2"), near=near)
    added, places = await find_places(made.tree, [stranger], made.ground)
    assert (added, places) == ([], {snippet: "c4"})
    # Health with Sleep and Dreams below it, Energy with nothing.
    ((group,),) = walks_of(made)
    assert (group.children, (group.near, group.nearest)) == (("Health", "Energy"), told)


async def test_c20_names_keep_every_character() -> None:
    made = world(new=down("Health", new="C# and F#: long-term T-cells"))
    assert await put(made, "new") == ["Health > C# and F#: long-term T-cells"]
