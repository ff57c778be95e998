"""The state of a session, and `fold`: the only way it changes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import islice
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.history import LASTING, History
from costorm_widget.mind_map.fold import MapEvent, fold_map
from costorm_widget.mind_map.tree import Tree
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.reports import Report
    from costorm_widget.turns import Exchange, Expert, Turn


@dataclass(slots=True)
class SessionState:
    """Everything a session knows, made by folding its events.

    Attributes:
        id: The session's id.
        topic: What it is about.
        goal: What the user wants from it; may be empty.
        engine: Who speaks: `extractive` or the model's name.
        settings: The knobs.
        experts: Who sits at the table, in speaking order.
        turns: The discourse.
        archive: The warm start's interviews.
        sources: Sources by id, in the order of finding.
        snippets: Snippets by id, in the order of finding.
        refused: What could not be taken in as a source.
        tree: The mind map.
        warm: Whether the warm start is over.
        report: The last report written.
        cited: Ids of the snippets that a turn cites.
        disputes: Passages that contradict each other, by the dispute's id.
        usage: What it has spent on models.
        history: What can be taken back.
        kept: Number of events folded.
        map_changes: How many of them changed the map.
        revision: How many of them changed anything that the next turn may depend on: all but
            the accounts and reports.
    """

    id: str = ""
    topic: str = ""
    goal: str = ""
    engine: str = ""
    settings: Settings = field(default_factory=Settings)
    experts: list[Expert] = field(default_factory=list["Expert"])
    turns: list[Turn] = field(default_factory=list["Turn"])
    archive: list[Exchange] = field(default_factory=list["Exchange"])
    sources: dict[str, Source] = field(default_factory=dict[str, "Source"])
    snippets: dict[str, Snippet] = field(default_factory=dict[str, "Snippet"])
    refused: tuple[Refusal, ...] = ()
    tree: Tree = field(default_factory=lambda: Tree("c0", ""))
    warm: bool = False
    report: Report | None = None
    disputes: dict[str, Dispute] = field(default_factory=dict[str, "Dispute"])
    usage: Usage = field(default_factory=Usage)
    history: History = field(default_factory=History)
    kept: int = 0
    map_changes: int = 0
    revision: int = 0
    cited: set[str] = field(default_factory=set[str])

    @property
    def unused(self) -> list[Snippet]:
        """Snippets that no turn cites, in the order of finding."""
        return [each for each in self.snippets.values() if each.id not in self.cited]

    @property
    def unplaced(self) -> list[str]:
        """Ids of snippets that have no place in the map yet, in the order of finding.

        They are mostly the last ones that were found, so they are looked for from the end.
        """
        home = self.tree.home
        count = max(0, len(self.snippets) - len(home))
        latest = (each for each in reversed(self.snippets) if each not in home)
        return list(islice(latest, count))[::-1]


_WITHOUT_EFFECT = ev.ModelCalled | ev.AheadSettled | ev.ReportWritten | ev.SourcesRefused

_NOT_TAKEN_BACK = frozenset(
    {"engine", "usage", "refused", "history", "kept", "map_changes", "revision"}
)
"""What taking back leaves: accounts, and counts that tell one state from another."""


def fold(state: SessionState, event: ev.KeptEvent) -> SessionState:
    """Return the state after `event`; `state` itself is updated, for speed.

    The function is total over `KeptEvent` and does not depend on the clock, the network or
    chance: the same events make the same state anywhere.
    """
    return fold_all((event,), state)


def fold_all(events: Iterable[ev.KeptEvent], state: SessionState | None = None) -> SessionState:
    """Fold `events` in order, onto `state` or a new one.

    However often something was taken back, the state is made anew only once, at the end.
    """
    result = state or SessionState()
    behind = False
    for event in events:
        effective: tuple[ev.KeptEvent, ...] = (event,)
        match event:
            case ev.Undone():
                result.history.take_back()
                behind, effective = True, ()
            case ev.Redone():
                effective = result.history.bring_back()
        for each in effective:
            if not behind or isinstance(each, LASTING):
                _apply(result, each)
        _take_note(result, event, effective)
    if behind:
        _begin_again(result)
    return result


def _take_note(state: SessionState, event: ev.KeptEvent, effective: Sequence[ev.KeptEvent]) -> None:
    """Count an event that has taken effect, and let the history know."""
    if not isinstance(event, LASTING | ev.Undone | ev.Redone):
        state.history.add(event)
    state.kept += 1
    state.revision += not isinstance(event, _WITHOUT_EFFECT)
    state.map_changes += isinstance(event, ev.Undone)
    state.map_changes += sum(isinstance(each, MapEvent) for each in effective)


def _begin_again(state: SessionState) -> None:
    """Make the state anew from what is still in effect."""
    fresh = SessionState()
    for event in state.history.past:
        _apply(fresh, event)
    for each in fields(fresh):
        if each.name not in _NOT_TAKEN_BACK:
            setattr(state, each.name, getattr(fresh, each.name))


def _apply(state: SessionState, event: ev.KeptEvent) -> None:
    match event:
        case ev.SessionOpened():
            state.id, state.topic, state.goal = event.id, event.topic, event.goal
            state.engine, state.settings = event.engine, event.settings
            state.tree = Tree(event.root, event.topic)
        case ev.SettingsChanged() | ev.EngineChanged() | ev.ExpertsChanged():
            _change(state, event)
        case ev.EvidenceFound() | ev.DisputesFound():
            _take_in(state, event)
        case ev.ModelCalled() | ev.AheadSettled():
            _account(state.usage, event)
        case ev.InterviewsHeld() | ev.WarmStartEnded() | ev.TurnTaken() | ev.TurnRemoved():
            _talk(state, event)
        case ev.SourcesRefused():
            state.refused = event.refused
        case ev.ReportWritten():
            state.report = event.report
        case ev.Undone() | ev.Redone():
            pass  # they are never part of the past: `_take_note` says what they bring about
        case _:
            fold_map(state.tree, event)


def _change(
    state: SessionState, event: ev.SettingsChanged | ev.EngineChanged | ev.ExpertsChanged
) -> None:
    match event:
        case ev.SettingsChanged():
            state.settings = event.settings
        case ev.EngineChanged():
            state.engine = event.engine
        case ev.ExpertsChanged():
            state.experts = list(event.experts)


def _account(usage: Usage, event: ev.ModelCalled | ev.AheadSettled) -> None:
    if isinstance(event, ev.ModelCalled):
        usage.add(event.call)
    else:
        usage.settle(event.turn, said=event.said)


def _talk(
    state: SessionState,
    event: ev.InterviewsHeld | ev.WarmStartEnded | ev.TurnTaken | ev.TurnRemoved,
) -> None:
    match event:
        case ev.InterviewsHeld():
            state.archive.extend(event.exchanges)
        case ev.WarmStartEnded():
            state.warm = True
        case ev.TurnTaken():
            state.turns.append(event.turn)
            state.cited.update(citation.snippet_id for citation in event.turn.citations)
        case ev.TurnRemoved():
            state.turns = [turn for turn in state.turns if turn.id != event.id]
            state.cited = {each.snippet_id for turn in state.turns for each in turn.citations}


def _take_in(state: SessionState, event: ev.EvidenceFound | ev.DisputesFound) -> None:
    """Add what is new; of a work found again keep the number and both provenances."""
    if isinstance(event, ev.DisputesFound):
        state.disputes.update((each.id, each) for each in event.disputes)
        return
    for source in event.sources:
        known = state.sources.get(source.id)
        if known is None:
            state.sources[source.id] = source.numbered(len(state.sources) + 1)
        else:
            state.sources[source.id] = known.joined(source)
    for snippet in event.snippets:
        known_snippet = state.snippets.get(snippet.id, snippet)
        for question, query in snippet.queries:
            known_snippet = known_snippet.found_by(question, query)
        state.snippets[snippet.id] = known_snippet
