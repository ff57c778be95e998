"""Taking back and doing again: what one action is, and that nothing else changes."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import NotYet, SessionBusy
from costorm_widget import events as ev
from costorm_widget.history import words_for
from costorm_widget.settings import Settings
from costorm_widget.state import SessionState, fold, fold_all
from costorm_widget.turns import Turn
from costorm_widget.usage import Call
from tests.fixtures.sessions import open_session
from tests.test_state import OPENED, snippet, source, turn

if TYPE_CHECKING:
    from costorm_widget import CoStorm

QUESTION = "What do roots do to pavements?"
COUNTS = {"kept", "map_changes", "revision", "history", "usage", "engine"}


def content(state: SessionState) -> dict[str, Any]:
    """What a state holds, apart from its accounts and counters."""
    return {
        each.name: getattr(state, each.name) for each in fields(state) if each.name not in COUNTS
    }


def copied(session: CoStorm) -> dict[str, Any]:
    """What a session holds now, in a copy that its later changes leave alone."""
    return content(fold_all(session.events))


def user_turn(number: int) -> Turn:
    said = turn(number)
    return Turn(said.id, number, "You", "user", said.intent, "And who pays?")


ADDED = ev.ConceptAdded("c1", "Health", "c0", by="user")
GROWN = ev.ConceptAdded("c2", "Sleep", "c0")
FOUND = ev.EvidenceFound((source("a"),), (snippet("n"),))


@pytest.mark.parametrize(
    ("events", "sizes"),
    [
        pytest.param((ADDED, ev.ConceptRenamed("c1", "X", by="user")), [1, 1], id="edits"),
        pytest.param((FOUND, ev.TurnTaken(turn(1)), GROWN), [3], id="a turn and its growth"),
        pytest.param(
            (FOUND, ev.TurnTaken(turn(1)), GROWN, ev.EvidenceFound((), ()), ev.TurnTaken(turn(2))),
            [3, 2],
            id="two turns",
        ),
        pytest.param(
            (FOUND, GROWN, ev.TurnTaken(turn(1)), ev.WarmStartEnded(), ev.TurnTaken(turn(2))),
            [4, 1],
            id="a talk without opening turns",
        ),
        pytest.param(
            (ADDED, FOUND, ev.TurnTaken(turn(1)), GROWN), [1, 3], id="an edit, then a turn"
        ),
        pytest.param((FOUND, ev.TurnTaken(turn(1)), ADDED, GROWN), [2, 1, 1], id="edit in a turn"),
        pytest.param((ev.TurnTaken(user_turn(1)), ev.TurnTaken(turn(2))), [1, 1], id="user's turn"),
        pytest.param((ADDED, FOUND), [2], id="a search dropped by an edit"),
        pytest.param((ev.SettingsChanged(Settings(experts=2)), ADDED), [1, 1], id="settings"),
    ],
)
def test_an_action_is_what_its_user_would_call_one(
    events: tuple[ev.KeptEvent, ...], sizes: list[int]
) -> None:
    history = fold_all((OPENED, *events)).history
    found: list[int] = []
    while history.last:
        found.insert(0, len(history.last))
        history.take_back()
    assert found == sizes
    assert history.past == [OPENED]


def test_what_was_spent_and_who_speaks_is_not_taken_back() -> None:
    call = Call("job", "model", turn="t1", speaker="Ann")
    state = fold_all(
        (OPENED, ev.EngineChanged("other"), ev.ModelCalled(call), ev.TurnTaken(turn(1)))
    )
    before = state.revision, state.map_changes
    fold(state, ev.Undone())
    assert state.turns == []
    assert state.engine == "other"
    assert state.usage.total.requests == 1
    assert state.revision > before[0]
    assert state.map_changes > before[1]


def test_taking_back_nothing_changes_nothing() -> None:
    state = fold_all((OPENED, ev.Undone(), ev.Redone()))
    assert content(state) == content(fold_all((OPENED,)))


def test_what_is_done_next_forgets_what_was_taken_back() -> None:
    other = ev.ConceptAdded("c1", "Work", "c0", by="user")
    state = fold_all((OPENED, ADDED, ev.Undone(), other, ev.Redone()))
    assert state.tree["c1"].name == "Work"


def test_a_session_goes_back_action_by_action_and_forth_again() -> None:
    session = open_session()
    stages = [copied(session)]
    session.warm_start()
    stages.append(copied(session))
    session.step()
    stages.append(copied(session))
    concept = next(iter(session.mind_map))
    concept.rename("Another name")
    stages.append(copied(session))
    session.mind_map.add("Mine").note = "look here"
    stages += [copied(session)]  # two edits: adding, noting
    session.say(QUESTION)
    stages.append(copied(session))
    session.step()
    words = [session.undo() for _ in range(3)]
    assert words == ["turn 7 (General knowledge)", "turn 6 (You)", "a pin, mute or note"]
    session.undo()
    assert copied(session) == stages[3]
    assert session.undo() == "a new name"
    assert copied(session) == stages[2]
    session.undo()
    assert copied(session) == stages[1]
    assert session.undo() == "the warm start"
    assert copied(session) == stages[0]
    with pytest.raises(NotYet, match="nothing to undo"):
        session.undo()
    for _ in range(2):
        session.redo()
    assert copied(session) == stages[2]
    for _ in range(3):
        session.redo()
    assert copied(session) == stages[4]
    session.redo()
    assert copied(session) == stages[5]


def test_after_going_back_the_talk_goes_on_from_there() -> None:
    session = open_session()
    first = session.step()
    session.undo()
    again = session.step()
    assert (again.number, again.role) == (first.number, first.role)
    with pytest.raises(NotYet, match="nothing to redo"):
        session.redo()
    assert copied(session)["tree"] == session.mind_map._board.tree


async def test_nothing_is_taken_back_while_a_turn_is_under_way() -> None:
    session = open_session()
    session.warm_start()
    refused: list[SessionBusy] = []

    def listen(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted):
            with pytest.raises(SessionBusy) as caught:
                session.undo()
            refused.append(caught.value)

    session.on_event(listen)
    await session.astep()
    assert len(refused) == 1
    assert len(session.turns) > 0


def test_an_action_has_words() -> None:
    assert words_for((ADDED,)) == "a new concept"
    assert words_for((FOUND, ev.TurnTaken(turn(3)))) == "turn 3 (Ann)"
    assert words_for((GROWN,)) == "a new concept"
