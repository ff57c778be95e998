"""Small parts that tests are built from: evidence, retrievers, embedders, and a laid table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from costorm_widget import events as ev
from costorm_widget import samples
from costorm_widget.discourse.policy import Request
from costorm_widget.discourse.round_table import take_turn
from costorm_widget.discourse.table import Table
from costorm_widget.discourse.warm_start import warm_start
from costorm_widget.errors import SourceError
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.evidence.sources import Snippet, Source, snippet_id, source_id
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.tasks import Brief, Passage
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.documents import Documents
from costorm_widget.settings import Settings
from costorm_widget.state import SessionState, fold
from costorm_widget.turns import Citation, Intent, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.language.tasks import Engine
    from costorm_widget.retrieval.base import Retriever, Tell
    from costorm_widget.turns import Role

TOPIC = "Daylight saving time"
GOAL = "Is it worth keeping?"


def source(
    text: str, title: str = "A source", address: str = "", provenance: tuple[str, ...] = ()
) -> Source:
    """A source whose whole text is `text`."""
    address = address or f"file:{title}.md"
    return Source(source_id(address), title, address, "document", text, provenance=provenance)


def snippet(of: Source, text: str = "", heading: Sequence[str] = ()) -> Snippet:
    """The span of a source that holds `text`; the whole of it by default."""
    start = of.text.index(text) if text else 0
    end = start + len(text or of.text)
    span = of.text[start:end]
    return Snippet(snippet_id(of.id, start, end), of.id, start, end, span, tuple(heading))


def found(text: str, title: str = "A source", address: str = "") -> Found:
    """A passage that is the whole of its source."""
    work = source(text, title, address)
    return Found(work, snippet(work), 1.0, 0.5)


def passages(
    *texts: str, titles: Sequence[str] = (), headings: Sequence[Sequence[str]] = ()
) -> list[Passage]:
    """One passage a text, each of a source of its own unless titles repeat."""
    made: list[Passage] = []
    whole: dict[str, list[str]] = {}
    named = [
        titles[place] if place < len(titles) else f"Title {place}" for place in range(len(texts))
    ]
    for title, text in zip(named, texts, strict=True):
        whole.setdefault(title, []).append(text)
    works = {title: source("\n\n".join(parts), title) for title, parts in whole.items()}
    for handle, (title, text) in enumerate(zip(named, texts, strict=True), 1):
        heading = headings[handle - 1] if headings else ()
        made.append(Passage(handle, snippet(works[title], text, heading), title))
    return made


def turn(
    number: int,
    role: Role = "expert",
    intent: Intent = Intent.POTENTIAL_ANSWER,
    utterance: str = "Said.",
    **more: Any,
) -> Turn:
    """A whole turn; a question asks what it says."""
    question = utterance if intent.asks else ""
    base = Turn(f"t{number}", number, role.title(), role, intent, utterance, question)
    return replace(base, **more)


def cites(*snippets: str) -> tuple[Citation, ...]:
    """Citations of snippets, given by id."""
    return tuple(Citation(1, each.partition(":")[0], each, 0, 1) for each in snippets)


class Chosen:
    """An embedder whose vectors the test chooses, text by text."""

    name = "chosen"

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.vectors = vectors

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


@dataclass
class Fixed:
    """A retriever that finds the same passages whatever is asked, or what is named for a query."""

    answers: Sequence[Found] = ()
    by_query: Mapping[str, Sequence[Found]] = field(default_factory=dict[str, "Sequence[Found]"])
    asked: list[str] = field(default_factory=list[str])
    name: str = "fixed"

    async def prepare(self, tell: Tell | None = None) -> None:
        """Nothing to prepare."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        self.asked.append(query)
        return tuple(self.by_query.get(query, self.answers))[:limit]


class Failing(Fixed):
    """A retriever that cannot be searched."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:  # noqa: ARG002
        self.asked.append(query)
        message = "The shelf is locked; ask for the key."
        raise SourceError(message)


@dataclass
class Session:
    """A table with its state, and the events that went over it."""

    table: Table
    events: list[ev.Event]

    @property
    def state(self) -> SessionState:
        return self.table.state

    @property
    def kept(self) -> list[ev.KeptEvent]:
        return [each for each in self.events if ev.is_kept(each)]  # type: ignore[misc]

    async def step(self, request: Request | None = None, intent: str = "") -> Turn:
        """Take one turn, as the conductor does."""
        self.table.clear()
        return await take_turn(self.table, request or Request(), intent)

    def take_in(self, *passages: Found, question: str = "Why?", query: str = "why") -> list[str]:
        """Put passages into the record; return their ids."""
        self.table.clear()
        ids = [self.table.intake.take(each, question, query).id for each in passages]
        event = self.table.intake.event()
        assert event is not None
        self.table.emit(event)
        return ids


def session(  # noqa: PLR0913 - each keyword is one thing a session is made of
    retriever: Retriever | None = None,
    *,
    topic: str = TOPIC,
    goal: str = GOAL,
    settings: Settings | None = None,
    embedder: Embedder | None = None,
    engine: Engine | None = None,
    events: Iterable[ev.KeptEvent] = (),
) -> Session:
    """A session on a retriever; with `events`, one that has come so far already."""
    settings = settings or Settings()
    embedder = embedder or HashedWords()
    state = SessionState()
    heard: list[ev.Event] = []

    def emit(event: ev.Event) -> None:
        heard.append(event)
        if ev.is_kept(event):
            fold(state, event)  # type: ignore[arg-type]

    engine = engine or ExtractiveEngine(embedder, settings.language)
    table = Table(state, engine, retriever or Fixed(), embedder, emit)
    for event in events or (ev.SessionOpened("s", topic, goal, engine.name, settings),):
        emit(event)
    return Session(table, heard)


def brief(topic: str = TOPIC, goal: str = "", **settings: Any) -> Brief:
    """What every job knows."""
    return Brief(topic, goal, Settings().with_values(**settings))


@cache
def sample_documents() -> Documents:
    """The sample corpus, read and indexed once for all tests."""
    documents = Documents(samples.path(), sample_embedder())
    asyncio.run(documents.prepare())
    return documents


@cache
def sample_embedder() -> CachedEmbedder:
    return CachedEmbedder(HashedWords())


@cache
def sample_warm_start() -> tuple[ev.KeptEvent, ...]:
    """What the warm start on the sample corpus puts into the record."""
    warm = session(sample_documents(), embedder=sample_embedder())
    asyncio.run(warm_start(warm.table))
    return tuple(warm.kept)


def sample_session() -> Session:
    """A session on the sample corpus that has done its warm start."""
    return session(sample_documents(), embedder=sample_embedder(), events=sample_warm_start())
