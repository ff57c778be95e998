"""What is said at the table: turns, their intents, and who can speak."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from costorm_widget.evidence.citations import Citation
from costorm_widget.evidence.support.verdict import SentenceSupport

Role = Literal["expert", "general knowledge", "moderator", "guest", "user"]
TurnStatus = Literal["done", "no evidence", "failed", "stopped"]
Steer = Literal["", "ask", "challenge", "opposite", "missing"]
"""How a turn of the user's steers the next one: what is wanted about its concept."""

__all__ = [
    "Citation",
    "Exchange",
    "Expert",
    "Intent",
    "OpenQuestion",
    "Role",
    "SentenceSupport",
    "Steer",
    "Turn",
    "TurnStatus",
]


class Intent(StrEnum):
    """What a turn does (paper, section 3.2): two kinds of question, two of answer."""

    ORIGINAL_QUESTION = "original question"
    INFORMATION_REQUEST = "information request"
    POTENTIAL_ANSWER = "potential answer"
    FURTHER_DETAILS = "further details"

    @property
    def asks(self) -> bool:
        """Whether a turn with this intent is a question."""
        return self in {Intent.ORIGINAL_QUESTION, Intent.INFORMATION_REQUEST}


@dataclass(frozen=True, slots=True)
class Expert:
    """One perspective at the table.

    Attributes:
        id: Unique id, `e1`, `e2`, …
        name: Short name for people, such as "Sleep and health".
        role: What this expert looks at, one line.
        muted: A muted expert never speaks.
        kept: Added or edited by the user; a refresh of the list leaves it in its place.
    """

    id: str
    name: str
    role: str
    muted: bool = False
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance.

    Attributes:
        id: Unique id, `t1`, `t2`, …
        number: Place in the talk, from 1.
        speaker: Name of who speaks.
        role: What they are at the table.
        intent: What the turn does.
        utterance: Markdown; citations are printed as `[n]`.
        question: The question it answers, or the one it asks.
        queries: What was searched for.
        retrieved: Ids of the snippets that were found, best first.
        citations: Where the utterance stands on which snippet.
        dropped_citations: Marks that pointed at nothing and were taken out.
        support: Its cited sentences, each with how well what it cites bears it out. Questions, and
            what cannot be told, are not among them.
        status: `done`, `no evidence`, `failed` or `stopped`.
        error: What went wrong and what to do, when it failed.
        timings: Seconds by phase: plan, search, write, check.
        usage: Requests and tokens by job.
        opening: Part of the warm start's visible opening.
        concept: Id of the concept that it is about; empty if none in particular.
        steer: How a turn of the user's steers the next one.
        about: Ids of the snippets that it puts on the table; who answers has them at hand.
    """

    id: str
    number: int
    speaker: str
    role: Role
    intent: Intent
    utterance: str
    question: str = ""
    queries: tuple[str, ...] = ()
    retrieved: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    dropped_citations: tuple[str, ...] = ()
    support: tuple[SentenceSupport, ...] = ()
    status: TurnStatus = "done"
    error: str = ""
    timings: dict[str, float] = field(default_factory=dict[str, float])
    usage: dict[str, int] = field(default_factory=dict[str, int])
    opening: bool = False
    concept: str = ""
    steer: Steer = ""
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and answer of a warm-start interview; kept in the archive."""

    expert: str
    question: str
    answer: str
    citations: tuple[Citation, ...] = ()
    retrieved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that nobody has answered from evidence.

    Attributes:
        id: Unique id: that of the turn, or `i1`, `i2`, … for one of an interview.
        text: What was asked, on one line, without citation marks.
        asked_by: Name of who asked; in an interview, of the expert who was asked.
        turn: Id of the turn that asked it; empty for an interview.
        concept: Id of the concept that it is about; empty if none in particular.
    """

    id: str
    text: str
    asked_by: str
    turn: str = ""
    concept: str = ""
