"""C16: whatever a call waits for, stopping ends it at once, and it is on the account."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from costorm_widget.events import Waiting
from costorm_widget.language.calls.request import Request
from costorm_widget.language.prompts.prompt import Prompt
from tests.language.calls.desk import client, desk
from tests.servers.hostile import chunk, is_silent, refuses, says, streams

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from langchain_core.outputs import ChatResult

    from tests.language.calls.desk import Desk
    from tests.servers.hostile import HostileServer

    Serve = Callable[..., HostileServer]

ANSWER = Request(Prompt("write_answer", "You answer briefly.", "Why do clocks change?"))


async def stopped_after(work: Coroutine[Any, Any, object], ready: Callable[[], object]) -> float:
    """Start `work`, stop it once it is `ready`, and return the seconds until it has ended."""
    task = asyncio.ensure_future(work)
    async with asyncio.timeout(5):
        while not ready():  # noqa: ASYNC110 - a server in a thread sets no event
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    began = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.monotonic() - began


async def listen(table: Desk) -> None:
    async for _ in table.caller.stream(ANSWER):
        pass


async def test_c16_while_waiting_for_a_reply(serve: Serve) -> None:
    server = serve(is_silent())
    table = desk(client(server))
    assert await stopped_after(table.caller.ask(ANSWER), lambda: server.requests) < 1
    (call,) = table.calls
    assert (call.outcome, call.input_tokens, call.output_tokens) == ("stopped", 11, 0)


async def test_c16_while_waiting_for_the_first_word(serve: Serve) -> None:
    server = serve(is_silent())
    table = desk(client(server))
    assert await stopped_after(listen(table), lambda: server.requests) < 1
    assert [call.outcome for call in table.calls] == ["stopped"]


async def test_c16_between_two_words(serve: Serve) -> None:
    table = desk(client(serve(streams(chunk(content="To save"), silent=30))))
    said: list[str] = []

    async def listen_on() -> None:
        async for piece in table.caller.stream(ANSWER):
            said.append(piece)  # noqa: PERF401 - looked at while it grows

    assert await stopped_after(listen_on(), lambda: said) < 1
    (call,) = table.calls
    assert (call.outcome, call.output_tokens) == ("stopped", 2)


async def test_c16_during_a_pause(serve: Serve) -> None:
    server = serve(refuses(429, "slow down", headers={"Retry-After": "30"}))
    table = desk(client(server))
    table.sleep = asyncio.sleep  # type: ignore[assignment]
    table.caller = table.new_caller()
    waiting = lambda: any(isinstance(each, Waiting) for each in table.events)  # noqa: E731
    assert await stopped_after(table.caller.ask(ANSWER), waiting) < 1
    assert len(server.requests) == 1
    assert [call.outcome for call in table.calls] == ["failed"]


async def test_c16_while_waiting_for_a_place(serve: Serve) -> None:
    server = serve(is_silent())
    table = desk(client(server), concurrent_calls=1)
    first = asyncio.ensure_future(table.caller.ask(ANSWER))
    assert await stopped_after(table.caller.ask(ANSWER), lambda: server.requests) < 1
    assert len(server.requests) == 1
    assert not table.calls
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_c16_while_waiting_for_the_pace(serve: Serve) -> None:
    table = desk(client(serve(says("Well."))), requests_per_second=0.01)
    assert await stopped_after(table.caller.ask(ANSWER), lambda: True) < 1
    assert not table.calls


class Blocking(FakeListChatModel):
    """A model that knows no async and holds up its thread."""

    responses: list[str] = ["Well."]  # noqa: RUF012 - a pydantic field

    def _call(self, *_: Any, **__: Any) -> str:
        began.set()
        time.sleep(1.5)
        return "Well."

    async def _agenerate(self, *args: Any, **known: Any) -> ChatResult:
        return await BaseChatModel._agenerate(self, *args, **known)


began = threading.Event()


async def test_c16_while_a_model_holds_up_its_thread() -> None:
    began.clear()
    table = desk(Blocking(), "blocking")
    assert await stopped_after(table.caller.ask(ANSWER), began.is_set) < 1
    assert [call.outcome for call in table.calls] == ["stopped"]


async def test_c16_afterwards_all_goes_on(serve: Serve) -> None:
    server = serve(is_silent(), says("Well."))
    table = desk(client(server), concurrent_calls=1)
    await stopped_after(table.caller.ask(ANSWER), lambda: server.requests)
    assert (await table.caller.ask(ANSWER)).text == "Well."
