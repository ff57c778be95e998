"""`CoStorm`: the session as its user holds it, a thin face over the parts.

Every call that takes time comes twice: blocking (`step`) and awaitable (`astep`). Both run on the
one background loop of `_runner`; both can be stopped; one piece of work runs at a time.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

from costorm_widget import events as ev
from costorm_widget._runner import CLEAN_UP, Runner
from costorm_widget.board import Board
from costorm_widget.checks import check_budget, check_turns
from costorm_widget.discourse.policy import Request
from costorm_widget.discourse.steering import Remark
from costorm_widget.edits import Edited
from costorm_widget.errors import UnknownName, UserError
from costorm_widget.journal import Journal
from costorm_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable
    from pathlib import Path

    from langchain_core.embeddings import Embeddings

    from costorm_widget.discourse.policy import Policy
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.calls.estimate import Estimate
    from costorm_widget.reports import Report
    from costorm_widget.turns import Turn
    from costorm_widget.widget.model import SessionWidget

_RUNNER = Runner()
_KEYWORDS = (
    "goal",
    "sources",
    "model",
    "base_url",
    "embeddings",
    "experts",
    "mind_map",
    "policy",
    "settings",
)


class CoStorm(Edited):
    """A round table about a topic, grounded in sources.

    See `Record` for what there is to read, and `Edited` for what takes no turn.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing a session is made of
        self,
        topic: str,
        *,
        goal: str = "",
        sources: object = None,
        model: object = None,
        base_url: str | None = None,
        embeddings: str | Embeddings | Embedder | None = None,
        experts: Iterable[str | tuple[str, str]] = (),
        mind_map: str | Path | None = None,
        policy: Policy | None = None,
        settings: Settings | None = None,
        **unknown: object,
    ) -> None:
        """Open a session; nothing is read or said before `warm_start` or `step`.

        Args:
            topic: What the session is about.
            goal: What you want from it, in your own words.
            sources: A folder, a file, `"wikipedia"` (`"wikipedia:ko"`, a `Wikipedia`), `"web"`,
                `"scholar"` (`"arxiv"`, `"crossref"`), an address (`https://…`, `doi:…`,
                `arXiv:…`), a LangChain retriever or vector store, a callable that takes a query,
                or a list of these; `Limited` gives one of them limits, `Sources` a choice of what
                may be used.
            model: None takes what is there: OpenAI if its key or a base URL is in the
                environment, a running Ollama server, else the built-in engine. `"extractive"`
                for that one, which needs no model; `"provider:model"`; any LangChain chat model;
                or a dict with models for the six groups of jobs, and `"default"`.
            base_url: A server that speaks OpenAI's protocol: vLLM, llama.cpp, Ollama, …
            embeddings: Any LangChain `Embeddings`, or a name; None takes what is installed.
            experts: Who sits at the table from the beginning, and stays: `"Name: role"` or
                `(name, role)`.
            mind_map: An outline to start the map with: OPML or Markdown, or a file with either.
            policy: Who speaks next: a function from the state to a `Seat` or a speaker.
            settings: The knobs.
            **unknown: Refused, with the nearest right name.

        Raises:
            UnknownName: For a keyword that does not exist, with the nearest right one.
            SourceNotFound: If nothing is at a given path.
            MindMapError: If the outline cannot be read.
            UserError: For an empty topic, or a model or source that cannot be used.
        """
        for name in unknown:
            raise UnknownName("keyword of CoStorm", name, _KEYWORDS)
        if not topic.strip():
            message = "A session needs a topic; give at least one word."
            raise UserError(message)
        # What follows is imported here so that importing the package stays quick.
        from costorm_widget.conductor import Conductor
        from costorm_widget.discourse.policy import next_seat
        from costorm_widget.language.prompted.cleaning import name_and_role
        from costorm_widget.parts import Parts

        if isinstance(experts, str):
            message = f"experts={experts!r} is one text; give a list of names."
            raise UserError(message)
        settings = settings or Settings()
        journal = Journal()
        self._parts = Parts(
            journal,
            settings,
            sources=sources,
            model=model,
            base_url=base_url,
            embeddings=embeddings,
        )
        self._conductor = Conductor(journal, self._parts, policy or next_seat)
        super().__init__(Board(journal, _RUNNER, self._conductor.say, lambda: self._parts.embedder))
        self._widget: SessionWidget | None = None
        engine = self._parts.engine.name
        opened = ev.SessionOpened(uuid4().hex[:12], topic.strip(), goal.strip(), engine, settings)
        self._journal.emit(opened)
        for given in experts:
            name, role = given if isinstance(given, tuple) else (given, "")
            self.experts.add(*name_and_role(name, role))
        if mind_map is not None:
            self.mind_map.read_outline(mind_map)

    @classmethod
    def sample(cls, **keywords: Any) -> CoStorm:  # noqa: ANN401 - as in the constructor
        """Open a session on the sample corpus: daylight saving time."""
        from costorm_widget import samples

        goal = keywords.pop("goal", "Is it worth keeping?")
        return cls("Daylight saving time", goal=goal, sources=samples.path(), **keywords)

    # Who speaks.

    @property
    def about(self) -> str:
        """Who speaks here, in one sentence."""
        return self._parts.engine.about

    @property
    def model(self) -> str:
        """Name of who speaks; assign as in the constructor to let another model speak."""
        return self._parts.engine.name

    @model.setter
    def model(self, model: object) -> None:
        self.use_model(model)

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._conductor.busy

    def estimate(self, turns: int = 1) -> Estimate:
        """Return what the next `turns` turns will need: calls, tokens, money, seconds."""
        from costorm_widget.language.calls.estimate import estimate

        check_turns(turns)
        priced = self._parts.engine.priced
        return _RUNNER.call(lambda: estimate(self._journal.state, turns, priced=priced))

    def use_model(self, model: object, base_url: str | None = None) -> None:
        """Let another model speak from the next turn on; `model` as in the constructor.

        Raises:
            SessionBusy: While work is under way.
            UserError: If the model cannot be used; the old one then goes on.
        """

        def change() -> None:
            self._conductor.renew()
            self._parts.use_model(model, base_url)
            self._journal.emit(ev.EngineChanged(self._parts.engine.name))

        _RUNNER.call(change)

    def use_embeddings(self, embeddings: str | Embeddings | Embedder | None) -> None:
        """Compare by other vectors from the next turn on; everything is embedded anew then.

        Raises:
            SessionBusy: While work is under way.
            UserError: If the embeddings cannot be used; the old ones then go on.
        """

        def change() -> None:
            self._conductor.renew()
            self._parts.use_embeddings(embeddings)

        _RUNNER.call(change)

    # Taking turns.

    def warm_start(self) -> list[Turn]:
        """Find background, seat experts, draw the first map; return the opening turns."""
        return self._wait(self.awarm_start())

    def step(
        self,
        user_utterance: str = "",
        simulate_user: bool = False,  # noqa: FBT001, FBT002 - the reference code's signature
        simulate_user_intent: str = "",
        *,
        moderator: bool = False,
    ) -> Turn:
        """Take one turn and return it; the first step does the warm start, too.

        A model that fails makes a turn with the status `failed`, which says what to do.

        Args:
            user_utterance: Your own turn; the next step answers it.
            simulate_user: Let the guest ask in your place.
            simulate_user_intent: What the guest wants to know.
            moderator: Let the moderator speak now.

        Raises:
            SessionBusy: While other work is under way.
            Stopped: If it was stopped; the session is whole.
            BudgetReached: If a limit of the settings is reached, or the turn would pass it.
            NotYet: If it is your turn: in the modes with one voice nobody speaks unasked.
        """
        return self._wait(
            self.astep(user_utterance, simulate_user, simulate_user_intent, moderator=moderator)
        )

    def run(
        self, turns: int | None = None, *, until: Literal["budget"] | None = None
    ) -> list[Turn]:
        """Take `turns` turns and return them; if stopped, those that were whole.

        Args:
            turns: How many; None with `until`.
            until: `"budget"` goes on as long as the limits of the settings allow.

        Raises:
            BudgetReached: If a limit ends it before; not with `until="budget"`.
        """
        return self._wait(self.arun(turns, until=until))

    def retry(self) -> Turn:
        """Take the last turn once more, if it has failed; replies are not taken from the cache.

        Raises:
            NotYet: If the last turn has not failed.
        """
        return self._wait(self.aretry())

    def start(self, turns: int = 1) -> None:
        """Take `turns` turns in the background and return at once.

        Raises:
            SessionBusy: While other work is under way.
        """
        check_turns(turns)
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
        return _RUNNER.call(lambda: self._conductor.say(Remark(text.strip())))

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
        *,
        moderator: bool = False,
    ) -> Turn:
        """Awaitable twin of `step`."""
        guest = simulate_user or bool(simulate_user_intent)
        request = Request(guest=guest, moderator=moderator)
        step = self._conductor.step(user_utterance.strip(), request, simulate_user_intent)
        return await _RUNNER.join(step)

    async def arun(
        self, turns: int | None = None, *, until: Literal["budget"] | None = None
    ) -> list[Turn]:
        """Awaitable twin of `run`."""
        if until is None:
            check_turns(turns)
        else:
            remote = self._parts.engine.remote
            check_budget(until, self._journal.state.settings, remote=remote)
        return await _RUNNER.join(self._conductor.run(turns))

    async def aretry(self) -> Turn:
        """Awaitable twin of `retry`."""
        return await _RUNNER.join(self._conductor.retry())

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
