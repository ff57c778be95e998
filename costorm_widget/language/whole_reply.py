"""A chat model whose replies are known as a whole, before their first piece is sent.

Both doubles are such models: one looks into its script, the other into its cassette. What
LangChain wants of a chat model beside that is here: streams, tools, replies of a JSON schema, and
the job that a request was made for, which LangChain does not tell a model that streams.
"""

from __future__ import annotations

import asyncio
import json
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import ensure_config
from pydantic import Field

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
    from langchain_core.language_models.base import LanguageModelInput
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableConfig

_JOB = "costorm_job"


@dataclass(frozen=True, slots=True)
class WholeRequest:
    """One request.

    Attributes:
        messages: What was sent.
        job: The job that it was made for; empty outside of a session.
        form: `text`, `json_schema` or `function_calling`.
        schema: The JSON schema of the reply, for the latter two.
    """

    messages: tuple[BaseMessage, ...]
    job: str
    form: str = "text"
    schema: dict[str, Any] | None = None


class WholeReplyModel(BaseChatModel):
    """A chat model that makes whole replies.

    Attributes:
        piece: Characters in one piece of a stream.
    """

    piece: int = Field(default=12, ge=1)
    # What it says is up to its script or its file: another cache would be in the way.
    cache: Any = Field(default=False, exclude=True)

    @abstractmethod
    async def whole_reply(self, request: WholeRequest) -> AIMessage:
        """Return the reply to `request`, or raise what a provider would raise."""

    def invoke(
        self,
        input: LanguageModelInput,  # noqa: A002 - LangChain's name, here and below
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature, here and below
    ) -> AIMessage:
        """Return the reply."""
        return super().invoke(input, config, stop=stop, **_with_job(config, kwargs))

    async def ainvoke(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> AIMessage:
        """Return the reply."""
        return await super().ainvoke(input, config, stop=stop, **_with_job(config, kwargs))

    def stream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> Iterator[AIMessageChunk]:
        """Yield the reply in pieces."""
        return super().stream(input, config, stop=stop, **_with_job(config, kwargs))

    def astream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> AsyncIterator[AIMessageChunk]:
        """Yield the reply in pieces."""
        return super().astream(input, config, stop=stop, **_with_job(config, kwargs))

    def bind_tools(
        self,
        tools: Sequence[Any],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model with tools; the first one is called with what the reply holds."""
        from langchain_core.utils.function_calling import convert_to_openai_tool

        formatted = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=formatted, tool_choice=tool_choice, **kwargs)

    def with_structured_output(
        self,
        schema: dict[str, Any] | type,
        *,
        include_raw: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> Runnable[LanguageModelInput, Any]:
        """Return the model with replies of a schema, `method=` as other models have it."""
        if kwargs.pop("method", "json_schema") == "function_calling":
            return super().with_structured_output(schema, include_raw=include_raw, **kwargs)
        bound = self.bind(response_format=_response_format(schema))
        return _parsed(bound, schema, include_raw=include_raw)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - LangChain's signature, here and below
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> ChatResult:
        return _result(_waited_for(self.whole_reply(_request(messages, kwargs))))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> ChatResult:
        return _result(await self.whole_reply(_request(messages, kwargs)))

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> Iterator[ChatGenerationChunk]:
        message = _waited_for(self.whole_reply(_request(messages, kwargs)))
        yield from _pieces(message, self.piece)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in _pieces(await self.whole_reply(_request(messages, kwargs)), self.piece):
            yield chunk
            # Other work runs between two pieces, as it would while a network is waited for.
            await asyncio.sleep(0)


def _waited_for(reply: Coroutine[Any, Any, AIMessage]) -> AIMessage:
    """Return the reply in a thread of its own: in a notebook, a loop runs in this one already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, reply).result()


def _with_job(config: RunnableConfig | None, kwargs: Mapping[str, Any]) -> dict[str, Any]:
    metadata = ensure_config(config).get("metadata") or {}
    return {_JOB: metadata.get("job", ""), **kwargs}


def _request(messages: Sequence[BaseMessage], kwargs: Mapping[str, Any]) -> WholeRequest:
    """Return the request, with the form and schema that were bound to the model."""
    job = str(kwargs.get(_JOB, ""))
    if kwargs.get("tools"):
        function = kwargs["tools"][0]["function"]
        schema = {"title": function["name"], **function["parameters"]}
        return WholeRequest(tuple(messages), job, "function_calling", schema)
    if response_format := kwargs.get("response_format"):
        schema = response_format["json_schema"]["schema"]
        return WholeRequest(tuple(messages), job, "json_schema", schema)
    return WholeRequest(tuple(messages), job)


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])


def _pieces(message: AIMessage, length: int) -> Iterator[ChatGenerationChunk]:
    """Yield the text in pieces of `length` characters, then what comes at a stream's end."""
    text = str(message.text)
    for start in range(0, len(text), length):
        piece = AIMessageChunk(content=text[start : start + length])
        yield ChatGenerationChunk(message=piece)
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


def _response_format(schema: dict[str, Any] | type) -> dict[str, Any]:
    """Return the argument by which OpenAI-like models take a schema for their reply."""
    from langchain_core.utils.function_calling import convert_to_openai_function

    function = convert_to_openai_function(schema)
    titled = {"title": function["name"], **function["parameters"]}
    return {"type": "json_schema", "json_schema": {"name": function["name"], "schema": titled}}


def _parsed(
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
