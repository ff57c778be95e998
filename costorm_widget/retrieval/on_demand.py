"""What all retrievers share that fetch works when they are needed: a shelf, and whose words it has.

As a source of a session, such a retriever is given the session's embedder and language. What it
has read stays with the object.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import TYPE_CHECKING, Self

from costorm_widget.evidence.lexical import language_code
from costorm_widget.retrieval.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.evidence.sources import Source
    from costorm_widget.retrieval.base import Found, Tell

_TOLD = 3
"""Works that are named when none could be read."""


class OnDemand:
    """Keeps the works that were read.

    Args:
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code for sentence borders, stop words and stems; None takes that of
            the session.
    """

    def __init__(self, embedder: Embedder | None, language: str | None) -> None:
        self._given = (embedder, language)
        self._language = language_code(language or "en")
        self._shelf = Shelf(type(self).__name__, embedder, self._language)

    def using(self, embedder: Embedder, language: str) -> Self:
        """Return this with the session's embedder and language where it has none of its own.

        What was read is shared: whatever it is searched with, one work is one version.
        """
        own_embedder, own_language = self._given
        if own_embedder is not None and own_language is not None:
            return self
        bound = copy(self)
        OnDemand.__init__(bound, own_embedder or embedder, own_language or language)
        return bound

    @property
    def sources(self) -> tuple[Source, ...]:
        """The works that were read, in the order of their coming."""
        return self._shelf.sources


class Given(OnDemand, ABC):
    """Works that are named beforehand: they are read once, and then searched."""

    @abstractmethod
    async def prepare(self, tell: Tell | None = None) -> None:
        """Read the works that were not read yet.

        Raises:
            SourceError: If none can be read.
            EmbeddingError: If the passages cannot be embedded.
        """

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first; prepares first if that was not done.

        Raises:
            SourceError: If no work can be read.
            EmbeddingError: If the query cannot be embedded.
        """
        if not self._shelf.sources:
            await self.prepare()
        return await self._shelf.search(query, limit)


def told(refused: Sequence[Refusal]) -> str:
    """Return the first of the works that were refused, each with the reason."""
    return "; ".join(f"{each.path}: {each.reason}" for each in refused[:_TOLD])
