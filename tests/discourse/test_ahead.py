"""The turn in advance: said at once when nothing has changed, dropped when something has."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import BudgetReached, Stopped
from costorm_widget import events as ev
from costorm_widget.discourse.policy import next_seat
from costorm_widget.session import _RUNNER
from costorm_widget.state import fold_all
from tests.fixtures.models import (
    QUESTION,
    Endless,
    MoodyModel,
    calls,
    in_order,
    jobs,
    session_with,
    told_by,
    words_told,
)
from tests.fixtures.sessions import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget import CoStorm


def settled(session: CoStorm) -> list[tuple[str, bool]]:
    return [(each.turn, each.said) for each in session.events if isinstance(each, ev.AheadSettled)]


def is_prepared(session: CoStorm) -> bool:
    ahead = session._conductor._next._ahead
    return ahead is not None and ahead._task.done()


def prepared(model: MoodyModel, turns: int = 1, **changes: Any) -> CoStorm:
    """A session whose next turn is prepared to the end, after so many of its turns."""
    session = session_with(model, prefetch=True, **changes)
    session.run(turns)
    wait_until(lambda: is_prepared(session))
    return session


def test_a_prepared_turn_is_said_at_once_and_asks_nothing_more() -> None:
    model = MoodyModel()
    session = prepared(model)
    asked, told = len(model.asked), told_by(session)
    model.mood.hold = {"plan_turn", "write_answer"}  # what is said now must be there already
    turn = session.step()
    assert (turn.role, turn.status) == ("general knowledge", "done")
    assert not set(jobs(model, asked)) & {"plan_turn", "write_answer"}
    assert settled(session) == [(turn.id, True)]
    assert in_order(told)
    assert words_told(told, turn) == turn.utterance
    assert [each.type for each in told][:2] == ["work_started", "turn_started"]


def test_with_and_without_prefetch_the_talk_is_the_same() -> None:
    plain = session_with(MoodyModel(), warm=True)
    ahead = session_with(MoodyModel(), prefetch=True, warm=True)
    told = told_by(ahead)
    for _ in range(6):
        plain.step()
        wait_until(lambda: is_prepared(ahead))
        ahead.step()
    assert [each.utterance for each in ahead.turns] == [each.utterance for each in plain.turns]
    assert [each.number for each in ahead.turns] == [each.number for each in plain.turns]
    assert [each.path for each in ahead.mind_map] == [each.path for each in plain.mind_map]
    assert [said for _, said in settled(ahead)] == [True] * 6
    assert in_order(told)
    assert ahead.usage.dropped.requests == 0


def test_a_turn_that_is_still_being_prepared_is_said_as_it_comes() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.hold_streams = {"write_answer"}
    session.settings.prefetch = True
    session.step()
    assert model.mood.reached.wait(5)
    told = told_by(session)
    session.start()
    wait_until(lambda: any(isinstance(each, ev.Token) for each in told))
    assert settled(session) == []
    session.stop()
    assert in_order(told)
    assert [each.type for each in told].count("turn_dropped") == 1
    assert len(session.turns) == 5


def say(session: CoStorm) -> None:
    session.say(QUESTION)


def say_by_step(session: CoStorm) -> None:
    session.step(user_utterance=QUESTION)


def edit_the_map(session: CoStorm) -> None:
    next(iter(session.mind_map)).add("By hand")


def change_a_setting(session: CoStorm) -> None:
    session.settings.utterance_length = "short"


def mute(session: CoStorm) -> None:
    session.experts[0].muted = True


def change_the_model(session: CoStorm) -> None:
    session.use_model(MoodyModel())


def change_the_embeddings(session: CoStorm) -> None:
    session.use_embeddings("hashed")


@pytest.mark.parametrize(
    "change",
    [
        say,
        say_by_step,
        edit_the_map,
        change_a_setting,
        mute,
        change_the_model,
        change_the_embeddings,
    ],
)
def test_a_change_drops_the_turn_and_keeps_what_it_had_found(
    change: Callable[[CoStorm], None],
) -> None:
    session = prepared(MoodyModel(), sources=Endless())
    told = told_by(session)
    known = {each.id for each in session.snippets}
    coming = f"t{len(session.turns) + 1}"
    change(session)
    wait_until(lambda: settled(session) != [])
    assert settled(session)[0] == (coming, False)
    new = {each.id for each in session.snippets} - known
    assert new <= {each.id for each in session.unused}
    assert new
    usage = session.usage
    wasted = [each for each in calls(session) if each.ahead and each.turn == coming]
    assert usage.dropped.requests == len(wasted) >= 2
    assert usage.dropped.tokens == sum(each.input_tokens + each.output_tokens for each in wasted)
    assert usage.total.requests >= usage.dropped.requests
    turn = session.step()
    assert turn.status == "done"
    assert turn.number == len(session.turns)
    assert in_order(told)
    assert not session._journal.state.unplaced
    assert fold_all(session.events) == session._journal.state


def test_what_a_dropped_turn_has_cost_is_not_put_on_the_turn_that_gets_its_number() -> None:
    session = prepared(MoodyModel())
    asked = session.say(QUESTION)
    assert asked is not None
    wait_until(lambda: settled(session) != [])
    assert asked.id == "t6"
    assert "t6" not in session.usage.by_turn
    by_hand = [each for each in calls(session) if each.ahead]
    assert session.usage.dropped.requests == len(by_hand) > 0


def test_after_the_user_has_spoken_the_answer_is_prepared() -> None:
    model = MoodyModel()
    session = prepared(model, sources=Endless())
    coming = f"t{len(session.turns) + 1}"
    session.step(user_utterance=QUESTION)
    wait_until(lambda: is_prepared(session))
    model.mood.hold = {"plan_turn", "write_answer"}
    turn = session.step()
    assert turn.question == QUESTION
    assert settled(session) == [(coming, False), (turn.id, True)]


def test_a_report_leaves_the_turn_as_it_is() -> None:
    session = prepared(MoodyModel())
    session.generate_report()
    session.step()
    assert settled(session) == [("t6", True)]


def test_another_wish_drops_the_turn() -> None:
    session = prepared(MoodyModel())
    assert session.step(moderator=True).role == "moderator"
    assert settled(session)[0] == ("t6", False)
    assert session.usage.dropped.requests > 0


def test_stop_drops_the_turn_in_advance() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.hold = {"write_answer"}
    session.settings.prefetch = True
    session.step()
    assert model.mood.reached.wait(5)
    session.stop()
    assert settled(session) == [("t6", False)]
    assert calls(session)[-1].outcome == "stopped"
    assert session.usage.dropped.requests == sum(each.ahead for each in calls(session))
    model.mood.hold = set()
    assert session.step().number == 6


def test_stop_from_the_page_drops_it_too() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.hold = {"write_answer"}
    session.settings.prefetch = True
    session.step()
    assert model.mood.reached.wait(5)
    _RUNNER.call(session.stop)  # the page's command arrives on the session's thread
    wait_until(lambda: settled(session) == [("t6", False)])


def test_stopping_while_a_prepared_turn_is_settled_leaves_it_whole_or_not_at_all() -> None:
    session = prepared(MoodyModel())
    told = told_by(session)

    def stop(event: ev.Event) -> None:
        if isinstance(event, ev.TurnTaken):
            session.stop()

    session.on_event(stop)
    with pytest.raises(Stopped):
        session.step()
    assert len(session.turns) == 6
    assert in_order(told)
    assert fold_all(session.events) == session._journal.state


def test_a_failed_turn_in_advance_is_a_failed_turn_when_it_is_said() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.fails = {"write_answer"}
    session.settings.prefetch = True
    session.step()
    wait_until(lambda: is_prepared(session))
    turn = session.step()
    assert (turn.status, turn.number) == ("failed", 6)
    # Nothing is prepared after it: the user will take it again, or mend something first.
    assert session._conductor._next._ahead is None
    model.mood.fails = set()
    assert session.retry().status == "done"


def test_a_turn_that_was_paid_in_advance_is_said_though_nothing_is_left() -> None:
    model = MoodyModel()
    session = prepared(model)
    told = told_by(session)
    used = session.usage.total.requests
    object.__setattr__(session._journal.state.settings, "max_requests", used)  # no edit: it fits
    turn = session.step()
    assert turn.status == "done"
    with pytest.raises(BudgetReached):
        session.step()
    assert in_order(told)


def test_nothing_is_prepared_that_cannot_be_afforded_or_is_the_users_turn() -> None:
    model = MoodyModel()
    session = session_with(model, prefetch=True, mode="rag_chatbot")
    session.say(QUESTION)
    session.step()
    assert session._conductor._next._ahead is None
    session.settings.mode = "co_storm"
    session.settings.max_requests = session.usage.total.requests + 1
    session.settings.fallback = "extractive"
    session.step()
    session.settings.fallback = "none"
    assert session._conductor._next._ahead is None


def test_a_policy_is_asked_once_for_a_turn_in_advance() -> None:
    asked: list[int] = []

    def policy(state: Any) -> Any:
        asked.append(len(state.turns))
        return next_seat(state)

    session = session_with(MoodyModel(), prefetch=True, policy=policy)
    session.step()
    wait_until(lambda: is_prepared(session))
    session.step()
    wait_until(lambda: is_prepared(session))
    assert asked == [4, 5, 6]


def test_edits_and_words_at_any_moment_break_nothing() -> None:
    session = session_with(MoodyModel(), prefetch=True, warm=True, sources=Endless())
    told = told_by(session)
    done = threading.Event()

    def interfere() -> None:
        count = 0
        while not done.wait(0.02):
            count += 1
            if count % 5:
                session.mind_map.add(f"By hand {count}")
            else:
                session.say(f"And what about number {count}?")

    other = threading.Thread(target=interfere)
    other.start()
    try:
        for _ in range(10):
            assert session.step().status in {"done", "no evidence"}
    finally:
        done.set()
        other.join()
    session.stop()
    assert in_order(told)
    assert [each.number for each in session.turns] == list(range(1, len(session.turns) + 1))
    assert fold_all(session.events) == session._journal.state
    by_hand = sum(each.input_tokens for each in calls(session))
    usage = session.usage
    spent = sum(each.input_tokens for each in usage.by_turn.values()) + usage.dropped.input_tokens
    assert usage.total.input_tokens == by_hand == spent
