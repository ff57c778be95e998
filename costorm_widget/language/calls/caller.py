"""Asks models: the one place through which every request to a chat model goes.

A request goes so: the cache; a place among the calls to that model; the limits of the session;
the model, for as long as it is not silent; the account. What fails is read by `failures`, and
`Patience` says whether it is asked again. A stream is asked again only while nobody has seen a
word of it.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing, contextmanager
from random import Random
from typing import TYPE_CHECKING, cast

from costorm_widget.errors import (
    CostormError,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    StreamBroken,
)
from costorm_widget.language.calls import prices
from costorm_widget.language.calls.attempt import Attempt
from costorm_widget.language.calls.cache import ReplyCache, request_key
from costorm_widget.language.calls.failures import LATER, as_model_error, status_of
from costorm_widget.language.calls.lanes import Lanes
from costorm_widget.language.calls.patience import Patience
from costorm_widget.language.calls.replies import cut_reply, message_in, says_something
from costorm_widget.language.calls.runnables import Runnables
from costorm_widget.language.calls.sampling import tuned
from costorm_widget.usage import charged_to

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator

    from langchain_core.language_models import LanguageModelInput
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable, RunnableConfig

    from costorm_widget.events import Event
    from costorm_widget.language.calls.ledger import Ledger
    from costorm_widget.language.calls.models import Chosen, Models
    from costorm_widget.language.calls.request import Request
    from costorm_widget.settings import Settings

_NOT_IN_THIS_FORM = frozenset({500, 501})
"""Statuses of servers that do not know a form of reply, as of faults."""


class Caller:
    """Asks the model of each job.

    Args:
        models: Which model does which job.
        ledger: The session's limits and account.
        settings: Returns the settings of the moment.
        emit: Hears of each wait.
        sleep: Waits between attempts.
    """

    def __init__(
        self,
        models: Models,
        ledger: Ledger,
        settings: Callable[[], Settings],
        emit: Callable[[Event], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._models = models
        self._ledger = ledger
        self._settings = settings
        self._emit = emit
        self._sleep = sleep
        self._random = Random(settings().seed)
        self._lanes = Lanes()
        self._runnables = Runnables()
        self._cache = ReplyCache()
        # Models that think longer than their replies may be: they are not limited again.
        self._unlimited: set[str] = set()

    def model_name(self, job: str) -> str:
        """Return the name of the model that does `job`."""
        return self._models.for_job(job).name

    def price(self, job: str, input_tokens: int, output_tokens: int) -> float | None:
        """Return what `job` costs with so many tokens, in US dollars; None if nobody knows."""
        chosen = self._models.for_job(job)
        total = input_tokens + output_tokens
        return prices.cost(
            chosen.name,
            chosen.provider,
            {"input_tokens": input_tokens, "output_tokens": output_tokens, "total_tokens": total},
        )

    async def ask(self, request: Request) -> AIMessage:
        """Return the whole reply; of a form with `include_raw=True` the raw message.

        Raises:
            BudgetReached: If a limit of the session is reached.
            ModelError: If the model does not answer, however often it is asked; which kind says
                what happened.
        """
        chosen = self._models.for_job(request.prompt.job)
        key = self._key(request, chosen)
        kept = await self._kept(key, chosen)
        if kept is not None:
            return kept
        patience = self._patience(request)
        while True:
            attempt = self._attempt(request, chosen, patience)
            try:
                message = await self._ask_once(request, chosen, attempt)
            except ModelError as error:
                if await patience.helps(error):
                    continue
                raise
            if self._thought_too_long(chosen, attempt, message):
                continue
            await self._keep(key, message)
            return message

    async def stream(self, request: Request) -> AsyncGenerator[str, None]:
        """Yield the reply in pieces of text.

        Close it (`contextlib.aclosing`) when it is not read to the end: only then is its place
        free again for other calls.

        Raises:
            StreamBroken: If it breaks off after its first words.
            BudgetReached, ModelError: As `ask` does, before the first word.
        """
        from langchain_core.messages import AIMessage

        chosen = self._models.for_job(request.prompt.job)
        key = self._key(request, chosen)
        kept = await self._kept(key, chosen)
        if kept is not None:
            yield str(kept.text)
            return
        patience = self._patience(request)
        while True:
            attempt = self._attempt(request, chosen, patience)
            try:
                async with aclosing(self._stream_once(request, chosen, attempt)) as pieces:
                    async for piece in pieces:
                        yield piece
            except ModelError as error:
                if attempt.text:
                    raise StreamBroken(
                        f"{chosen.name} broke off in the middle of its answer; "
                        "call session.retry()."
                    ) from error
                if await patience.helps(error):
                    continue
                raise
            message = AIMessage(attempt.text)
            # Thoughts that were shown already cannot be taken back; the next call is longer.
            if self._thought_too_long(chosen, attempt, message) and not attempt.text:
                continue
            await self._keep(key, message)
            return

    async def _ask_once(self, request: Request, chosen: Chosen, attempt: Attempt) -> AIMessage:
        settings = self._settings()
        runnable = self._runnable(request, chosen)
        async with self._lanes.through(chosen.name, settings):
            with attempt, _typed_errors(request, chosen):
                try:
                    message = message_in(
                        await attempt.within(
                            settings.silence_seconds,
                            runnable.ainvoke(attempt.messages, config=_config(request)),
                        )
                    )
                except Exception as error:
                    cut = cut_reply(error)
                    if cut is None:
                        raise
                    message = cut
                attempt.take(message)
                return message

    async def _stream_once(
        self, request: Request, chosen: Chosen, attempt: Attempt
    ) -> AsyncGenerator[str, None]:
        settings = self._settings()
        runnable = self._runnable(request, chosen)
        async with self._lanes.through(chosen.name, settings):
            with attempt, _typed_errors(request, chosen):
                pieces = cast(
                    "AsyncGenerator[AIMessage, None]",
                    runnable.astream(attempt.messages, config=_config(request)),
                )
                async with aclosing(pieces):
                    while True:
                        piece = await attempt.within(settings.silence_seconds, _next(pieces))
                        if piece is None:
                            break
                        if text := attempt.take(message_in(piece)):
                            yield text
                kind = chosen.model._llm_type  # noqa: SLF001 - LangChain's name for the protocol
                if kind == "openai-chat" and not attempt.end:
                    raise ModelUnavailable(
                        f"{chosen.name} broke off before its first word; {LATER}"
                    )

    def _runnable(
        self, request: Request, chosen: Chosen
    ) -> Runnable[LanguageModelInput, AIMessage]:
        limited = chosen.name not in self._unlimited
        return self._runnables.ready(request, chosen, self._settings(), limited=limited)

    def _attempt(self, request: Request, chosen: Chosen, patience: Patience) -> Attempt:
        messages = request.messages(patience.room)
        pulse = self._lanes.pulse(chosen.name)
        return Attempt(self._ledger, request.prompt.job, chosen, messages, pulse)

    def _patience(self, request: Request) -> Patience:
        return Patience(request, self._settings(), self._emit, self._sleep, self._random)

    def _thought_too_long(self, chosen: Chosen, attempt: Attempt, message: AIMessage) -> bool:
        """Return whether the limit of the reply cut off the thoughts before it; once a model."""
        if not attempt.cut or chosen.name in self._unlimited or says_something(message):
            return False
        self._unlimited.add(chosen.name)
        return True

    def _key(self, request: Request, chosen: Chosen) -> str | None:
        """Return the key of a request in the cache; None if it is not kept.

        LangChain's own `cache=False` of a model is respected.
        """
        settings = self._settings()
        if not settings.cache or chosen.model.cache is False:
            return None
        model = tuned(chosen.model, request.prompt.job, settings)
        return request_key(model, chosen.name, request.form, request.messages(), settings.seed)

    async def _kept(self, key: str | None, chosen: Chosen) -> AIMessage | None:
        kept = await asyncio.to_thread(self._cache.read, key) if key else None
        if kept is None and chosen.provider:
            # In a thread, so that reading the price list holds up nobody.
            await asyncio.to_thread(prices.load)
        return kept

    async def _keep(self, key: str | None, message: AIMessage) -> None:
        if key and says_something(message):
            await asyncio.to_thread(self._cache.write, key, message)


@contextmanager
def _typed_errors(request: Request, chosen: Chosen) -> Iterator[None]:
    """Raise whatever the model's class raises as an error of ours.

    Without the original as its cause: a provider's stack says nothing to the user, and its
    message may repeat a key.
    """
    try:
        yield
    except CostormError:
        raise
    except Exception as error:  # noqa: BLE001 - each provider raises errors of its own
        if request.fragile and status_of(error) in _NOT_IN_THIS_FORM:
            raise ModelRefused(
                f"{chosen.name} cannot reply in the form {request.form!r}; choose another model."
            ) from None
        raise as_model_error(error, chosen.name) from None


async def _next(pieces: AsyncIterator[AIMessage]) -> AIMessage | None:
    try:
        return await anext(pieces)
    except StopAsyncIteration:
        return None


def _config(request: Request) -> RunnableConfig:
    """Return how a call is named in traces; doubles read the job from it."""
    job, charge = request.prompt.job, charged_to()
    return {
        "run_name": f"costorm {job}",
        "tags": ["costorm"],
        "metadata": {"job": job, "turn": charge.turn, "speaker": charge.speaker},
    }
