"""Who sits at the table: given, edited and muted between turns (C19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import UnknownName, UserError
from costorm_widget import events as ev
from costorm_widget.turns import Expert
from tests.fixtures.models import QUESTION, MoodyModel, jobs, session_with
from tests.fixtures.sessions import open_session

if TYPE_CHECKING:
    from costorm_widget import CoStorm


def seated(session: CoStorm) -> list[tuple[str, str, str]]:
    return [(each.id, each.name, each.role) for each in session.experts]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["1. Chef: pastry: breads"], [("e1", "Chef", "pastry: breads")]),
        (["- Skeptic"], [("e1", "Skeptic", "Skeptic")]),
        (["**Economist** — prices"], [("e1", "Economist", "prices")]),
        ([("Sleep physician", "clock changes")], [("e1", "Sleep physician", "clock changes")]),
        (
            ["T-cell biologist: CAR-T", ("Chef", "")],
            [("e1", "T-cell biologist", "CAR-T"), ("e2", "Chef", "Chef")],
        ),
        ([], []),
    ],
)
def test_c19_experts_are_given_in_any_form(
    given: list[Any], expected: list[tuple[str, str, str]]
) -> None:
    session = open_session(model="extractive", experts=given)
    assert seated(session) == expected
    assert all(each.kept for each in session.experts)
    session.warm_start()
    assert seated(session)[: len(expected)] == expected
    assert len(session.experts) == 2
    assert len({each.id for each in session.experts}) == 2


@pytest.mark.parametrize("given", [["Chef: bread", "chef: cakes"], [""]])
def test_c19_one_name_twice_or_none_is_told(given: list[str]) -> None:
    with pytest.raises(UserError, match="give a name that nobody here has"):
        open_session(experts=given)


def test_one_text_is_no_list_of_experts() -> None:
    with pytest.raises(UserError, match="give a list of names"):
        open_session(experts="Chef")


def test_a_model_is_asked_for_those_who_are_missing_only() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True, experts=["Arborist: wood", "Plumber: pipes"])
    assert "propose_experts" not in jobs(model)
    assert [each.name for each in session.experts] == ["Arborist", "Plumber"]
    assert {each.expert for each in session.archive} == {"Arborist", "Plumber"}
    asked = [each.prompt for each in model.asked if each.job == "ask_in_interview"]
    assert any("Arborist" in each and "wood" in each for each in asked)
    session.say(QUESTION)
    session.run(6)
    assert [each.name for each in session.experts] == ["Arborist", "Plumber"]


@pytest.mark.parametrize(
    "reply", [{"experts": []}, {"experts": [{"name": "", "role": ""}]}, "none"]
)
def test_c19_whatever_a_model_proposes_the_table_is_never_empty(reply: Any) -> None:
    model = MoodyModel(lambda asked: reply if asked.job == "propose_experts" else asked.default())
    session = session_with(model)
    assert [each.status for each in session.run(4)] == ["done"] * 4
    assert session.experts


def test_an_expert_edited_between_turns_speaks_by_the_new_role_and_stays() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    expert = session.experts[0]
    expert.name, expert.role = " Sleep \n physician ", "what noise does"
    assert (expert.name, expert.role, expert.kept) == ("Sleep physician", "what noise does", True)
    changes = [each for each in session.events if isinstance(each, ev.ExpertsChanged)]
    assert [each.by for each in changes[-2:]] == ["user", "user"]
    session.run(3)
    plans = [
        f"{each.instructions} {each.prompt}" for each in model.asked if each.job == "plan_turn"
    ]
    assert "Sleep physician" in plans[-1]
    assert "what noise does" in plans[-1]
    assert session.turns[-1].speaker == "Sleep physician"
    session.say(QUESTION)
    session.run(2)
    assert session.experts["Sleep physician"] == expert


@pytest.mark.parametrize("name", ["", "  ", "{other}", "{OTHER}"])
def test_c19_a_new_name_must_be_one_that_nobody_has(name: str) -> None:
    session = session_with(MoodyModel(), warm=True)
    first, second = session.experts
    name = name.format(other=second.name, OTHER=second.name.upper())
    before = session.events
    with pytest.raises(UserError, match="give one that nobody here has"):
        first.name = name
    assert session.events == before


def test_an_expert_may_keep_the_name_and_lose_the_role() -> None:
    session = session_with(MoodyModel(), warm=True)
    expert = session.experts[0]
    expert.name = expert.name.upper()
    expert.role = "  "
    assert expert.role == expert.name


def test_a_muted_expert_is_silent_until_the_word_is_given_back() -> None:
    session = session_with(MoodyModel(), warm=True, mode="no_moderator")
    first, second = session.experts
    first.muted = True
    assert {each.speaker for each in session.run(3)} == {second.name}
    second.muted = True
    assert session.step().role == "general knowledge"
    session.experts.mute(first.id, muted=False)
    assert session.step().speaker == first.name
    assert "(muted)" in repr(session.experts[1])


def test_who_joins_between_turns_speaks_and_who_leaves_does_not() -> None:
    session = session_with(MoodyModel(), warm=True, mode="no_moderator")
    session.experts.add("Plumber", "pipes")
    assert "Plumber" in {each.speaker for each in session.run(3)}
    plumber = session.experts["plumber"]
    session.experts.remove("Plumber")
    assert "Plumber" not in {each.speaker for each in session.run(3)}
    assert repr(plumber) == f"<expert {plumber.id}, who has left>"
    assert plumber != session.experts[0]
    assert plumber == plumber  # noqa: PLR0124 - by id, wherever they are
    for touch in ("name", "role", "muted"):
        with pytest.raises(UnknownName, match="expert"):
            setattr(plumber, touch, "x")


def test_experts_compare_with_what_they_are_and_can_be_counted() -> None:
    session = open_session(model="extractive", experts=["Chef: bread"])
    chef = session.experts[0]
    assert chef == Expert("e1", "Chef", "bread", kept=True)
    assert chef != Expert("e1", "Chef", "cakes", kept=True)
    assert chef != "Chef"
    assert {chef, session.experts["chef"]} == {chef}
    assert repr(chef) == "<expert Chef: bread>"
    other = open_session(model="extractive", experts=["Chef: cakes"]).experts[0]
    assert chef != other


def test_an_expert_muted_while_a_turn_is_under_way_is_muted_from_the_next_one() -> None:
    session = session_with(MoodyModel(), warm=True, mode="no_moderator")
    first = session.experts[0]

    def mute(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted):
            first.muted = True

    end = session.on_event(mute)
    turns = session.run(3)
    end()
    assert turns[0].speaker == first.name
    assert first.name not in {each.speaker for each in turns[1:]}
