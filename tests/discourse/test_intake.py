"""Evidence on its way in has the numbers that it will have once it is in the record."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import events as ev
from costorm_widget.discourse.intake import Intake
from costorm_widget.discourse.table import Table
from costorm_widget.evidence.sources import Snippet, snippet_id
from costorm_widget.retrieval.base import Found
from costorm_widget.state import SessionState, fold
from tests.builders import Session, found, session, snippet, source

WORKS = [
    [
        source("Clocks moved. They stood.", f"Work {number}", f"https://x.y/{number}", (place,))
        for place in ("web", "folder")
    ]
    for number in range(5)
]


def piece(work: int, place: int, first: bool) -> Found:  # noqa: FBT001
    """One of two passages of a work, as one of two places has it."""
    it = WORKS[work][place]
    return Found(it, snippet(it, "Clocks moved." if first else "They stood."), 1.0, 0.5)


TAKES = st.tuples(
    st.builds(piece, st.integers(0, 4), st.integers(0, 1), st.booleans()),
    st.sampled_from(["Why?", "How?"]),
    st.sampled_from(["why", "how"]),
)
ROUNDS = st.lists(st.lists(TAKES, max_size=6), max_size=4)


@given(ROUNDS)
def test_c09_numbers_are_those_of_the_fold(rounds: list[list[tuple[Found, str, str]]]) -> None:
    """Whatever is found in whatever order, over several turns, each told as one event."""
    state = SessionState()
    intake = Intake(state)
    provenance: dict[str, dict[str, None]] = {}
    queries: dict[str, dict[tuple[str, str], None]] = {}
    for takes in rounds:
        told: dict[str, int] = {}
        for each, question, query in takes:
            intake.take(each, question, query)
            told.setdefault(each.source.id, intake.number(each.source.id))
            provenance.setdefault(each.source.id, {}).update(dict.fromkeys(each.source.provenance))
            queries.setdefault(each.snippet.id, {})[question, query] = None
        assert all(intake.number(name) == number for name, number in told.items())
        event = intake.event()
        assert (event is None) == (not takes)
        if event:
            fold(state, event)
        assert {name: state.sources[name].number for name in told} == told
    assert [each.number for each in state.sources.values()] == list(
        range(1, len(state.sources) + 1)
    )
    assert {each.id: each.provenance for each in state.sources.values()} == {
        name: tuple(places) for name, places in provenance.items()
    }
    assert {each.id: each.queries for each in state.snippets.values()} == {
        name: tuple(pairs) for name, pairs in queries.items()
    }


@given(ROUNDS)
def test_intakes_that_are_joined_are_one(rounds: list[list[tuple[Found, str, str]]]) -> None:
    state = SessionState()
    whole, one = Intake(state), Intake(state)
    for takes in rounds:
        part = Intake(state)
        for each, question, query in takes:
            part.take(each, question, query)
            one.take(each, question, query)
        whole.join(part)
    joined, direct = whole.event(), one.event()
    assert (joined is None) == (direct is None)
    if joined and direct:
        assert {each.id for each in joined.sources} == {each.id for each in direct.sources}
        assert {each.id: set(each.queries) for each in joined.snippets} == {
            each.id: set(each.queries) for each in direct.snippets
        }


def test_c10_two_lists_numbered_alike_are_distinct_sources() -> None:
    intake = Intake(SessionState())
    for name in ("https://web.x/1", "file:1.md"):
        intake.take(found("Text.", "1", name), "Why?", "why")
    event = intake.event()
    assert event is not None
    assert len({each.id for each in event.sources}) == len(event.sources) == 2


def test_what_is_taken_can_be_read_at_once() -> None:
    state = SessionState()
    intake = Intake(state)
    taken = intake.take(found("Text."), "Why?", "why")
    assert intake.snippet(taken.id).queries == (("Why?", "why"),)
    assert intake.source(taken.source_id).title == "A source"
    assert intake.number(taken.source_id) == 1
    assert not state.sources
    event = intake.event()
    assert isinstance(event, ev.EvidenceFound)
    fold(state, event)
    assert intake.event() is None
    assert intake.snippet(taken.id) == taken
    assert intake.source(taken.source_id).number == 1
    again = intake.take(found("Text."), "How?", "how")
    assert again.queries == (("Why?", "why"), ("How?", "how"))
    assert again.id == snippet_id(taken.source_id, 0, 5)


REVISIONS = (
    "Clocks moved. They stood.",
    "Clocks moved. They stood. Nobody noticed.",
    "In spring, clocks moved. They stood. Cows noticed.",
    "They stood. Clocks moved.",
    "",
)
READINGS = st.lists(
    st.tuples(
        st.sampled_from(REVISIONS),
        st.integers(0, 30),
        st.integers(1, 20),
        st.integers(0, 2),
        st.sampled_from(["go on", "put into the record", "take back", "lay the table anew"]),
    ),
    max_size=12,
)


@given(READINGS)
def test_every_span_stays_verbatim_however_a_work_changes(
    readings: list[tuple[str, int, int, int, str]],
) -> None:
    """One work is read in different revisions, by three talks at once, over several turns."""
    talk = session()
    tables = [talk.table, talk.table.aside(), talk.table.aside()]
    given: dict[str, str] = {}
    for text, start, length, place, then in readings:
        work = source(text, "Clocks")
        passage = text[start : start + length]
        if not passage:
            continue
        end = start + len(passage)
        read = Snippet(snippet_id(work.id, start, end), work.id, start, end, passage)
        taken = tables[place].intake.take(Found(work, read, 1.0, 0.5), "Why?", "why")
        assert taken.text == passage
        assert given.setdefault(taken.id, passage) == passage, "an id is one passage for ever"
        if then == "put into the record":
            if place:
                tables[0].intake.join(tables[place].intake)
                tables[place].clear()
            commit(tables[0])
        elif then == "take back" and talk.state.history.last:
            talk.table.emit(ev.Undone())
        elif then == "lay the table anew":
            commit(tables[0])
            talk = Session(table_for(talk), talk.events)
            given.clear()  # what was taken back is forgotten now
            tables = [talk.table, talk.table.aside(), talk.table.aside()]
        for each in talk.state.snippets.values():
            whole = talk.state.sources[each.source_id].text
            assert whole[each.start : each.end] == each.text
        for table in tables:
            for each in table.intake.snippets.values():
                whole = table.intake.sources[each.source_id].text
                assert whole[each.start : each.end] == each.text


def commit(table: Table) -> None:
    event = table.intake.event()
    if event:
        table.emit(event)


def table_for(talk: Session) -> Table:
    """The same session with new parts, as after a change of the embedding."""
    old = talk.table
    return Table(talk.state, old.engine, old.retriever, old.embedder, old.emit)
