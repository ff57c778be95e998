"""`ScriptedModel`: a chat model that says what it is told to, for tests, demos and lessons.

It is a real LangChain chat model: it streams, calls tools, takes a JSON schema and counts tokens.
Only where other models think, this one looks into its script.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage
from pydantic import PrivateAttr, SkipValidation

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.default_replies import Reply, default_reply, evidence
from costorm_widget.language.whole_reply import WholeReplyModel

if TYPE_CHECKING:
    from langchain_core.language_models.base import LanguageModelInput
    from langchain_core.runnables import Runnable

    from costorm_widget.language.whole_reply import WholeRequest


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to a `ScriptedModel`.

    Attributes:
        number: How many requests came before it.
        job: The job it was made for, such as `write_answer`; empty outside of a session.
        instructions: The system message.
        prompt: The user's message, with the evidence.
        form: `text`, `json_schema` or `function_calling`.
        schema: The JSON schema of the reply, for the latter two.
    """

    number: int
    job: str
    instructions: str
    prompt: str
    form: str = "text"
    schema: dict[str, Any] | None = None

    @property
    def evidence(self) -> dict[int, str]:
        """The text of each numbered passage in the prompt, by its number."""
        return evidence(self.prompt)

    def default(self) -> Any:  # noqa: ANN401 - text or JSON, and made to be changed
        """Return the sensible reply for this job, made from the prompt: text, or a new dict."""
        return default_reply(self.job, self.prompt)


Script = Callable[[Asked], Reply | Exception] | Sequence[Reply | Exception] | None


class ScriptedModel(WholeReplyModel):
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
        model_name: Its name in accounts.
        asked: Every request so far.
    """

    script: SkipValidation[Any] = None
    delay: float = 0.0
    forms: tuple[str, ...] = ("json_schema", "function_calling")
    model_name: str = "scripted"

    _asked: list[Asked] = PrivateAttr(default_factory=list)

    def __init__(self, script: Script = None, **fields: Any) -> None:  # noqa: ANN401 - the fields
        """Take the script as the only argument that needs no name.

        Raises:
            TypeError: For a text, which is neither a function nor replies in order.
        """
        if isinstance(script, str):
            message = f"A script is a list of replies or a function; write [{script[:40]!r}]."
            raise TypeError(message)
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

    def with_structured_output(
        self,
        schema: dict[str, Any] | type,
        *,
        include_raw: bool = False,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature
    ) -> Runnable[LanguageModelInput, Any]:
        """Return the model with replies of a schema, `method=` as other models have it.

        Raises:
            NotImplementedError: For a form that is not in `forms`.
        """
        method = kwargs.get("method", "json_schema")
        if method not in self.forms:
            message = f"This ScriptedModel cannot do {method!r}; give it forms=({method!r},)."
            raise NotImplementedError(message)
        return super().with_structured_output(schema, include_raw=include_raw, **kwargs)

    async def whole_reply(self, request: WholeRequest) -> AIMessage:
        """Return what the script says to `request`, after the delay.

        Raises:
            Exception: Whatever the script gives to be raised.
        """
        asked = _asked(len(self._asked), request)
        self._asked.append(asked)
        reply = self._reply(asked)
        await asyncio.sleep(self.delay)
        if isinstance(reply, Exception):
            raise reply
        return _as_message(reply, asked)

    def _reply(self, asked: Asked) -> Reply | Exception:
        if callable(self.script):
            reply: Reply | Exception = self.script(asked)
            return reply
        script: Sequence[Reply | Exception] = self.script or ()
        return script[asked.number] if asked.number < len(script) else asked.default()


def _asked(number: int, request: WholeRequest) -> Asked:
    system = [str(each.text) for each in request.messages if each.type == "system"]
    others = [str(each.text) for each in request.messages if each.type != "system"]
    texts = "\n\n".join(system), "\n\n".join(others)
    return Asked(number, request.job, *texts, request.form, request.schema)


def _as_message(reply: Reply, asked: Asked) -> AIMessage:
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    read = count_tokens(asked.instructions) + count_tokens(asked.prompt)
    said = count_tokens(text)
    # A model that answers in words where a tool was offered calls none, as real ones do.
    calls = asked.form == "function_calling" and isinstance(reply, dict)
    call = {"name": (asked.schema or {}).get("title"), "args": reply, "id": f"c{asked.number}"}
    return AIMessage(
        "" if calls else text,
        tool_calls=[call] if calls else [],
        usage_metadata={"input_tokens": read, "output_tokens": said, "total_tokens": read + said},
        response_metadata={"finish_reason": "tool_calls" if calls else "stop"},
    )
