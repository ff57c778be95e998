"""Experts, shelves and settings as the user holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from costorm_widget import BadSetting, Settings, Source, UnknownName, UserError
from costorm_widget import events as ev
from costorm_widget.journal import Journal
from costorm_widget.roster import LiveSettings, Roster, Shelf
from costorm_widget.turns import Expert

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.state import SessionState

Result = TypeVar("Result")


class PlainBoard:
    """A board of one thread."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.emit(ev.SessionOpened("s", "Trees", "", "extractive", Settings()))

    @property
    def state(self) -> SessionState:
        return self.journal.state

    def emit(self, event: ev.KeptEvent) -> None:
        self.journal.emit(event)

    def alone(self, function: Callable[[], Result]) -> Result:
        return function()


@pytest.fixture
def board() -> PlainBoard:
    return PlainBoard()


@pytest.fixture
def roster(board: PlainBoard) -> Roster:
    board.emit(
        ev.ExpertsChanged((Expert("e1", "Shade", "cooling"), Expert("e4", "Roots", "pavements")))
    )
    return Roster(board)


def names(roster: Roster) -> list[str]:
    return [each.name for each in roster]


def test_an_added_expert_stays_and_has_an_id_of_its_own(roster: Roster, board: PlainBoard) -> None:
    expert = roster.add("  Sleep \n physician ", " health effects ")
    assert expert == Expert("e5", "Sleep physician", "health effects", kept=True)
    assert names(roster) == ["Shade", "Roots", "Sleep physician"]
    assert len(roster) == 3
    assert board.journal.kept[-1] == ev.ExpertsChanged(tuple(board.state.experts), by="user")


def test_an_expert_without_a_role_looks_at_what_the_name_says(roster: Roster) -> None:
    assert roster.add("Law", " ").role == "Law"


@pytest.mark.parametrize("name", ["", " \t", "Shade", " sHADE\n"])
def test_c19_a_name_that_is_empty_or_taken_is_refused(roster: Roster, name: str) -> None:
    with pytest.raises(UserError, match="a name that nobody here has"):
        roster.add(name)
    assert names(roster) == ["Shade", "Roots"]


@pytest.mark.parametrize("name", ["1. Chef: pastry: breads", "- Skeptic", "**Economist** — prices"])
def test_c19_a_user_gives_any_name(roster: Roster, name: str) -> None:
    assert roster.add(name).name == name
    assert roster[name].id == "e5"


def test_an_expert_is_found_by_id_name_and_place(roster: Roster) -> None:
    shade, roots = roster
    assert roster["e4"] == roster["roots"] == roster["ROOTS"] == roster[1] == roster[-1] == roots
    assert roster[0] == shade


@pytest.mark.parametrize("key", ["Root", 2, -3])
def test_who_is_not_there_is_told_with_who_is(roster: Roster, key: str | int) -> None:
    with pytest.raises(UnknownName, match="expert") as caught:
        roster[key]
    assert caught.value.known == ("Shade", "Roots")


def test_removing_and_muting(roster: Roster, board: PlainBoard) -> None:
    muted = roster.mute("Roots")
    assert (muted.muted, muted.kept, roster["Roots"]) == (True, True, muted)
    assert not roster.mute("e4", muted=False).muted
    roster.remove("shade")
    assert names(roster) == ["Roots"]
    roster.remove(0)
    assert (len(roster), repr(roster)) == (0, "<experts: nobody yet>")
    assert len(board.journal.kept) == 6
    assert roster.add("Anew").id == "e1"


def test_the_roster_shows_its_names(roster: Roster) -> None:
    assert repr(roster) == "<experts: Shade, Roots>"


# Shelves.


def source(name: str, number: int) -> Source:
    return Source(name, name.title(), f"file:{name}", "document", "text", number)


def test_a_shelf_finds_by_id_and_number_and_keeps_the_order() -> None:
    sources = {"b": source("b", 1), "a": source("a", 2)}
    shelf = Shelf("source", lambda: sources)
    assert [each.id for each in shelf] == ["b", "a"]
    assert shelf["a"] == shelf[2] == sources["a"]
    assert ("a" in shelf, "c" in shelf, len(shelf)) == (True, False, 2)
    assert repr(shelf) == "<2 sources>"
    sources["c"] = source("c", 3)
    assert shelf[3].id == "c"


@pytest.mark.parametrize("key", ["bb", 7])
def test_a_shelf_tells_what_is_not_there_as_mappings_do(key: str | int) -> None:
    shelf = Shelf("source", lambda: {"b": source("b", 1)})
    with pytest.raises(KeyError, match=f"There is no source '{key}'"):
        shelf[key]


def test_a_shelf_can_be_filled_while_it_is_read() -> None:
    sources = {"b": source("b", 1)}
    for _ in Shelf("source", lambda: sources):
        sources["a"] = source("a", 2)
    assert len(sources) == 2


# Settings.


def test_assigning_a_setting_is_an_event(board: PlainBoard) -> None:
    settings = LiveSettings(board)
    settings.experts = 5
    settings.language = "de"
    assert board.state.settings == Settings(experts=5, language="de")
    assert (settings.experts, settings.seed) == (5, 0)
    assert [each.type for each in board.journal.kept] == [
        "session_opened",
        "settings_changed",
        "settings_changed",
    ]
    assert repr(settings) == repr(Settings(experts=5, language="de"))


def test_a_wrong_setting_or_value_changes_nothing(board: PlainBoard) -> None:
    settings = LiveSettings(board)
    with pytest.raises(UnknownName, match="did you mean 'experts'"):
        settings.expert = 4
    with pytest.raises(BadSetting, match="from 1 up"):
        settings.experts = 0
    with pytest.raises(AttributeError, match="expert"):
        _ = settings.expert
    assert len(board.journal.kept) == 1
