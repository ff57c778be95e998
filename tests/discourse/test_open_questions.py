"""Which questions are open: asked, and not answered from evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.mind_map.tree import Tree
from costorm_widget.state import SessionState
from costorm_widget.turns import Citation, Exchange, Intent, OpenQuestion, Turn

if TYPE_CHECKING:
    from costorm_widget.turns import Role, TurnStatus

CITED = (Citation(1, "s", "n", 0, 3),)


def asks(number: int, question: str, role: Role = "moderator", **more: Any) -> Turn:
    name = role.title()
    turn = Turn(f"t{number}", number, name, role, Intent.ORIGINAL_QUESTION, question, question)
    return turn if not more else Turn(**{**fields_of(turn), **more})


def answers(
    number: int,
    question: str,
    status: TurnStatus = "done",
    citations: tuple[Citation, ...] = CITED,
) -> Turn:
    intent = Intent.POTENTIAL_ANSWER
    return Turn(
        *(f"t{number}", number, "Expert", "expert", intent, "So [1].", question),
        status=status,
        citations=citations,
    )


def fields_of(turn: Turn) -> dict[str, Any]:
    return {name: getattr(turn, name) for name in Turn.__slots__}


def state_of(*turns: Turn, archive: tuple[Exchange, ...] = ()) -> SessionState:
    tree = Tree("c0", "Trees")
    tree.add("c1", "Roots", "c0")
    tree.place("n", "c1")
    tree.place("parked", "c0")
    return SessionState(turns=list(turns), archive=list(archive), tree=tree)


def texts(*turns: Turn, archive: tuple[Exchange, ...] = ()) -> list[str]:
    return [each.text for each in open_questions(state_of(*turns, archive=archive))]


def test_a_question_is_open_until_it_is_answered_from_evidence() -> None:
    assert texts(asks(1, "Why?")) == ["Why?"]
    assert texts(asks(1, "Why?"), answers(2, "Why?")) == []
    assert texts(asks(1, "Why?"), asks(2, "How?"), answers(3, "Why?")) == [], "how is before it"
    assert texts(asks(1, "Why?"), asks(2, "How?"), answers(3, "How?")) == ["Why?"]


def test_who_does_not_answer_from_evidence_leaves_it_open() -> None:
    unable: tuple[tuple[TurnStatus, tuple[Citation, ...]], ...] = (
        ("failed", CITED),
        ("no evidence", ()),
        ("stopped", CITED),
        ("done", ()),
    )
    for status, citations in unable:
        assert texts(asks(1, "Why?"), answers(2, "Why?", status, citations)) == ["Why?"]


def test_an_engine_may_put_it_in_its_own_words() -> None:
    failed = answers(2, "Why?", "failed")
    assert texts(asks(1, "Why?"), failed, answers(3, "For what reason?")) == []
    between = answers(2, "Who?", "no evidence", ())
    assert texts(asks(1, "Why?"), between, answers(3, "For what reason?")) == ["Why?"]


def test_a_question_that_was_asked_twice_is_one() -> None:
    same = asks(2, "WHY,  do roots[2] grow")
    found = open_questions(state_of(asks(1, "Why do roots grow? [1]"), same))
    assert [(each.text, each.turn) for each in found] == [("Why do roots grow?", "t1")]
    again = (asks(1, "Why?"), answers(2, "Why?"), asks(3, "How?"), asks(4, "why"))
    assert texts(*again) == ["How?", "why"]
    assert texts(*again, answers(5, "Why?")) == ["How?"]


def test_what_failed_asks_nothing_and_words_are_needed() -> None:
    assert texts(asks(1, "Why?", status="failed"), asks(2, "?!"), asks(3, "")) == []


def test_interviews_ask_too_and_come_first() -> None:
    archive = (
        Exchange("Forester", "Do they last? [3]", "They do [1].", CITED),
        Exchange("Lawyer", "Who pays?", "Nobody knows."),
    )
    found = open_questions(state_of(asks(1, "Why?", "user"), archive=archive))
    assert found == [
        OpenQuestion("i2", "Who pays?", "Lawyer"),
        OpenQuestion("t1", "Why?", "User", "t1"),
    ]
    assert texts(asks(1, "Why?"), answers(2, "Who pays?"), archive=archive) == []


def test_a_question_is_about_its_concept_or_that_of_what_it_cites() -> None:
    def concept(**more: Any) -> str:
        return open_questions(state_of(asks(1, "Why?", **more)))[0].concept

    parked = (Citation(1, "s", "parked", 0, 3),)
    assert concept() == ""
    assert concept(concept="c1") == "c1"
    assert concept(citations=CITED) == "c1"
    assert concept(concept="gone", citations=CITED) == "c1"
    assert concept(concept="gone") == ""
    assert concept(citations=parked) == ""
    assert concept(concept="c0") == ""
