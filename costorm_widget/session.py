"""`CoStorm`: the session as its user holds it, a thin face over the parts.

Every call that takes time comes twice: blocking (`step`) and awaitable (`astep`). Both run on the
one background loop of `_runner`; both can be stopped; one piece of work runs at a time.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from costorm_widget import events as ev
from costorm_widget._runner import CLEAN_UP, Runner
from costorm_widget.conductor import Conductor
from costorm_widget.discourse.policy import Request
from costorm_widget.errors import (
    BadSetting,
    SessionBusy,
    UnknownName,
    UserError,
)
from costorm_widget.journal import Journal
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.roster import LiveSettings, Roster, Shelf
from costorm_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine
    from typing import TypeVar

    from langchain_core.embeddings import Embeddings

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.reports import Report
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Exchange, Turn
    from costorm_widget.widget.model import SessionWidget

    Result = TypeVar("Result")

_RUNNER = Runner()
_KEYWORDS = ("goal", "sources", "model", "embeddings", "settings")


@dataclass(frozen=True, slots=True)
class _Board:
    """The session as the faces of its map, its experts and its settings see it."""

    journal: Journal

    @property
    def state(self) -> SessionState:
        return self.journal.state

    @property
    def tree(self) -> Tree:
        return self.state.tree

    @property
    def snippets(self) -> dict[str, Snippet]:
        return self.state.snippets

    @property
    def cited(self) -> set[str]:
        return self.state.cited

    def emit(self, event: ev.KeptEvent) -> None:
        self.journal.emit(event)

    def alone(self, function: Callable[[], Result]) -> Result:
        return _RUNNER.call(function)


class CoStorm:
    """A round table about a topic, grounded in sources.

    Attributes:
        about: Who speaks here, in one sentence.
        experts: Who sits at the table; `add`, `remove`, `mute`.
        mind_map: The map of concepts; read, walk and edit it.
        settings: The knobs; assign to change one.
        sources: Sources found so far, by id or printed number.
        snippets: Passages found so far, by id.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing a session is made of
        self,
        topic: str,
        *,
        goal: str = "",
        sources: object = None,
        model: object = None,
        embeddings: str | Embeddings | Embedder | None = None,
        settings: Settings | None = None,
        **unknown: object,
    ) -> None:
        """Open a session; nothing is read or said before `warm_start` or `step`.

        Args:
            topic: What the session is about.
            goal: What you want from it, in your own words.
            sources: A folder, a file, a LangChain retriever or vector store, a callable that
                takes a query, or a list of these.
            model: None or `"extractive"` for the built-in engine, which needs no model.
            embeddings: Any LangChain `Embeddings`, or a name; None takes what is installed.
            settings: The knobs.
            **unknown: Refused, with the nearest right name.

        Raises:
            UnknownName: For a keyword that does not exist, with the nearest right one.
            SourceNotFound: If nothing is at a given path.
            UserError: For an empty topic, or a model or source this version does not know.
        """
        for name in unknown:
            raise UnknownName("keyword of CoStorm", name, _KEYWORDS)
        if not topic.strip():
            message = "A session needs a topic; give at least one word."
            raise UserError(message)
        # What follows is imported here so that importing the package stays quick.
        from costorm_widget.language.choose import choose_engine
        from costorm_widget.language.embeddings import cached_embeddings
        from costorm_widget.retrieval.resolve import resolve_sources

        settings = settings or Settings()
        embedder = cached_embeddings(embeddings)
        retriever = resolve_sources(sources, embedder, settings.language)
        engine = choose_engine(model, embedder, settings.language)
        self._journal = Journal()
        self._conductor = Conductor(self._journal, engine, retriever, embedder)
        self._widget: SessionWidget | None = None
        opened = ev.SessionOpened(
            uuid4().hex[:12], topic.strip(), goal.strip(), engine.name, settings
        )
        self._journal.emit(opened)
        state, board = self._journal.state, _Board(self._journal)
        self.about = engine.about
        self.experts = Roster(board)
        self.settings = LiveSettings(board)
        self.sources: Shelf[Source] = Shelf("source", lambda: state.sources)
        self.snippets: Shelf[Snippet] = Shelf("snippet", lambda: state.snippets)
        self.mind_map = MindMap(board)

    @classmethod
    def sample(cls, **keywords: Any) -> CoStorm:  # noqa: ANN401 - as in the constructor
        """Open a session on the sample corpus: daylight saving time."""
        from costorm_widget import samples

        goal = keywords.pop("goal", "Is it worth keeping?")
        return cls("Daylight saving time", goal=goal, sources=samples.path(), **keywords)

    # What there is.

    @property
    def topic(self) -> str:
        """What the session is about."""
        return self._journal.state.topic

    @property
    def goal(self) -> str:
        """What the user wants from it; may be empty."""
        return self._journal.state.goal

    @property
    def turns(self) -> list[Turn]:
        """The talk so far; a copy, in order."""
        return list(self._journal.state.turns)

    @property
    def archive(self) -> list[Exchange]:
        """The warm start's interviews."""
        return list(self._journal.state.archive)

    @property
    def unused(self) -> list[Snippet]:
        """Passages that were found and that nobody has cited."""
        return _RUNNER.call(lambda: self._journal.state.unused)

    @property
    def report(self) -> Report | None:
        """The last report written, or None."""
        return self._journal.state.report

    @property
    def events(self) -> tuple[ev.KeptEvent, ...]:
        """The session's record: folding these again gives the same session."""
        return tuple(self._journal.kept)

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._conductor.busy

    # Taking turns.

    def warm_start(self) -> list[Turn]:
        """Find background, seat experts, draw the first map; return the opening turns."""
        return self._wait(self.awarm_start())

    def step(
        self,
        user_utterance: str = "",
        simulate_user: bool = False,  # noqa: FBT001, FBT002 - the reference code's signature
        simulate_user_intent: str = "",
    ) -> Turn:
        """Take one turn and return it; the first step does the warm start, too.

        Args:
            user_utterance: Your own turn; the next step answers it.
            simulate_user: Let the guest ask in your place.
            simulate_user_intent: What the guest wants to know.

        Raises:
            SessionBusy: While other work is under way.
            Stopped: If it was stopped; the session is whole.
        """
        return self._wait(self.astep(user_utterance, simulate_user, simulate_user_intent))

    def run(self, turns: int) -> list[Turn]:
        """Take `turns` turns and return them; if stopped, those that were whole."""
        return self._wait(self.arun(turns))

    def start(self, turns: int = 1) -> None:
        """Take `turns` turns in the background and return at once.

        Raises:
            SessionBusy: While other work is under way.
        """
        _check_turns(turns)
        _RUNNER.call(lambda: self._conductor.launch(self.arun(turns)))

    def stop(self) -> None:
        """End what is under way; the session is as before or after a whole turn.

        Returns when it has ended, but on the session's thread, as from a listener, at once.
        """
        if _RUNNER.here:
            self._conductor.stop()
        else:
            _RUNNER.run(self._conductor.stopped(CLEAN_UP))

    def say(self, text: str) -> Turn | None:
        """Take a turn now; the next step answers it.

        Returns:
            Your turn; None while a turn is under way or before the warm start: then it comes
            directly after.

        Raises:
            UserError: For an empty text.
        """
        if not text.strip():
            message = "There is nothing to say in an empty text; give at least one word."
            raise UserError(message)
        return _RUNNER.call(lambda: self._conductor.say(text.strip()))

    def generate_report(self) -> Report:
        """Write the report from the map as it is now."""
        return self._wait(self.agenerate_report())

    async def awarm_start(self) -> list[Turn]:
        """Awaitable twin of `warm_start`."""
        return await _RUNNER.join(self._conductor.warm_start())

    async def astep(
        self,
        user_utterance: str = "",
        simulate_user: bool = False,  # noqa: FBT001, FBT002 - as in step
        simulate_user_intent: str = "",
    ) -> Turn:
        """Awaitable twin of `step`."""
        request = Request(guest=simulate_user or bool(simulate_user_intent))
        step = self._conductor.step(user_utterance.strip(), request, simulate_user_intent)
        return await _RUNNER.join(step)

    async def arun(self, turns: int) -> list[Turn]:
        """Awaitable twin of `run`."""
        _check_turns(turns)
        return await _RUNNER.join(self._conductor.run(turns))

    async def agenerate_report(self) -> Report:
        """Awaitable twin of `generate_report`."""
        return await _RUNNER.join(self._conductor.report())

    async def stream(self, turns: int = 1) -> AsyncGenerator[ev.Event]:
        """Take `turns` turns and yield each event as it happens, tokens included."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[ev.Event | None] = asyncio.Queue()

        def pass_on(event: ev.Event) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, event)

        def close(work: asyncio.Task[list[Turn]]) -> None:
            if not work.cancelled():
                work.exception()  # seen, even if the reader has gone before it came
            queue.put_nowait(None)

        end = self.on_event(pass_on)
        work = asyncio.create_task(self.arun(turns))
        work.add_done_callback(close)
        try:
            while (event := await queue.get()) is not None:
                yield event
            await work
        finally:
            end()
            work.cancel()
            await asyncio.wait([work])

    def on_event(self, listener: Callable[[ev.Event], None]) -> Callable[[], None]:
        """Call `listener` with each event, on the session's thread.

        Returns:
            A function that ends it.
        """
        return self._journal.listen(listener)

    # In a notebook.

    @property
    def widget(self) -> SessionWidget:
        """The session's widget; made once, so that all views of it agree."""
        if self._widget is None:
            from costorm_widget.widget.connect import connect

            self._widget = connect(
                self, self._journal, self.about, _RUNNER.soon, self._conductor.launch
            )
        return self._widget

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, Any], dict[str, Any]]:
        from costorm_widget.widget.transcript import as_html

        data, metadata = self.widget.bundle()
        data["text/plain"] = repr(self)
        data["text/html"] = _RUNNER.call(lambda: as_html(self._journal.state, self.about))
        return data, metadata

    def __repr__(self) -> str:
        """Show the talk as readable text."""
        from costorm_widget.widget.transcript import as_text

        return _RUNNER.call(lambda: as_text(self._journal.state, self.about))

    # Inside.

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        if _RUNNER.here:
            work.close()
            message = "A blocking call would wait for itself here; await its a… twin instead."
            raise SessionBusy(message)
        return _RUNNER.run(work)


def _check_turns(turns: object) -> None:
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        message = f"{turns!r} turns cannot be taken; give a whole number from 1 up."
        raise BadSetting(message)
