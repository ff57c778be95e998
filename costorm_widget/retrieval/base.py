"""What a place to search in must do: the protocol of every retriever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from costorm_widget.events import Stage

if TYPE_CHECKING:
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.evidence.sources import Snippet, Source

Tell = Callable[[Stage, int, int], None]
"""Hears how far a long job is: its stage, how much is done, of how much."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that answers a query.

    Attributes:
        source: The work it is from; `number` is 0, the session gives numbers.
        snippet: The passage, a verbatim span of `source.text`.
        score: Higher is better; comparable only within the answer to one query.
        similarity: Cosine of passage and query, -1 to 1; comparable between queries of one
            embedding. What it is near to in topic, not whether it is true.
    """

    source: Source
    snippet: Snippet
    score: float
    similarity: float


@runtime_checkable
class Retriever(Protocol):
    """Finds passages: implement this to search in a place of your own."""

    @property
    def name(self) -> str:
        """Short name for messages, such as `documents`."""
        ...

    async def prepare(self, tell: Tell | None = None) -> None:
        """Read and index what there is; a second call takes in only what has changed.

        Raises:
            SourceError: If nothing can be read.
        """
        ...

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first; nothing is a normal answer.

        Raises:
            SourceError: If the place cannot be searched.
        """
        ...


@runtime_checkable
class Bindable(Protocol):
    """A retriever that takes what it lacks from the session that it is a source of."""

    def using(self, embedder: Embedder, language: str) -> Retriever:
        """Return this with the session's embedder and language where it has none of its own.

        What is read is shared: whatever it is searched with, one work is one version.
        """
        ...


@runtime_checkable
class Refusing(Protocol):
    """A retriever that does not take in all it is given, and says what and why."""

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What was not taken in so far, in a stable order."""
        ...


def refused_by(retriever: Retriever) -> tuple[Refusal, ...]:
    """Return what a retriever has not taken in; nothing if it is not `Refusing`."""
    # Asked after each turn, of each place: `isinstance` would read all that a protocol names.
    refused: tuple[Refusal, ...] = getattr(retriever, "refused", ())
    return refused


class Nothing:
    """A retriever without anything to find."""

    name = "nothing"

    async def prepare(self, tell: Tell | None = None) -> None:
        """Do nothing."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:  # noqa: ARG002
        """Find nothing."""
        return ()
