"""The ladder through OpenAI's own client, against servers that each can do something else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from costorm_widget.language.calls.caller import Caller
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.calls.models import Chosen
from costorm_widget.language.ladder.ladder import Ladder
from costorm_widget.language.prompted.shapes import NameReply, PartsReply
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage
from tests.language.calls.desk import connections_closed_at_once
from tests.servers.hostile import Answering, Body, HostileServer, completion

PROMPT = Prompt("name_concept", "You name concepts.", "Topic: Bees\n\nName the concept.")
GOOD = NameReply(name="Waggle dance")


def ladder(server: HostileServer, model: str = "hostile") -> Ladder:
    chat = ChatOpenAI(
        model=model,
        base_url=server.url,
        api_key=SecretStr("x"),
        max_retries=0,
        http_async_client=connections_closed_at_once(),
    )

    class OneModel:
        def for_job(self, job: str) -> Chosen:
            del job
            return Chosen("hostile", "", chat)

    settings, usage = Settings(cache=False, silence_seconds=5), Usage()
    ledger = Ledger(lambda: settings, lambda: usage, lambda _: None)
    return Ladder(Caller(OneModel(), ledger, lambda: settings, lambda _: None))


def form_of(body: Body) -> str:
    if "tools" in body:
        return "function_calling"
    return str(body.get("response_format", {}).get("type", "text"))


def forms(server: HostileServer) -> list[str]:
    return list(map(form_of, server.requests))


def able(**by_form: dict[str, Any] | int) -> Any:
    """Answer by the form that is asked for: with a message, or with a status."""

    def behave(answering: Answering, body: Body) -> None:
        answer = by_form[form_of(body)]
        if isinstance(answer, int):
            error = {"error": {"message": "this form is not known here", "code": answer}}
            answering.send(answer, json.dumps(error).encode())
        else:
            answering.send(200, completion(answer, "stop", None))

    return behave


def call(arguments: str, name: str = "NameReply") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    calls = [{"id": "c", "type": "function", "function": function}]
    return {"content": None, "tool_calls": calls}


JSON = {"content": '{"name": "Waggle dance"}'}
LINES = {"content": "name: Waggle dance"}


@pytest.mark.parametrize(
    ("behaviour", "first", "later"),
    [
        (able(json_schema=JSON), ["json_schema"], "json_schema"),
        (
            able(json_schema=500, function_calling=call('{"name": "Waggle dance"}')),
            ["json_schema", "function_calling"],
            "function_calling",
        ),
        (
            able(json_schema=400, function_calling=call('{"name": "Waggle dance",')),
            ["json_schema", "function_calling"],
            "function_calling",
        ),
        (
            able(json_schema=500, function_calling={"content": "Fine!"}, text=JSON),
            ["json_schema", "function_calling", "text"],
            "text",
        ),
        (
            able(json_schema=422, function_calling=501, text=LINES),
            ["json_schema", "function_calling", "text"],
            "text",
        ),
        (
            able(json_schema={"content": "Sure."}, function_calling={"content": ""}, text=JSON),
            ["json_schema", "function_calling", "text"],
            "text",
        ),
    ],
)
async def test_what_a_server_can_do_is_found_and_remembered(
    behaviour: Any, first: list[str], later: str
) -> None:
    with HostileServer(behaviour) as server:
        ladder_ = ladder(server)
        assert await ladder_.fill(PROMPT, NameReply) == GOOD
        assert forms(server) == first
        assert await ladder_.fill(PROMPT, NameReply) == GOOD
        assert forms(server)[len(first) :] == [later]


async def test_the_schema_is_bounded_and_without_references() -> None:
    with HostileServer(able(json_schema={"content": '{"concepts": []}'})) as server:
        assert await ladder(server).fill(PROMPT, PartsReply) == PartsReply(concepts=[])
        sent = json.dumps(server.requests[0]["response_format"])
    assert "$ref" not in sent
    assert '"maxLength": 80' in sent
    assert '"maxItems": 12' in sent


async def test_a_model_whose_class_takes_another_method_is_no_warning() -> None:
    # LangChain warns that gpt-4 has no JSON schema, and takes tools by itself.
    able_to_call = able(function_calling=call('{"name": "Waggle dance"}'))
    with HostileServer(able_to_call) as server:
        assert await ladder(server, "gpt-4").fill(PROMPT, NameReply) == GOOD
        assert forms(server) == ["function_calling"]


async def test_garbage_costs_five_calls_then_two() -> None:
    garbage = {"content": "Bees, bees, bees!"}
    behaviour = able(json_schema=garbage, function_calling=garbage, text=garbage)
    with HostileServer(behaviour) as server:
        ladder_ = ladder(server)
        assert await ladder_.fill(PROMPT, NameReply) is None
        assert len(server.requests) == 5
        assert await ladder_.fill(PROMPT, NameReply) is None
        assert len(server.requests) == 7
