"""What a page may ask for: each command, and what is refused with an answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget.errors import NotYet, SessionBusy, UnknownName, UserError
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.reports import Report
from costorm_widget.turns import Intent, Turn
from costorm_widget.widget.commands import NAMES, Commands
from costorm_widget.widget.map_commands import EDITS, STEERS
from tests.mind_map.doubles import WordEngine, World, WorldBoard

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from costorm_widget.evidence.disputes import Verdict


class Listened:
    """A session that writes down what it is asked; its map is a real one."""

    def __init__(self) -> None:
        self.world = world = World(WordEngine())
        health = world.concept("Health", texts=["Sleep is short."])
        world.concept("Heart", health)
        world.concept("Farming")
        self.board = WorldBoard(world)
        self.mind_map = MindMap(self.board)
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

    def explore_by(self, kind: str, identifier: str) -> Turn | None:
        if (kind, identifier) != ("question", "t1"):
            raise UnknownName(kind, identifier, ("t1",))
        self.asked.append(("explore", kind, identifier))
        return None

    def rule(self, dispute: str, verdict: Verdict) -> object:
        self.asked.append(("rule", dispute, verdict))
        return None

    async def aretry(self) -> Turn:
        self.asked.append("retry")
        return Turn("t2", 2, "Ann", "expert", Intent.POTENTIAL_ANSWER, "Shade cools.")

    async def agenerate_report(self) -> Report:
        self.asked.append("report")
        return Report("Trees", "# Trees", (), ())

    async def acheck_disputes(self) -> object:
        self.asked.append("check_disputes")
        return None

    async def aundo(self) -> str:
        await asyncio.sleep(0)
        self.asked.append("undo")
        return "a move"

    async def aredo(self) -> str:
        await asyncio.sleep(0)
        message = "There is nothing to redo; undo() something first."
        raise NotYet(message)

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        if self.busy:
            work.close()
            message = "A turn is under way; wait for it."
            raise SessionBusy(message)
        return asyncio.get_running_loop().create_task(work)


@pytest.fixture
def session() -> Listened:
    return Listened()


async def answer_to(session: Listened, name: object, args: object = None) -> dict[str, Any]:
    """Send one command and return the one answer."""
    answers: list[dict[str, Any]] = []
    commands = Commands(session, answers.append, session.spawn)
    commands.take({"type": "command", "id": "p-1", "name": name, "args": args})
    for _ in range(5):
        await asyncio.sleep(0)
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
        ("retry", {}, ["retry"]),
        ("report", {}, ["report"]),
        ("check_disputes", {}, ["check_disputes"]),
        ("rule", {"id": "d1", "verdict": "rejected"}, [("rule", "d1", "rejected")]),
        ("undo", {}, ["undo"]),
        (
            "explore",
            {"kind": "question", "id": "t1"},
            [("explore", "question", "t1"), ("start", 1)],
        ),
    ],
)
async def test_each_command_is_carried_out(
    session: Listened, name: str, args: dict[str, Any], asked: list[object]
) -> None:
    assert await answer_to(session, name, args) == {"type": "ack", "id": "p-1", "result": None}
    assert session.asked == asked
    assert session.board.events == []
    assert name in NAMES


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("add", {"concept": "c1", "name": "Sleep"}, "Health (1), Health > Heart, Health > Sleep"),
        ("add", {"concept": "c0", "name": " Law  & order "}, "Law & order"),
        ("rename", {"concept": "c3", "name": "Farms -> 农场"}, "Farms -> 农场"),
        ("move", {"concept": "c2", "parent": "c3"}, "Farming > Heart"),
        ("merge", {"kept": "c3", "absorbed": "c1"}, "Farming (1), Farming > Heart"),
        ("remove", {"concept": "c1"}, "Heart, Farming"),
        ("place", {"concept": "c2", "snippet": "n0"}, "Health > Heart (1)"),
    ],
)
async def test_each_edit_changes_the_map(
    session: Listened, name: str, args: dict[str, Any], expected: str
) -> None:
    assert (await answer_to(session, name, args))["type"] == "ack"
    (event,) = session.board.events
    assert getattr(event, "by", "") == "user"
    outline = session.world.outline().items()
    assert expected in ", ".join(f"{path} ({held})" if held else path for path, held in outline)
    assert session.asked == []


async def test_a_concept_is_marked(session: Listened) -> None:
    for name, args in (("pin", {"on": True}), ("mute", {"on": True}), ("note", {"text": " Ask. "})):
        assert (await answer_to(session, name, {"concept": "c1", **args}))["type"] == "ack"
    health = session.mind_map["c1"]
    assert (health.pinned, health.muted, health.note) == (True, True, "Ask.")
    assert (await answer_to(session, "pin", {"concept": "c1", "on": False}))["type"] == "ack"
    assert (health.pinned, health.muted) == (False, True)
    assert session.asked == []


@pytest.mark.parametrize(
    ("name", "args", "wish"),
    [
        ("ask", {"text": "Why?"}, ("c3", "ask", "Why?")),
        ("challenge", {}, ("c3", "challenge", "")),
        ("opposite", {}, ("c3", "opposite", "")),
        ("missing", {}, ("c3", "missing", "")),
    ],
)
async def test_the_table_answers_to_a_wish_about_a_concept(
    session: Listened, name: str, args: dict[str, Any], wish: tuple[str, str, str]
) -> None:
    assert (await answer_to(session, name, {"concept": "c3", **args}))["type"] == "ack"
    assert session.board.wishes == [wish]
    assert session.asked == [("start", 1)]


COMPLETE = {
    "text": "Why?",
    "name": "Law",
    "concept": "c2",
    "parent": "c3",
    "kept": "c1",
    "absorbed": "c3",
    "snippet": "n0",
    "on": True,
    "kind": "question",
    "id": "t1",
    "verdict": "confirmed",
}


async def test_every_name_is_a_command() -> None:
    answers = {name: await answer_to(Listened(), name, COMPLETE) for name in NAMES}
    refused = {name: each["message"] for name, each in answers.items() if each["type"] == "error"}
    assert refused == {"redo": "There is nothing to redo; undo() something first."}


@pytest.mark.parametrize("name", ["", "setp", None, 3, {"name": "step"}])
async def test_an_unknown_command_is_refused(session: Listened, name: object) -> None:
    answer = await answer_to(session, name)
    assert answer["type"] == "error"
    assert "There is no command" in answer["message"]
    assert session.asked == []


async def test_an_unknown_command_is_told_with_the_nearest(session: Listened) -> None:
    assert "did you mean 'report'?" in (await answer_to(session, "reprt"))["message"]


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
        ("ask", {"concept": "c1"}),
        ("ask", {"concept": "c1", "text": " "}),
        ("ask", {"text": "Why?"}),
        ("ask", {"text": "Why?", "concept": "c99"}),
        ("challenge", {"concept": None}),
        ("missing", {"concept": {"id": "c1"}}),
        ("add", {"concept": "c1", "name": " "}),
        ("add", {"concept": "c1", "name": 7}),
        ("add", {"name": "Law"}),
        ("rename", {"concept": "c0", "name": "Other"}),
        ("rename", {"concept": "Health", "name": "By its name"}),
        ("move", {"concept": "c1", "parent": "c2"}),
        ("move", {"concept": "c1", "parent": "c1"}),
        ("move", {"concept": "c0", "parent": "c1"}),
        ("merge", {"kept": "c2", "absorbed": "c1"}),
        ("merge", {"kept": "c1", "absorbed": "c1"}),
        ("remove", {"concept": "c0"}),
        ("place", {"concept": "c1", "snippet": "n9"}),
        ("place", {"concept": "c1"}),
        ("pin", {"concept": "c1"}),
        ("pin", {"concept": "c1", "on": "yes"}),
        ("pin", {"concept": "c0", "on": True}),
        ("mute", {"concept": "c1", "on": 1}),
        ("note", {"concept": "c1"}),
        ("explore", {"kind": "idea", "id": "t1"}),
        ("explore", {"kind": "question", "id": "t9"}),
        ("explore", {"kind": "question"}),
        ("rule", {"id": "d1", "verdict": "maybe"}),
    ],
)
async def test_bad_arguments_are_answered_and_do_nothing(
    session: Listened, name: str, args: object
) -> None:
    answer = await answer_to(session, name, args)
    assert answer["type"] == "error"
    assert answer["message"]
    assert session.asked == []
    assert session.board.events == []
    assert session.board.wishes == []


@pytest.mark.parametrize("name", ["step", "run", "retry", "report", "check_disputes"])
async def test_a_busy_session_refuses_with_an_answer(session: Listened, name: str) -> None:
    session.busy = True
    answer = await answer_to(session, name)
    assert answer["type"] == "error"
    assert "under way" in answer["message"]
    assert session.asked == []


@pytest.mark.parametrize("name", ["say", *STEERS])
async def test_what_is_said_while_it_talks_waits_for_its_place(
    session: Listened, name: str
) -> None:
    session.busy = True
    assert (await answer_to(session, name, COMPLETE))["type"] == "ack"
    assert ("start", 1) not in session.asked
    assert len(session.asked) + len(session.board.wishes) == 1


@pytest.mark.parametrize("name", EDITS)
async def test_the_map_can_be_edited_while_it_talks(session: Listened, name: str) -> None:
    session.busy = True
    assert (await answer_to(session, name, COMPLETE))["type"] == "ack"
    assert len(session.asked) + len(session.board.events) == 1
