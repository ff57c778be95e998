"""A recorded session runs again without the model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from langchain_openai import ChatOpenAI

from costorm_widget import CoStorm, Settings
from costorm_widget.errors import (
    ContextOverflow,
    ModelRefused,
    ModelUnavailable,
    NotYet,
    RateLimited,
    UserError,
)
from costorm_widget.language.cassette import RecordedModel
from costorm_widget.language.doubles import Asked, ScriptedModel
from costorm_widget.language.prompted.shapes import NameReply, QuestionReply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from langchain_core.messages import AIMessage


class ServerError(Exception):
    """What a provider's client raises."""

    def __init__(self, status_code: int, message: str = "no") -> None:
        self.status_code = status_code
        super().__init__(message)


def written(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def first_recorded_then_replayed(path: Path, model: ScriptedModel) -> Iterator[RecordedModel]:
    yield RecordedModel(path, model)
    yield RecordedModel(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "données" / "会话.json"


async def test_what_was_said_is_said_again_in_any_order(path: Path) -> None:
    model = ScriptedModel(["One [1].", "Two."])
    recorded = RecordedModel(path, model)
    first = await recorded.ainvoke("first")
    await recorded.ainvoke("second")
    assert (await recorded.ainvoke("first")).text == "One [1]."
    assert len(model.asked) == 2, "what is there is not asked for"

    replayed = RecordedModel(path)
    assert (await replayed.ainvoke("second")).text == "Two."
    again = await replayed.ainvoke("first")
    assert again.text == first.text
    assert again.usage_metadata == first.usage_metadata
    assert "".join([str(piece.text) async for piece in replayed.astream("first")]) == "One [1]."
    assert replayed.invoke("first").text == "One [1]."
    assert replayed.model_name == recorded.model_name == "scripted"


async def test_what_is_not_recorded_is_a_clear_error(path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no cassette .*RecordedModel\("):
        RecordedModel(path)
    await RecordedModel(path, ScriptedModel(["One."])).ainvoke("first")
    with pytest.raises(NotYet, match=r"no reply to this request .*; record it with"):
        await RecordedModel(path).ainvoke("another")
    with pytest.raises(NotYet):
        # The same words, but another form.
        await RecordedModel(path).with_structured_output(NameReply).ainvoke("first")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "another"}', "\x00"])
def test_a_file_that_is_no_cassette_is_refused(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="is no cassette"):
        RecordedModel(path, ScriptedModel())
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
async def test_structured_replies_are_recorded(path: Path, method: str) -> None:
    for model in first_recorded_then_replayed(path, ScriptedModel([{"name": "C# – 光"}])):
        structured = model.with_structured_output(NameReply, method=method, include_raw=True)
        reply = await structured.ainvoke("?")
        assert reply["parsed"] == NameReply(name="C# – 光")
        assert bool(reply["raw"].tool_calls) is (method == "function_calling")
    with pytest.raises(NotYet):
        await RecordedModel(path).with_structured_output(QuestionReply, method=method).ainvoke("?")


@pytest.mark.parametrize("failure", [ServerError(400), ServerError(500), ValueError("no JSON")])
async def test_a_form_that_a_model_cannot_do_is_recorded(path: Path, failure: Exception) -> None:
    for model in first_recorded_then_replayed(path, ScriptedModel([failure])):
        with pytest.raises(ModelRefused):
            await model.with_structured_output(NameReply).ainvoke("?")


async def test_a_class_that_knows_no_forms_is_recorded(path: Path) -> None:
    for model in first_recorded_then_replayed(path, ScriptedModel(forms=())):
        with pytest.raises(ModelRefused):
            await model.with_structured_output(NameReply).ainvoke("?")


async def test_an_overflow_is_recorded_with_its_sizes(path: Path) -> None:
    message = "This model's maximum context length is 8192 tokens, you requested 9000 tokens"
    for model in first_recorded_then_replayed(path, ScriptedModel([ServerError(400, message)])):
        with pytest.raises(ContextOverflow) as caught:
            await model.ainvoke("?")
        assert (caught.value.limit, caught.value.asked) == (8192, 9000)


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (ServerError(429), RateLimited),
        (ServerError(503), ModelUnavailable),
        (ServerError(401), ModelRefused),
        (RateLimited("Wait.", 3.0), RateLimited),
    ],
)
@pytest.mark.parametrize("structured", [False, True])
async def test_what_may_pass_is_not_recorded(
    path: Path, failure: Exception, kind: type[Exception], *, structured: bool
) -> None:
    recorded = RecordedModel(path, ScriptedModel([failure, {"name": "Sleep"}]))
    model: Any = recorded.with_structured_output(NameReply) if structured else recorded
    with pytest.raises(kind):
        await model.ainvoke("?")
    assert not written(path)
    assert await model.ainvoke("?")


async def test_no_key_is_in_the_file(path: Path) -> None:
    class Talkative(ScriptedModel):
        """Gives away all it knows, beside its reply."""

        api_key: str = "sk-secret-123456"

        async def whole_reply(self, request: Any) -> AIMessage:
            message = await super().whole_reply(request)
            told = {**message.response_metadata, "headers": {"authorization": self.api_key}}
            return message.model_copy(
                update={"response_metadata": told, "additional_kwargs": {"key": self.api_key}}
            )

    refusal = ServerError(400, "key sk-secret-123456 may not use this form")
    recorded = RecordedModel(path, Talkative(script=["One.", refusal]))
    await recorded.ainvoke("?")
    with pytest.raises(ModelRefused):
        await recorded.with_structured_output(NameReply).ainvoke("?")
    assert "secret" not in written(path)
    openai = ChatOpenAI(model="m", api_key="sk-secret-123456", base_url="http://127.0.0.1:9")  # type: ignore[arg-type]
    assert "secret" not in repr(RecordedModel(path, openai))


async def test_the_file_is_for_people(path: Path) -> None:
    await RecordedModel(path, ScriptedModel(["Größe 光."])).ainvoke(
        "Why?", {"metadata": {"job": "write_answer"}}
    )
    whole = json.loads(written(path))
    (entry,) = whole["replies"].values()
    assert whole["model"] == "scripted"
    assert entry["job"] == "write_answer"
    assert entry["asked"] == [["human", "Why?"]]
    assert "Größe 光." in written(path)
    assert list(path.parent.iterdir()) == [path], "no half-written file is left"


async def test_any_text_survives(path: Path) -> None:
    said = 'half a pair \ud83d, "quotes", \\, \x00'
    await RecordedModel(path, ScriptedModel([said])).ainvoke("?")
    assert (await RecordedModel(path).ainvoke("?")).text == said


def test_a_session_runs_again_from_its_cassette(path: Path) -> None:
    settings = Settings(interview_turns=1, opening_concepts=1)

    def talk(model: RecordedModel) -> CoStorm:
        session = CoStorm.sample(model=model, embeddings="hashed", settings=settings)
        session.warm_start()
        session.run(2)
        return session

    def script(asked: Asked) -> Any:
        # A model that knows no JSON schema: that is part of the record, too.
        return ServerError(500) if asked.form == "json_schema" else asked.default()

    model = ScriptedModel(script)
    first = talk(RecordedModel(path, model))
    asked = len(model.asked)
    again = talk(RecordedModel(path))
    assert len(model.asked) == asked
    assert [turn.utterance for turn in again.turns] == [turn.utterance for turn in first.turns]
    assert all(turn.status == "done" for turn in again.turns)
    assert again.mind_map.to_markdown() == first.mind_map.to_markdown()
    assert again.usage.total.tokens == first.usage.total.tokens
