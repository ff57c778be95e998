"""What can happen in a session: one closed union of frozen dataclasses.

A session is its *kept* events in order: `state.fold` makes the state out of them and nothing else
changes it. *Passing* events (tokens, progress) tell who watches what is going on; they are sent
and forgotten. Each event has a `type` tag, the same in Python, in the session file and in
TypeScript.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from costorm_widget.evidence.disputes import Dispute
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.reports import Report
from costorm_widget.settings import Settings
from costorm_widget.turns import Exchange, Expert, Intent, Role, Turn
from costorm_widget.usage import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import TypeAdapter

By = Literal["user", "session"]
Stage = Literal["reading", "indexing", "background", "interviews", "map", "opening", "report"]
Work = Literal["warm start", "turn", "report", "index", "disputes"]


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """The first event: what the session is about and who speaks for it."""

    id: str
    topic: str
    goal: str
    engine: str
    settings: Settings
    root: str = "c0"
    type: Literal["session_opened"] = "session_opened"


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The settings were replaced."""

    settings: Settings
    type: Literal["settings_changed"] = "settings_changed"


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """Sources and snippets entered the session, or were found again by another query."""

    sources: tuple[Source, ...]
    snippets: tuple[Snippet, ...]
    type: Literal["evidence_found"] = "evidence_found"


@dataclass(frozen=True, slots=True)
class SourcesRefused:
    """All that was given as a source, or found as one, and could not be taken in so far."""

    refused: tuple[Refusal, ...]
    type: Literal["sources_refused"] = "sources_refused"


@dataclass(frozen=True, slots=True)
class ExpertsChanged:
    """The expert list was replaced; `focus` is the question it was made for, if any."""

    experts: tuple[Expert, ...]
    focus: str = ""
    by: By = "session"
    type: Literal["experts_changed"] = "experts_changed"


@dataclass(frozen=True, slots=True)
class InterviewsHeld:
    """The warm start's interviews, for the archive."""

    exchanges: tuple[Exchange, ...]
    type: Literal["interviews_held"] = "interviews_held"


@dataclass(frozen=True, slots=True)
class WarmStartEnded:
    """The opening is over; from here the turn policy rules."""

    type: Literal["warm_start_ended"] = "warm_start_ended"


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A turn is whole: said, cited and counted."""

    turn: Turn
    type: Literal["turn_taken"] = "turn_taken"


@dataclass(frozen=True, slots=True)
class TurnRemoved:
    """A turn was taken out of the talk; what it had found stays."""

    id: str
    by: By = "user"
    type: Literal["turn_removed"] = "turn_removed"


@dataclass(frozen=True, slots=True)
class EngineChanged:
    """Somebody else speaks from here on."""

    engine: str
    type: Literal["engine_changed"] = "engine_changed"


@dataclass(frozen=True, slots=True)
class ModelCalled:
    """A model was asked, whatever came of it."""

    call: Call
    type: Literal["model_called"] = "model_called"


@dataclass(frozen=True, slots=True)
class AheadSettled:
    """A turn that was prepared in advance was `said`, or dropped."""

    turn: str
    said: bool
    type: Literal["ahead_settled"] = "ahead_settled"


@dataclass(frozen=True, slots=True)
class ConceptAdded:
    """A concept was put under `parent`."""

    id: str
    name: str
    parent: str
    by: By = "session"
    type: Literal["concept_added"] = "concept_added"


@dataclass(frozen=True, slots=True)
class ConceptRenamed:
    """A concept has another name."""

    id: str
    name: str
    by: By = "session"
    type: Literal["concept_renamed"] = "concept_renamed"


@dataclass(frozen=True, slots=True)
class ConceptMoved:
    """A concept, with all below it, was put under another parent, as its last child."""

    id: str
    parent: str
    by: By = "session"
    type: Literal["concept_moved"] = "concept_moved"


@dataclass(frozen=True, slots=True)
class ConceptsMerged:
    """`absorbed` went into `kept`: its snippets and its children."""

    kept: str
    absorbed: str
    by: By = "session"
    type: Literal["concepts_merged"] = "concepts_merged"


@dataclass(frozen=True, slots=True)
class ConceptRemoved:
    """A concept was taken out; its snippets and children went to its parent."""

    id: str
    by: By = "session"
    type: Literal["concept_removed"] = "concept_removed"


@dataclass(frozen=True, slots=True)
class ConceptMarked:
    """A concept's pin, mute or note was set."""

    id: str
    pinned: bool
    muted: bool
    note: str
    by: By = "user"
    type: Literal["concept_marked"] = "concept_marked"


@dataclass(frozen=True, slots=True)
class SnippetsPlaced:
    """Snippets were put under concepts: (snippet id, concept id); each leaves where it was."""

    placements: tuple[tuple[str, str], ...]
    by: By = "session"
    type: Literal["snippets_placed"] = "snippets_placed"


@dataclass(frozen=True, slots=True)
class OutlineAdded:
    """A whole outline was put into the map: (id, name, parent, note), each after its parent."""

    concepts: tuple[tuple[str, str, str, str], ...]
    by: By = "user"
    type: Literal["outline_added"] = "outline_added"


@dataclass(frozen=True, slots=True)
class DisputesFound:
    """Passages that contradict each other were found, or a verdict on them was reached.

    It is the user's when the user has reached it, or has let a model do so.
    """

    disputes: tuple[Dispute, ...]
    by: By = "session"
    type: Literal["disputes_found"] = "disputes_found"


@dataclass(frozen=True, slots=True)
class Undone:
    """The last action was taken back; see `history`."""

    type: Literal["undone"] = "undone"


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back last was done again."""

    type: Literal["redone"] = "redone"


@dataclass(frozen=True, slots=True)
class ReportWritten:
    """A report was written from the map."""

    report: Report
    type: Literal["report_written"] = "report_written"


@dataclass(frozen=True, slots=True)
class WorkStarted:
    """Something that takes time began."""

    work: Work
    type: Literal["work_started"] = "work_started"


@dataclass(frozen=True, slots=True)
class WorkEnded:
    """It ended: whole, stopped, or failed with a message."""

    work: Work
    outcome: Literal["done", "stopped", "failed"]
    message: str = ""
    type: Literal["work_ended"] = "work_ended"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long job is: `done` of `total`; `total` 0 when it is not known."""

    stage: Stage
    done: int
    total: int
    text: str = ""
    type: Literal["progress"] = "progress"


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Somebody begins to speak; the turn with this id follows, or is dropped."""

    id: str
    speaker: str
    role: Role
    intent: Intent
    type: Literal["turn_started"] = "turn_started"


@dataclass(frozen=True, slots=True)
class TurnSearched:
    """The speaker has searched."""

    id: str
    queries: tuple[str, ...]
    snippets: int
    sources: int
    type: Literal["turn_searched"] = "turn_searched"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the utterance, its citations already resolved."""

    id: str
    text: str
    type: Literal["token"] = "token"


@dataclass(frozen=True, slots=True)
class TurnDropped:
    """The turn that had started will not come: it was stopped or failed."""

    id: str
    type: Literal["turn_dropped"] = "turn_dropped"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A model wants a pause, or is asked again after an error; `seconds` are waited."""

    job: str
    seconds: float
    reason: str
    type: Literal["waiting"] = "waiting"


KeptEvent = (
    SessionOpened
    | SettingsChanged
    | EvidenceFound
    | SourcesRefused
    | ExpertsChanged
    | InterviewsHeld
    | WarmStartEnded
    | TurnTaken
    | TurnRemoved
    | EngineChanged
    | ModelCalled
    | AheadSettled
    | ConceptAdded
    | ConceptRenamed
    | ConceptMoved
    | ConceptsMerged
    | ConceptRemoved
    | ConceptMarked
    | SnippetsPlaced
    | OutlineAdded
    | DisputesFound
    | Undone
    | Redone
    | ReportWritten
)
PassingEvent = (
    WorkStarted | WorkEnded | Progress | TurnStarted | TurnSearched | Token | TurnDropped | Waiting
)
Event = KeptEvent | PassingEvent

_KEPT = get_args(KeptEvent)


def is_kept(event: Event) -> bool:
    """Whether an event belongs to the session's record."""
    return isinstance(event, _KEPT)


@cache
def _adapter() -> TypeAdapter[Event]:
    """Build the reader and writer of the union once; pydantic is slow to import."""
    from typing import Annotated

    from pydantic import Field, TypeAdapter

    return TypeAdapter(Annotated[Event, Field(discriminator="type")])


def to_dict(event: Event) -> dict[str, Any]:
    """Return an event as plain JSON values."""
    data: dict[str, Any] = _adapter().dump_python(event, mode="json")
    return data


def from_dict(data: Mapping[str, Any]) -> Event:
    """Return the event that `to_dict` made `data` from.

    Raises:
        pydantic.ValidationError: If `data` is no event of this version.
    """
    return _adapter().validate_python(data)
