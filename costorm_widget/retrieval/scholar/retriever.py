"""Scholarly catalogues as retrievers: from a query to papers, and to sentences of their abstracts.

A catalogue finds papers; their abstracts are cut and ranked as any library's passages are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from costorm_widget.retrieval.extras import need
from costorm_widget.retrieval.on_demand import OnDemand
from costorm_widget.retrieval.requesting import Requests
from costorm_widget.retrieval.scholar import arxiv, crossref
from costorm_widget.retrieval.scholar.arxiv import ArxivCatalogue
from costorm_widget.retrieval.scholar.crossref import CrossrefCatalogue

if TYPE_CHECKING:
    from requests import Session

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Source
    from costorm_widget.retrieval.base import Found, Tell

_PAPERS = 10
"""Papers asked for with one query: abstracts are short, and come in one request."""


class Catalogue(Protocol):
    """What finds papers."""

    @property
    def name(self) -> str:
        """Short name for messages."""
        ...

    async def find(self, query: str, limit: int, language: str) -> list[Source]:
        """Return papers for a query, best first.

        Raises:
            SourceError: If the catalogue cannot be asked.
        """
        ...


class Searched(OnDemand):
    """Finds passages in the abstracts that a catalogue has.

    Args:
        catalogue: What finds papers.
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code of queries and abstracts; None takes that of the session.
    """

    def __init__(
        self, catalogue: Catalogue, embedder: Embedder | None, language: str | None
    ) -> None:
        self._catalogue = catalogue
        super().__init__(embedder, language)

    @property
    def name(self) -> str:
        """Name of the catalogue."""
        return self._catalogue.name

    async def prepare(self, tell: Tell | None = None) -> None:
        """Do nothing: papers are asked for when there is a query."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first.

        Raises:
            SourceBusy: If the catalogue wants a longer pause than we wait for.
            SourceError: If it cannot be asked.
            EmbeddingError: If passages or query cannot be embedded.
        """
        if limit < 1:
            return ()
        self._shelf.check()
        papers = await self._catalogue.find(query, _PAPERS, self._language)
        if not papers:
            return ()
        await self._shelf.add(papers)
        return await self._shelf.search(query, limit)


class Arxiv(Searched):
    """Finds passages in abstracts of arXiv, at most one request every three seconds.

    Args:
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code for the stop words of queries; None takes that of the session.
        contact: Your e-mail or web address: arXiv wants to know whose program asks.
        timeout: Seconds that arXiv may say nothing.
        api_url: Address of another query interface.
        session: The `requests.Session` to ask with, for proxies and certificates of your own.

    Raises:
        MissingExtra: If a package is not installed.
        BadSetting: For a contact or a time-out that can be none.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        contact: str = "",
        timeout: float = 20.0,
        api_url: str = arxiv.API_URL,
        session: Session | None = None,
    ) -> None:
        need("Searching arXiv", "scholar", "arxiv")
        catalogue = ArxivCatalogue(Requests(contact, timeout, session), api_url)
        super().__init__(catalogue, embedder, language)


class Crossref(Searched):
    """Finds passages in the abstracts that publishers have given to Crossref.

    Args:
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code for sentence borders, stop words and stems; None takes that of
            the session.
        contact: Your e-mail address: Crossref answers those sooner who give one.
        timeout: Seconds that Crossref may say nothing.
        api_url: Address of another interface.
        session: The `requests.Session` to ask with, for proxies and certificates of your own.

    Raises:
        BadSetting: For a contact or a time-out that can be none.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        contact: str = "",
        timeout: float = 20.0,
        api_url: str = crossref.API_URL,
        session: Session | None = None,
    ) -> None:
        catalogue = CrossrefCatalogue(Requests(contact, timeout, session), contact, api_url)
        super().__init__(catalogue, embedder, language)
