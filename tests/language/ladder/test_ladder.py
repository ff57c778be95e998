"""The ladder, on real LangChain models that can do less and less."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.language_models import FakeListChatModel

from costorm_widget.errors import BudgetReached, ModelRefused, RateLimited
from costorm_widget.language.calls.caller import Caller
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.calls.models import Chosen
from costorm_widget.language.doubles import Asked, ScriptedModel
from costorm_widget.language.ladder.ladder import RUNGS, Ladder
from costorm_widget.language.prompted.shapes import ExpertsReply, NameReply, PlanReply
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.language_models import BaseChatModel

    from costorm_widget.usage import Call

PROMPT = Prompt("name_concept", "You name concepts.", "Topic: Bees\n\nName the concept.")
GOOD = {"name": "Waggle dance"}


class OneModel:
    """One model for every job."""

    def __init__(self, model: BaseChatModel) -> None:
        self.model = model

    def for_job(self, job: str) -> Chosen:
        del job
        return Chosen("a model", "", self.model)


class ServerError(Exception):
    """What a provider's client raises."""

    def __init__(self, status_code: int, message: str = "no") -> None:
        self.status_code = status_code
        super().__init__(message)


async def no_wait(seconds: float) -> None:
    del seconds


def ladder(model: BaseChatModel, **settings: Any) -> Ladder:
    chosen = Settings(cache=False, **settings)
    usage = Usage()

    def emit(event: Any) -> None:
        call: Call | None = getattr(event, "call", None)
        if call:
            usage.add(call)

    ledger = Ledger(lambda: chosen, lambda: usage, emit)
    return Ladder(Caller(OneModel(model), ledger, lambda: chosen, emit, no_wait))


def forms(model: ScriptedModel) -> list[str]:
    return [each.form for each in model.asked]


def by_form(replies: dict[str, Any]) -> Callable[[Asked], Any]:
    return lambda asked: replies.get(asked.form, GOOD)


async def test_the_first_rung_is_a_json_schema() -> None:
    model = ScriptedModel([GOOD])
    assert await ladder(model).fill(PROMPT, NameReply) == NameReply(name="Waggle dance")
    (asked,) = model.asked
    assert asked.form == "json_schema"
    assert asked.schema is not None
    assert asked.schema["properties"]["name"]["maxLength"] == 80
    assert "JSON" not in asked.prompt, "the server tells the model itself"


@pytest.mark.parametrize("status", [400, 404, 422, 500, 501])
async def test_a_server_that_breaks_on_json_schema_is_asked_for_tools(status: int) -> None:
    model = ScriptedModel(by_form({"json_schema": ServerError(status)}))
    ladder_ = ladder(model)
    for _ in range(2):
        assert await ladder_.fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert forms(model) == ["json_schema", "function_calling", "function_calling"]


async def test_a_class_without_structured_replies_is_asked_in_words() -> None:
    model = ScriptedModel([GOOD], forms=())
    assert await ladder(model).fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert forms(model) == ["text"]
    assert "JSON object" in model.asked[0].prompt
    # A class of LangChain itself, which raises NotImplementedError too.
    bare = FakeListChatModel(responses=['{"name": "Waggle dance"}'])
    assert await ladder(bare).fill(PROMPT, NameReply) == NameReply(**GOOD)


async def test_a_silent_none_of_function_calling_means_next_rung() -> None:
    script = by_form({"json_schema": ServerError(500), "function_calling": "A fine name indeed!"})
    model = ScriptedModel(script)
    ladder_ = ladder(model)
    for _ in range(2):
        assert await ladder_.fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert forms(model) == ["json_schema", "function_calling", "text", "text"]


async def test_lines_are_the_last_rung() -> None:
    def script(asked: Asked) -> str:
        return "name: Waggle dance" if "Reply with lines" in asked.prompt else "Well, well."

    model = ScriptedModel(script)
    ladder_ = ladder(model)
    for _ in range(2):
        assert await ladder_.fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert len(model.asked) == len(RUNGS) + 1


@pytest.mark.parametrize("reply", ["Well, well.", "", "null", "{}", '{"nam', {"title": 3}, []])
async def test_a_model_that_never_gets_it_right_costs_five_calls_then_two(reply: Any) -> None:
    model = ScriptedModel(lambda _: reply)
    # An empty reply is asked for again by the caller; that is not what is counted here.
    ladder_ = ladder(model, retries=0)
    assert await ladder_.fill(PROMPT, NameReply) is None
    assert len(model.asked) <= 5
    before = len(model.asked)
    for _ in range(3):
        assert await ladder_.fill(PROMPT, NameReply) is None
    assert len(model.asked) - before <= 6


async def test_c13_a_reply_with_the_wrong_content_is_shown_to_the_model_once() -> None:
    wrong = {"intent": "dance", "question": "Why do bees dance?", "queries": []}
    right = {**wrong, "intent": "potential answer"}
    model = ScriptedModel([wrong, right])
    reply = await ladder(model).fill(PROMPT, PlanReply)
    assert reply == PlanReply.model_validate(right)
    assert forms(model) == ["json_schema", "json_schema"]
    again = model.asked[1].prompt
    assert "Why do bees dance?" in again
    assert "`intent` has to be one of: original question" in again
    assert "JSON object" in again
    assert again.startswith(PROMPT.request)


async def test_a_long_wrong_reply_is_shown_shortened() -> None:
    model = ScriptedModel([{"nothing": "words " * 3000}, GOOD])
    assert await ladder(model).fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert "words words" in model.asked[1].prompt
    assert len(model.asked[1].prompt) < 1500


async def test_a_shape_that_is_refused_gets_a_rung_of_its_own() -> None:
    def script(asked: Asked) -> Any:
        if asked.form == "json_schema" and asked.schema and "experts" in asked.schema["properties"]:
            return ServerError(400, "grammar too complex")
        return {"experts": []} if "experts" in str(asked.schema) else GOOD

    model = ScriptedModel(script)
    ladder_ = ladder(model)
    assert await ladder_.fill(PROMPT, NameReply)
    for _ in range(2):
        assert await ladder_.fill(PROMPT, ExpertsReply) == ExpertsReply(experts=[])
    assert await ladder_.fill(PROMPT, NameReply)
    last_three = ["function_calling", "function_calling", "json_schema"]
    assert forms(model) == ["json_schema", "json_schema", *last_three]


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_is_told_at_once(status: int) -> None:
    model = ScriptedModel(lambda _: ServerError(status))
    with pytest.raises(ModelRefused, match="key"):
        await ladder(model).fill(PROMPT, NameReply)
    assert len(model.asked) == 1


async def test_a_rate_limit_is_no_fault_of_the_form() -> None:
    model = ScriptedModel([ServerError(429), GOOD])
    assert await ladder(model).fill(PROMPT, NameReply) == NameReply(**GOOD)
    assert forms(model) == ["json_schema", "json_schema"]
    model = ScriptedModel(lambda _: ServerError(429))
    with pytest.raises(RateLimited):
        await ladder(model, retries=1).fill(PROMPT, NameReply)
    assert set(forms(model)) == {"json_schema"}


async def test_a_limit_of_the_session_passes_through() -> None:
    model = ScriptedModel(lambda _: "no")
    with pytest.raises(BudgetReached):
        await ladder(model, max_requests=2).fill(PROMPT, NameReply)
    assert len(model.asked) == 2


async def test_a_model_name_that_is_wrong_is_told_after_the_forms_were_tried() -> None:
    model = ScriptedModel(lambda _: ServerError(404, "no such model"))
    with pytest.raises(ModelRefused, match="not there"):
        await ladder(model).fill(PROMPT, NameReply)
    assert len(model.asked) == 3


async def test_what_is_learned_of_one_model_is_not_held_against_another() -> None:
    class TwoModels(OneModel):
        def for_job(self, job: str) -> Chosen:
            return Chosen(job, "", self.model)

    model = ScriptedModel(
        lambda asked: (
            GOOD
            if asked.job == "name_concept"
            else ServerError(500, "no forms")
            if asked.form != "text"
            else GOOD
        )
    )
    settings = Settings(cache=False)
    usage = Usage()
    ledger = Ledger(lambda: settings, lambda: usage, lambda _: None)
    both = Ladder(Caller(TwoModels(model), ledger, lambda: settings, lambda _: None, no_wait))
    other = Prompt("outline", "", "Topic: Bees")
    assert await both.fill(other, NameReply)
    assert await both.fill(PROMPT, NameReply)
    assert forms(model) == ["json_schema", "function_calling", "text", "json_schema"]
