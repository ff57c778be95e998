"""Those who ask from outside the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.guest import Guest, user_turn
from costorm_widget.discourse.steering import Remark
from costorm_widget.turns import Intent
from tests.builders import Chosen, found, session, turn

if TYPE_CHECKING:
    from tests.builders import Session


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("What about farmers?", Intent.ORIGINAL_QUESTION),
        ("农民呢？", Intent.ORIGINAL_QUESTION),
        ("Tell me more about farmers.", Intent.INFORMATION_REQUEST),
        ("I doubt it", Intent.INFORMATION_REQUEST),
    ],
)
def test_what_the_user_says_is_a_turn_that_asks(text: str, intent: Intent) -> None:
    talk = session()
    talk.table.emit(ev.TurnTaken(turn(4)))
    said = user_turn(talk.table, Remark(text))
    assert (said.id, said.number, said.role, said.intent) == ("t5", 5, "user", intent)
    assert said.intent.asks
    assert said.utterance == said.question == text
    assert len(talk.state.turns) == 1


async def test_the_guest_asks_towards_an_intent(warm: Session) -> None:
    asked = await Guest("heart attacks in hospitals").speak(warm.table)
    assert (asked.role, asked.speaker) == ("guest", "Guest")
    assert asked.intent is Intent.ORIGINAL_QUESTION
    assert asked.question == asked.utterance
    assert asked.utterance.endswith("?")
    assert asked.citations == ()


async def test_without_an_intent_the_guest_asks_for_the_goal_or_the_topic() -> None:
    text = "Cows are milked at the same hour."
    vectors: dict[str, tuple[float, float]] = {text: (1, 0), "Why?": (0, 1)}
    for goal in ("for farmers", ""):
        # Whatever else was embedded would be missing here.
        aim = goal or "Clocks"
        table = session(
            topic="Clocks", goal=goal, embedder=Chosen({**vectors, "Clocks": (1, 0), aim: (1, 0)})
        )
        table.take_in(found(text))
        assert (await Guest().speak(table.table)).utterance.endswith("?")


async def test_without_evidence_the_guest_asks_about_the_topic() -> None:
    talk = session(topic="Clocks", goal="for farmers")
    asked = await Guest().speak(talk.table)
    assert "Clocks" in asked.utterance
    assert "“for farmers”" in asked.utterance
