"""Asks models, one request at a time or as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from costorm_widget.usage import charged_to

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from langchain_core.messages import AIMessage
    from langchain_core.runnables import RunnableConfig

    from costorm_widget.events import Event
    from costorm_widget.language.calls.ledger import Ledger
    from costorm_widget.language.calls.models import Models
    from costorm_widget.language.calls.request import Request
    from costorm_widget.settings import Settings


class Caller:
    """Asks the model of each job."""

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

    def model_name(self, job: str) -> str:
        """Return the name of the model that does `job`."""
        return self._models.for_job(job).name

    async def ask(self, request: Request) -> AIMessage:
        """Return the whole reply; of a form with `include_raw=True` the raw message."""
        chosen = self._models.for_job(request.prompt.job)
        reply = await request.bind(chosen.model).ainvoke(
            request.messages(), config=_config(request.prompt.job)
        )
        message: AIMessage = reply["raw"] if isinstance(reply, dict) else reply
        return message

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the reply in pieces of text."""
        chosen = self._models.for_job(request.prompt.job)
        pieces: Any = request.bind(chosen.model).astream(
            request.messages(), config=_config(request.prompt.job)
        )
        async with aclosing(pieces):
            async for piece in pieces:
                if text := str(piece.text):
                    yield text


def _config(job: str) -> RunnableConfig:
    charge = charged_to()
    return {
        "run_name": f"costorm {job}",
        "tags": ["costorm"],
        "metadata": {"job": job, "turn": charge.turn, "speaker": charge.speaker},
    }
