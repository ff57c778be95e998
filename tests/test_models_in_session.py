"""Models in whole sessions: bad replies, many questions, another model, other vectors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from costorm_widget import SessionBusy, UserError
from costorm_widget import events as ev
from costorm_widget.state import fold_all
from tests.fixtures.models import (
    Endless,
    MoodyModel,
    in_order,
    jobs,
    session_with,
    told_by,
    words_told,
)
from tests.fixtures.sessions import open_session
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from costorm_widget import Asked, CoStorm, Turn

GARBAGE: tuple[Any, ...] = (
    'Sure! Here it is:\n```json\n{"intent": "potential answer", "question": "Why',
    "<think>The user wants {JSON}. I should</think>",
    "null",
    '[""a"", ""b""]',
    "- one\n- two\n- three",
    "{}",
    [],
    "I am sorry, but I cannot help with that.",
    {"choices": "none of them", "concepts": 7, "experts": [None], "queries": {"a": 1}},
    "\u0000\u202e[1][2][99]",
    '{"question": "Q?", "queries": ["q"], "choices": [999, -3, 1.5], "name": "' + "x" * 5000,
)


def is_whole(session: CoStorm) -> bool:
    state = session._journal.state
    check_tree(state.tree, list(state.snippets))
    return fold_all(session.events) == state


def has_words(turn: Turn) -> bool:
    """Whether a turn says anything besides its citations."""
    return any(map(str.isalpha, turn.utterance))


@pytest.mark.parametrize("forms", [("json_schema", "function_calling"), ()])
def test_c13_a_session_with_every_second_structured_reply_garbage(forms: tuple[str, ...]) -> None:
    count = 0

    def script(asked: Asked) -> Any:
        nonlocal count
        structured = asked.job not in {"write_answer", "write_section", "write_lead"}
        if not structured:
            return asked.default()
        count += 1
        return GARBAGE[count // 2 % len(GARBAGE)] if count % 2 else asked.default()

    model = MoodyModel(script, forms=forms)
    session = session_with(model, sources=Endless(), snippets_per_concept=5)
    told = told_by(session)
    turns = session.run(20)
    assert len(turns) == 20
    assert {each.status for each in turns} <= {"done", "no evidence"}
    assert all(has_words(each) for each in session.turns)
    assert sum(each.status == "done" for each in turns) >= 18
    assert {each.role for each in turns} == {"moderator", "general knowledge", "expert"}
    assert count > 60
    assert in_order(told)
    assert all(words_told(told, each) == each.utterance for each in session.turns)
    assert session.experts
    assert not session.generate_report().partial
    assert is_whole(session)


@pytest.mark.parametrize("reply", [*GARBAGE, "", "  \n", "[1]", "[99] [1-3]", "<think>no end"])
def test_c13_a_model_that_never_makes_sense_loses_no_turn(reply: Any) -> None:
    session = session_with(MoodyModel(lambda _: reply), sources=Endless())
    turns = [*session.warm_start(), *session.run(3), session.step(simulate_user=True)]
    assert {each.status for each in turns} <= {"done", "no evidence"}
    assert all(has_words(each) for each in turns)
    assert all(each.question.strip() for each in turns)
    assert session.generate_report().markdown
    assert is_whole(session)


def test_c27_questions_of_the_user_leave_moderator_and_upkeep_their_place() -> None:
    def script(asked: Asked) -> Any:
        if asked.job != "split_concept":
            return asked.default()
        handles = list(asked.evidence)  # a model that never finds so large a concept fine
        halves = handles[::2], handles[1::2]
        names = f"Part {asked.number}", f"Other part {asked.number}"
        return {
            "concepts": [
                {"name": name, "members": half} for name, half in zip(names, halves, strict=True)
            ]
        }

    model = MoodyModel(script)
    session = session_with(model, warm=True, sources=Endless(), snippets_per_concept=5)
    too_large: dict[str, int] = {}
    for number in range(1, 21):
        if number in {5, 10, 15}:
            session.say(f"What about tree number {number}?")
            assert session.step().question == f"What about tree number {number}?"
        else:
            session.step()
        for concept in session.mind_map:
            over = len(concept.snippets) > 5
            too_large[concept.id] = too_large.get(concept.id, 0) + 1 if over else 0
        assert max(too_large.values()) < 3
    after_the_last = [each.role for each in session.turns[-5:]]
    assert "moderator" in after_the_last
    assert sum(each.role == "moderator" for each in session.turns if not each.opening) >= 4
    assert "split_concept" in jobs(model)
    assert is_whole(session)


def test_interviews_know_their_earlier_answers() -> None:
    def script(asked: Asked) -> Any:
        if asked.job == "write_answer":
            return f"Answer number {asked.number} is about roots [1]."
        return asked.default()

    model = MoodyModel(script)
    session = session_with(model, interview_turns=3)
    session.warm_start()
    asked = [each for each in model.asked if each.job == "ask_in_interview"]
    assert len(asked) == 6
    for expert in session.experts:
        mine = [each.prompt for each in asked if f"The expert: {expert.name}." in each.prompt]
        exchanges = [each for each in session.archive if each.expert == expert.name]
        assert [prompt.count("Answered: ") for prompt in mine] == [0, 1, 2]
        assert "Answer number" in mine[1]
        assert exchanges[0].question in mine[1]
        first = exchanges[0].answer.split(" is about")[0]
        assert first in mine[1]
        assert first in mine[2]


# Another model.


def test_another_model_speaks_from_the_next_turn_on() -> None:
    first, second = MoodyModel(model_name="first"), MoodyModel(model_name="second")
    session = session_with(first, warm=True)
    session.step()
    asked = len(first.asked)
    session.use_model(second)
    assert session.model == "second"
    assert "second" in session.about
    assert session._journal.state.engine == "second"
    session.step()
    assert len(first.asked) == asked
    assert jobs(second)[:2] == ["plan_turn", "write_answer"]
    session.model = "extractive"
    asked = len(second.asked)
    assert session.step().status == "done"
    assert len(second.asked) == asked
    assert [each.engine for each in session.events if isinstance(each, ev.EngineChanged)] == [
        "second",
        "extractive",
    ]
    session.model = first
    assert session.step().status == "done"
    assert is_whole(session)


@pytest.mark.parametrize("wrong", [3, {"no such job": "extractive"}, {}, "no-such-model-anywhere"])
def test_a_model_that_cannot_be_used_leaves_the_old_one(wrong: Any) -> None:
    model = MoodyModel(model_name="first")
    session = session_with(model, warm=True)
    before = session.events
    with pytest.raises((UserError, KeyError)):
        session.use_model(wrong)
    assert (session.model, session.events) == ("first", before)
    assert session.step().status == "done"


def test_nothing_is_exchanged_while_a_turn_is_under_way() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.hold = {"ask_as_moderator"}
    session.start()
    assert model.mood.reached.wait(5)
    with pytest.raises(SessionBusy, match="call stop"):
        session.use_model("extractive")
    with pytest.raises(SessionBusy):
        session.use_embeddings("hashed")
    session.stop()
    assert session.model == "scripted"


# Other vectors.


class Small(DeterministicFakeEmbedding):
    """384 numbers a text."""


class Large(DeterministicFakeEmbedding):
    """768 numbers a text."""


def test_c23_embedded_with_384_numbers_and_then_with_768() -> None:
    session = session_with(MoodyModel(), embeddings=Small(size=384), snippets_per_concept=3)
    session.run(4)
    known = [each.id for each in session.snippets]
    session.use_embeddings(Large(size=768))
    turns = session.run(6)
    assert {each.status for each in turns} == {"done"}
    assert [each.id for each in session.snippets][: len(known)] == known
    session.use_embeddings("hashed")
    assert session.step().status == "done"
    session.use_embeddings(Small(size=384))
    assert session.step().status == "done"
    assert session.usage.by_job["embed"].requests > 0
    assert is_whole(session)


def test_c23_without_a_model_too() -> None:
    session = open_session(model="extractive", embeddings=Small(size=384))
    session.run(3)
    session.use_embeddings(Large(size=768))
    assert [each.status for each in session.run(3)] == ["done"] * 3
    assert is_whole(session)


def test_c23_one_name_for_two_sizes_is_told_clearly() -> None:
    class Nameless(DeterministicFakeEmbedding):
        """Its size is no part of its name."""

    session = open_session(model="extractive", embeddings=Nameless(size=16))
    session.warm_start()
    session.use_embeddings(Nameless(size=24))
    session.say("What has nobody asked about so far?")
    assert re.search(r"24 numbers.*gave 16; give .* another name", session.step().error)
    session.use_embeddings("hashed")
    assert session.step().status == "done"


def test_embeddings_that_cannot_be_used_leave_the_old_ones() -> None:
    session = session_with(MoodyModel(), warm=True)
    with pytest.raises(UserError, match="not known"):
        session.use_embeddings("no such")
    assert session.step().status == "done"
