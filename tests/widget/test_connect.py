"""A session and its page: messages both ways, one model for all views, what a notebook saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest import mock

import comm
import pytest
from comm.base_comm import BaseComm

from costorm_widget import CoStorm, NotYet
from costorm_widget import events as ev
from costorm_widget.session import _RUNNER
from costorm_widget.state import fold_all
from costorm_widget.widget import model
from costorm_widget.widget.connect import EDITS_SECONDS
from costorm_widget.widget.model import BUNDLE, SessionWidget
from costorm_widget.widget.wire import wire_form
from tests.fixtures.sessions import Gated, open_session, read_again, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

needs_bundle = pytest.mark.skipif(
    not BUNDLE.exists(), reason="the page is not built; make test builds it first"
)


class PageComm(BaseComm):
    """The line to a page: keeps what is sent over it."""

    def __init__(self, **arguments: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(**arguments)

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        if msg_type == "comm_msg":
            self.sent.append(data)


class FakePage:
    """What a page sees of a widget, and what it sends."""

    def __init__(self, widget: SessionWidget) -> None:
        self._widget = widget
        _RUNNER.call(lambda: None)  # the widget begins on the session's thread

    @property
    def messages(self) -> list[dict[str, Any]]:
        line: Any = self._widget.comm
        assert isinstance(line, PageComm)
        return [each["content"] for each in line.sent if each["method"] == "custom"]

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.messages if each["type"] == kind]

    def send(self, **message: Any) -> None:
        self._widget._handle_custom_msg(message, [])
        _RUNNER.call(lambda: None)

    def command(self, number: str, name: str, /, **args: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        self.send(type="command", id=number, name=name, args=args)
        (answer,) = [each for each in self.messages if each.get("id") == number]
        return answer

    def hello(self) -> dict[str, Any]:
        """Say hello and return the snapshot."""
        self.send(type="hello", seq=0)
        snapshot: dict[str, Any] = self.messages[-1]["snapshot"]
        return snapshot


@pytest.fixture(autouse=True)
def lines_to_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", PageComm)


@pytest.fixture
def gated() -> Iterator[Gated]:
    gated = Gated()
    yield gated
    gated.release()


def folded(snapshot: dict[str, Any]) -> Any:
    return fold_all(read_again(ev.from_dict(each) for each in snapshot["events"]))


def count_snapshots(widget: SessionWidget) -> list[dict[str, Any]]:
    """A list that grows by each value that the saved snapshot takes."""
    taken: list[dict[str, Any]] = []
    widget.observe(lambda change: taken.append(change["new"]), "_snapshot")
    return taken


@needs_bundle
def test_a_page_that_says_hello_gets_the_whole_session() -> None:
    session = open_session()
    session.run(2)
    page = FakePage(session.widget)
    snapshot = page.hello()
    assert snapshot["events"] == [wire_form(each) for each in session.events]
    assert snapshot["about"] == session.about
    assert [each.id for each in folded(snapshot).turns] == [each.id for each in session.turns]


@needs_bundle
def test_a_page_hears_every_event_with_its_number() -> None:
    session = open_session()
    page = FakePage(session.widget)
    session.run(2)
    session.mind_map.add("Law")
    events = page.of_type("event")
    assert [each["seq"] for each in events] == list(range(1, len(events) + 1))
    kept = [wire_form(each) for each in session.events[1:]]
    types = {each["type"] for each in kept}
    assert [each["event"] for each in events if each["event"]["type"] in types] == kept
    for turn in session.turns:
        spoken = [
            each["event"]["text"]
            for each in events
            if each["event"]["type"] == "token" and each["event"]["id"] == turn.id
        ]
        assert "".join(spoken) == turn.utterance


@needs_bundle
def test_a_page_takes_turns_and_asks_for_the_report() -> None:
    session = open_session()
    page = FakePage(session.widget)
    assert page.command("a", "step") == {"type": "ack", "id": "a", "result": None}
    wait_until(lambda: not session.busy)
    assert len(session.turns) == 5
    assert page.command("b", "ask", text="Do roots damage pipes?", concept="c1")["type"] == "ack"
    wait_until(lambda: not session.busy)
    assert [each.role for each in session.turns[-2:]] == ["user", "general knowledge"]
    assert page.command("c", "report")["type"] == "ack"
    wait_until(lambda: session.report is not None)
    assert page.command("d", "fly")["type"] == "error"


@needs_bundle
def test_a_page_edits_the_map_steers_from_it_and_takes_back() -> None:
    session = open_session()
    session.warm_start()
    page = FakePage(session.widget)
    first, second = session.mind_map.children[:2]
    name = first.name
    assert page.command("a", "rename", concept=first.id, name="Another")["type"] == "ack"
    assert page.command("b", "move", concept=second.id, parent=first.id)["type"] == "ack"
    assert second.parent == first
    assert (
        "below itself" in page.command("c", "move", concept=first.id, parent=second.id)["message"]
    )
    for number in ("d", "e"):
        page.send(type="command", id=number, name="undo", args={})
    wait_until(lambda: {"d", "e"} <= {each.get("id") for each in page.of_type("ack")})
    assert (first.name, second.parent) == (name, session.mind_map.root)
    page.send(type="command", id="f", name="redo", args={})
    wait_until(lambda: first.name == "Another")
    assert page.command("g", "challenge", concept=first.id)["type"] == "ack"
    wait_until(lambda: not session.busy)
    assert [each.speaker for each in session.turns[-2:]] == ["You", "Devil's advocate"]
    assert (session.turns[-2].concept, session.turns[-2].steer) == (first.id, "challenge")
    unused = session.unused[0].id
    assert page.command("h", "explore", kind="snippet", id=unused)["type"] == "ack"
    wait_until(lambda: not session.busy)
    assert session.turns[-2].about == (unused,)
    page.send(type="command", id="i", name="undo", args={})
    page.send(type="command", id="j", name="step", args={})
    wait_until(lambda: not session.busy)
    assert page.hello()["events"] == [wire_form(each) for each in session.events]


@needs_bundle
def test_nothing_is_taken_back_while_a_turn_is_under_way(gated: Gated) -> None:
    session = open_session(sources=gated)
    session.step()
    page = FakePage(session.widget)
    concept = session.mind_map.children[0]
    gated.mood = "awaits"
    session.start(1)
    assert gated.reached.wait(10)
    assert page.command("a", "pin", concept=concept.id, on=True)["type"] == "ack"
    assert concept.pinned
    page.send(type="command", id="b", name="undo", args={})
    wait_until(lambda: "b" in [each.get("id") for each in page.of_type("error")])
    assert concept.pinned
    session.stop()


@needs_bundle
def test_two_commands_in_one_moment_start_one_piece_of_work(gated: Gated) -> None:
    session = open_session(sources=gated)
    gated.mood = "awaits"
    page = FakePage(session.widget)

    def press_twice() -> None:
        session.widget._handle_custom_msg({"type": "command", "id": "a", "name": "report"}, [])
        session.widget._handle_custom_msg({"type": "command", "id": "b", "name": "step"}, [])

    _RUNNER.call(press_twice)
    wait_until(lambda: len(page.of_type("ack") + page.of_type("error")) == 2)
    assert [each["id"] for each in page.of_type("ack")] == ["a"]
    (refused,) = page.of_type("error")
    assert "under way" in refused["message"]
    assert page.command("c", "stop")["type"] == "ack"
    wait_until(lambda: not session.busy)


@needs_bundle
def test_a_page_that_comes_in_the_middle_of_a_turn_sees_what_is_said() -> None:
    session = open_session()
    session.warm_start()
    session.say("Do roots damage old clay pipes?")

    def open_the_page(event: ev.Event) -> None:
        if isinstance(event, ev.Token):
            end()
            session.widget._handle_custom_msg({"type": "hello", "seq": 0}, [])

    end = session.on_event(open_the_page)
    answer = session.step()
    (greeting,) = FakePage(session.widget).of_type("snapshot")
    snapshot = greeting["snapshot"]
    draft = snapshot["live"]["draft"]
    assert snapshot["live"]["work"] == "turn"
    assert (draft["id"], draft["speaker"]) == (answer.id, answer.speaker)
    assert tuple(draft["queries"]) == answer.queries
    assert draft["text"]
    assert answer.utterance.startswith(draft["text"])
    assert answer.utterance != draft["text"]
    assert [each.id for each in folded(snapshot).turns] == ["t1", "t2", "t3", "t4", "t5"]


@needs_bundle
def test_a_page_sees_that_work_began_before_it_came(gated: Gated) -> None:
    session = open_session(sources=gated)
    gated.mood = "awaits"
    session.start(3)
    assert gated.reached.wait(10)
    page = FakePage(session.widget)
    assert page.hello()["live"] == {"work": "turn", "draft": None}
    page.command("a", "stop")
    wait_until(lambda: not session.busy)
    assert page.hello()["live"] == {"work": None, "draft": None}


@needs_bundle
def test_c25_all_views_are_of_one_model() -> None:
    session = open_session()
    widget = session.widget
    assert session.widget is widget
    first, _ = session._repr_mimebundle_()
    second, _ = session._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert first[view]["model_id"] == second[view]["model_id"] == widget.model_id


@needs_bundle
def test_what_is_saved_is_renewed_once_a_turn() -> None:
    count = 0

    def always_new(query: str) -> list[str]:
        nonlocal count
        count += 1
        return [f"Tree number {count} stands in {query} street."]

    session = open_session(sources=always_new)
    session.warm_start()
    widget = session.widget
    FakePage(widget)
    taken = count_snapshots(widget)
    before = len(session.turns)
    session.step()
    assert len(taken) == 1
    session.run(3)
    assert len(taken) == 4
    assert [len(folded(each).turns) - before for each in taken] == [1, 2, 3, 4]
    assert not any(folded(each).unplaced for each in taken), "a turn's map changes are in it"
    assert len(folded(taken[-1]).snippets) > len(folded(taken[0]).snippets)
    session.generate_report()
    assert len(taken) == 5
    assert folded(taken[-1]).report == session.report
    assert taken[-1]["events"] == [wire_form(each) for each in session.events]
    assert taken[-1]["live"] == {"work": None, "draft": None}


@needs_bundle
def test_what_is_saved_has_the_edits_too_gathered_for_a_moment() -> None:
    session = open_session()
    widget = session.widget
    FakePage(widget)
    taken = count_snapshots(widget)
    for number in range(20):
        session.mind_map.add(f"Mine {number}")
    session.experts.add("Forester")
    assert taken == []
    wait_until(lambda: bool(taken), 10 * EDITS_SECONDS)
    (saved,) = taken
    assert len(folded(saved).tree.nodes) == 21
    assert len(folded(saved).experts) == 1


@needs_bundle
def test_the_bundle_has_the_widget_a_text_and_a_static_page() -> None:
    session = open_session()
    session.step()
    data, _ = session._repr_mimebundle_(include=None, exclude=None)
    assert set(data) == {
        "application/vnd.jupyter.widget-view+json",
        "text/plain",
        "text/html",
    }
    assert data["text/plain"] == repr(session)
    assert session.turns[-1].speaker in data["text/plain"]
    assert data["text/html"].startswith('<div class="costorm-transcript"')


@needs_bundle
def test_a_message_of_another_kind_is_left_alone() -> None:
    session = open_session()
    page = FakePage(session.widget)
    page.send(type="nonsense")
    page.send()
    assert page.messages == []


def test_without_the_built_page_the_remedy_is_told(tmp_path: Any) -> None:
    with (
        mock.patch.object(model, "BUNDLE", tmp_path / "widget.js"),
        pytest.raises(NotYet, match="make setup"),
    ):
        _ = CoStorm("Trees", embeddings="hashed").widget
