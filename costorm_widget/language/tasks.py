"""The closed list of jobs that a session asks of language, typed in and out.

Whoever can do these jobs can run a round table: the extractive engine does them by choosing from
the evidence, a prompted engine by asking a model. Evidence reaches a job as numbered `Passage`s.
The numbers are handles, valid in that call only: whatever text comes back cites them as `[1]`,
and the caller resolves them to sources (DESIGN: citations cannot be invented).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.disputes import Verdict
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.verdict import Support
    from costorm_widget.language.judging import JudgeJob, SupportJob
    from costorm_widget.settings import Settings
    from costorm_widget.turns import Expert, Intent, Steer, Turn


@dataclass(frozen=True, slots=True)
class Brief:
    """What every job knows: topic, goal, and how the user wants to be talked to."""

    topic: str
    goal: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Passage:
    """Evidence as a job sees it.

    Attributes:
        handle: Its number in this call, from 1.
        snippet: The passage.
        title: Title of its source.
        trimmed: Its beginning, marked `[…]`, where the budget has no room for the whole.
    """

    handle: int
    snippet: Snippet
    title: str
    trimmed: str = ""

    @property
    def shown(self) -> str:
        """The text that a prompt shows; quotations are checked against the whole snippet."""
        return self.trimmed or self.snippet.text


@dataclass(frozen=True, slots=True)
class Plan:
    """What a speaker sets out to do: the question in hand and what to search for."""

    intent: Intent
    question: str
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Focus:
    """The concept of the mind map that a turn is about, and what is wanted of it.

    Attributes:
        path: Names from the top down to the concept; the topic alone for the whole map.
        steer: What is wanted; empty if the concept is merely to be spoken of.
        words: The user's own question about it; empty where the wish was said in set words.
    """

    path: tuple[str, ...]
    steer: Steer = ""
    words: str = ""

    @property
    def place(self) -> str:
        """The concept's name, after those words of the names above it that it does not hold."""
        *above, name = self.path
        own = set(name.casefold().split())
        words = dict.fromkeys(word for each in above for word in each.split())
        return " ".join([*(word for word in words if word.casefold() not in own), name])


@dataclass(frozen=True, slots=True)
class ExpertProposal:
    """A perspective worth having at the table."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class ExpertsJob:
    """Propose `count` experts from the evidence; `focus` is the question they are for."""

    brief: Brief
    passages: tuple[Passage, ...]
    count: int
    focus: str = ""
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanJob:
    """Plan an expert's turn after the recent turns; `concepts` are the map's names.

    `muted` are the names of concepts that are not to be gone into.
    """

    brief: Brief
    expert: Expert
    recent: tuple[Turn, ...]
    concepts: tuple[str, ...]
    focus: Focus | None = None
    muted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """Write the answer to `question` from the passages, without what was `said` before.

    An `archived` one, of an interview, is not read as it is written: it may be made cheaply.
    """

    brief: Brief
    expert: Expert
    intent: Intent
    question: str
    passages: tuple[Passage, ...]
    recent: tuple[Turn, ...] = ()
    said: AbstractSet[str] = frozenset()
    archived: bool = False
    focus: Focus | None = None


@dataclass(frozen=True, slots=True)
class AskJob:
    """Ask the next question from unused evidence, best passage first, as moderator or guest.

    `concepts` are the names of the map, not to be repeated, `said` the sentences already used,
    `muted` the names of concepts that are not to be gone into.
    """

    brief: Brief
    passages: tuple[Passage, ...]
    concepts: tuple[str, ...]
    recent: tuple[Turn, ...]
    said: AbstractSet[str] = frozenset()
    intent: str = ""
    focus: Focus | None = None
    muted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InterviewJob:
    """Ask an expert the interview's next question, after those `asked` and their `answers`.

    `muted` are the names of concepts that are not to be gone into.
    """

    brief: Brief
    expert: Expert
    passages: tuple[Passage, ...]
    asked: tuple[str, ...]
    answers: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineJob:
    """Find the top concepts of the evidence, at most `most`; those in `taken` are there already."""

    brief: Brief
    passages: tuple[Passage, ...]
    most: int
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A concept proposed from evidence: its name, and the handles that belong to it."""

    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SplitJob:
    """Cut the concept at `path` into parts; `taken` are names not to be given again."""

    brief: Brief
    path: tuple[str, ...]
    passages: tuple[Passage, ...]
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacementGroup:
    """Evidence that came in by one question and query, and the concepts near it."""

    question: str
    query: str
    passages: tuple[Passage, ...]
    candidates: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class NavigationGroup:
    """Evidence on its way down the map, standing at `path`, which is empty at the top.

    `children` are the names of the concepts directly below; `near` says how many of the `nearest`
    concepts to the evidence lie in each of their branches.
    """

    question: str
    query: str
    passages: tuple[Passage, ...]
    path: tuple[str, ...]
    children: tuple[str, ...]
    near: tuple[int, ...]
    nearest: int


@dataclass(frozen=True, slots=True)
class Step:
    """Where evidence goes from a concept: to a child, by its index, or under a new one's name.

    With neither it stays, which it cannot at the top.
    """

    child: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class NameJob:
    """Name the concept that the passages share; `taken` are names not to be given again."""

    brief: Brief
    passages: tuple[Passage, ...]
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningJob:
    """Ask the opening question about one top concept."""

    brief: Brief
    concept: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class SectionJob:
    """Write one report section; `before` is the one before it, for the transition.

    `path` are the names from the top down to this one, `children` the sections directly below,
    `said` the sentences that the report has already.
    """

    brief: Brief
    path: tuple[str, ...]
    before: str
    children: tuple[str, ...]
    passages: tuple[Passage, ...]
    said: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LeadJob:
    """Write the report's lead from the best passages of its sections."""

    brief: Brief
    sections: tuple[str, ...]
    passages: tuple[Passage, ...]
    said: AbstractSet[str] = frozenset()


class Engine(Protocol):
    """Does the jobs. Texts are streamed in pieces and cite handles as `[1]`."""

    @property
    def name(self) -> str:
        """Short name, such as `extractive`."""
        ...

    @property
    def about(self) -> str:
        """One sentence for the user: who speaks here, and what that means."""
        ...

    @property
    def remote(self) -> bool:
        """Whether replies take their time, so that independent jobs are asked at the same time."""
        ...

    @property
    def priced(self) -> Callable[[str, int, int], float | None] | None:
        """The price of a job with so many tokens read and written; None if it asks no model."""
        ...

    @property
    def fallback(self) -> Engine:
        """Who does a job when this engine cannot; itself, if it always can."""
        ...

    async def plan_background(self, brief: Brief) -> Plan:
        """Return the background question of the warm start and its queries."""
        ...

    async def propose_experts(self, job: ExpertsJob) -> tuple[ExpertProposal, ...]:
        """Return up to `job.count` experts."""
        ...

    async def ask_in_interview(self, job: InterviewJob) -> Plan:
        """Return the next interview question and its queries."""
        ...

    async def plan_turn(self, job: PlanJob) -> Plan:
        """Return what the expert sets out to do."""
        ...

    def write_answer(self, job: AnswerJob) -> AsyncIterator[str]:
        """Yield the answer."""
        ...

    def ask_as_moderator(self, job: AskJob) -> AsyncIterator[str]:
        """Yield the moderator's question."""
        ...

    def ask_as_guest(self, job: AskJob) -> AsyncIterator[str]:
        """Yield the guest's question."""
        ...

    def open_concept(self, job: OpeningJob) -> AsyncIterator[str]:
        """Yield the opening question about a concept."""
        ...

    async def outline(self, job: OutlineJob) -> tuple[Part, ...]:
        """Return the top concepts, each with the passages that belong to it."""
        ...

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        """Return at least two parts, or nothing when the concept is fine as it is."""
        ...

    async def name_concept(self, job: NameJob) -> str:
        """Return a short, telling name."""
        ...

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        """Return for each group the index of the candidate it belongs to, or None."""
        ...

    async def judge_disputes(self, job: JudgeJob) -> tuple[Verdict, ...]:
        """Return a verdict on each pair; `open` where none can be reached."""
        ...

    async def check_support(self, job: SupportJob) -> tuple[Support | None, ...]:
        """Return how well each sentence is borne out; None where nobody can tell."""
        ...

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        """Return for each group where it goes from where it stands; None if that is not known."""
        ...

    def write_section(self, job: SectionJob) -> AsyncIterator[str]:
        """Yield the text of a section, without its heading."""
        ...

    def write_lead(self, job: LeadJob) -> AsyncIterator[str]:
        """Yield the lead."""
        ...
