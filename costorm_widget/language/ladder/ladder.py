"""Gets a reply of a given shape out of any model.

There are four ways to ask, the rungs, from the one that a server enforces to the one that any
model can follow. The first time, a model is asked rung after rung until a reply can be read; the
rung is remembered, and later requests begin and end there. A reply that has the form but not the
content is shown to the model once with what is wrong. So a model that never gets it right costs
five calls at first, then two, and the caller gets None.

What a rung cannot do shows in many ways: the model's class raises, the server refuses the request
or breaks on it, or the reply ignores the form without a word. Each means: next rung.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import BadReply, KeyRefused, ModelRefused
from costorm_widget.evidence.budget import trim
from costorm_widget.language.calls.request import Request
from costorm_widget.language.ladder.forms import json_form, json_schema
from costorm_widget.language.ladder.misfit import Misfit
from costorm_widget.language.ladder.reading import NOTHING_THERE, read_message, said
from costorm_widget.language.ladder.tagged import tagged_form

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.language_models import BaseChatModel, LanguageModelInput
    from langchain_core.runnables import Runnable
    from pydantic import BaseModel

    from costorm_widget.language.calls.caller import Caller
    from costorm_widget.language.ladder.fitting import Shape
    from costorm_widget.language.prompts.prompt import Prompt

_SHOWN_AGAIN = 150
"""Tokens of a reply that are shown to the model with its mistake."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to ask.

    Attributes:
        name: Its name, part of the key under which replies are kept.
        form: What is said about the form, in words.
        structured: Whether the form is asked for by the server's own means: `name` is then
            LangChain's name of the method, and nothing is said about it at first.
    """

    name: str
    form: Callable[[type[BaseModel]], str]
    structured: bool = False


RUNGS = (
    Rung("json_schema", json_form, structured=True),
    Rung("function_calling", json_form, structured=True),
    Rung("json", json_form),
    Rung("lines", tagged_form),
)


@dataclass(slots=True)
class _Memory:
    """On which rung a model is asked; some shapes may need a lower one than the others."""

    usual: int | None = None
    by_shape: dict[type[BaseModel], int] = field(default_factory=dict["type[BaseModel]", int])

    def rung_for(self, shape: type[BaseModel]) -> int | None:
        return self.by_shape.get(shape, self.usual)

    def keep(self, rung: int, shape: type[BaseModel]) -> None:
        if self.usual is None:
            self.usual = rung
        elif self.rung_for(shape) != rung:
            self.by_shape[shape] = rung


class Ladder:
    """Asks for replies of a shape, and remembers by model what works.

    Args:
        caller: Makes the calls.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._memories: dict[str, _Memory] = {}

    async def fill(self, prompt: Prompt, shape: type[Shape]) -> Shape | None:
        """Return the model's reply to `prompt` as a `shape`, or None if it gives none.

        Raises:
            BudgetReached: A limit of the session is reached.
            ModelError: The model cannot be asked at all: rate limit, outage, key, a prompt that
                is too long. Never because of what it replies.
        """
        memory = self._memories.setdefault(self._caller.model_name(prompt.job), _Memory())
        start = memory.rung_for(shape)
        climb = _Climb(self._caller, prompt, shape, known=start is not None)
        for index in range(start or 0, len(RUNGS)):
            reply = await climb.reply(RUNGS[index])
            if isinstance(reply, shape):
                memory.keep(index, shape)
                return reply
            if climb.known:
                return None
        memory.keep(climb.best, shape)
        return None


class _Climb:
    """One way down the rungs, with one chance to correct a reply.

    Attributes:
        known: Whether the rung asked on is the one remembered, so that there is no other to try.
        best: The first rung on which the model kept to the form at least; else the last.
    """

    def __init__(
        self, caller: Caller, prompt: Prompt, shape: type[BaseModel], *, known: bool
    ) -> None:
        self._caller = caller
        self._prompt = prompt
        self._shape = shape
        self._corrected = False
        self._formed_on: int | None = None
        self.known = known

    @property
    def best(self) -> int:
        return len(RUNGS) - 1 if self._formed_on is None else self._formed_on

    async def reply(self, rung: Rung) -> BaseModel | None:
        """Return what the model replies on `rung`, at the second go if need be; None if nothing."""
        asked = self._prompt if rung.structured else self._with_form(rung, self._prompt)
        reply = await self._ask(rung, asked)
        if reply is None:
            # Known or not, this form cannot be had for this shape: the others are left.
            self.known = False
            return None
        if not isinstance(reply, _Unread):
            return reply
        index = RUNGS.index(rung)
        if reply.misfit.formed and self._formed_on is None:
            self._formed_on = index
        worth_it = reply.misfit.formed or self.known or rung is RUNGS[-1]
        if self._corrected or not worth_it:
            return None
        self._corrected = True
        again = await self._ask(rung, self._with_form(rung, self._with_mistake(reply)))
        return None if isinstance(again, _Unread) else again

    async def _ask(self, rung: Rung, prompt: Prompt) -> BaseModel | _Unread | None:
        """Return the reply; what could not be read of it; or None if the form cannot be had."""
        request = Request(
            prompt,
            form=rung.name,
            bind=_binding(rung, self._shape),
            fragile=rung.structured and not self.known,
        )
        try:
            message = await self._caller.ask(request)
        except KeyRefused:
            raise
        except BadReply:
            return None if rung.structured else _Unread("", Misfit(NOTHING_THERE, formed=False))
        except (ModelRefused, NotImplementedError, TypeError, ValueError):
            if rung.structured:
                return None
            raise
        try:
            return read_message(message, self._shape)
        except Misfit as misfit:
            return _Unread(said(message), misfit)

    def _with_form(self, rung: Rung, prompt: Prompt) -> Prompt:
        return prompt.with_instructions(rung.form(self._shape))

    def _with_mistake(self, unread: _Unread) -> Prompt:
        shown = trim(" ".join(unread.said.split()), _SHOWN_AGAIN)
        quoted = f"Your last reply was: {shown}\n" if shown else "Your last reply was empty.\n"
        return self._prompt.with_instructions(f"{quoted}It cannot be used. {unread.misfit}")


@dataclass(frozen=True, slots=True)
class _Unread:
    """A reply that could not be read, and why."""

    said: str
    misfit: Misfit


@cache
def _binding(
    rung: Rung, shape: type[BaseModel]
) -> Callable[[BaseChatModel], Runnable[LanguageModelInput, Any]]:
    if not rung.structured:
        return lambda model: model

    def bind(model: BaseChatModel) -> Runnable[LanguageModelInput, Any]:
        with warnings.catch_warnings():
            # A class that takes another method for some of its models says so each time.
            warnings.simplefilter("ignore")
            return model.with_structured_output(
                json_schema(shape), method=rung.name, include_raw=True
            )

    return bind
