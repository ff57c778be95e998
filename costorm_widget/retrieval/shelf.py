"""Works that are read when a query finds them, and searched as any library is.

What was read stays, so a later query may find it again at no cost.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting
from costorm_widget.evidence.library import Library
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.passages import cut

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Source


_NO_PAGES: Mapping[str, tuple[int, ...]] = {}


class Shelf:
    """Holds works and finds passages in them.

    Args:
        owner: Class whose works these are, for the message where it has no embedder.
        embedder: Turns passages and queries into vectors; None may be searched by nobody.
        language: ISO 639-1 code for sentence borders, stop words and stems.
    """

    def __init__(self, owner: str, embedder: Embedder | None, language: str) -> None:
        self._owner = owner
        self._embedder = embedder
        self._language = language
        self._library: Library | None = None
        self._works: dict[str, Source] = {}

    @property
    def sources(self) -> tuple[Source, ...]:
        """The works, in the order of their coming."""
        return tuple(self._works.values())

    def check(self) -> None:
        """Let it pass if it can be searched.

        Raises:
            BadSetting: If there is no embedder.
        """
        self._made_library()

    async def add(
        self, sources: Sequence[Source], paging: Mapping[str, tuple[int, ...]] = _NO_PAGES
    ) -> None:
        """Take in works; of those that are there already, only where they were found again.

        Args:
            sources: The works.
            paging: Where each page begins in the text of those that have pages, by their ids.

        Raises:
            BadSetting: If there is no embedder.
            EmbeddingError: If passages cannot be embedded.
        """
        library = self._made_library()
        new = [each for each in sources if each.id not in library.sources]
        cuts = await asyncio.gather(
            *(asyncio.to_thread(cut, each, self._language, paging.get(each.id, ())) for each in new)
        )
        await library.add(new, chain.from_iterable(cuts))
        for each in sources:
            known = self._works.get(each.id, each)
            self._works[each.id] = replace(known, provenance=known.joined(each).provenance)

    async def search(
        self, query: str, limit: int, without: Collection[str] = ()
    ) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first.

        Args:
            query: What is looked for.
            limit: Passages at most.
            without: Titles of works that are not meant.

        Raises:
            BadSetting: If there is no embedder.
            EmbeddingError: If the query cannot be embedded.
        """
        library = self._made_library()
        found: list[Found] = []
        for hit in await library.search(query, 2 * limit if without else limit):
            snippet = library.snippets[hit.snippet_id]
            source = self._works[snippet.source_id]
            if source.title not in without:
                found.append(Found(source, snippet, hit.score, hit.similarity))
        return tuple(found[:limit])

    def _made_library(self) -> Library:
        if self._library is None:
            if self._embedder is None:
                raise BadSetting(
                    f"{self._owner}() alone has no embedder; give it as sources= of a session, "
                    f"or {self._owner}(embedder)."
                )
            self._library = Library(self._embedder, self._language)
        return self._library
