"""Pages that the user names: read once, and searched like documents; their links lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import SourceError
from costorm_widget.retrieval.on_demand import Given, told
from costorm_widget.retrieval.web.library import ReadPages

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.retrieval.base import Tell


class WebPages(Given):
    """Finds passages in pages of the web that are given by their addresses.

    Args:
        urls: The addresses, or one.
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code for sentence borders, stop words and stems; None takes that of
            the session.
        contact: Your e-mail or web address, for hosts that want to know whose program this is.
        timeout: Seconds that a page may take.
        allow_private: Whether pages at private and loopback addresses may be read.
        transport: The `httpx` transport to fetch pages with, for a proxy or certificates of your
            own; it then decides which addresses are reached.

    Raises:
        MissingExtra: If a package is not installed.
        BadSetting: For a contact or a time-out that can be none.
    """

    name = "web pages"

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        urls: str | Sequence[str],
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        contact: str = "",
        timeout: float = 20.0,
        allow_private: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._urls = (urls,) if isinstance(urls, str) else tuple(urls)
        super().__init__(embedder, language)
        self._pages = ReadPages(contact, timeout, allow_private=allow_private, transport=transport)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The pages that could not be read, each with the reason."""
        return self._pages.refused

    async def prepare(self, tell: Tell | None = None) -> None:
        """Read the pages that were not read yet; one that cannot be read is listed in `refused`.

        Raises:
            SourceError: If none can be read.
            EmbeddingError: If the passages cannot be embedded.
        """
        self._shelf.check()
        if tell:
            tell("reading", 0, len(self._urls))
        pages, refused = await self._pages.read_all(self._urls)
        await self._shelf.add(pages, self._pages.paging)
        if not pages:
            raise SourceError(f"No page that was given can be read ({told(refused)}).")
