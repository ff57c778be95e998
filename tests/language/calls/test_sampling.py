"""How long a reply may be and how it is drawn, whatever the model calls these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from costorm_widget.language.calls.request import Request
from costorm_widget.language.calls.sampling import output_limit, tuned
from costorm_widget.language.models import JOB_GROUPS
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.settings import Settings
from tests.language.calls.desk import client, desk
from tests.servers.hostile import says

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers.hostile import HostileServer

    Serve = Callable[..., HostileServer]

LIMITS = Settings(
    question_answering_tokens=101,
    discourse_management_tokens=102,
    utterance_polishing_tokens=103,
    question_asking_tokens=104,
    outline_generation_tokens=105,
    knowledge_base_tokens=106,
)


class OllamaLike(FakeListChatModel):
    num_predict: int | None = None
    responses: list[str] = ["Well."]  # noqa: RUF012 - a pydantic field


class GoogleLike(FakeListChatModel):
    max_output_tokens: int | None = None
    responses: list[str] = ["Well."]  # noqa: RUF012 - a pydantic field


def openai(**fields: Any) -> ChatOpenAI:
    return ChatOpenAI(model="one", api_key=SecretStr("x"), **fields)


@pytest.mark.parametrize(
    ("job", "tokens"),
    [
        ("write_answer", 101),
        ("plan_turn", 102),
        ("polish", 103),
        ("ask_as_moderator", 104),
        ("outline", 105),
        ("choose_placements", 106),
    ],
)
def test_each_group_of_jobs_has_its_limit(job: str, tokens: int) -> None:
    assert output_limit(job, LIMITS) == tokens


def test_every_job_has_a_limit() -> None:
    assert {output_limit(job, LIMITS) for job in JOB_GROUPS} == set(range(101, 107))


@pytest.mark.parametrize(
    ("own", "expected"), [(None, 101), (50, 50), (4000, 101), (-1, 101), (-2, 101)]
)
def test_a_smaller_limit_of_the_model_stays(own: int | None, expected: int) -> None:
    assert tuned(OllamaLike(num_predict=own), "write_answer", LIMITS) == OllamaLike(
        num_predict=expected
    )
    assert tuned(GoogleLike(max_output_tokens=own), "write_answer", LIMITS) == GoogleLike(
        max_output_tokens=expected
    )


def test_the_model_itself_is_not_changed() -> None:
    model = openai(temperature=0.3)
    copy = tuned(model, "write_answer", Settings(temperature=0.9, top_p=0.8))
    assert isinstance(copy, ChatOpenAI)
    assert (copy.max_tokens, copy.temperature, copy.top_p) == (1000, 0.9, 0.8)
    assert (model.max_tokens, model.temperature, model.top_p) == (None, 0.3, None)


def test_without_settings_the_model_keeps_its_own() -> None:
    copy = tuned(openai(temperature=0.3, top_p=0.7), "write_answer", Settings())
    assert isinstance(copy, ChatOpenAI)
    assert (copy.temperature, copy.top_p) == (0.3, 0.7)


def test_a_model_without_such_fields_is_taken_as_it_is() -> None:
    model = FakeListChatModel(responses=["Well."])
    assert tuned(model, "write_answer", Settings(temperature=0.9)) is model


def test_the_limit_can_be_left_out() -> None:
    model = openai()
    assert tuned(model, "write_answer", Settings(), limited=False) is model


async def test_the_settings_reach_the_wire(serve: Serve) -> None:
    server = serve(says("Well."))
    table = desk(client(server), temperature=0.9, top_p=0.8)
    await table.caller.ask(Request(Prompt("ask_as_moderator", "", "Ask.")))
    sent = server.requests[0]
    assert (sent["temperature"], sent["top_p"]) == (0.9, 0.8)
    assert sent["max_completion_tokens"] == 300
