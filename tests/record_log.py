"""Records the log and the state that Python's and the page's fold are both tested with.

Run `python -m tests.record_log` after events, state or what the table says has changed. The same
code gives the same bytes: the session's id, the timings and the times of reading are set.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from costorm_widget import Stopped
from costorm_widget import events as ev
from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.mind_map.unknowns import thin_branches
from costorm_widget.session import _RUNNER
from costorm_widget.state import SessionState, fold_all
from costorm_widget.turns import Intent, Turn
from costorm_widget.usage import Call, Totals, Usage
from costorm_widget.widget.wire import wire_form
from tests.fixtures.sessions import SMALL, open_session, read_again

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget import CoStorm
    from costorm_widget.history import History

    Message = dict[str, Any]

FOLDER = Path(__file__).parent / "fixtures"
LOG = FOLDER / "session_log.json"
STATE = FOLDER / "session_state.json"

FAILED = Turn(
    *("t90", 90, "Forester", "expert", Intent.POTENTIAL_ANSWER, ""),
    status="failed",
    error="The model is out of reach; check the address and call retry().",
)
MODEL_EVENTS: tuple[ev.Event, ...] = (
    ev.EngineChanged("small-model"),
    ev.ModelCalled(Call("embed", "vectors", 40, seconds=0.1, cost=0.0001)),
    ev.Waiting("plan_turn", 2.0, "Rate limit"),
    ev.ModelCalled(
        Call("plan_turn", "small-model", 100, seconds=2.5, outcome="failed", turn="t90")
    ),
    ev.TurnTaken(FAILED),
    ev.TurnRemoved("t90"),
    ev.ModelCalled(
        Call(
            "plan_turn",
            "small-model",
            900,
            300,
            60,
            0.4,
            0.0021,
            "done",
            "t91",
            "Forester",
            ahead=True,
        )
    ),
    ev.AheadSettled("t91", said=False),
    ev.ModelCalled(
        Call(
            "write_answer", "small-model", 70, 0, 9, 0.3, None, "stopped", "t92", "Clay", ahead=True
        )
    ),
    ev.AheadSettled("t92", said=True),
    ev.EngineChanged("extractive"),
)
"""What only a session on a model tells: here nobody is a model."""


def record() -> list[Message]:
    """Hold a session in which everything happens; return all its events in wire form."""
    with (
        tempfile.TemporaryDirectory() as folder,
        # How far reading is depends on which vectors are known already: here, none.
        mock.patch("platformdirs.user_cache_path", return_value=Path(folder)),
    ):
        session = open_session(settings=SMALL.with_values(experts=3, opening_concepts=3))
        events: list[ev.Event] = list(session.events)
        session.on_event(events.append)
        hold(session)
    return [timeless(wire_form(each)) for each in events]


def hold(session: CoStorm) -> None:
    """Talk, break off, edit in every way there is, ask, and write the report."""
    session.run(2)
    stop_at_the_first_word(session)
    tell(session, ev.SourcesRefused((Refusal("scan.pdf", "it has no text; recognise it first"),)))
    edit(session)
    take_back_and_do_again(session)
    session.say("Do roots damage old clay pipes?")
    session.run(2)
    for event in MODEL_EVENTS:
        tell(session, event)
    session.generate_report()
    session.mind_map.add("An afterthought")
    session.undo()  # and stays undone


def stop_at_the_first_word(session: CoStorm) -> None:
    """Begin a turn that will not come."""
    end = session.on_event(lambda event: session.stop() if isinstance(event, ev.Token) else None)
    try:
        session.step()
    except Stopped:
        end()


def edit(session: CoStorm) -> None:
    """Change the map in every way, the experts and the settings."""
    first, second, third = session.mind_map.children[:3]
    law = session.mind_map.add("Law & order: <b>who</b> pays?")
    rules = law.add("Rules -> 规则")
    rules.rename("Rules, in [brackets]")
    rules.move(second)
    for snippet in third.snippets:
        rules.place(snippet)
    first.pin()
    first.note = "Ask the town's forester."
    law.mute()
    second.merge(third)
    session.mind_map.add("A slip").remove()
    session.experts.add("Forester", "living trees")
    session.experts.mute(0)
    session.settings.utterance_length = "short"


def take_back_and_do_again(session: CoStorm) -> None:
    """Take back edits, a question about a concept and its answer; do some of them again."""
    outline = (("c90", "Costs", "c0", ""), ("c91", "Roots & pipes", "c90", "Who pays?"))
    tell(session, ev.OutlineAdded(outline))
    session.mind_map["Roots & pipes"].ask("Who pays for a broken pipe?")
    session.step()
    for _ in range(4):
        session.undo()
    for _ in range(3):
        session.redo()
    session.undo()  # what is done next forgets it
    session.mind_map["Roots & pipes"].challenge()
    one, other = list(session.snippets)[:2]
    quotes = Quote(one.id, 0, 9), Quote(other.id, 3, 12)
    tell(session, ev.DisputesFound((Dispute("d1", "number", *quotes, "24 and 21", 0.8),)))
    tell(session, ev.DisputesFound((Dispute("d1", "number", *quotes, "", 1.0, "confirmed"),)))
    session.step()


def tell(session: CoStorm, event: ev.Event) -> None:
    """Put an event into the session's record."""
    _RUNNER.call(partial(session._journal.emit, event))


def timeless(message: Message) -> Message:
    """Return a message without what differs from one recording to the next.

    What is around a passage goes, too: the page alone has it.
    """
    match message["type"]:
        case "session_opened":
            message["id"] = "recorded"
        case "turn_taken":
            message["turn"]["timings"] = dict.fromkeys(message["turn"]["timings"], 0.0)
        case "evidence_found":
            for source in message["sources"]:
                source["retrieved_at"] = "2025-01-01T00:00:00+00:00"
            for snippet in message["snippets"]:
                del snippet["around"]
        case _:
            pass
    return message


def state_of(log: Iterable[Message]) -> Message:
    """Return the state that a log makes, in the form that `stateToJson` gives in the page."""
    state = fold_all(read_again(ev.from_dict(each) for each in log))
    plain: Message = json.loads(json.dumps(canonical(state)))
    return plain


def canonical(state: SessionState) -> Message:
    """Return a state as plain values: things in their order, concepts as one walks them."""
    concepts = [
        {
            "id": node.id,
            "name": node.name,
            "parent": node.parent,
            "children": node.children,
            "snippets": node.snippets,
            "by_user": node.by_user,
            "pinned": node.pinned,
            "muted": node.muted,
            "note": node.note,
        }
        for node in state.tree.walk()
    ]
    return {
        "id": state.id,
        "topic": state.topic,
        "goal": state.goal,
        "engine": state.engine,
        "settings": asdict(state.settings),
        "experts": [asdict(each) for each in state.experts],
        "turns": [asdict(each) for each in state.turns],
        "archive": [asdict(each) for each in state.archive],
        "sources": [asdict(each) for each in state.sources.values()],
        "snippets": [asdict(each) for each in state.snippets.values()],
        "concepts": concepts,
        "warm": state.warm,
        "report": asdict(state.report) if state.report else None,
        "refused": [asdict(each) for each in state.refused],
        "disputes": [asdict(each) for each in state.disputes.values()],
        "questions": [asdict(each) for each in open_questions(state)],
        "thin": thin_branches(state.tree, state.snippets),
        "history": plain_history(state.history),
        "kept": state.kept,
        "usage": plain_usage(state.usage),
    }


def plain_history(history: History) -> Message:
    """Return what can be taken back, and what was, as the tags of its events."""
    undone = [[each.type for each in action] for action in history.undone]
    past, last = ([each.type for each in events] for events in (history.past, history.last))
    return {"past": past, "last": last, "undone": undone}


def plain_usage(usage: Usage) -> Message:
    """Return the sums as plain values."""

    def plain(group: dict[str, Totals]) -> Message:
        return {key: asdict(sums) for key, sums in group.items()}

    return {
        "total": asdict(usage.total),
        "by_job": plain(usage.by_job),
        "by_turn": plain(usage.by_turn),
        "by_speaker": plain(usage.by_speaker),
        "by_model": plain(usage.by_model),
        "dropped": asdict(usage.dropped),
    }


def as_text(recorded: object) -> str:
    """Return what is written to a file."""
    return json.dumps(recorded, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    log = record()
    LOG.write_text(as_text(log), encoding="utf-8")
    STATE.write_text(as_text(state_of(log)), encoding="utf-8")
