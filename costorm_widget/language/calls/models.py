"""Which model does which job, as the caller needs to know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


@dataclass(frozen=True, slots=True)
class Chosen:
    """The model that does a job.

    Attributes:
        name: Its name for people and accounts, such as `openai:gpt-4.1-mini`.
        provider: Who sells it, by the name that price lists use, such as `openai`; empty for a
            server of one's own, whose price nobody knows.
        model: The model itself.
    """

    name: str
    provider: str
    model: BaseChatModel


class Models(Protocol):
    """Knows the model of every job."""

    def for_job(self, job: str) -> Chosen:
        """Return the model that does `job`, a name of `JOB_GROUPS`."""
        ...
