"""The opening: its talks are held at the same time and heard one after the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import PrivateAttr

from costorm_widget import events as ev
from tests.fixtures.models import QUESTION, MoodyModel, in_order, jobs, session_with, told_by
from tests.fixtures.sessions import wait_until

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

    from costorm_widget import CoStorm
    from costorm_widget.language.whole_reply import WholeRequest


class Uneven(MoodyModel):
    """The first question of the opening takes its time; the others are there at once."""

    _opened: list[str] = PrivateAttr(default_factory=list)
    _running: set[int] = PrivateAttr(default_factory=set)
    _most: list[int] = PrivateAttr(default_factory=lambda: [0])

    async def whole_reply(self, request: WholeRequest) -> AIMessage:
        self._running.add(id(request))
        self._most[0] = max(self._most[0], len(self._running))
        try:
            if request.job == "open_concept":
                self._opened.append(request.job)
                await asyncio.sleep(0.2 if len(self._opened) == 1 else 0.01)
            return await super().whole_reply(request)
        finally:
            self._running.discard(id(request))


def opened(model: MoodyModel, **settings: Any) -> tuple[CoStorm, list[ev.Event]]:
    session = session_with(model, **settings)
    told = told_by(session)
    session.warm_start()
    return session, told


def test_talks_held_at_once_are_heard_in_order() -> None:
    model = Uneven()
    session, told = opened(model)
    assert in_order(told)
    assert [each.number for each in session.turns] == [1, 2, 3, 4]
    assert [each.id for each in session.turns] == ["t1", "t2", "t3", "t4"]
    assert [each.intent.asks for each in session.turns] == [True, False, True, False]
    assert all(each.opening for each in session.turns)
    assert session.turns[1].question == session.turns[0].utterance
    assert session.turns[3].question == session.turns[2].utterance
    # While the first question was waited for, the others were asked and answered.
    assert model._most[0] >= 2
    assert jobs(model)[-1] == "write_answer"
    second = [each.type for each in told].index("turn_taken")
    assert isinstance(told[second - 1], ev.Token)


def test_the_first_question_is_told_as_it_is_said() -> None:
    model = MoodyModel()
    session = session_with(model)
    told = told_by(session)
    model.mood.hold_streams = {"open_concept"}
    session.start()
    wait_until(lambda: any(isinstance(each, ev.Token) for each in told))
    session.stop()
    assert {each.id for each in told if isinstance(each, ev.Token | ev.TurnStarted)} == {"t1"}
    assert in_order(told)
    assert session.turns == []


def test_progress_tells_of_one_concept_after_the_other() -> None:
    session, told = opened(Uneven())
    steps = [each for each in told if isinstance(each, ev.Progress) and each.stage == "opening"]
    assert [(each.done, each.total) for each in steps] == [(0, 2), (1, 2)]
    tops = [each.name for each in session.mind_map.children]
    assert {each.text for each in steps} <= set(tops)


def test_experts_answer_in_turn_from_what_stands_under_the_concept() -> None:
    session, _ = opened(MoodyModel())
    answers = session.turns[1::2]
    assert len({each.speaker for each in answers}) == 2
    for each in answers:
        assert each.queries == ()
        assert {citation.snippet_id for citation in each.citations} <= set(each.retrieved)
        assert each.citations


def test_the_opening_is_charged_to_the_warm_start() -> None:
    session, _ = opened(MoodyModel())
    assert set(session.usage.by_turn) == {"warm start"}


def test_a_word_of_the_user_comes_after_the_opening() -> None:
    model = MoodyModel()
    session = session_with(model)

    def say(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted) and event.id == "t1":
            assert session.say(QUESTION) is None

    session.on_event(say)
    told = told_by(session)
    session.warm_start()
    assert [each.role for each in session.turns][-1] == "user"
    assert [each.number for each in session.turns] == [1, 2, 3, 4, 5]
    assert in_order(told)
    assert session.step().question == QUESTION


def test_a_map_edited_during_the_opening_keeps_the_edit() -> None:
    session = session_with(MoodyModel())

    def edit(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted) and event.id == "t1":
            next(iter(session.mind_map)).rename("By hand")

    session.on_event(edit)
    session.warm_start()
    assert session.mind_map.find("By hand")
    assert len(session.turns) == 4


def test_a_question_of_marks_alone_is_asked_in_other_words() -> None:
    model = MoodyModel(lambda asked: "[99]" if asked.job == "open_concept" else asked.default())
    session, told = opened(model)
    assert all(each.utterance.strip() for each in session.turns)
    assert all(each.question.strip() for each in session.turns)
    assert in_order(told)


def test_without_opening_concepts_there_is_none() -> None:
    session, _ = opened(MoodyModel(), opening_concepts=0)
    assert session.turns == []
    assert session.step().role == "moderator"
