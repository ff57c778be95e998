"""What a page may ask for: each command, and what is refused with an answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget.errors import SessionBusy, UserError
from costorm_widget.reports import Report
from costorm_widget.turns import Intent, Turn
from costorm_widget.widget.commands import NAMES, Commands

if TYPE_CHECKING:
    from collections.abc import Coroutine


class Listened:
    """A session that writes down what it is asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.busy = False

    def start(self, turns: int = 1) -> None:
        if self.busy:
            message = "A turn is under way; wait for it."
            raise SessionBusy(message)
        self.asked.append(("start", turns))

    def stop(self) -> None:
        self.asked.append("stop")

    def say(self, text: str) -> Turn | None:
        if not text.strip():
            message = "There is nothing to say."
            raise UserError(message)
        self.asked.append(("say", text))
        return None

    async def aretry(self) -> Turn:
        self.asked.append("retry")
        return Turn("t2", 2, "Ann", "expert", Intent.POTENTIAL_ANSWER, "Shade cools.")

    async def agenerate_report(self) -> Report:
        self.asked.append("report")
        return Report("Trees", "# Trees", (), ())

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        if self.busy:
            work.close()
            message = "A turn is under way; wait for it."
            raise SessionBusy(message)
        asyncio.run(_await(work))


async def _await(work: Coroutine[Any, Any, object]) -> None:
    await work


@pytest.fixture
def session() -> Listened:
    return Listened()


def answer_to(session: Listened, name: object, args: object = None) -> dict[str, Any]:
    """Send one command and return the one answer."""
    answers: list[dict[str, Any]] = []
    commands = Commands(session, answers.append, session.spawn)
    commands.take({"type": "command", "id": "p-1", "name": name, "args": args})
    (answer,) = answers
    assert answer["id"] == "p-1"
    return answer


@pytest.mark.parametrize(
    ("name", "args", "asked"),
    [
        ("step", {}, [("start", 1)]),
        ("run", {"turns": 6}, [("start", 6)]),
        ("run", {}, [("start", 1)]),
        ("stop", {}, ["stop"]),
        ("say", {"text": "Why?"}, [("say", "Why?"), ("start", 1)]),
        ("ask", {"text": "Why?", "concept": "c1"}, [("say", "Why?"), ("start", 1)]),
        ("retry", {}, ["retry"]),
        ("report", {}, ["report"]),
    ],
)
def test_each_command_is_carried_out(
    session: Listened, name: str, args: dict[str, Any], asked: list[object]
) -> None:
    assert answer_to(session, name, args) == {"type": "ack", "id": "p-1", "result": None}
    assert session.asked == asked
    assert name in NAMES


def test_every_name_is_a_command(session: Listened) -> None:
    for name in NAMES:
        assert answer_to(session, name, {"text": "Why?"})["type"] == "ack"


@pytest.mark.parametrize("name", ["", "setp", None, 3, {"name": "step"}])
def test_an_unknown_command_is_refused(session: Listened, name: object) -> None:
    answer = answer_to(session, name)
    assert answer["type"] == "error"
    assert "There is no command" in answer["message"]
    assert session.asked == []


def test_an_unknown_command_is_told_with_the_nearest(session: Listened) -> None:
    assert "did you mean 'report'?" in answer_to(session, "reprt")["message"]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("run", {"turns": 0}),
        ("run", {"turns": 101}),
        ("run", {"turns": "6"}),
        ("run", {"turns": True}),
        ("run", {"turns": None}),
        ("say", {}),
        ("say", {"text": "  "}),
        ("say", {"text": None}),
        ("say", {"text": ["Why?"]}),
        ("ask", None),
        ("ask", ["Why?"]),
    ],
)
def test_bad_arguments_are_answered_and_do_nothing(
    session: Listened, name: str, args: object
) -> None:
    answer = answer_to(session, name, args)
    assert answer["type"] == "error"
    assert answer["message"]
    assert session.asked == []


@pytest.mark.parametrize("name", ["step", "run", "retry", "report"])
def test_a_busy_session_refuses_with_an_answer(session: Listened, name: str) -> None:
    session.busy = True
    answer = answer_to(session, name)
    assert answer["type"] == "error"
    assert "under way" in answer["message"]
    assert session.asked == []


@pytest.mark.parametrize("name", ["say", "ask"])
def test_what_is_said_while_it_talks_waits_for_its_place(session: Listened, name: str) -> None:
    session.busy = True
    assert answer_to(session, name, {"text": "Why?"})["type"] == "ack"
    assert session.asked == [("say", "Why?")]
