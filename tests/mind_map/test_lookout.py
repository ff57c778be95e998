"""The lookout: what is new is compared with what lies near to it, once."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING

from costorm_widget.evidence.sources import Snippet
from costorm_widget.mind_map.lookout import MOST, Lookout, dispute_id
from tests.mind_map.doubles import TOPIC, WordEngine, World

if TYPE_CHECKING:
    from costorm_widget.evidence.disputes import Dispute

YES, NO = "Vitamin C prevents the common cold.", "Vitamin C does not prevent the common cold."
OTHER = "Trams carry 35 percent of all passengers."


def look(world: World, watch: Lookout, known: tuple[str, ...] = ()) -> tuple[Dispute, ...]:
    return watch.look(world.tree, world.snippets, known)


def watching() -> Lookout:
    return Lookout(TOPIC, "en")


def test_two_sources_under_one_concept_contradict_each_other() -> None:
    world = World(WordEngine())
    world.concept("Colds", texts=[f"We looked. {YES}", OTHER, NO])
    (found,) = look(world, watching())
    assert found.snippets == ("n0", "n2")
    assert (found.kind, found.verdict, found.id) == ("negation", "open", dispute_id("n2", "n0"))
    assert found.why
    assert 0.5 < found.score <= 1
    sides = [(world.snippets[each.snippet_id].text, each) for each in (found.one, found.other)]
    assert [text[each.start : each.end] for text, each in sides] == [YES, NO]


def test_what_was_seen_is_not_looked_at_again_and_what_is_known_not_told_again() -> None:
    world = World(WordEngine())
    concept = world.concept("Colds", texts=[YES])
    watch = watching()
    assert look(world, watch) == ()
    world.tree.place(world.snippet(NO), concept)
    (found,) = look(world, watch)
    assert look(world, watch) == ()
    assert look(world, watching(), (found.id,)) == ()


def test_what_was_taken_back_and_comes_again_is_looked_at_again() -> None:
    world = World(WordEngine())
    concept = world.concept("Colds", texts=[YES])
    watch = watching()
    look(world, watch)
    before = world.tree.copy()
    new = world.snippet(NO)
    world.tree.place(new, concept)
    (found,) = look(world, watch)
    world.tree, after = before, world.tree
    assert look(world, watch) == ()
    world.tree = after
    assert look(world, watch) == (found,)


def test_neighbours_are_compared_and_strangers_are_not() -> None:
    for place, finds in (("child", 1), ("parent", 1), ("stranger", 0), ("parked", 0)):
        world = World(WordEngine())
        above = world.concept("Health", texts=[OTHER])
        colds = world.concept("Colds", above, texts=[YES])
        where = {
            "child": world.concept("Children", colds),
            "parent": above,
            "stranger": world.concept("Law"),
            "parked": world.tree.root,
        }
        world.tree.place(world.snippet(NO), where[place])
        assert len(look(world, watching())) == finds, place


def test_within_a_section_of_one_source_an_author_weighs_both() -> None:
    for heading, start, finds in (("A", 40, 0), ("B", 40, 1), ("A", 9000, 1)):
        world = World(WordEngine())
        concept = world.concept("Colds", texts=[YES])
        one = replace(world.snippets["n0"], heading=("A",))
        other = Snippet("n1", one.source_id, start, start + len(NO), NO, heading=(heading,))
        world.snippets.update(n0=one, n1=other)
        world.tree.place("n1", concept)
        assert len(look(world, watching())) == finds, (heading, start)


def test_a_session_held_before_is_taken_as_seen() -> None:
    world = World(WordEngine())
    concept = world.concept("Colds", texts=[YES, NO])
    watch = watching()
    watch.take_as_seen(world.tree)
    assert look(world, watch) == ()
    world.tree.place(world.snippet("Vitamin C did not prevent the common cold."), concept)
    (found,) = look(world, watch)
    assert found.one.snippet_id == "n0"


def test_the_words_of_the_topic_alone_make_no_dispute() -> None:
    world = World(WordEngine())
    texts = ["Daylight saving time reduces crime.", "Daylight saving time increases traffic."]
    world.concept("Effects", texts=texts)
    assert look(world, watching()) == ()


def test_a_snippet_is_compared_with_so_many_at_most() -> None:
    world = World(WordEngine())
    concept = world.concept("Colds", texts=[YES, *[f"{OTHER} {n}" for n in range(MOST)]])
    watch = watching()
    look(world, watch)
    world.tree.place(world.snippet(NO), concept)
    assert look(world, watch) == (), "the latest ones come first, and the first is too far back"


def test_the_cost_of_a_turn_does_not_grow_with_the_map() -> None:
    """Fifty times the snippets may cost three times as much, not fifty."""

    def seconds(concepts: int) -> float:
        world = World(WordEngine())
        homes = [world.concept(f"C{n}", texts=[YES, OTHER, OTHER]) for n in range(concepts)]
        watch = watching()
        look(world, watch)
        best = 1.0
        for _ in range(5):
            for concept in homes[:10]:
                world.tree.place(world.snippet(NO), concept)
            begun = process_time()
            assert look(world, watch)
            best = min(best, process_time() - begun)
        return best

    few = seconds(10)
    assert seconds(500) < 3 * few + 0.005
