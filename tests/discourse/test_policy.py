"""Who speaks next, rule by rule (DESIGN §4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.discourse.policy import ADVOCATE, Request, Seat, next_seat, steered_seat
from costorm_widget.settings import Settings
from costorm_widget.state import SessionState
from costorm_widget.turns import Expert, Intent, Turn

if TYPE_CHECKING:
    from costorm_widget.turns import Role, Steer

EXPERTS = [Expert(f"e{number}", name, name) for number, name in enumerate(("A", "B", "C"), 1)]
ASK, ANSWER = Intent.ORIGINAL_QUESTION, Intent.POTENTIAL_ANSWER


def table(*turns: tuple[Role, str, Intent], opening: int = 0, answers: int = 2) -> SessionState:
    state = SessionState(settings=Settings(answers_before_moderator=answers), warm=True)
    state.experts = list(EXPERTS)
    for number, (role, speaker, intent) in enumerate(turns, 1):
        turn = Turn(
            f"t{number}", number, speaker, role, intent, "Words.", opening=number <= opening
        )
        state.turns.append(turn)
    return state


def test_the_user_goes_before_everyone() -> None:
    state = table(("expert", "A", ANSWER))
    assert next_seat(state, Request(user=True, guest=True)) == Seat("user")


def test_a_guest_who_was_asked_for_goes_before_the_table() -> None:
    state = table(("moderator", "Moderator", ASK))
    assert next_seat(state, Request(guest=True)) == Seat("guest")


def test_the_moderator_speaks_directly_after_the_warm_start() -> None:
    state = table(("moderator", "Moderator", ASK), ("expert", "A", ANSWER), opening=2)
    assert next_seat(state, Request()) == Seat("moderator")
    assert next_seat(table(), Request()) == Seat("moderator")


def test_the_moderator_speaks_when_the_user_wishes() -> None:
    state = table(("moderator", "Moderator", ASK))
    assert next_seat(state, Request(moderator=True)) == Seat("moderator")


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_moderator_speaks_after_so_many_answers_and_not_before(limit: int) -> None:
    question: tuple[Role, str, Intent] = ("moderator", "Moderator", ASK)
    answer: tuple[Role, str, Intent] = ("expert", "A", ANSWER)
    before = table(question, *[answer] * (limit - 1), answers=limit)
    assert next_seat(before, Request()).role != "moderator"
    enough = table(question, *[answer] * limit, answers=limit)
    assert next_seat(enough, Request()) == Seat("moderator")


def test_opening_answers_do_not_count_for_the_moderator() -> None:
    state = table(
        ("expert", "A", ANSWER), ("moderator", "Moderator", ASK), ("expert", "B", ANSWER), opening=1
    )
    assert next_seat(state, Request()).role == "expert"


@pytest.mark.parametrize("role", ["user", "guest", "moderator", "expert"])
def test_anyones_question_goes_to_general_knowledge(role: Role) -> None:
    state = table((role, "Whoever", ASK))
    assert next_seat(state, Request()) == Seat("general knowledge")


def test_experts_speak_in_turn() -> None:
    state = table(
        ("moderator", "Moderator", ASK),
        ("general knowledge", "General knowledge", ANSWER),
        answers=9,
    )
    spoken: list[str] = []
    for number in range(3, 8):
        seat = next_seat(state, Request())
        expert = next(each for each in EXPERTS if each.id == seat.expert)
        spoken.append(expert.name)
        state.turns.append(Turn(f"t{number}", number, expert.name, "expert", ANSWER, "Words."))
    assert spoken == ["A", "B", "C", "A", "B"]


def test_the_order_goes_on_when_experts_have_changed() -> None:
    state = table(("moderator", "M", ASK), ("expert", "Gone", ANSWER), answers=9)
    assert next_seat(state, Request()) == Seat("expert", "e1")


def test_a_muted_expert_never_speaks_and_an_empty_table_falls_back() -> None:
    state = table(("moderator", "M", ASK), ("expert", "A", ANSWER), answers=9)
    state.experts = [EXPERTS[0], Expert("e2", "B", "B", muted=True), EXPERTS[2]]
    assert next_seat(state, Request()) == Seat("expert", "e3")
    state.experts = [Expert("e2", "B", "B", muted=True)]
    assert next_seat(state, Request()) == Seat("general knowledge")
    state.experts = []
    assert next_seat(state, Request()) == Seat("general knowledge")


@given(st.lists(st.sampled_from([ASK, ANSWER]), min_size=1, max_size=30))
def test_c27_a_talk_full_of_user_questions_still_gets_its_moderator(asks: list[Intent]) -> None:
    """Whatever was said, at most L answers come before somebody asks again."""
    state = table(*[("user", "You", intent) for intent in asks])
    row = 0
    for number in range(len(asks) + 1, len(asks) + 8):
        seat = next_seat(state, Request())
        intent = ASK if seat.role == "moderator" else ANSWER
        row = 0 if intent is ASK else row + 1
        assert row <= state.settings.answers_before_moderator
        state.turns.append(Turn(f"t{number}", number, "X", seat.role, intent, "Words."))


# What the user wants of a concept decides before anything else.


def steered(steer: Steer, mode: str = "co_storm", concept: str = "c1") -> SessionState:
    state = table(("expert", "A", ANSWER), ("expert", "B", ANSWER))
    state.settings = state.settings.with_values(mode=mode)
    state.tree.add("c1", "Sleep", "c0")
    state.turns.append(Turn("t3", 3, "You", "user", ASK, "Words.", concept=concept, steer=steer))
    return state


@pytest.mark.parametrize(
    ("mode", "ask", "challenge", "opposite", "missing"),
    [
        ("co_storm", "general knowledge", ADVOCATE, "e3", "moderator"),
        ("no_moderator", "general knowledge", ADVOCATE, "e3", "e3"),
        ("single_expert", "e1", ADVOCATE, "e1", "moderator"),
        ("rag_chatbot", *["general knowledge"] * 4),
        ("storm_qa", *["general knowledge"] * 4),
    ],
)
def test_each_wish_has_its_speaker_in_each_mode(
    mode: str, ask: str, challenge: str, opposite: str, missing: str
) -> None:
    steers: tuple[Steer, ...] = ("ask", "challenge", "opposite", "missing")
    for steer, expected in zip(steers, (ask, challenge, opposite, missing), strict=True):
        seat = next_seat(steered(steer, mode))
        assert (seat.expert or seat.role) == expected
        assert seat == steered_seat(steered(steer, mode))
        assert seat.asks is (mode == "no_moderator" and steer == "missing")


def test_without_a_moderator_and_experts_general_knowledge_says_what_is_missing() -> None:
    state = steered("missing", "no_moderator")
    state.experts = []
    assert next_seat(state) == Seat("general knowledge")


def test_a_wish_counts_once_and_only_while_its_concept_is_there() -> None:
    assert steered_seat(steered("challenge", concept="c9")) is None
    assert next_seat(steered("challenge", concept="c9")) == Seat("general knowledge")
    assert steered_seat(steered("")) is None
    state = steered("challenge")
    assert steered_seat(table()) is None
    failed = Turn("t4", 4, "Devil's advocate", "expert", ANSWER, "", status="failed")
    state.turns.append(failed)
    assert steered_seat(state) == Seat("expert", ADVOCATE)
    state.turns.append(Turn("t5", 5, "Devil's advocate", "expert", ANSWER, "Words."))
    assert steered_seat(state) is None


def test_a_request_for_this_step_goes_before_a_wish() -> None:
    state = steered("challenge")
    assert next_seat(state, Request(guest=True)) == Seat("guest")
    assert next_seat(state, Request(moderator=True)) == Seat("moderator")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_c27_who_asks_after_every_answer_but_one_keeps_no_moderator_away(limit: int) -> None:
    """After 2 L answers the moderator is due, whatever the user has asked between."""
    state = table(("moderator", "Moderator", ASK), answers=limit)
    answers = 0
    while True:
        number = len(state.turns) + 1
        seat = next_seat(state)
        if seat.role == "moderator":
            break
        state.turns.append(Turn(f"t{number}", number, "X", seat.role, ANSWER, "Words."))
        answers += 1
        if next_seat(state).role != "moderator":
            asked = Turn(f"t{number + 1}", number + 1, "You", "user", ASK, "Words.")
            state.turns.append(asked)
        assert answers <= 2 * limit
    assert answers == (1 if limit == 1 else 2 * limit)
