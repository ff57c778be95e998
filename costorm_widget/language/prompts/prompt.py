"""A prompt before it is sent: what to do, the evidence, and the request.

Evidence is kept apart from the words around it, so that a prompt that is too long for a model can
be rendered again with less of it, and so that all evidence passes the same fence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.language.prompts.fence import fenced

if TYPE_CHECKING:
    from costorm_widget.language.tasks import Passage


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked.

    Attributes:
        job: The job's name: the method of `tasks.Engine`, or `polish`.
        instructions: Who the model is, what it does and how; the system message.
        request: What is wanted now; the end of the user's message.
        passages: The evidence, shown fenced before the request.
        tokens: Most tokens of evidence shown, by `evidence.budget.count_tokens`.
    """

    job: str
    instructions: str
    request: str
    passages: tuple[Passage, ...] = ()
    tokens: int = 1500

    def with_instructions(self, more: str) -> Prompt:
        """Return the prompt with `more` at the end of its request: what comes last is obeyed."""
        return replace(self, request=f"{self.request}\n\n{more}")

    def user_text(self, room: float = 1.0) -> str:
        """Return the user's message, with `room` (0 to 1) of the evidence's tokens."""
        if not self.passages:
            return self.request
        return f"{fenced(self.passages, int(self.tokens * room))}\n\n{self.request}"
