"""One attempt at a request: how long it took, how many tokens, what came of it, what it cost."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Self, TypeVar

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.calls import prices
from costorm_widget.language.calls.failures import silent
from costorm_widget.usage import Call, Outcome, charged_to

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from contextlib import AbstractContextManager
    from types import TracebackType

    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.messages.ai import UsageMetadata

    from costorm_widget.language.calls.ledger import Ledger
    from costorm_widget.language.calls.models import Chosen
    from costorm_widget.language.calls.pulse import Pulse

Answer = TypeVar("Answer")

_ENDS = ("finish_reason", "stop_reason", "done_reason", "status")
"""Where providers say how a reply ended: OpenAI and Google, Anthropic, Ollama, OpenAI responses."""

_CUT = frozenset({"length", "max_tokens", "model_length", "incomplete"})


class Attempt:
    """Watches one attempt, and tells the ledger when it ends, however it ends.

    Tokens are what the provider counts; where it counts none, they are estimated from the texts.
    A request that failed before anything came back is taken to have cost nothing, unless the
    model may have worked on it (it was silent, or we stopped waiting).

    Args:
        ledger: Where it is told.
        job: What is asked for.
        chosen: The model.
        messages: What it is shown.
        pulse: The model's signs of life.
    """

    def __init__(
        self,
        ledger: Ledger,
        job: str,
        chosen: Chosen,
        messages: list[BaseMessage],
        pulse: Pulse,
    ) -> None:
        self._ledger = ledger
        self._pulse = pulse
        self._job = job
        self._chosen = chosen
        self.messages = messages
        """What the model is shown."""
        self._usage: UsageMetadata | None = None
        self._started = 0.0
        self._in_flight: AbstractContextManager[None] = ledger.calling()
        self.text = ""
        """What has been said so far."""
        self.end = ""
        """How the provider says that the reply ended; empty while it does not."""
        self.worked_on = False
        """Whether the model has begun, so that the prompt is to be paid."""

    @property
    def cut(self) -> bool:
        """Whether the reply was cut off at its limit."""
        return self.end.lower() in _CUT

    async def within(self, seconds: float, answer: Awaitable[Answer]) -> Answer:
        """Return what comes within `seconds` of the last sign of life.

        Raises:
            ModelSilent: If nothing comes.
        """
        time_limit = asyncio.timeout(seconds)
        try:
            async with time_limit:
                with self._pulse.prolonging(time_limit, seconds):
                    return await answer
        except TimeoutError:
            if not time_limit.expired():
                raise
            self.worked_on = True
            raise silent(self._chosen.name, seconds) from None

    def take(self, piece: AIMessage) -> str:
        """Note a reply, or a piece of one, and return its text."""
        from langchain_core.messages.ai import add_usage

        self.worked_on = True
        self._pulse.beat()
        if piece.usage_metadata:
            self._usage = add_usage(self._usage, piece.usage_metadata)
        for name in _ENDS:
            if end := piece.response_metadata.get(name):
                self.end = str(end)
        text = str(piece.text)
        self.text += text
        return text

    def __enter__(self) -> Self:
        self._in_flight.__enter__()
        self._started = time.perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        outcome: Outcome = "done"
        if kind is not None:
            stopped = issubclass(kind, asyncio.CancelledError | GeneratorExit)
            outcome = "stopped" if stopped else "failed"
        self.worked_on = self.worked_on or outcome == "stopped"
        self._in_flight.__exit__(kind, error, trace)
        self._ledger.add(self._call(outcome))

    def _call(self, outcome: Outcome) -> Call:
        usage = self._usage or self._estimated()
        paid = usage["input_tokens"] or usage["output_tokens"]
        charge = charged_to()
        return Call(
            job=self._job,
            model=self._chosen.name,
            input_tokens=usage["input_tokens"],
            cached_tokens=usage.get("input_token_details", {}).get("cache_read", 0),
            output_tokens=usage["output_tokens"],
            seconds=time.perf_counter() - self._started,
            cost=prices.cost(self._chosen.name, self._chosen.provider, usage) if paid else 0.0,
            outcome=outcome,
            turn=charge.turn,
            speaker=charge.speaker,
            ahead=charge.ahead,
        )

    def _estimated(self) -> UsageMetadata:
        read = sum(count_tokens(str(each.text)) for each in self.messages)
        read = read if self.worked_on else 0
        said = count_tokens(self.text)
        return {"input_tokens": read, "output_tokens": said, "total_tokens": read + said}
