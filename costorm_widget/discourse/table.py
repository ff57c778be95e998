"""The table: what every speaker has before them.

A speaker reads the state, searches, and speaks through the table. The table resolves citations
while the words stream, and hands back a finished `Turn`; who called the speaker puts it into the
record, together with the evidence found for it, in one go.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from costorm_widget import events as ev
from costorm_widget.discourse.intake import Intake
from costorm_widget.discourse.said import Said
from costorm_widget.errors import SourceError
from costorm_widget.evidence.budget import fit
from costorm_widget.evidence.citations import CitationResolver, Handle
from costorm_widget.language.tasks import Brief, Passage
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.turns import Turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.tasks import Engine, Plan
    from costorm_widget.retrieval.base import Found, Retriever
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role


class Speaker(Protocol):
    """Somebody who can take a turn: implement this to seat a speaker of your own."""

    @property
    def name(self) -> str:
        """Name shown above the turn."""
        ...

    @property
    def role(self) -> Role:
        """What they are at the table."""
        ...

    async def speak(self, table: Table) -> Turn:
        """Search and speak through `table`; return the whole turn."""
        ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a search brought: passages for the engine, and every id, best first."""

    passages: tuple[Passage, ...] = ()
    retrieved: tuple[str, ...] = ()
    failure: str = ""


class Table:
    """State, engine, sources and the ear of who watches, for one piece of work."""

    def __init__(
        self,
        state: SessionState,
        engine: Engine,
        retriever: Retriever,
        embedder: Embedder,
        emit: Callable[[ev.Event], None],
    ) -> None:
        """Lay the table."""
        self.state = state
        self.engine = engine
        self.retriever = retriever
        self.embedder = embedder
        self.emit = emit
        self.intake = Intake(state)
        self._index = PlacementIndex(embedder)
        self._said = Said()
        self._clock: dict[str, float] = {}

    def clear(self) -> None:
        """Put away what an unfinished piece of work has left."""
        self.intake = Intake(self.state)
        self._clock = {}

    def aside(self) -> Table:
        """Return a table for talks at the same time: one session, an intake for each."""
        return Table(self.state, self.engine, self.retriever, self.embedder, self.emit)

    @property
    def brief(self) -> Brief:
        """What every job of the engine knows."""
        return Brief(self.state.topic, self.state.goal, self.state.settings)

    @property
    def ground(self) -> Ground:
        """What the map stands on."""
        return Ground(self.engine, self._index, self.brief, self.state.snippets, self.state.sources)

    @property
    def recent(self) -> tuple[Turn, ...]:
        """The last turns, oldest first."""
        return tuple(self.state.turns[-6:])

    @property
    def concepts(self) -> tuple[str, ...]:
        """Names of the map's concepts, from the top."""
        return tuple(node.name for node in self.state.tree.walk() if node.parent is not None)

    @property
    def said(self) -> frozenset[str]:
        """Every sentence of the talk in its plain form, so that none is said twice."""
        return self._said.of(self.state.turns, self.state.settings.language)

    def next_turn(self) -> tuple[str, int]:
        """Return the id and number of the turn that comes next."""
        number = self.state.turns[-1].number + 1 if self.state.turns else 1
        return f"t{number}", number

    async def search(
        self, question: str, queries: Sequence[str], limit: int | None = None
    ) -> Evidence:
        """Search all `queries` at once; share the evidence budget fairly between them.

        A source that fails is told in `failure`; nothing found is a normal outcome.
        """
        started = perf_counter()
        limit = limit or self.state.settings.results_per_query
        replies = await asyncio.gather(
            *(self.retriever.search(query, limit) for query in queries), return_exceptions=True
        )
        lists: list[Sequence[Found]] = []
        failure = ""
        for reply in replies:
            if isinstance(reply, SourceError):
                failure = str(reply)
                lists.append(())
            elif isinstance(reply, BaseException):
                raise reply
            else:
                lists.append(reply)
        for query, results in zip(queries, lists, strict=True):
            for found in results:
                self.intake.take(found, question, query)
        self._clock["search"] = perf_counter() - started
        return Evidence(
            passages=self.within_budget(
                [[each.snippet.id for each in reply] for reply in lists],
                self.state.settings.evidence_tokens,
            ),
            retrieved=tuple(dict.fromkeys(each.snippet.id for each in _in_turn(lists))),
            failure=failure,
        )

    def passages(self, snippets: Sequence[str]) -> tuple[Passage, ...]:
        """Return snippets of the session as numbered passages."""
        return tuple(
            Passage(handle, snippet, self.state.sources[snippet.source_id].title)
            for handle, snippet in enumerate((self.state.snippets[each] for each in snippets), 1)
        )

    def within_budget(self, lists: Sequence[Sequence[str]], tokens: int) -> tuple[Passage, ...]:
        """Return the passages of several lists, each given best first, that fit into `tokens`.

        Every list gets its fair share; a snippet in two lists comes once.
        """
        texts = [[self.intake.snippet(each).text for each in snippets] for snippets in lists]
        passages: list[Passage] = []
        for fitted in fit(texts, tokens):
            snippet = self.intake.snippet(lists[fitted.query][fitted.place])
            title = self.intake.source(snippet.source_id).title
            trimmed = fitted.text if fitted.trimmed else ""
            passages.append(Passage(len(passages) + 1, snippet, title, trimmed))
        return tuple(passages)

    async def utter(
        self, speaker: Speaker, plan: Plan, evidence: Evidence, words: AsyncIterator[str]
    ) -> Turn:
        """Let `speaker` say `words`: stream them, resolve their citations, return the turn."""
        name, number = self.next_turn()
        resolver = CitationResolver(
            {
                passage.handle: Handle(
                    source_id=passage.snippet.source_id,
                    snippet_id=passage.snippet.id,
                    number=self.intake.number(passage.snippet.source_id),
                )
                for passage in evidence.passages
            }
        )
        started = perf_counter()
        self.emit(ev.TurnStarted(name, speaker.name, speaker.role, plan.intent))
        if plan.queries:
            sources = {self.intake.snippet(each).source_id for each in evidence.retrieved}
            found = len(evidence.retrieved)
            self.emit(ev.TurnSearched(name, plan.queries, found, len(sources)))
        try:
            async for piece in words:
                self._tell(name, resolver.feed(piece))
            self._tell(name, resolver.close())
        except BaseException:
            self.emit(ev.TurnDropped(name))
            raise
        timings = {**self._clock, "write": perf_counter() - started}
        self._clock = {}
        cites = bool(resolver.citations)
        return Turn(
            id=name,
            number=number,
            speaker=speaker.name,
            role=speaker.role,
            intent=plan.intent,
            utterance=resolver.text,
            question=plan.question,
            queries=plan.queries,
            retrieved=evidence.retrieved,
            citations=resolver.citations,
            dropped_citations=resolver.dropped,
            status="done" if cites or plan.intent.asks else "no evidence",
            error=evidence.failure,
            timings=timings,
        )

    def _tell(self, turn: str, text: str) -> None:
        if text:
            self.emit(ev.Token(turn, text))


def _in_turn(lists: Sequence[Sequence[Found]]) -> list[Found]:
    """Return the best of each list, then the second of each, and so on."""
    longest = max((len(each) for each in lists), default=0)
    return [each[place] for place in range(longest) for each in lists if place < len(each)]
