"""What a turn changes besides the talk is worked out while its words are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import events as ev
from costorm_widget.state import fold_all
from tests.fixtures.models import (
    BESIDE,
    QUESTION,
    Endless,
    MoodyModel,
    in_order,
    jobs,
    session_with,
    told_by,
)
from tests.fixtures.sessions import open_session, wait_until
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from costorm_widget import CoStorm


def asked(model: MoodyModel, **changes: Any) -> CoStorm:
    session = session_with(model, warm=True, sources=Endless(), snippets_per_concept=4, **changes)
    session.say(QUESTION)
    return session


def is_whole(session: CoStorm) -> bool:
    state = session._journal.state
    check_tree(state.tree, list(state.snippets))
    return fold_all(session.events) == state


def test_two_calls_lie_between_the_question_and_the_first_word() -> None:
    model = MoodyModel()
    session = asked(model)
    before = len(model.asked)
    first: list[list[str]] = []

    def listen(event: ev.Event) -> None:
        if isinstance(event, ev.Token) and not first:
            first.append(jobs(model, before))

    session.on_event(listen)
    session.step()
    assert [each for each in first[0] if each not in BESIDE] == ["plan_turn", "write_answer"]


def test_map_and_experts_are_asked_for_while_the_answer_is_written() -> None:
    model = MoodyModel()
    session = asked(model)
    told, before = told_by(session), len(model.asked)
    model.mood.hold_streams = {"write_answer"}
    session.start()
    assert model.mood.reached.wait(5)
    wait_until(lambda: {"choose_placements", "propose_experts"} <= set(jobs(model, before)))
    # Nothing of it is in the record before the turn is.
    assert [each.type for each in told if ev.is_kept(each) and each.type != "model_called"] == []
    session.stop()
    assert session.turns[-1].role == "user"
    assert is_whole(session)


def test_the_record_has_evidence_turn_experts_and_map_in_this_order() -> None:
    session = asked(MoodyModel())
    told = told_by(session)
    turn = session.step()
    kept = [each.type for each in told if ev.is_kept(each) and each.type != "model_called"]
    assert kept[:3] == ["evidence_found", "turn_taken", "experts_changed"]
    assert "snippets_placed" in kept[3:]
    (changed,) = [each for each in told if isinstance(each, ev.ExpertsChanged)]
    assert changed.focus == turn.question == QUESTION
    assert not session._journal.state.unplaced
    assert in_order(told)


def test_an_edit_while_the_answer_is_written_is_kept_and_the_map_planned_anew() -> None:
    model = MoodyModel()
    session = asked(model)
    added: list[str] = []

    def edit(event: ev.Event) -> None:
        if isinstance(event, ev.Token) and not added:
            concept = session.mind_map.add("By hand")
            added.append(concept.id)

    session.on_event(edit)
    told = told_by(session)
    session.step()
    assert session.mind_map.find("By hand")
    assert added[0] in session._journal.state.tree
    assert not session._journal.state.unplaced
    assert in_order(told)
    assert is_whole(session)


def test_experts_seated_while_the_answer_is_written_stay() -> None:
    model = MoodyModel()
    session = asked(model)
    done: list[bool] = []

    def seat(event: ev.Event) -> None:
        if isinstance(event, ev.Token) and not done:
            done.append(True)
            session.experts.add("Plumber", "clay pipes")

    session.on_event(seat)
    session.step()
    names = [each.name for each in session.experts]
    assert names[0] == "Plumber"
    assert len(names) == 2


def test_a_broken_answer_does_not_ask_for_map_and_experts_again() -> None:
    model, other = MoodyModel(), MoodyModel()
    session, undisturbed = asked(model), asked(other)
    counts = []
    for each, some in ((session, model), (undisturbed, other)):
        before = len(some.asked)
        if each is session:
            model.mood.breaks = {"write_answer": 1}
        assert each.step().status == "done"
        counts.append(jobs(some, before).count("propose_experts"))
    assert counts == [1, 1]


def test_an_engine_that_answers_at_once_says_its_words_first() -> None:
    session = open_session(model="extractive", sources=Endless())
    session.warm_start()
    session.say(QUESTION)
    told = told_by(session)
    session.step()
    kinds = [each.type for each in told]
    assert kinds.index("turn_taken") < kinds.index("snippets_placed")
    assert max(i for i, kind in enumerate(kinds) if kind == "token") < kinds.index("turn_taken")


@pytest.mark.parametrize("job", sorted(BESIDE))
def test_whatever_fails_beside_a_turn_the_turn_is_whole(job: str) -> None:
    model = MoodyModel()
    session = asked(model)
    model.mood.fails = {job}
    turns = session.run(4)
    assert [each.status for each in turns] == ["done"] * 4
    assert session.experts
    assert not session._journal.state.unplaced
    assert is_whole(session)
