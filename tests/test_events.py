"""Events as data: a closed union, written and read again; the recorded log that the page shares."""

from __future__ import annotations

import json
import os
from dataclasses import FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any, get_args

import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from costorm_widget import Settings
from costorm_widget import events as ev
from costorm_widget.evidence.disputes import Dispute
from costorm_widget.turns import Turn
from tests import record_log
from tests.fixtures.sessions import ROOT, TREES, run_script

if TYPE_CHECKING:
    from pathlib import Path

KEPT: tuple[type, ...] = get_args(ev.KeptEvent)
PASSING: tuple[type, ...] = get_args(ev.PassingEvent)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)  # others are not JSON
st.register_type_strategy(
    Dispute, st.builds(Dispute, **{each.name: ... for each in fields(Dispute)} | {"score": NUMBERS})
)
TIMINGS = st.dictionaries(st.text(), NUMBERS)
st.register_type_strategy(
    Settings,
    st.builds(
        Settings,
        experts=st.integers(1, 9),
        moderator_alpha=st.floats(0, 1),
        language=st.sampled_from(["en", "ko", "zh"]),
        utterance_length=st.sampled_from(["short", "medium", "long"]),
        seed=st.integers(0, 99),
    ),
)
st.register_type_strategy(
    Turn,
    st.builds(Turn, **{each.name: ... for each in fields(Turn)} | {"timings": TIMINGS}),
)


def any_of(kind: type) -> st.SearchStrategy[Any]:
    """Any event of a kind, every field filled, the tag alone left as it is."""
    return st.builds(kind, **{each.name: ... for each in fields(kind) if each.name != "type"})


@pytest.mark.parametrize("kind", [*KEPT, *PASSING], ids=lambda kind: kind.__name__)
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_event_of_any_kind_is_written_and_read_again(kind: type, data: st.DataObject) -> None:
    event = data.draw(any_of(kind))
    written = json.loads(json.dumps(ev.to_dict(event)))
    assert written["type"] == event.type
    assert set(written) == {each.name for each in fields(kind)}
    read = ev.from_dict(written)
    assert read == event
    assert type(read) is kind
    assert ev.is_kept(event) == (kind in KEPT)


def test_every_kind_has_a_tag_of_its_own() -> None:
    kinds = (*KEPT, *PASSING)
    tags = [str(each.default) for kind in kinds for each in fields(kind) if each.name == "type"]
    assert len(set(tags)) == len(tags)
    for kind, tag in zip(kinds, tags, strict=True):
        assert tag.replace("_", "") == kind.__name__.lower()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "no_such_event"},
        {"type": "concept_added", "id": "c1"},
        {"type": "concept_removed", "id": 7},
        {"type": "settings_changed", "settings": {"experts": 0}},
        {"type": "work_ended", "work": "turn", "outcome": "maybe"},
    ],
)
def test_what_is_no_event_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(pydantic.ValidationError):
        ev.from_dict(data)


def test_an_event_is_never_changed() -> None:
    event = ev.ConceptRemoved("c1")
    with pytest.raises(FrozenInstanceError):
        event.id = "c2"  # type: ignore[misc]


# The log that the page's fold is tested with, too: see js/tests/session_log.test.ts.


def recorded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_recorded_log_holds_every_kind_of_event() -> None:
    log = recorded(record_log.LOG)
    events = [ev.from_dict(each) for each in log]
    assert {type(each) for each in events} == {*KEPT, *PASSING}
    assert [ev.to_dict(each) for each in events] == log
    found = [each for each in log if each["type"] == "evidence_found"]
    assert not any(source["text"] for each in found for source in each["sources"])


def test_the_recorded_log_makes_the_recorded_state() -> None:
    state = record_log.state_of(recorded(record_log.LOG))
    assert state == recorded(record_log.STATE)
    assert state["warm"]
    assert len(state["turns"]) == 13
    assert state["history"]["undone"] == [["concept_added"]]
    assert state["report"]["references"]


def test_recording_again_gives_the_same_bytes() -> None:
    log = record_log.record()
    again, before = record_log.as_text(log), record_log.LOG.read_text(encoding="utf-8")
    assert again == before, "run: python -m tests.record_log"
    state = record_log.as_text(record_log.state_of(log))
    assert state == record_log.STATE.read_text(encoding="utf-8")


# The same documents give the same session anywhere.

TALK = f"""
import json, sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from costorm_widget import events as ev
from tests.fixtures.sessions import open_session

session = open_session(sources="documents")
session.say("Do roots damage old clay pipes?")
session.run(4)
session.generate_report()
events = [ev.to_dict(each) for each in session.events]
for event in events:
    if event["type"] == "session_opened":
        del event["id"]
    if event["type"] == "turn_taken":
        del event["turn"]["timings"]
    if event["type"] == "evidence_found":
        for source in event["sources"]:
            del source["retrieved_at"]
Path("events.json").write_text(json.dumps(events, indent=1), encoding="utf-8")
"""


def talk(folder: Path, **environment: str) -> list[dict[str, Any]]:
    """Hold a session on a copy of the documents in `folder`, in a process of its own."""
    (folder / "documents").mkdir(parents=True)
    # Written in another order each time, as folders list their files in any.
    for path in sorted(TREES.iterdir(), reverse="PYTHONHASHSEED" in environment):
        (folder / "documents" / path.name).write_bytes(path.read_bytes())
    done = run_script(TALK, folder, **environment)
    assert done.returncode == 0, done.stderr
    events: list[dict[str, Any]] = recorded(folder / "events.json")
    return events


def test_c22_folder_process_hash_seed_and_locale_change_nothing(tmp_path: Path) -> None:
    here = talk(tmp_path / "here")
    there = talk(tmp_path / "données" / "会话", PYTHONHASHSEED="7", LC_ALL="C", TZ="Asia/Seoul")
    assert len(here) == len(there)
    for one, other in zip(here, there, strict=True):
        assert one == other
    assert os.fspath(tmp_path) not in json.dumps(here)
    assert sum(each["type"] == "turn_taken" for each in here) == 9
