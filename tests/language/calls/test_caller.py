"""Whole replies through a real OpenAI client, from a server that does not always do its duty."""

from __future__ import annotations

import asyncio
import time
import traceback
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget.errors import (
    BadReply,
    BudgetReached,
    ContextOverflow,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    RateLimited,
)
from costorm_widget.evidence.sources import Snippet
from costorm_widget.language.calls.request import Request
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.tasks import Passage
from costorm_widget.usage import charging
from tests.language.calls.desk import KEY, client, desk
from tests.servers.hostile import (
    hangs_up,
    holds,
    is_silent,
    one_at_a_time,
    refuses,
    says,
    sends,
    streams,
    tells_the_key,
    usage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers.hostile import Behaviour, HostileServer

    Serve = Callable[..., HostileServer]

QUESTION = Request(Prompt("write_answer", "You answer briefly.", "Why do clocks change?"))
SCHEMA: dict[str, Any] = {
    "title": "Plan",
    "type": "object",
    "properties": {"query": {"type": "string"}},
    "required": ["query"],
    "additionalProperties": False,
}
PLAN = Prompt("plan_turn", "You plan.", "What next?")


def with_evidence(characters: int, tokens: int = 1500) -> Request:
    """A request whose evidence has that many characters."""
    text = ("Clocks went forward in spring. " * (characters // 31 + 1))[:characters]
    snippet = Snippet("s1", "source", 0, len(text), text)
    passage = Passage(1, snippet, "Clocks")
    return Request(Prompt("plan_turn", "You plan.", "What next?", (passage,), tokens))


def in_schema(*, fragile: bool) -> Request:
    return Request(
        PLAN,
        "json_schema",
        lambda model: model.with_structured_output(SCHEMA, method="json_schema", include_raw=True),
        fragile,
    )


async def test_a_reply_is_returned_and_counted(serve: Serve) -> None:
    server = serve(says("To save light.", used=usage(20, 5, cached=12)))
    table = desk(client(server))
    with charging("t3", "Historian", ahead=True):
        reply = await table.caller.ask(QUESTION)
    assert reply.text == "To save light."
    roles = [(each["role"], each["content"]) for each in server.requests[0]["messages"]]
    assert roles == [("system", "You answer briefly."), ("user", "Why do clocks change?")]
    (call,) = table.calls
    assert (call.job, call.model, call.outcome) == ("write_answer", "openai:hostile", "done")
    assert (call.input_tokens, call.cached_tokens, call.output_tokens) == (20, 12, 5)
    assert (call.turn, call.speaker, call.ahead) == ("t3", "Historian", True)
    assert call.cost is None
    assert 0 < call.seconds < 5


async def test_tokens_are_estimated_where_the_server_counts_none(serve: Serve) -> None:
    table = desk(client(serve(says("To save light."))))
    await table.caller.ask(QUESTION)
    # 19 and 21 characters in, 14 out, at four a token.
    assert (table.calls[0].input_tokens, table.calls[0].output_tokens) == (5 + 6, 4)


async def test_c15_a_pause_is_waited_as_told(serve: Serve) -> None:
    server = serve(refuses(429, "slow down", headers={"Retry-After": "2"}), says("Well."))
    table = desk(client(server))
    assert (await table.caller.ask(QUESTION)).text == "Well."
    assert table.slept == [2.0]
    (wait,) = table.waits
    assert (wait.job, wait.seconds) == ("write_answer", 2.0)
    assert wait.reason == "openai:hostile takes no more requests for now (429: slow down)"
    assert [call.outcome for call in table.calls] == ["failed", "done"]
    assert table.calls[0].input_tokens == 0


async def test_c15_a_pause_is_really_waited(serve: Serve) -> None:
    server = serve(refuses(429, "slow down", headers={"Retry-After": "0.3"}), says("Well."))
    table = desk(client(server))
    table.sleep = asyncio.sleep  # type: ignore[assignment]
    caller = table.new_caller()
    began = time.monotonic()
    await caller.ask(QUESTION)
    assert time.monotonic() - began >= 0.3


async def test_c15_an_outage_of_two_calls_is_waited_out(serve: Serve) -> None:
    table = desk(client(serve(refuses(503, "busy"), refuses(503, "busy"), says("Well."))))
    assert (await table.caller.ask(QUESTION)).text == "Well."
    first, second = table.slept
    assert 0.375 <= first <= 0.625
    assert 0.75 <= second <= 1.25


async def test_c15_an_empty_202_is_asked_again(serve: Serve) -> None:
    table = desk(client(serve(sends(202, b""), says("Well."))))
    assert (await table.caller.ask(QUESTION)).text == "Well."
    assert len(table.slept) == 1


async def test_c15_what_stays_limited_ends_as_such(serve: Serve) -> None:
    server = serve(refuses(429, "slow down", headers={"Retry-After": "2"}))
    table = desk(client(server))
    with pytest.raises(RateLimited, match=r"wait 2 seconds and call session\.retry\(\)\.$") as got:
        await table.caller.ask(QUESTION)
    assert got.value.wait == 2.0
    assert table.slept == [2.0, 2.0, 2.0]
    assert len(server.requests) == len(table.calls) == 4


async def test_a_long_pause_is_left_to_the_user(serve: Serve) -> None:
    server = serve(refuses(429, "slow down", headers={"Retry-After": "600"}))
    table = desk(client(server))
    with pytest.raises(RateLimited, match=r"wait 10 minutes and call session\.retry"):
        await table.caller.ask(QUESTION)
    assert len(server.requests) == 1
    assert not table.waits


async def test_waits_double_and_are_the_same_for_the_same_seed(serve: Serve) -> None:
    server = serve(refuses(500, "fault"))
    runs = []
    for seed in (1, 1, 2):
        table = desk(client(server), retries=5, seed=seed)
        with pytest.raises(ModelUnavailable):
            await table.caller.ask(QUESTION)
        runs.append(table.slept)
    assert runs[0] == runs[1] != runs[2]
    assert all(earlier < later for earlier, later in pairwise(runs[0]))
    assert 6 <= runs[0][4] <= 10


async def test_no_retries_means_one_attempt(serve: Serve) -> None:
    server = serve(refuses(503, "busy"))
    with pytest.raises(ModelUnavailable, match=r"fault of its own \(503: busy\); wait a minute"):
        await desk(client(server), retries=0).caller.ask(QUESTION)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "kind", "says_so", "attempts"),
    [
        (sends(200, b"\xff\xfe no JSON"), BadReply, "something that is no reply", 3),
        (sends(200, b"<html>Sign in</html>", "text/html"), BadReply, "its address", 3),
        (sends(200, b'{"choices": null}'), BadReply, "something that is no reply", 3),
        (sends(200, b'{"choices": []}'), BadReply, "something that is no reply", 3),
        (sends(200, b'{"error": {"message": "x", "code": 503}}'), BadReply, "no reply", 3),
        (sends(200, b'{"choices": [{"mess'), BadReply, "something that is no reply", 3),
        (hangs_up(), ModelUnavailable, "The connection to openai:hostile failed", 3),
        (streams(b"{", ends=False), ModelUnavailable, "The connection to", 3),
        (refuses(404, "no such model"), ModelRefused, "model's name and the base URL", 1),
        (refuses(422, "bad field"), ModelRefused, r"refuses the request \(422: bad field\)", 1),
        (refuses(401, "bad key"), ModelRefused, r"does not accept the key \(401\)", 1),
        (refuses(403, "not yours"), ModelRefused, r"does not accept the key \(403\)", 1),
        (refuses(429, "x", code="insufficient_quota"), ModelRefused, "no credit left", 1),
    ],
)
async def test_each_fault_ends_as_its_kind(
    serve: Serve, behaviour: Behaviour, kind: type[ModelError], says_so: str, attempts: int
) -> None:
    server = serve(behaviour)
    table = desk(client(server), retries=2)
    with pytest.raises(kind, match=says_so):
        await table.caller.ask(QUESTION)
    assert len(server.requests) == attempts
    assert [call.outcome for call in table.calls] == ["failed"] * attempts


async def test_no_server_at_all() -> None:
    from tests.servers.hostile import HostileServer

    with HostileServer(says("never")) as gone:
        model = client(gone)
    with pytest.raises(ModelUnavailable, match=r"check the network and that the server runs"):
        await desk(model, retries=0).caller.ask(QUESTION)


async def test_silence_ends_after_its_time(serve: Serve) -> None:
    table = desk(client(serve(is_silent(), says("Well."))), silence_seconds=0.2)
    assert (await table.caller.ask(QUESTION)).text == "Well."
    assert table.waits[0].reason == "openai:hostile said nothing for 0.2 seconds"
    # The model may have worked on it, and is paid for that.
    assert table.calls[0].input_tokens == 11
    assert 0.2 <= table.calls[0].seconds < 2


async def test_who_waits_in_the_queue_of_a_small_server_does_not_take_it_for_silent(
    serve: Serve,
) -> None:
    server = serve(one_at_a_time(says("Well."), 0.3))
    table = desk(client(server), silence_seconds=0.9, concurrent_calls=8)
    replies = await asyncio.gather(*(table.caller.ask(QUESTION) for _ in range(6)))
    assert [each.text for each in replies] == ["Well."] * 6
    assert len(server.requests) == 6
    assert max(call.seconds for call in table.calls) > 1.5


async def test_c14_a_long_prompt_is_shortened_once_by_what_the_error_says(serve: Serve) -> None:
    server = serve(holds(1200, says("A plan.")))
    request = with_evidence(6000)
    table = desk(client(server))
    assert (await table.caller.ask(request)).text == "A plan."
    first, second = (sum(len(each["content"]) for each in r["messages"]) for r in server.requests)
    assert first > 4800
    # 0.9 of the limit, less the 500 tokens that the plan may have.
    assert 1800 < second < (1200 * 0.9 - 500) * 4 + 100
    assert not table.slept


async def test_c14_a_prompt_that_stays_too_long_ends_clearly(serve: Serve) -> None:
    server = serve(refuses(400, "maximum context length is 8192 tokens"))
    table = desk(client(server))
    with pytest.raises(ContextOverflow, match=r"it takes 8,192 tokens|too long for") as got:
        await table.caller.ask(with_evidence(3000))
    assert "evidence_tokens" in str(got.value)
    assert str(got.value).endswith("call session.retry().")
    assert len(server.requests) == 2
    assert not table.slept


async def test_c14_without_evidence_there_is_nothing_to_shorten(serve: Serve) -> None:
    server = serve(holds(1, says("never")))
    with pytest.raises(ContextOverflow) as got:
        await desk(client(server)).caller.ask(QUESTION)
    assert (got.value.limit, got.value.asked) == (1, 10)
    assert len(server.requests) == 1


async def test_c14_an_error_without_numbers_halves_the_evidence(serve: Serve) -> None:
    server = serve(refuses(400, "the input length exceeds the context length"), says("A plan."))
    await desk(client(server)).caller.ask(with_evidence(4000))
    first, second = (len(each["messages"][1]["content"]) for each in server.requests)
    assert 0.35 < second / first < 0.65


async def test_keys_are_in_no_message_event_or_trace(serve: Serve) -> None:
    for status in (400, 401, 404, 429, 500):
        server = serve(tells_the_key(status))
        table = desk(client(server), retries=1)
        with pytest.raises(ModelError) as got:
            await table.caller.ask(QUESTION)
        assert KEY in server.headers[0]["authorization"]
        shown = "".join(traceback.format_exception(got.value))
        assert KEY not in shown
        assert KEY not in repr(table.events)


async def test_a_schema_is_asked_for_and_the_raw_message_returned(serve: Serve) -> None:
    server = serve(says('{"query": "clocks"}'))
    reply = await desk(client(server)).caller.ask(in_schema(fragile=True))
    assert reply.text == '{"query": "clocks"}'
    assert server.requests[0]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize("status", [400, 404, 500, 501])
async def test_a_form_that_the_server_cannot_do_is_told_at_once(serve: Serve, status: int) -> None:
    server = serve(refuses(status, "response_format is not supported"))
    table = desk(client(server))
    with pytest.raises(ModelRefused):
        await table.caller.ask(in_schema(fragile=True))
    assert len(server.requests) == 1
    assert not table.slept


async def test_an_unreadable_reply_to_a_new_form_is_told_at_once(serve: Serve) -> None:
    server = serve(sends(200, b'{"choices": null}'))
    with pytest.raises(BadReply):
        await desk(client(server)).caller.ask(in_schema(fragile=True))
    assert len(server.requests) == 1


async def test_a_busy_server_is_waited_for_in_any_form(serve: Serve) -> None:
    server = serve(refuses(503, "loading model"), says('{"query": "clocks"}'))
    assert (await desk(client(server)).caller.ask(in_schema(fragile=True))).text
    assert len(server.requests) == 2


async def test_a_proven_form_is_asked_again_after_a_fault(serve: Serve) -> None:
    server = serve(refuses(500, "fault"), says('{"query": "clocks"}'))
    assert (await desk(client(server)).caller.ask(in_schema(fragile=False))).text


async def test_json_that_was_cut_off_is_returned_as_far_as_it_goes(serve: Serve) -> None:
    server = serve(says('{"query": "clo', finish="length", used=usage(30, 9)))
    table = desk(client(server))
    reply = await table.caller.ask(in_schema(fragile=False))
    assert reply.text == '{"query": "clo'
    assert (table.calls[0].input_tokens, table.calls[0].output_tokens) == (30, 9)
    assert len(server.requests) == 1


@pytest.mark.parametrize("thoughts", ["", "<think>First, clocks are"])
async def test_who_thinks_longer_than_the_limit_is_asked_without_it(
    serve: Serve, thoughts: str
) -> None:
    server = serve(says(thoughts, finish="length"), says("To save light."))
    table = desk(client(server))
    assert (await table.caller.ask(QUESTION)).text == "To save light."
    await table.caller.ask(Request(PLAN))
    limits = [each.get("max_completion_tokens") for each in server.requests]
    assert limits == [1000, None, None]
    assert [call.outcome for call in table.calls] == ["done"] * 3


async def test_what_is_cut_without_a_limit_is_not_asked_for_ever(serve: Serve) -> None:
    server = serve(says("", finish="length"))
    table = desk(client(server))
    assert not (await table.caller.ask(QUESTION)).text
    assert len(server.requests) == 2


async def test_a_reached_limit_refuses_the_next_attempt(serve: Serve) -> None:
    server = serve(refuses(503, "busy"))
    table = desk(client(server), max_requests=2)
    with pytest.raises(BudgetReached, match=r"used 2 requests of max_requests=2; raise"):
        await table.caller.ask(QUESTION)
    assert len(server.requests) == 2


async def test_parallel_calls_do_not_pass_a_limit_of_requests(serve: Serve) -> None:
    server = serve(says("Well.", pause=0.05))
    table = desk(client(server), max_requests=3)
    asked = [table.caller.ask(Request(Prompt("polish", "", f"Text {n}"))) for n in range(6)]
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, BudgetReached) for each in results) == 3
    assert len(server.requests) == 3


async def test_calls_carry_their_names_for_traces(serve: Serve) -> None:
    from langchain_core.callbacks import BaseCallbackHandler

    class Listener(BaseCallbackHandler):
        heard: dict[str, Any]

        def on_chat_model_start(self, *_: Any, **known: Any) -> None:
            self.heard = known

    listener = Listener()
    model = client(serve(says("Well.")), callbacks=[listener])
    table = desk(model)
    with charging("t7", "Historian"):
        await table.caller.ask(QUESTION)
    assert listener.heard["name"] == "costorm write_answer"
    assert "costorm" in listener.heard["tags"]
    named = {"job": "write_answer", "turn": "t7", "speaker": "Historian"}
    assert named.items() <= listener.heard["metadata"].items()
