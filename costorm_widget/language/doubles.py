"""`ScriptedModel`: a chat model that says what it is told to, for tests, demos and lessons.

It is a real LangChain chat model: it streams, binds tools, takes a JSON schema and counts tokens.
Only where other models think, this one looks into its script.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field, PrivateAttr, SkipValidation

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.default_replies import Reply, default_reply, evidence

if TYPE_CHECKING:
    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
    from langchain_core.language_models.base import LanguageModelInput
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

Form = str
"""How a reply was asked for: `text`, `json_schema` or `function_calling`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to a `ScriptedModel`.

    Attributes:
        number: How many requests came before it.
        job: The job it was made for, such as `write_answer`; empty outside of a session.
        instructions: The system message.
        prompt: The user's message, with the evidence; later messages are appended.
        form: `text`, `json_schema` or `function_calling`.
        schema: The JSON schema of the reply, for the latter two.
    """

    number: int
    job: str
    instructions: str
    prompt: str
    form: Form = "text"
    schema: dict[str, Any] | None = None

    @property
    def evidence(self) -> dict[int, str]:
        """The text of each numbered passage in the prompt, by its number."""
        return evidence(self.prompt)

    def default(self) -> Any:  # noqa: ANN401 - text or JSON, and made to be changed
        """Return the sensible reply for this job, made from the prompt: text, or a new dict."""
        return default_reply(self.job, self.prompt)


Script = Callable[[Asked], Reply | Exception] | Sequence[Reply | Exception] | None


class ScriptedModel(BaseChatModel):
    """A chat model that follows a script.

    ::

        ScriptedModel()                                     # a sensible reply for every job
        ScriptedModel(["not JSON", {"name": "Sleep"}])      # these first, then sensible ones
        ScriptedModel(lambda asked: "Bees dance [1]." if asked.job == "write_answer"
                      else asked.default())

    Attributes:
        script: A function from what is `Asked` to the reply; or replies in order, after which
            the sensible ones follow; or None for these alone. A reply is text, something that
            is sent as JSON, or an exception to raise.
        delay: Seconds until a reply comes.
        forms: Which structured forms it can do, of `json_schema` and `function_calling`; another
            one raises `NotImplementedError`, as LangChain's classes do.
        piece: Characters in one piece of a stream.
        asked: Every request so far.
    """

    script: SkipValidation[Any] = None
    delay: float = 0.0
    forms: tuple[str, ...] = ("json_schema", "function_calling")
    piece: int = Field(default=12, ge=1)
    model_name: str = "scripted"
    # A script is followed each time: a reply kept from another script would be wrong.
    cache: Any = Field(default=False, exclude=True)

    _asked: list[Asked] = PrivateAttr(default_factory=list)

    def __init__(self, script: Script = None, **fields: Any) -> None:  # noqa: ANN401 - the fields
        """Take the script as the only argument that needs no name."""
        super().__init__(**fields)
        self.script = script

    @property
    def asked(self) -> list[Asked]:
        """Every request so far, oldest first; bound and copied models share the list."""
        return self._asked

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}

    def bind_tools(
        self,
        tools: Sequence[Any],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model with tools; it calls the first one with what the script says."""
        from langchain_core.utils.function_calling import convert_to_openai_tool

        formatted = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=formatted, tool_choice=tool_choice, **kwargs)

    def with_structured_output(
        self,
        schema: dict[str, Any] | type,
        *,
        include_raw: bool = False,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> Runnable[LanguageModelInput, Any]:
        """Return the model with replies of a schema, by `method=` as other models have it.

        Raises:
            NotImplementedError: For a form that is not in `forms`.
        """
        method = kwargs.pop("method", "json_schema")
        if method not in self.forms:
            message = f"This ScriptedModel cannot do {method!r}; give it forms=({method!r},)."
            raise NotImplementedError(message)
        if method == "function_calling":
            return super().with_structured_output(schema, include_raw=include_raw, **kwargs)
        bound = self.bind(response_format=response_format(schema))
        return parsed(bound, schema, include_raw=include_raw)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> ChatResult:
        time.sleep(self.delay)
        return _result(self._message(messages, run_manager, kwargs))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> ChatResult:
        await asyncio.sleep(self.delay)
        return _result(self._message(messages, run_manager, kwargs))

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> Iterator[ChatGenerationChunk]:
        time.sleep(self.delay)
        yield from pieces(self._message(messages, run_manager, kwargs), self.piece)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        await asyncio.sleep(self.delay)
        for chunk in pieces(self._message(messages, run_manager, kwargs), self.piece):
            # Lets other work run between two pieces, as a network would.
            await asyncio.sleep(0)
            yield chunk

    def _message(
        self,
        messages: list[BaseMessage],
        run_manager: AsyncCallbackManagerForLLMRun | CallbackManagerForLLMRun | None,
        kwargs: dict[str, Any],
    ) -> AIMessage:
        asked = _asked(len(self._asked), messages, run_manager, kwargs)
        self._asked.append(asked)
        reply = self._reply(asked)
        if isinstance(reply, Exception):
            raise reply
        return _as_message(reply, asked, messages)

    def _reply(self, asked: Asked) -> Reply | Exception:
        if callable(self.script):
            reply: Reply | Exception = self.script(asked)
            return reply
        script: Sequence[Reply | Exception] = self.script or ()
        return script[asked.number] if asked.number < len(script) else asked.default()


def pieces(message: AIMessage, length: int) -> Iterator[ChatGenerationChunk]:
    """Yield a whole message as a stream: its text in pieces of `length`, at the end the usage."""
    text = str(message.text)
    for start in range(0, len(text), length):
        yield ChatGenerationChunk(message=AIMessageChunk(content=text[start : start + length]))
    calls = [
        tool_call_chunk(
            name=call["name"], args=json.dumps(call["args"]), id=call["id"], index=index
        )
        for index, call in enumerate(message.tool_calls)
    ]
    last = AIMessageChunk(
        content="",
        tool_call_chunks=calls,
        usage_metadata=message.usage_metadata,
        response_metadata=message.response_metadata,
        chunk_position="last",
    )
    yield ChatGenerationChunk(message=last)


def _asked(
    number: int,
    messages: list[BaseMessage],
    run_manager: AsyncCallbackManagerForLLMRun | CallbackManagerForLLMRun | None,
    kwargs: dict[str, Any],
) -> Asked:
    metadata = run_manager.metadata if run_manager else {}
    form, schema = requested_form(kwargs)
    return Asked(
        number,
        str(metadata.get("job", "")),
        "\n\n".join(str(each.text) for each in messages if each.type == "system"),
        "\n\n".join(str(each.text) for each in messages if each.type != "system"),
        form,
        schema,
    )


def requested_form(kwargs: dict[str, Any]) -> tuple[Form, dict[str, Any] | None]:
    """Return the form and schema that were bound to a model, from the arguments of its call."""
    if kwargs.get("tools"):
        function = kwargs["tools"][0]["function"]
        return "function_calling", {"title": function["name"], **function["parameters"]}
    if response_format := kwargs.get("response_format"):
        return "json_schema", response_format["json_schema"]["schema"]
    return "text", None


def response_format(schema: dict[str, Any] | type) -> dict[str, Any]:
    """Return the argument by which OpenAI-like models take a schema for their reply."""
    from langchain_core.utils.function_calling import convert_to_openai_function

    function = convert_to_openai_function(schema)
    titled = {"title": function["name"], **function["parameters"]}
    return {"type": "json_schema", "json_schema": {"name": function["name"], "schema": titled}}


def parsed(
    model: Runnable[LanguageModelInput, AIMessage],
    schema: dict[str, Any] | type,
    *,
    include_raw: bool,
) -> Runnable[LanguageModelInput, Any]:
    """Return `model` with its replies read as JSON, as LangChain's classes give them."""
    from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser
    from langchain_core.runnables import RunnableMap, RunnablePassthrough

    parser: Runnable[AIMessage, Any] = (
        PydanticOutputParser(pydantic_object=schema)
        if isinstance(schema, type)
        else JsonOutputParser()
    )
    if not include_raw:
        return model | parser
    read = RunnablePassthrough.assign(
        parsed=itemgetter("raw") | parser, parsing_error=lambda _: None
    )
    unread = RunnablePassthrough.assign(parsed=lambda _: None)
    either = read.with_fallbacks([unread], exception_key="parsing_error")
    return RunnableMap(raw=model) | either


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])


def _as_message(reply: Reply, asked: Asked, messages: list[BaseMessage]) -> AIMessage:
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    read = sum(count_tokens(str(each.text)) for each in messages)
    said = count_tokens(text)
    usage = {"input_tokens": read, "output_tokens": said, "total_tokens": read + said}
    # A model that answers with words where a tool was offered calls none, as real ones do.
    calls = asked.form == "function_calling" and isinstance(reply, dict)
    call = {"name": (asked.schema or {}).get("title"), "args": reply, "id": f"c{asked.number}"}
    return AIMessage(
        "" if calls else text,
        tool_calls=[call] if calls else [],
        usage_metadata=usage,
        response_metadata={"finish_reason": "tool_calls" if calls else "stop"},
    )
