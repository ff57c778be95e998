"""The record: what is kept, who is told what in which order, and what goes on right now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget import Settings, Turn, UnknownName
from costorm_widget import events as ev
from costorm_widget.journal import Draft, Journal, Live
from costorm_widget.state import fold_all
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from costorm_widget.events import Event

OPENED = ev.SessionOpened("s", "Trees", "", "extractive", Settings())
STARTED = ev.TurnStarted("t1", "Ann", "expert", Intent.POTENTIAL_ANSWER)
TAKEN = ev.TurnTaken(Turn("t1", 1, "Ann", "expert", Intent.POTENTIAL_ANSWER, "Shade cools."))
ADDED = ev.ConceptAdded("c1", "Shade", "c0")


@pytest.fixture
def journal() -> Journal:
    journal = Journal()
    journal.emit(OPENED)
    return journal


def listened(journal: Journal) -> list[Event]:
    heard: list[Event] = []
    journal.listen(heard.append)
    return heard


def test_kept_events_are_folded_and_kept_and_passing_ones_are_only_told(journal: Journal) -> None:
    heard = listened(journal)
    passing = (ev.WorkStarted("turn"), STARTED, ev.Token("t1", "Shade"))
    for event in (*passing, TAKEN, ADDED):
        journal.emit(event)
    assert journal.kept == [OPENED, TAKEN, ADDED]
    assert heard == [*passing, TAKEN, ADDED]
    assert journal.state == fold_all(journal.kept)


def test_an_event_that_cannot_be_folded_is_not_kept_and_not_told(journal: Journal) -> None:
    heard = listened(journal)
    with pytest.raises(UnknownName):
        journal.emit(ev.ConceptRemoved("c9"))
    assert (journal.kept, heard) == ([OPENED], [])
    assert journal.state == fold_all([OPENED])
    journal.emit(ADDED)
    assert heard == [ADDED]


def test_a_listener_hears_until_it_ends(journal: Journal) -> None:
    heard: list[Event] = []
    end = journal.listen(heard.append)
    journal.emit(ADDED)
    end()
    end()
    journal.emit(ev.ConceptRemoved("c1"))
    assert heard == [ADDED]


def test_a_listener_that_fails_is_logged_and_the_others_hear(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Event) -> None:
        raise ZeroDivisionError

    journal.listen(fail)
    heard = listened(journal)
    journal.emit(ADDED)
    assert heard == [ADDED]
    assert journal.kept == [OPENED, ADDED]
    (record,) = caplog.records
    assert record.getMessage() == "A listener failed on concept_added"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ZeroDivisionError)


def test_a_listener_that_emits_changes_nobodys_order(journal: Journal) -> None:
    pinned = ev.ConceptMarked("c1", pinned=True, muted=False, note="")

    def pin_what_is_added(event: Event) -> None:
        if event == ADDED:
            journal.emit(pinned)
            assert journal.state.tree["c1"].pinned, "the change itself is there at once"

    journal.listen(pin_what_is_added)
    heard = listened(journal)
    journal.emit(ADDED)
    assert heard == [ADDED, pinned] == journal.kept[1:]
    assert fold_all([OPENED, *heard]) == journal.state  # type: ignore[list-item]  # all are kept


def test_a_listener_may_end_itself_and_bring_another(journal: Journal) -> None:
    heard: list[Event] = []

    def once(_: Event) -> None:
        end()
        journal.listen(heard.append)

    end = journal.listen(once)
    journal.emit(ADDED)
    assert heard == []
    journal.emit(TAKEN)
    assert heard == [TAKEN]


def test_what_goes_on_is_known_at_every_moment() -> None:
    live = Live()
    live.follow(ev.WorkStarted("turn"))
    assert live == Live("turn")
    live.follow(STARTED)
    live.follow(ev.TurnSearched("t1", ("shade", "heat"), 4, 2))
    live.follow(ev.Token("t1", "Shade "))
    live.follow(ev.Token("t1", "cools."))
    said = Draft("t1", "Ann", "expert", Intent.POTENTIAL_ANSWER, ("shade", "heat"), "Shade cools.")
    assert live == Live("turn", said)
    live.follow(ev.Progress("map", 1, 2))
    assert live.draft == said
    live.follow(TAKEN)
    assert live == Live("turn")
    live.follow(STARTED)
    live.follow(ev.TurnDropped("t1"))
    assert live == Live("turn")
    live.follow(STARTED)
    live.follow(ev.WorkEnded("turn", "stopped"))
    assert live == Live()


def test_words_without_a_speaker_are_nobodys() -> None:
    live = Live()
    live.follow(ev.Token("t1", "Shade"))
    live.follow(ev.TurnSearched("t1", ("shade",), 1, 1))
    assert live == Live()


def test_the_journal_follows_before_it_tells(journal: Journal) -> None:
    seen: list[Draft | None] = []
    journal.listen(lambda _: seen.append(journal.live.draft))
    journal.emit(STARTED)
    journal.emit(TAKEN)
    assert [each is None for each in seen] == [False, True]
