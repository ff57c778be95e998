"""What can be taken back: the events of a session, cut into actions.

An action is what its user would call one thing: an edit, a whole turn with what it did to the map,
the warm start, a report. Where one begins is read from the events themselves, so that a session
read from a file can be taken back as well. Taking back is linear, as in an editor: the last action
goes first, and whatever is done next forgets what was taken back.

What was spent stays spent; who speaks, and which files cannot be read, is not taken back: `LASTING`
events are no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from costorm_widget import events as ev

LASTING = ev.ModelCalled | ev.AheadSettled | ev.EngineChanged | ev.SourcesRefused
"""Events that nothing takes back."""

_JOINS_AN_EDIT = ev.EvidenceFound | ev.DisputesFound
"""What may come after an edit without a turn: a search that was dropped because of it, a look."""


@dataclass(slots=True)
class _Action:
    """Where an action begins in the past; `whole` once nothing but its after-effects follows."""

    start: int
    whole: bool
    edit: bool


@dataclass(slots=True)
class History:
    """The events in effect, in actions, and those that were taken back.

    Attributes:
        past: The events in effect, in order.
        undone: Actions that were taken back, the last one last.
    """

    past: list[ev.KeptEvent] = field(default_factory=list["ev.KeptEvent"])
    undone: list[tuple[ev.KeptEvent, ...]] = field(default_factory=list["tuple[ev.KeptEvent, ...]"])
    _actions: list[_Action] = field(default_factory=list[_Action])

    @property
    def last(self) -> tuple[ev.KeptEvent, ...]:
        """The last action; nothing if there is none."""
        return tuple(self.past[self._actions[-1].start :]) if self._actions else ()

    def add(self, event: ev.KeptEvent) -> None:
        """Take in what has just happened."""
        self.undone.clear()
        self._take(event)

    def take_back(self) -> None:
        """Take the last action back, if there is one."""
        if self._actions:
            self.undone.append(self.last)
            del self.past[self._actions.pop().start :]

    def bring_back(self) -> tuple[ev.KeptEvent, ...]:
        """Do again what was taken back last, and return its events."""
        if not self.undone:
            return ()
        events = self.undone.pop()
        for event in events:
            self._take(event)
        return events

    def _take(self, event: ev.KeptEvent) -> None:
        if not isinstance(event, ev.SessionOpened):
            start = self._start(event)
            if start is not None:
                self._actions.append(_Action(start, whole=False, edit=is_edit(event)))
            self._actions[-1].whole |= _makes_whole(event)
        self.past.append(event)

    def _start(self, event: ev.KeptEvent) -> int | None:
        """Return where the action that `event` begins starts; None if it goes on with the last."""
        here = len(self.past)
        if not self._actions:
            return here
        action = self._actions[-1]
        if is_edit(event) or isinstance(event, ev.ReportWritten):
            return here
        if isinstance(event, ev.TurnTaken) and (action.whole or action.edit):
            found_first = isinstance(self.past[-1], ev.EvidenceFound) and action.start < here - 1
            return here - found_first
        return here if action.edit and not isinstance(event, _JOINS_AN_EDIT) else None


def is_edit(event: ev.KeptEvent) -> bool:
    """Whether the user did this, not the session."""
    match event:
        case ev.SettingsChanged():
            return True
        case ev.TurnTaken():
            return event.turn.role == "user"
        case _:
            return getattr(event, "by", "session") == "user"


def words_for(action: tuple[ev.KeptEvent, ...]) -> str:
    """Return what an action was, in a few words."""
    taken = [each.turn for each in action if isinstance(each, ev.TurnTaken)]
    if any(isinstance(each, ev.WarmStartEnded) for each in action):
        return "the warm start"
    if taken:
        return f"turn {taken[-1].number} ({taken[-1].speaker})"
    return _WORDS.get(action[0].type, "a change of the map")


_WORDS = {
    "settings_changed": "a change of the settings",
    "experts_changed": "a change of the experts",
    "turn_removed": "the removal of a turn",
    "report_written": "the report",
    "concept_added": "a new concept",
    "concept_renamed": "a new name",
    "concept_moved": "a move",
    "concepts_merged": "a merge",
    "concept_removed": "the removal of a concept",
    "concept_marked": "a pin, mute or note",
    "snippets_placed": "the placing of evidence",
    "outline_added": "an outline",
    "evidence_found": "evidence",
    "disputes_found": "a verdict on contradictions",
}


def _makes_whole(event: ev.KeptEvent) -> bool:
    match event:
        case ev.TurnTaken():
            return not event.turn.opening
        case ev.WarmStartEnded() | ev.ReportWritten():
            return True
        case _:
            return False
