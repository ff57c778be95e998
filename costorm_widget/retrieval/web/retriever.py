"""The web as a retriever: from a query to pages, and to the passages that answer it.

A search engine finds pages, which are fetched and read here; what the engine itself says of them
is never quoted. Their passages are ranked as those of any library, by words and meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting, SourceError
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.retrieval.extras import need
from costorm_widget.retrieval.on_demand import OnDemand, told
from costorm_widget.retrieval.web.engines import SearchEngine, ddgs_engine, results
from costorm_widget.retrieval.web.library import ReadPages

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.evidence.sources import Source
    from costorm_widget.retrieval.base import Found, Tell
    from costorm_widget.retrieval.web.engines import Result

_PAGES = 4
"""Pages read for one query."""

_RESULTS = 10
"""Results asked for: where a page cannot be read, the next one is."""


class Web(OnDemand):
    """Finds passages in pages of the web.

    Args:
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code of the pages to look for; None takes that of the session.
        search: A search engine of your own: a function, plain or async, from a query and a number
            of results to a list of addresses, or of dicts with `url` and `title`. None asks
            several engines with `ddgs`, which needs no key.
        contact: Your e-mail or web address, for hosts that want to know whose program this is.
        timeout: Seconds that a page may take.
        allow_private: Whether pages at private and loopback addresses may be read.
        transport: The `httpx` transport to fetch pages with, for a proxy or certificates of your
            own; it then decides which addresses are reached.

    Raises:
        MissingExtra: If a package is not installed.
        BadSetting: For a contact or a time-out that can be none.
    """

    name = "web"

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        search: SearchEngine | None = None,
        contact: str = "",
        timeout: float = 20.0,
        allow_private: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        if search is None:
            need("Searching the web", "web", "ddgs")
        elif not callable(search):
            raise BadSetting(
                f"search={search!r} cannot be called; give a function from a query and a number "
                "to a list of addresses."
            )
        super().__init__(embedder, language)
        self._search = search
        self._pages = ReadPages(contact, timeout, allow_private=allow_private, transport=transport)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The pages that were found and could not be read, each with the reason."""
        return self._pages.refused

    async def prepare(self, tell: Tell | None = None) -> None:
        """Do nothing: pages are read when a query finds them."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first.

        A page that cannot be read is left out and listed in `refused`.

        Raises:
            SourceBusy: If the search engine wants to be asked later.
            SourceError: If it fails, or none of the pages that it found can be read.
            EmbeddingError: If passages or query cannot be embedded.
        """
        if limit < 1:
            return ()
        self._shelf.check()
        found = await results(self._search or ddgs_engine(self._language), query, _RESULTS)
        if not found:
            return ()
        await self._shelf.add(await self._read(found), self._pages.paging)
        return await self._shelf.search(query, limit)

    async def _read(self, found: Sequence[Result]) -> list[Source]:
        """Return the first pages that can be read.

        Raises:
            SourceError: If there is none.
        """
        waiting = list({canonical_address(each.url): each.url for each in found}.values())
        read: dict[str, Source] = {}
        failures: list[Refusal] = []
        while waiting and len(read) < _PAGES:
            wanted = _PAGES - len(read)
            urls, waiting = waiting[:wanted], waiting[wanted:]
            pages, errors = await self._pages.read_all(urls)
            read.update((each.id, each) for each in pages)
            failures += errors
        if not read:
            raise SourceError(
                f"The search found {len(failures)} pages, and none can be read ({told(failures)}); "
                "ask in other words, or give pages that you have saved."
            )
        return list(read.values())
