"""One request to a model: the prompt, and the form in which the reply is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.language_models import BaseChatModel, LanguageModelInput
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

    from costorm_widget.language.prompts.prompt import Prompt


def plain(model: BaseChatModel) -> Runnable[LanguageModelInput, Any]:
    """Return the model as it is: its reply is text."""
    return model


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked, and how its reply shall look.

    Attributes:
        prompt: The words.
        form: Name of the form, part of the key under which the reply is kept.
        bind: Asks a model for that form, such as
            `lambda model: model.with_structured_output(schema, include_raw=True)`. What it
            returns is kept, so a form asked for again should come with the same function.
        fragile: The form may be what the server cannot do, so an error of the server is raised
            at once, not waited out.
    """

    prompt: Prompt
    form: str = "text"
    bind: Callable[[BaseChatModel], Runnable[LanguageModelInput, Any]] = plain
    fragile: bool = False

    def messages(self, room: float = 1.0) -> list[BaseMessage]:
        """Return the messages, with `room` (0 to 1) of the evidence's tokens."""
        from langchain_core.messages import HumanMessage, SystemMessage

        return [
            SystemMessage(self.prompt.instructions),
            HumanMessage(self.prompt.user_text(room)),
        ]
