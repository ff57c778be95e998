"""The articles of one wiki: each is read once, so that a session quotes one revision of it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceAmbiguous, SourceNotFound, SourceRefused
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.wikipedia.queries import as_title
from costorm_widget.retrieval.wikipedia.text import readable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from costorm_widget.retrieval.wikipedia.client import Client, Page, Revision


class Articles:
    """Reads articles by their exact titles.

    Args:
        client: Asks the wiki.
        name: What the wiki is called in provenances.
    """

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name
        self._by_title: dict[str, Source | SourceNotFound | SourceAmbiguous] = {}
        self._by_page: dict[str, Source | SourceRefused] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    async def titles(self, query: str, limit: int) -> list[str]:
        """Return titles that a search finds, best first; raises as `Client.titles`."""
        return await self._client.titles(query, limit)

    async def read(self, title: str) -> Source:
        """Return the article with exactly this title, or the one it redirects to.

        Raises:
            SourceNotFound: If there is none.
            SourceAmbiguous: If it is a disambiguation page.
            SourceRefused: If it says nothing, or the wiki refuses to answer.
            SourceError: If the wiki cannot be asked.
        """
        wanted = as_title(title)
        if not wanted:
            raise SourceNotFound(f"{title!r} can be no title of an article; give it as shown.")
        async with self._one_reader(wanted):
            known = self._by_title.get(wanted)
            if known is None:
                known = await self._found(wanted)
                self._by_title[wanted] = known
        if isinstance(known, Source):
            return known
        raise known

    async def _found(self, title: str) -> Source | SourceNotFound | SourceAmbiguous:
        try:
            page = await self._client.page(title)
        except (SourceNotFound, SourceAmbiguous) as error:
            return error
        async with self._one_reader(f"#{page.id}"):
            known = self._by_page.get(page.id)
            if known is None:
                known = self._source(page, await self._client.revision(page))
                self._by_page[page.id] = known
        if isinstance(known, SourceRefused):
            raise known
        if _same(title, page.title):
            return known
        redirected = f"{title!r} redirects to {page.title!r}"
        return replace(known, provenance=(*known.provenance, redirected))

    @asynccontextmanager
    async def _one_reader(self, key: str) -> AsyncIterator[None]:
        """Let one at a time read the article `key`; who comes later finds it read."""
        lock = self._reading.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            # A lock belongs to the event loop that first had to wait for it.
            self._reading.pop(key, None)

    def _source(self, page: Page, revision: Revision) -> Source | SourceRefused:
        text, left = readable(revision.text)
        if not text:
            return SourceRefused(f"The article {page.title!r} is empty; choose another one.")
        day = revision.time.partition("T")[0]
        provenance = [f"{self._name}, revision {revision.number} of {day}"]
        if left:
            provenance.append(f"only the first {len(text):,} of {len(text) + left:,} characters")
        canonical = canonical_address(page.address)
        # A wiki of one's own may have no https; the work's id does not go by it.
        secure = page.address.startswith("https:")
        return Source(
            id=source_id(canonical),
            title=page.title,
            url=canonical if secure else canonical.replace("https:", "http:", 1),
            kind="wikipedia",
            text=text,
            date=day,
            retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
            permalink=self._client.permalink(revision.number),
            provenance=tuple(provenance),
        )


def _same(asked: str, title: str) -> bool:
    """Whether two titles differ in their first letter's case at most, as they may in a wiki."""
    return asked[:1].casefold() == title[:1].casefold() and asked[1:] == title[1:]
