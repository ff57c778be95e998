"""Replies in pieces: what breaks before the first word is mended, after it is told."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from costorm_widget.errors import (
    BadReply,
    ContextOverflow,
    ModelRefused,
    ModelUnavailable,
    RateLimited,
    StreamBroken,
)
from costorm_widget.language.calls.request import Request
from costorm_widget.language.prompts.prompt import Prompt
from tests.language.calls.desk import KEY, client, desk
from tests.language.calls.test_caller import with_evidence
from tests.servers.hostile import (
    chunk,
    hangs_up,
    holds,
    is_silent,
    refuses,
    says,
    sends,
    streams,
    tells_the_key,
    usage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.language.calls.desk import Desk
    from tests.servers.hostile import Behaviour, HostileServer

    Serve = Callable[..., HostileServer]

ANSWER = Request(Prompt("write_answer", "You answer briefly.", "Why do clocks change?"))


async def heard(table: Desk, request: Request = ANSWER) -> list[str]:
    return [piece async for piece in table.caller.stream(request)]


async def test_pieces_come_as_they_are_said_and_are_counted(serve: Serve) -> None:
    table = desk(client(serve(says("To save some light.", used=usage(20, 6, cached=8)))))
    assert await heard(table) == ["To", " save", " some", " light."]
    (call,) = table.calls
    assert (call.outcome, call.input_tokens, call.cached_tokens) == ("done", 20, 8)
    assert call.output_tokens == 6


async def test_without_usage_tokens_are_estimated(serve: Serve) -> None:
    table = desk(client(serve(says("To save some light."))))
    await heard(table)
    assert (table.calls[0].input_tokens, table.calls[0].output_tokens) == (11, 5)


@pytest.mark.parametrize(
    "fault",
    [
        refuses(503, "busy"),
        refuses(429, "slow down", headers={"Retry-After": "1"}),
        sends(202, b""),
        sends(200, b"\xff\xfe no JSON"),
        sends(200, b"<html>Sign in</html>", "text/html"),
        hangs_up(),
        is_silent(),
        streams(),
        streams(b"data: {nope}\n\n"),
        streams(chunk(role="assistant", content="")),
        streams(chunk(role="assistant", content=""), ends=False),
        streams(chunk(role="assistant", content=""), silent=30),
    ],
)
async def test_what_breaks_before_the_first_word_is_asked_again(
    serve: Serve, fault: Behaviour
) -> None:
    server = serve(fault, says("To save light."))
    table = desk(client(server), silence_seconds=0.3)
    assert "".join(await heard(table)) == "To save light."
    assert [call.outcome for call in table.calls] == ["failed", "done"]
    assert len(table.waits) == 1


@pytest.mark.parametrize(
    "rest",
    [
        streams(chunk(content="To save"), ends=False),
        streams(chunk(content="To save"), b'data: {"id": "chu'),
        streams(chunk(content="To save")),
        streams(chunk(content="To save"), b"data: {nope}\n\n"),
        streams(chunk(content="To save"), b'data: {"error": {"message": "over", "code": 503}}\n\n'),
        streams(chunk(content="To save"), silent=30),
    ],
)
async def test_what_breaks_after_the_first_word_is_told(serve: Serve, rest: Behaviour) -> None:
    server = serve(rest)
    table = desk(client(server), silence_seconds=0.3)
    stream = table.caller.stream(ANSWER)
    assert await anext(stream) == "To save"
    with pytest.raises(StreamBroken, match=r"in the middle of its answer; call session\.retry"):
        await anext(stream)
    assert len(server.requests) == 1
    (call,) = table.calls
    assert (call.outcome, call.input_tokens, call.output_tokens) == ("failed", 11, 2)
    assert not table.waits


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (refuses(503, "busy"), ModelUnavailable),
        (refuses(429, "slow down", headers={"Retry-After": "1"}), RateLimited),
        (refuses(401, "key"), ModelRefused),
        (holds(1, says("never")), ContextOverflow),
        (sends(200, b"<html>Sign in</html>", "text/html"), BadReply),
        (streams(chunk(role="assistant", content="")), ModelUnavailable),
        (is_silent(), ModelUnavailable),
    ],
)
async def test_what_stays_broken_ends_as_its_kind(
    serve: Serve, fault: Behaviour, kind: type[Exception]
) -> None:
    table = desk(client(serve(fault)), retries=1, silence_seconds=0.2)
    with pytest.raises(kind) as got:
        await heard(table)
    assert type(got.value) is not StreamBroken
    assert "session" in str(got.value)


async def test_c14_a_stream_is_shortened_too(serve: Serve) -> None:
    server = serve(holds(1600, says("A plan.")))
    assert "".join(await heard(desk(client(server)), with_evidence(7000, 3000))) == "A plan."
    assert len(server.requests) == 2


async def test_a_slow_speaker_is_not_silent(serve: Serve) -> None:
    table = desk(client(serve(says("one two three four five", pause=0.15))), silence_seconds=0.4)
    assert "".join(await heard(table)) == "one two three four five"
    assert table.calls[0].seconds > 0.4


async def test_who_closes_early_has_stopped_and_pays_what_was_said(serve: Serve) -> None:
    table = desk(client(serve(says("one two three four five", pause=0.1))), concurrent_calls=1)
    async with aclosing(table.caller.stream(ANSWER)) as pieces:
        async for _ in pieces:
            break
    (call,) = table.calls
    assert (call.outcome, call.input_tokens, call.output_tokens) == ("stopped", 11, 1)
    # Its place is free again.
    assert (await asyncio.wait_for(table.caller.ask(ANSWER), 5)).text


async def test_who_thinks_beyond_the_limit_is_asked_without_it(serve: Serve) -> None:
    server = serve(says("", finish="length"), says("To save light."))
    assert "".join(await heard(desk(client(server)))) == "To save light."
    assert server.requests[0]["max_completion_tokens"] == 1000
    assert "max_completion_tokens" not in server.requests[1]


async def test_an_answer_cut_at_its_limit_is_an_answer(serve: Serve) -> None:
    server = serve(says("To save", finish="length"))
    assert "".join(await heard(desk(client(server)))) == "To save"
    assert len(server.requests) == 1


async def test_keys_stay_out_of_what_is_told_of_a_stream(serve: Serve) -> None:
    table = desk(client(serve(tells_the_key(500))), retries=1)
    with pytest.raises(ModelUnavailable) as got:
        await heard(table)
    assert KEY not in str(got.value) + repr(table.events)


async def test_a_model_that_cannot_stream_says_all_at_once() -> None:
    model = FakeListChatModel(responses=["To save light."], disable_streaming=True)
    table = desk(model, "fake")
    assert await heard(table) == ["To save light."]
    assert table.calls[0].output_tokens == 4
