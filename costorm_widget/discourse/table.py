"""The table: what every speaker has before them.

A speaker reads the state, searches, and speaks through the table. The table resolves citations
while the words stream, and hands back a finished `Turn`; who called the speaker puts it into the
record, together with the evidence found for it, in one go.
"""

from __future__ import annotations

from collections import ChainMap
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from costorm_widget.discourse.intake import Intake, gathered_for
from costorm_widget.discourse.muting import muting, open_names, users_words
from costorm_widget.discourse.said import Said
from costorm_widget.discourse.searching import Evidence, search
from costorm_widget.discourse.utterance import Utterance
from costorm_widget.evidence.budget import fit
from costorm_widget.evidence.citations import Handle
from costorm_widget.language.tasks import Brief, Passage
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget import events as ev
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.language.tasks import Engine, Plan
    from costorm_widget.retrieval.base import Retriever
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn

__all__ = ["Evidence", "Speaker", "Table"]

_RECENT = 6
"""Turns that a speaker is reminded of; a prompt shows as many of them as its budget holds."""


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


class Table:
    """State, engine, sources and the ear of who watches, for one piece of work.

    Attributes:
        state: The session's state; only events change it.
        engine: Does the jobs of language.
        retriever: Searches the sources.
        embedder: Turns texts into vectors.
        emit: Tells an event.
        intake: Evidence on its way into the session.
        index: The map's vectors.
        number: Number of the turn that is said here; None where turns follow one another.
        beside: Hears the question and the evidence of a turn before its words are written; what
            needs those alone is done at the same time.
    """

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
        self._gathering = gathered_for(state)
        self.intake = Intake(state, self._gathering)
        self.beside: Callable[[str, Sequence[str]], None] | None = None
        self.index = PlacementIndex(embedder, state.settings.language)
        self._said = Said()
        self._untold: dict[str, None] = {}
        self._clock: dict[str, float] = {}
        self.number: int | None = None

    def clear(self) -> None:
        """Put away what an unfinished piece of work has left."""
        self.intake = Intake(self.state, self._gathering)
        self.beside = None
        self._clock = {}

    def aside(
        self, emit: Callable[[ev.Event], None] | None = None, number: int | None = None
    ) -> Table:
        """Return a table for talks at the same time: one session, an intake for each.

        Args:
            emit: Hears what happens there; by default whoever hears it here.
            number: Number of the turn that is said there; by default the next one.
        """
        table = Table(self.state, self.engine, self.retriever, self.embedder, emit or self.emit)
        table.index, table._said = self.index, self._said
        table._gathering, table._untold = self._gathering, self._untold
        table.clear()
        table.number = number
        return table

    def spoken_by(self, engine: Engine) -> Table:
        """Return this table with another engine, everything else in common."""
        table = self.aside(number=self.number)
        table.engine, table.intake = engine, self.intake
        return table

    @property
    def brief(self) -> Brief:
        """What every job of the engine knows."""
        return Brief(self.state.topic, self.state.goal, self.state.settings)

    @property
    def ground(self) -> Ground:
        """What the map stands on."""
        snippets: Mapping[str, Snippet] = self.state.snippets
        sources: Mapping[str, Source] = self.state.sources
        if self.intake.snippets:
            snippets = ChainMap(self.intake.snippets, self.state.snippets)
            sources = ChainMap(self.state.sources, self.intake.sources)
        return Ground(self.engine, self.index, self.brief, snippets, sources)

    @property
    def unplaced(self) -> list[str]:
        """Ids of the snippets without a place in the map, those on their way in included."""
        home = self.state.tree.home
        new = (each for each in self.intake.snippets if each not in self.state.snippets)
        return [*self.state.unplaced, *(each for each in new if each not in home)]

    @property
    def recent(self) -> tuple[Turn, ...]:
        """The last turns that were said, oldest first."""
        said = (turn for turn in reversed(self.state.turns) if turn.status != "failed")
        return tuple(islice(said, _RECENT))[::-1]

    @property
    def concepts(self) -> tuple[str, ...]:
        """Names of the map's concepts that are not muted, from the top."""
        return open_names(self.state.tree, muting(self.state))

    @property
    def muted(self) -> tuple[str, ...]:
        """Names of the muted concepts; none where the user's own words are the question in hand.

        Then these decide what is gone into.
        """
        state = self.state
        return () if users_words(state) else muting(state).names(state.tree)

    @property
    def said(self) -> AbstractSet[str]:
        """Every sentence of the talk in its plain form, so that none is said twice."""
        return self._said.of(self.state.turns, self.state.settings.language)

    def next_turn(self) -> tuple[str, int]:
        """Return the id and number of the turn that comes next."""
        following = self.state.turns[-1].number + 1 if self.state.turns else 1
        number = self.number or following
        return f"t{number}", number

    async def search(
        self,
        question: str,
        queries: Sequence[str],
        limit: int | None = None,
        at_hand: Sequence[str] = (),
    ) -> Evidence:
        """Search all `queries` at once, but for those about muted branches of the map.

        A source that fails is told in `failure`; nothing found is a normal outcome. What is
        `at_hand`, ids of snippets, comes with what is found.
        """
        limit = limit or self.state.settings.results_per_query
        return await search(self, question, queries, limit, at_hand)

    def tell_later(self, failure: str) -> None:
        """Let the next turn tell what a search that belongs to no turn could not reach."""
        if failure:
            self._untold[failure] = None

    def told_now(self) -> tuple[str, ...]:
        """Return what no turn has told yet; from now on it is told."""
        untold = tuple(self._untold)
        self._untold.clear()
        return untold

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Count the seconds inside as a phase of the turn that is said next."""
        started = perf_counter()
        yield
        self._clock[phase] = perf_counter() - started

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
        self,
        speaker: Speaker,
        plan: Plan,
        evidence: Evidence,
        words: Callable[[], AsyncIterator[str]],
    ) -> Turn:
        """Let `speaker` say `words`: stream them, resolve their citations, return the turn.

        An answer that breaks off is taken back and written once more. When the model fails for
        good the turn has the status `failed` and says why.

        Args:
            speaker: Who speaks.
            plan: What the turn sets out to do.
            evidence: What it may cite.
            words: Begins to write; called again for another try.
        """
        if self.beside:
            self.beside(plan.question, evidence.retrieved)
        timings, self._clock = self._clock, {}
        return await Utterance(self, speaker, plan, evidence).said(words, timings)

    def handles(self, passages: Sequence[Passage]) -> dict[int, Handle]:
        """Return what the handles of a call stand for in the session."""
        return {
            passage.handle: Handle(
                source_id=passage.snippet.source_id,
                snippet_id=passage.snippet.id,
                number=self.intake.number(passage.snippet.source_id),
            )
            for passage in passages
        }

    def addresses(self, passages: Sequence[Passage]) -> frozenset[str]:
        """Return the addresses of the passages' sources: links that may stay in a text."""
        sources = {each.snippet.source_id for each in passages}
        return frozenset(self.intake.source(each).url for each in sources)
