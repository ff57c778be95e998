"""The wire: numbers without gaps, tokens gathered, and a snapshot that tells it all again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import Settings, Snippet, Source, Turn
from costorm_widget import events as ev
from costorm_widget.journal import Journal
from costorm_widget.state import fold_all
from costorm_widget.turns import Intent
from costorm_widget.widget.wire import GATHER_SECONDS, VERSION, Wire, wire_form
from tests.fixtures.sessions import read_again

if TYPE_CHECKING:
    from collections.abc import Iterable

OPENED = ev.SessionOpened("s", "Trees", "", "extractive", Settings())
SOURCE = Source("s1", "Shade", "file:shade.md", "document", "Shade cools the street.", 1)
FOUND = ev.EvidenceFound((SOURCE,), (Snippet("s1:0-11", "s1", 0, 11, "Shade cools"),))
STARTED = ev.TurnStarted("t1", "Ann", "expert", Intent.POTENTIAL_ANSWER)
SEARCHED = ev.TurnSearched("t1", ("shade",), 1, 1)
TAKEN = ev.TurnTaken(Turn("t1", 1, "Ann", "expert", Intent.POTENTIAL_ANSWER, "Shade cools."))


class Page:
    """What a page has got, in order."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    @property
    def events(self) -> list[dict[str, Any]]:
        return [each["event"] for each in self.messages if each["type"] == "event"]

    @property
    def numbers(self) -> list[int]:
        return [each["seq"] for each in self.messages if each["type"] == "event"]

    @property
    def snapshot(self) -> dict[str, Any]:
        last = self.messages[-1]
        assert last["type"] == "snapshot"
        snapshot: dict[str, Any] = last["snapshot"]
        return snapshot


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    journal.emit(OPENED)
    return journal


@pytest.fixture
def wire(page: Page, journal: Journal) -> Wire:
    wire = Wire(page.messages.append, "nobody but quotations", journal.live)
    wire.open(journal.kept)
    journal.listen(wire.tell)
    return wire


def emit(journal: Journal, events: Iterable[ev.Event]) -> None:
    for event in events:
        journal.emit(event)


def tokens(*texts: str) -> list[ev.Event]:
    return [ev.Token("t1", text) for text in texts]


def test_every_event_goes_with_the_next_number(page: Page, journal: Journal, wire: Wire) -> None:
    told: list[ev.Event] = [
        ev.WorkStarted("turn"),
        STARTED,
        SEARCHED,
        FOUND,
        TAKEN,
        ev.WorkEnded("turn", "done"),
    ]
    emit(journal, told)
    assert page.numbers == [1, 2, 3, 4, 5, 6]
    assert page.events == [wire_form(each) for each in told]
    wire.greet()
    assert page.messages[-1]["seq"] == 6


def test_the_whole_text_of_a_source_never_goes(page: Page, journal: Journal, wire: Wire) -> None:
    text = f"Shade cools the street. {'It is planted. ' * 40}Far behind it."
    source = Source("s1", "Shade", "file:shade.md", "document", text, 1)
    found = ev.EvidenceFound((source,), (Snippet("s1:0-11", "s1", 0, 11, "Shade cools"),))

    assert wire_form(found)["sources"][0]["text"] == ""
    assert wire_form(found)["snippets"][0]["text"] == "Shade cools"
    journal.emit(found)
    wire.greet()
    assert "Far behind" not in str(page.messages)
    assert journal.state.sources["s1"].text == text


def test_a_passage_brings_what_is_around_it_in_its_section() -> None:
    text = (
        "# Streets\n\nTrees cost money. Nobody doubts it.\n\n## Shade\n\n"
        "It was hot. Shade cools the street. So it is planted.\n\n## Roots\n\nRoots lift stones."
    )
    start = text.index("Shade cools")
    end = start + len("Shade cools the street.")
    source = Source("s1", "Streets", "file:streets.md", "document", text, 1)
    snippet = Snippet("s1:0-1", "s1", start, end, text[start:end])

    found = wire_form(ev.EvidenceFound((source,), (snippet,)))

    assert found["snippets"][0]["around"] == ["It was hot. ", " So it is planted."]
    assert "Roots lift" not in str(found)
    # It is the page's alone: the record has the source's text.
    assert "around" not in str(ev.to_dict(ev.EvidenceFound((source,), (snippet,))))


def test_a_change_of_engine_tells_who_speaks(page: Page, journal: Journal, wire: Wire) -> None:
    emit(journal, [FOUND, ev.EngineChanged("small-model")])
    first, second = page.messages
    assert "about" not in first
    assert second["about"] == "From here on small-model speaks."
    wire.greet()
    assert page.snapshot["about"] == second["about"]
    journal.emit(ev.EngineChanged("extractive"))
    assert "extractive engine" in page.messages[-1]["about"]


async def test_tokens_are_gathered_for_a_moment(page: Page, journal: Journal, wire: Wire) -> None:
    emit(journal, [STARTED, *tokens("Sha", "de ", "cools.")])
    assert [each["type"] for each in page.events] == ["turn_started"]
    await asyncio.sleep(3 * GATHER_SECONDS)
    assert page.events[1:] == [ev.to_dict(ev.Token("t1", "Shade cools."))]
    emit(journal, tokens(" It", " does."))
    await asyncio.sleep(3 * GATHER_SECONDS)
    assert page.events[2:] == [ev.to_dict(ev.Token("t1", " It does."))]
    assert page.numbers == [1, 2, 3]
    wire.flush()
    assert page.numbers == [1, 2, 3]


async def test_nothing_overtakes_the_tokens(page: Page, journal: Journal, wire: Wire) -> None:
    emit(journal, [STARTED, *tokens("Shade ", "cools."), TAKEN])
    assert [each["type"] for each in page.events] == ["turn_started", "token", "turn_taken"]
    emit(journal, [ev.Token("t2", "And"), ev.Token("t3", "then")])
    assert page.events[-1] == ev.to_dict(ev.Token("t2", "And"))
    wire.greet()
    assert [each["type"] for each in page.messages[-2:]] == ["event", "snapshot"]
    assert page.numbers == [1, 2, 3, 4, 5]


async def test_a_snapshot_tells_all_up_to_the_word_that_is_being_said(
    page: Page, journal: Journal, wire: Wire
) -> None:
    emit(journal, [FOUND, TAKEN, ev.WorkStarted("turn"), STARTED, SEARCHED, *tokens("Sha", "de")])
    wire.greet()
    assert page.messages[-1]["seq"] == len(page.numbers) == 6
    assert page.snapshot == {
        "version": VERSION,
        "events": [wire_form(each) for each in (OPENED, FOUND, TAKEN)],
        "about": "nobody but quotations",
        "live": {
            "work": "turn",
            "draft": {
                "id": "t1",
                "speaker": "Ann",
                "role": "expert",
                "intent": "potential answer",
                "queries": ("shade",),
                "text": "Shade",
            },
        },
    }
    emit(journal, [*tokens(" cools."), TAKEN, ev.WorkEnded("turn", "done")])
    wire.greet()
    assert page.snapshot["live"] == {"work": None, "draft": None}
    again = fold_all(read_again(ev.from_dict(each) for each in page.snapshot["events"]))
    assert again.turns == journal.state.turns
    assert again.kept == journal.state.kept


async def test_a_snapshot_stays_as_it_was(page: Page, journal: Journal, wire: Wire) -> None:
    emit(journal, [STARTED, *tokens("Shade")])
    wire.greet()
    before = page.snapshot
    held = str(before)
    emit(journal, [SEARCHED, *tokens(" cools."), TAKEN])
    assert str(before) == held


async def test_a_page_that_comes_in_the_middle_sees_what_goes_on(
    page: Page, journal: Journal
) -> None:
    emit(journal, [FOUND, ev.WorkStarted("turn"), STARTED, *tokens("Shade ")])
    late = Wire(page.messages.append, "", journal.live)
    late.open(journal.kept)
    journal.listen(late.tell)
    emit(journal, tokens("cools."))
    late.greet()
    assert page.snapshot["live"]["work"] == "turn"
    assert page.snapshot["live"]["draft"]["text"] == "Shade cools."
    assert len(page.snapshot["events"]) == 2
