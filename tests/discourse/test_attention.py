"""Pinned concepts: what they change in what the moderator asks, and that nothing starves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.attention import attention, pins, raised
from costorm_widget.discourse.moderator import rank_unused
from costorm_widget.discourse.policy import Request
from costorm_widget.turns import Intent
from tests.builders import Chosen, Fixed, cites, found, session, turn
from tests.fixtures.models import MoodyModel, session_with

if TYPE_CHECKING:
    from tests.builders import Session

ASK = Intent.ORIGINAL_QUESTION


def pin(talk: Session, concept: str, *, on: bool = True, muted: bool = False) -> None:
    talk.table.emit(ev.ConceptMarked(concept, pinned=on, muted=muted, note=""))


def three() -> tuple[Session, list[str]]:
    """Three concepts with two snippets each, the first with a concept below that has two more."""
    talk = session(Fixed())
    ids = talk.take_in(*(found(f"Statement {each} is true.", f"T{each}") for each in range(8)))
    for place in range(3):
        talk.table.emit(ev.ConceptAdded(f"c{place + 1}", f"Name {place}", "c0"))
        own = ids[2 * place : 2 * place + 2]
        talk.table.emit(ev.SnippetsPlaced(tuple((each, f"c{place + 1}") for each in own)))
    talk.table.emit(ev.ConceptAdded("c4", "Below", "c1"))
    talk.table.emit(ev.SnippetsPlaced(tuple((each, "c4") for each in ids[6:])))
    return talk, ids


def cite(talk: Session, *snippets: str) -> None:
    number = len(talk.state.turns) + 1
    talk.table.emit(ev.TurnTaken(turn(number, citations=cites(*snippets))))


def asks(talk: Session, concept: str = "", *snippets: str) -> None:
    number = len(talk.state.turns) + 1
    said = turn(number, "moderator", ASK, "So?", concept=concept, citations=cites(*snippets))
    talk.table.emit(ev.TurnTaken(said))


def test_without_a_pin_no_concept_is_preferred() -> None:
    talk, _ = three()
    assert (pins(talk.state), attention(talk.state)) == ([], "")


def test_a_pin_holds_its_branch_and_what_nobody_has_cited_of_it() -> None:
    talk, ids = three()
    cite(talk, ids[6])
    pin(talk, "c1")
    (only,) = pins(talk.state)
    assert (only.concept, only.branch, only.cited) == ("c1", frozenset({"c1", "c4"}), True)
    assert only.unused == (ids[0], ids[1], ids[7])
    pin(talk, "c1", muted=True)
    assert pins(talk.state) == []


def test_a_pinned_concept_that_nobody_has_asked_about_is_asked_about_next_and_once() -> None:
    talk, ids = three()
    talk.table.emit(ev.ConceptAdded("c9", "Empty", "c0", by="user"))
    pin(talk, "c9")
    pin(talk, "c2")
    assert attention(talk.state) == "c2"  # from the top
    asks(talk, "c2", ids[2])
    assert attention(talk.state) == "c9"
    asks(talk, "c9")
    assert attention(talk.state) == ""
    asks(talk)
    asks(talk)
    assert attention(talk.state) == "c2"  # nothing lies under the empty one


def test_what_the_advocate_or_the_opening_or_the_user_asks_is_no_question_of_the_moderators() -> (
    None
):
    talk, ids = three()
    pin(talk, "c2")
    for role in ("user", "guest"):
        said = turn(len(talk.state.turns) + 1, role, ASK, "So?", concept="c2")
        talk.table.emit(ev.TurnTaken(said))
        assert attention(talk.state) == "c2"
    opening = turn(9, "moderator", ASK, "So?", concept="c2", citations=cites(ids[0]))
    talk.table.emit(ev.TurnTaken(replace(opening, opening=True)))
    assert attention(talk.state) == "c2"


def test_the_pin_that_has_waited_longest_is_ranked_up_and_at_last_asked_about() -> None:
    talk, ids = three()
    cite(talk, ids[0], ids[2], ids[4])
    pin(talk, "c1")
    pin(talk, "c2")
    first, second = (ids[1], ids[6], ids[7]), (ids[3],)
    for concept in ("c1", "c2"):
        assert attention(talk.state) == concept
        asks(talk, concept)
    seen: list[tuple[str, tuple[str, ...]]] = []
    for _ in range(5):
        seen.append((attention(talk.state), raised(talk.state)))
        asks(talk, seen[-1][0], *(() if seen[-1][0] else (ids[5],)))
    # After a question about a pin the rest of the map is heard; then the longer wait counts.
    assert seen == [("", ()), ("", first), ("", first), ("c1", first), ("c2", ())]
    asks(talk, "", ids[5])
    assert raised(talk.state) == first
    asks(talk, "c1")
    asks(talk, "", ids[5])
    assert raised(talk.state) == second


def test_a_question_that_cites_what_lies_there_counts_as_one_about_it() -> None:
    talk, ids = three()
    cite(talk, ids[0])
    pin(talk, "c1")
    asks(talk, "", ids[7])  # it stands in the concept below
    assert (attention(talk.state), raised(talk.state)) == ("", ())
    asks(talk)
    assert raised(talk.state) == (ids[1], ids[6])
    cite(talk, ids[1], ids[6])
    asks(talk)
    assert (attention(talk.state), raised(talk.state)) == ("", ())  # nothing is left to ask from


async def test_what_lies_under_a_pin_is_ranked_up_to_the_root_of_its_score() -> None:
    texts = ("Under the pin.", "Better.", "Far better.", "Found long ago.", "Asked about.")
    near = dict(zip(texts, (0.3, 0.4, 0.9, 0.2, 0.1), strict=True))
    vectors = {text: (score, 0.0, (1 - score**2) ** 0.5) for text, score in near.items()}
    embedder = Chosen({**vectors, "Clocks": (1, 0, 0), "Why?": (0, 1, 0)})
    talk = session(topic="Clocks", embedder=embedder)
    ids = talk.take_in(*(found(text, text) for text in texts))
    talk.table.emit(ev.ConceptAdded("c1", "Name", "c0"))
    talk.table.emit(ev.SnippetsPlaced(((ids[0], "c1"), (ids[3], "c1"), (ids[4], "c1"))))
    talk.table.emit(ev.TurnTaken(turn(1, "moderator", ASK, "So?", citations=cites(ids[4]))))
    talk.table.emit(ev.TurnTaken(turn(2, "moderator", ASK, "So?")))
    talk.table.emit(ev.TurnTaken(turn(3, retrieved=tuple(ids[:3]))))
    assert await rank_unused(talk.table) == [ids[2], ids[1], ids[0]]
    pin(talk, "c1")
    # With α = ½ the scores are √0.9, √0.4 and, raised, ⁴√0.3 and ⁴√0.2.
    assert await rank_unused(talk.table) == [ids[2], ids[0], ids[3], ids[1]]
    pin(talk, "c1", on=False)
    assert await rank_unused(talk.table) == [ids[2], ids[1], ids[0]]


async def test_a_pin_changes_what_the_moderator_asks_about(warm: Session) -> None:
    tree = warm.state.tree
    tops = [each for each in tree[tree.root].children if tree.below(each)]
    least = min(tops, key=lambda each: len(tree.below(each)))
    pin(warm, least)
    spoken = [await warm.step(Request(moderator=True)) for _ in range(2)]
    about = [each for each in spoken if each.concept == least]
    assert about
    there = set(tree.below(least))
    assert {each.snippet_id for each in about[0].citations} <= there
    assert about[0].citations
    answer = await warm.step()
    assert answer.concept == spoken[-1].concept


async def test_c27_two_pins_both_get_their_turn_and_so_does_the_rest(warm: Session) -> None:
    tree = warm.state.tree
    first, second, *_ = tree[tree.root].children
    pin(warm, first)
    pin(warm, second)
    asked: list[str] = []
    for _ in range(24):
        said = await warm.step()
        if said.role == "moderator":
            cited = [tree.home[each.snippet_id] for each in said.citations]
            asked.append(
                said.concept or next(iter(tree.lineage(cited[0])[1:]), "") if cited else ""
            )
    assert set(asked[:2]) == {first, second}
    assert {first, second} <= set(asked[2:])
    assert sum(each not in {first, second} for each in asked) >= len(asked) // 4


@pytest.mark.parametrize("pinned", [False, True])
def test_the_moderators_prompt_stays_with_the_pinned_concept(pinned: bool) -> None:  # noqa: FBT001
    model = MoodyModel()
    talk = session_with(model, warm=True)
    concept = talk.mind_map.add("Lightning")
    concept.pin(pinned)
    asked = talk.step()
    prompt = next(each.prompt for each in model.asked if each.job == "ask_as_moderator")
    assert ("Your question is about this concept of the mind map: Lightning." in prompt) is pinned
    assert asked.concept == (concept.id if pinned else "")
