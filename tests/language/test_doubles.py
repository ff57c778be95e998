"""The scripted model is a LangChain chat model like any other, and a session can run on it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from costorm_widget import CoStorm, Settings
from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.doubles import Asked, ScriptedModel
from costorm_widget.language.prompted.shapes import (
    ChoicesReply,
    ExpertsReply,
    NameReply,
    PartsReply,
    PlanReply,
    QuestionReply,
    StepsReply,
    SupportReply,
    VerdictsReply,
)

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from pydantic import BaseModel

PROMPT = """Topic: Honey bees

<evidence-0123456789ab>
[1] Dances
Bees tell of food by dancing. They waggle.

[2] The sun
Polarised light guides workers home, even under clouds.
</evidence-0123456789ab>

The talk so far:
Anna: Bees fly. Why do they dance in the dark?

Group 1: passages [1], found by "dance". Near it: 3, 1.
Group 2: passages [2]. Near it: 2.

Go on."""


def job(name: str) -> RunnableConfig:
    return {"metadata": {"job": name}}


def test_without_a_script_every_job_has_a_sensible_reply() -> None:
    shapes: dict[str, type[BaseModel]] = {
        "plan_background": QuestionReply,
        "propose_experts": ExpertsReply,
        "ask_in_interview": QuestionReply,
        "plan_turn": PlanReply,
        "outline": PartsReply,
        "split_concept": PartsReply,
        "name_concept": NameReply,
        "choose_placements": ChoicesReply,
        "navigate": StepsReply,
        "judge_disputes": VerdictsReply,
        "check_support": SupportReply,
    }
    model = ScriptedModel()
    for name, shape in shapes.items():
        reply = shape.model_validate_json(str(model.invoke(PROMPT, job(name)).text))
        assert reply.model_dump() != {}
    for name in ("write_answer", "write_section", "write_lead", ""):
        said = str(model.invoke(PROMPT, job(name)).text)
        assert said == (
            "Bees tell of food by dancing [1]. "
            "Polarised light guides workers home, even under clouds [2]."
        )
    for name in ("ask_as_moderator", "ask_as_guest", "open_concept"):
        said = str(model.invoke(PROMPT, job(name)).text)
        assert "Honey bees?" in said


def default(name: str, prompt: str = PROMPT) -> Any:
    return Asked(0, name, "", prompt).default()


def test_replies_are_made_from_the_prompt() -> None:
    plan = default("plan_turn")
    assert plan["intent"] == "potential answer"
    assert plan["question"] == "Why do they dance in the dark?"
    told = PROMPT.replace("dark?", "dark.")
    assert default("plan_turn", told)["intent"] == "further details"
    assert default("choose_placements") == {"choices": [3, 2]}
    judged = default("judge_disputes", "Topic: Bees\n\nPair 1: passages [1] and [2], why.\nGive.")
    assert judged == {"verdicts": ["confirmed"]}
    claims = "Sentence 1, citing [1], [2]: In 1908.\nSentence 2, citing [2]: In 1974.\nGive 2."
    checked = default("check_support", f"[1] A\nIt was 1908.\n\n[2] B\nNothing.\n\n{claims}")
    assert [each["verdict"] for each in checked["checks"]] == ["says so", "says otherwise"]
    stands = ". It stands at Bees.\nBelow: 1. Wings; 2. Dancing"
    walking = PROMPT.replace(". Near it: 3, 1.", stands)
    walking = walking.replace(". Near it: 2.", ". It stands at the top.\nBelow: 1. Bees")
    assert default("navigate", walking) == {
        "steps": [{"below": 2, "name": ""}, {"below": -1, "name": "Polarised workers"}]
    }
    members = [each["members"] for each in default("outline")["concepts"]]
    assert members == [[1], [2]]
    assert default("polish", "Topic: Bees\n\nYour draft:\nOne [1].\n\nTwo [2].") == (
        "One [1].\n\nTwo [2]."
    )
    assert default("write_answer", "Topic: C# and F#") == "There is no evidence on C# and F# here."


def test_a_default_reply_may_be_changed() -> None:
    def script(asked: Asked) -> Any:
        reply = asked.default()
        if asked.job == "choose_placements":
            reply["choices"][0] = 0
        return reply

    model = ScriptedModel(script)
    assert json.loads(str(model.invoke(PROMPT, job("choose_placements")).text)) == {
        "choices": [0, 2]
    }
    assert default("choose_placements") == {"choices": [3, 2]}


def test_a_list_is_followed_by_sensible_replies() -> None:
    model = ScriptedModel(["Bees dance.", {"name": "Sleep"}, ["a", "b"], ValueError("no")])
    assert model.invoke("?").text == "Bees dance."
    assert json.loads(str(model.invoke("?").text)) == {"name": "Sleep"}
    assert json.loads(str(model.invoke("?").text)) == ["a", "b"]
    with pytest.raises(ValueError, match="no"):
        model.invoke("?")
    assert str(model.invoke(PROMPT, job("write_answer")).text).startswith("Bees tell")
    with pytest.raises(TypeError, match="a list of replies"):
        ScriptedModel("Bees dance.")


def test_every_request_is_told() -> None:
    model = ScriptedModel()
    model.model_copy().bind().invoke(
        [SystemMessage("You know bees."), HumanMessage(PROMPT)], job("write_answer")
    )
    (asked,) = model.asked
    assert asked.job == "write_answer"
    assert asked.instructions == "You know bees."
    assert asked.prompt == PROMPT
    assert asked.form == "text"
    assert asked.evidence == {
        1: "Bees tell of food by dancing. They waggle.",
        2: "Polarised light guides workers home, even under clouds.",
    }


def test_tokens_are_counted() -> None:
    message = ScriptedModel(["Bees dance."]).invoke([SystemMessage("Short."), HumanMessage(PROMPT)])
    read, said = count_tokens("Short.") + count_tokens(PROMPT), count_tokens("Bees dance.")
    assert message.usage_metadata == {
        "input_tokens": read,
        "output_tokens": said,
        "total_tokens": read + said,
    }


async def test_it_streams_in_pieces() -> None:
    model = ScriptedModel(piece=5)
    pieces = [piece async for piece in model.astream(PROMPT, job("write_answer"))]
    whole = await ScriptedModel().ainvoke(PROMPT, job("write_answer"))
    assert "".join(str(piece.text) for piece in pieces) == whole.text
    assert all(len(str(piece.text)) <= 5 for piece in pieces)
    assert [piece.usage_metadata for piece in pieces if piece.usage_metadata] == [
        whole.usage_metadata
    ]
    assert pieces[-1].response_metadata["finish_reason"] == "stop"
    assert [asked.job for asked in model.asked] == ["write_answer"]
    assert "".join(str(piece.text) for piece in model.stream("?")) == model.invoke("?").text


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
@pytest.mark.parametrize("schema", [NameReply, NameReply.model_json_schema()])
async def test_structured_replies_go_through_langchain(method: str, schema: Any) -> None:
    model = ScriptedModel([{"name": "Sleep"}, {"name": "Sleep"}, "No."])
    structured = model.with_structured_output(schema, method=method, include_raw=True)
    reply = await structured.ainvoke("?")
    expected = NameReply(name="Sleep") if isinstance(schema, type) else {"name": "Sleep"}
    assert reply["parsed"] == expected
    assert bool(reply["raw"].tool_calls) is (method == "function_calling")
    assert model.asked[0].form == method
    assert model.asked[0].schema is not None
    assert model.asked[0].schema["title"] == "NameReply"
    bare = model.with_structured_output(schema, method=method)
    assert await bare.ainvoke("?") == expected
    # Words where a form was asked for are nothing, as from real models.
    assert (await structured.ainvoke("?"))["parsed"] is None


def test_it_can_be_a_model_that_knows_no_forms() -> None:
    model = ScriptedModel(forms=("function_calling",))
    model.with_structured_output(NameReply, method="function_calling")
    with pytest.raises(NotImplementedError, match="json_schema"):
        model.with_structured_output(NameReply, method="json_schema")


async def test_a_tool_call_comes_through_a_stream() -> None:
    bound = ScriptedModel([{"name": "Sleep"}]).bind_tools([NameReply])
    pieces = [piece async for piece in bound.astream("?")]
    calls = [call for piece in pieces for call in piece.tool_calls]
    assert [(call["name"], call["args"]) for call in calls] == [("NameReply", {"name": "Sleep"})]


async def test_a_delay_is_waited_without_holding_up_others() -> None:
    model = ScriptedModel(delay=0.1)
    began = time.perf_counter()
    await asyncio.gather(*(model.ainvoke("?") for _ in range(10)))
    assert 0.1 <= time.perf_counter() - began < 0.9
    began = time.perf_counter()
    model.invoke("?")
    assert time.perf_counter() - began >= 0.1


def test_a_whole_session_runs_on_it() -> None:
    model = ScriptedModel()
    session = CoStorm.sample(
        model=model,
        embeddings="hashed",
        settings=Settings(interview_turns=1, opening_concepts=2),
    )
    session.warm_start()
    session.say("How do clock changes touch farmers?")
    session.run(3)
    report = session.generate_report()
    assert [turn.status for turn in session.turns] == ["done"] * len(session.turns)
    assert not any(turn.dropped_citations for turn in session.turns)
    assert report.references
    jobs = {asked.job for asked in model.asked}
    # The rest, a guest's question and a separate polish, were not asked for.
    assert jobs >= {
        *("plan_background", "propose_experts", "ask_in_interview", "outline", "open_concept"),
        *("write_answer", "choose_placements", "write_section", "write_lead"),
    }
    assert "" not in jobs
    assert not [asked for asked in model.asked if "cannot be used" in asked.prompt]
    forms = {asked.form for asked in model.asked}
    assert forms == {"text", "json_schema"}, "the first rung is enough"
