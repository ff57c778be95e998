"""The devil's advocate: when it speaks, what it searches for, and that it can be had in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import BadSetting
from costorm_widget.discourse.advocate import DevilsAdvocate, with_advocate
from costorm_widget.discourse.policy import next_expert
from tests.fixtures.models import MoodyModel, session_with

if TYPE_CHECKING:
    from costorm_widget import Asked

ADVOCATE = "Devil's advocate"


def speakers(every: int = 1, count: int = 8, **settings: Any) -> list[str]:
    session = session_with(MoodyModel(), policy=with_advocate(every=every), **settings)
    return ["advocate" if each.speaker == ADVOCATE else each.role for each in session.run(count)]


def test_it_speaks_before_the_moderator_once_experts_have_agreed() -> None:
    one_round = ["general knowledge", "expert", "advocate", "moderator"]
    assert speakers(count=9) == ["moderator", *one_round, *one_round]


def test_every_second_time_only() -> None:
    plain, contested = ["general knowledge", "expert"], ["general knowledge", "expert", "advocate"]
    # The moderator's first question, after the opening, has nothing before it to argue against.
    expected = ["moderator", *contested, "moderator", *plain, "moderator", *contested, "moderator"]
    assert speakers(every=2, count=len(expected)) == expected


def test_without_a_moderator_it_takes_the_moderators_place() -> None:
    expected = ["expert", "expert", "advocate"] * 2
    assert speakers(count=6, mode="no_moderator", opening_concepts=1) == expected


@pytest.mark.parametrize("answers", [1, 3])
def test_it_keeps_to_the_number_of_answers(answers: int) -> None:
    said = speakers(count=answers + 3, answers_before_moderator=answers)
    assert said.index("advocate") == answers + 1
    assert said[answers + 2] == "moderator"


def test_it_argues_against_the_first_sentence_that_was_said_last() -> None:
    def script(asked: Asked) -> Any:
        if asked.job == "write_answer":
            return "Roots break 2.5 pipes a year [1]. Nobody minds [1]."
        return asked.default()

    session = session_with(MoodyModel(script), policy=with_advocate())
    turn = session.run(4)[-1]
    assert turn.speaker == ADVOCATE
    assert turn.queries == (
        "evidence against: Roots break 2.5 pipes a year.",
        "Roots break 2.5 pipes a year.",
    )
    assert turn.question == "What speaks against this: Roots break 2.5 pipes a year."
    assert turn.citations


def test_it_keeps_its_words_out_of_the_round_robin() -> None:
    session = session_with(MoodyModel(), policy=with_advocate(next_expert))
    first, second = (each.name for each in session.experts) if session.experts else ("", "")
    turns = session.run(6)
    first, second = (each.name for each in session.experts)
    assert [each.speaker for each in turns] == [first, second, ADVOCATE] * 2


def test_it_speaks_without_any_answer_before_it() -> None:
    session = session_with(MoodyModel(), opening_concepts=0, policy=lambda _: DevilsAdvocate())
    turn = session.step()
    assert turn.queries == ("evidence against: Street trees", "Street trees")
    assert turn.status == "done"


def test_another_advocate_can_be_given() -> None:
    session = session_with(MoodyModel(), policy=with_advocate(advocate=DevilsAdvocate("Skeptic")))
    assert [each.speaker for each in session.run(4)][-1] == "Skeptic"


@pytest.mark.parametrize("every", [0, -1])
def test_a_number_that_is_none_is_refused(every: int) -> None:
    with pytest.raises(BadSetting, match="from 1 up"):
        with_advocate(every=every)
