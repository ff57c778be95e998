"""Modes for studies, through whole sessions with a model."""

from __future__ import annotations

import pytest

from costorm_widget import NotYet, UserError
from tests.fixtures.models import QUESTION, MoodyModel, jobs, session_with


def test_without_a_moderator_experts_speak_on_and_questions_are_answered() -> None:
    model = MoodyModel()
    session = session_with(model, mode="no_moderator", opening_concepts=1)
    turns = session.run(5)
    assert [each.role for each in turns] == ["expert"] * 5
    first, second = (each.name for each in session.experts)
    assert [each.speaker for each in turns] == [first, second] * 2 + [first]
    session.say(QUESTION)
    answer = session.step()
    assert (answer.role, answer.question) == ("general knowledge", QUESTION)
    assert "ask_as_moderator" not in jobs(model)


def test_a_moderator_who_is_asked_for_speaks_in_any_mode() -> None:
    session = session_with(MoodyModel(), mode="no_moderator", opening_concepts=1)
    assert session.step(moderator=True).role == "moderator"


def test_a_single_expert_answers_everything_between_the_moderators_questions() -> None:
    session = session_with(MoodyModel(), mode="single_expert")
    turns = session.run(6)
    (only,) = session.experts
    assert [each.role for each in turns] == ["moderator", "expert", "expert"] * 2
    assert {each.speaker for each in turns if each.role == "expert"} == {only.name}
    session.say(QUESTION)
    assert session.step().speaker == only.name
    assert [each.name for each in session.experts] == [only.name]


def test_a_single_expert_who_was_given_is_the_one() -> None:
    session = session_with(MoodyModel(), mode="single_expert", experts=["Arborist: living wood"])
    assert {each.speaker for each in session.run(3) if each.role == "expert"} == {"Arborist"}
    assert [each.name for each in session.experts] == ["Arborist"]


def test_a_chatbot_answers_what_it_is_asked_and_nothing_else() -> None:
    model = MoodyModel()
    session = session_with(model, mode="rag_chatbot")
    assert session.warm_start() == []
    assert jobs(model) == []
    with pytest.raises(NotYet, match="It is your turn"):
        session.step()
    for question in (QUESTION, "And how do trees cool a street?"):
        session.say(question)
        answer = session.step()
        assert (answer.role, answer.question) == ("general knowledge", question)
        assert answer.citations
    assert set(jobs(model)) <= {"plan_turn", "write_answer", "split_concept", "choose_placements"}
    assert not session.experts
    with pytest.raises(NotYet, match="say something"):
        session.step()


def test_a_chatbot_needs_no_budget_for_a_warm_start() -> None:
    session = session_with(MoodyModel(), mode="rag_chatbot", max_requests=8)
    session.say(QUESTION)
    assert session.step().status == "done"


def test_a_chatbots_guest_asks_and_it_answers() -> None:
    session = session_with(MoodyModel(), mode="rag_chatbot")
    asked = session.step(simulate_user=True)
    answer = session.step()
    assert (asked.role, answer.role) == ("guest", "general knowledge")
    assert answer.question == asked.utterance


def test_storm_writes_its_report_first_and_then_answers() -> None:
    model = MoodyModel()
    session = session_with(model, mode="storm_qa")
    assert session.warm_start() == []
    first = session.report
    assert first is not None
    assert first.references
    assert "open_concept" not in jobs(model)
    session.say(QUESTION)
    assert session.step().role == "general knowledge"
    assert session.report is first
    assert len(session.experts) == 2
    assert jobs(model).count("propose_experts") == 1


def test_storms_first_report_is_written_once_when_it_is_asked_for() -> None:
    model = MoodyModel()
    session = session_with(model, mode="storm_qa")
    report = session.generate_report()
    assert jobs(model).count("write_lead") == 1
    again = session.generate_report()
    assert jobs(model).count("write_lead") == 2
    assert (report.markdown, session.report) == (again.markdown, again)


def test_a_mode_can_be_changed_between_turns() -> None:
    session = session_with(MoodyModel(), warm=True)
    assert session.step().role == "moderator"
    session.settings.mode = "rag_chatbot"
    assert session.step().role == "general knowledge"
    with pytest.raises(UserError, match="your turn"):
        session.step()
    session.settings.mode = "co_storm"
    assert session.step().role == "expert"
