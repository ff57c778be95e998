"""Replies kept on disk: the same question is not paid for twice, another one is."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import platformdirs
import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage

from costorm_widget.language.calls.cache import ReplyCache, again
from costorm_widget.language.calls.request import Request
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.settings import Settings
from tests.language.calls.desk import KEY, client, desk
from tests.language.calls.test_caller import in_schema
from tests.servers.hostile import chunk, is_silent, refuses, says, streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.language.calls.desk import Desk
    from tests.servers.hostile import HostileServer

    Serve = Callable[..., HostileServer]

ANSWER = Request(Prompt("write_answer", "You answer briefly.", "Why do clocks change?"))


async def heard(table: Desk, request: Request = ANSWER) -> str:
    return "".join([piece async for piece in table.caller.stream(request)])


async def test_the_same_question_is_asked_once(serve: Serve) -> None:
    server = serve(says("First."), says("Second."))
    table = desk(client(server))
    assert (await table.caller.ask(ANSWER)).text == "First."
    assert (await table.caller.ask(ANSWER)).text == "First."
    # Another session, and as a stream.
    table.caller = table.new_caller()
    assert await heard(table) == "First."
    assert len(server.requests) == len(table.calls) == 1


async def test_a_stream_is_kept_too(serve: Serve) -> None:
    server = serve(says("To save light."), says("Second."))
    table = desk(client(server))
    assert await heard(table) == await heard(table) == "To save light."
    assert len(server.requests) == 1


async def test_a_kept_reply_needs_no_budget(serve: Serve) -> None:
    table = desk(client(serve(says("First."))), max_requests=1)
    assert await heard(table) == await heard(table) == "First."


async def test_tool_calls_and_schemas_are_kept(serve: Serve) -> None:
    server = serve(says('{"query": "clocks"}'), says("other"))
    table = desk(client(server))
    first = await table.caller.ask(in_schema(fragile=True))
    second = await table.caller.ask(in_schema(fragile=False))
    assert first.text == second.text == '{"query": "clocks"}'
    assert len(server.requests) == 1
    call = {"name": "Plan", "args": {"query": "clocks"}, "id": "c1", "type": "tool_call"}
    cache = ReplyCache()
    cache.write("key", AIMessage("", tool_calls=[call]))
    kept = cache.read("key")
    assert kept is not None
    assert kept.tool_calls == [call]


@pytest.mark.parametrize(
    "other",
    [
        {"request": Request(Prompt("write_answer", "You answer briefly.", "Why then?"))},
        {"request": Request(Prompt("write_answer", "You answer.", "Why do clocks change?"))},
        {"request": Request(ANSWER.prompt, "tagged")},
        {"settings": {"seed": 1}},
        {"settings": {"temperature": 0.5}},
        {"settings": {"question_answering_tokens": 99}},
        {"model": {"model": "other"}},
        {"model": {"temperature": 0.1}},
        {"name": "openai:other"},
    ],
)
async def test_another_question_is_another_call(serve: Serve, other: dict[str, Any]) -> None:
    server = serve(says("First."), says("Second."))
    table = desk(client(server))
    await table.caller.ask(ANSWER)
    changed = desk(
        client(server, **other.get("model", {})),
        other.get("name", "openai:hostile"),
        **other.get("settings", {}),
    )
    assert (await changed.caller.ask(other.get("request", ANSWER))).text == "Second."


async def test_another_server_is_another_call(serve: Serve) -> None:
    await desk(client(serve(says("First.")))).caller.ask(ANSWER)
    other = desk(client(serve(says("Second."))))
    assert (await other.caller.ask(ANSWER)).text == "Second."


async def test_again_asks_anew_and_replaces_what_was_kept(serve: Serve) -> None:
    server = serve(says("First."), says("Second."), says("Third."))
    table = desk(client(server))
    await table.caller.ask(ANSWER)
    with again():
        task = asyncio.create_task(heard(table))
        assert await task == "Second."
    assert (await table.caller.ask(ANSWER)).text == "Second."


async def test_it_can_be_switched_off(serve: Serve) -> None:
    server = serve(says("First."), says("Second."), says("Third."))
    table = desk(client(server), cache=False)
    assert (await table.caller.ask(ANSWER)).text == "First."
    assert await heard(table) == "Second."
    table.settings = Settings()
    assert (await table.caller.ask(ANSWER)).text == "Third."
    assert (await table.caller.ask(ANSWER)).text == "Third."


async def test_a_model_may_refuse_to_be_cached() -> None:
    model = FakeListChatModel(responses=["First.", "Second."], cache=False)
    table = desk(model, "fake")
    assert [(await table.caller.ask(ANSWER)).text for _ in range(2)] == ["First.", "Second."]
    assert not ReplyCache().path.exists()


@pytest.mark.parametrize(
    ("poor", "settings"),
    [
        (says(""), {}),
        (says("<think>Hm.</think>"), {}),
        (refuses(500, "fault"), {"retries": 0}),
        (streams(chunk(content="To")), {}),
        (is_silent(), {"silence_seconds": 0.1, "retries": 0}),
    ],
)
async def test_what_is_no_answer_is_not_kept(
    serve: Serve, poor: Any, settings: dict[str, Any]
) -> None:
    server = serve(poor, says("Well."))
    table = desk(client(server), **settings)
    await asyncio.gather(heard(table), return_exceptions=True)
    assert await heard(table) == "Well."


async def test_prompts_and_keys_are_not_in_the_file(serve: Serve) -> None:
    await desk(client(serve(says("To save light.")))).caller.ask(ANSWER)
    content = ReplyCache().path.read_bytes()
    assert b"To save light." in content
    assert b"Why do clocks" not in content
    assert KEY.encode() not in content


async def test_a_damaged_file_is_said_once_and_does_no_harm(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    path = ReplyCache().path
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database at all" * 100)
    server = serve(says("First."), says("Second."))
    table = desk(client(server))
    assert (await table.caller.ask(ANSWER)).text == "First."
    assert (await table.caller.ask(ANSWER)).text == "Second."
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "replies.sqlite" in caplog.text


async def test_a_folder_that_cannot_be_written_does_no_harm(
    serve: Serve, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "file")
    table = desk(client(serve(says("First."))))
    assert (await table.caller.ask(ANSWER)).text == "First."


async def test_many_may_write_at_the_same_time(serve: Serve) -> None:
    table = desk(client(serve(says("Well."))))
    requests = [Request(Prompt("polish", "", f"Text {number}")) for number in range(20)]
    await asyncio.gather(*(table.caller.ask(each) for each in requests))
    with closing(sqlite3.connect(ReplyCache().path)) as file:
        assert file.execute("SELECT COUNT(*) FROM replies").fetchone() == (20,)
