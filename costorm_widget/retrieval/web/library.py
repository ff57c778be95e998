"""The pages that were read: each once, so that a session quotes one version of it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from costorm_widget.errors import SourceBusy, SourceError, SourceNotFound, SourceRefused
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.extras import need
from costorm_widget.retrieval.requesting import check_contact, check_timeout

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    import httpx

    from costorm_widget.retrieval.web.fetching import Fetcher
    from costorm_widget.retrieval.web.reading import WebPage

PACKAGES = ("httpx", "protego", "trafilatura")
"""Import names of what fetching and reading pages needs."""


class ReadPages:
    """Reads pages by their addresses.

    Attributes:
        paging: Of works with pages of their own, such as PDF files, where each page begins in the
            text, by the id of the source.

    Args:
        contact: An e-mail or web address of whoever runs this, for the user agent; may be empty.
        timeout: Seconds that a page may take.
        allow_private: Whether private and loopback addresses may be asked.
        transport: What connects; None connects to checked addresses alone.

    Raises:
        MissingExtra: If a package is not installed.
        BadSetting: For a contact or a time-out that can be none.
    """

    def __init__(
        self,
        contact: str,
        timeout: float,
        *,
        allow_private: bool,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        need("Reading pages of the web", "web", *PACKAGES)
        check_contact(contact)
        check_timeout(timeout)
        self._contact = contact
        self._timeout = timeout
        self._allow_private = allow_private
        self._transport = transport
        self._fetcher: Fetcher | None = None
        self._by_address: dict[str, Source | SourceRefused | SourceNotFound] = {}
        self._by_id: dict[str, Source] = {}
        self.paging: dict[str, tuple[int, ...]] = {}
        self._reading: dict[str, asyncio.Lock] = {}
        self._refused: dict[str, Refusal] = {}

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The pages that could not be read when they were last asked for."""
        return tuple(self._refused.values())

    async def read_all(self, urls: Sequence[str]) -> tuple[list[Source], list[Refusal]]:
        """Return the pages that can be read, each once, and why the others cannot."""
        replies = await asyncio.gather(*map(self.read, urls), return_exceptions=True)
        read: dict[str, Source] = {}
        failures: list[Refusal] = []
        for url, reply in zip(urls, replies, strict=True):
            if isinstance(reply, Source):
                known = read.get(reply.id, reply)
                read[reply.id] = known.joined(reply)
                self._refused.pop(url, None)
            elif isinstance(reply, SourceError):
                self._refused[url] = Refusal(url, str(reply))
                failures.append(self._refused[url])
            else:
                raise reply
        return list(read.values()), failures

    async def read(self, url: str) -> Source:
        """Return the page at an address.

        Raises:
            SourceRefused: If it may not be fetched, or is no page that could be quoted.
            SourceNotFound: If there is none.
            SourceBusy: If its host wants to be asked later.
            SourceError: If its host cannot be reached.
        """
        address = canonical_address(url)
        async with self._one_reader(address):
            known = self._by_address.get(address)
            if known is None:
                known = await self._found(url)
                self._by_address[address] = known
        if isinstance(known, Source):
            return known
        raise known

    async def _found(self, url: str) -> Source | SourceRefused | SourceNotFound:
        from costorm_widget.retrieval.web.reading import READERS, read_answer

        try:
            answer = await self._made_fetcher().fetch(url, READERS)
            page = await asyncio.to_thread(read_answer, answer)
        except SourceBusy:
            raise
        except (SourceRefused, SourceNotFound) as error:
            return error
        source = _source(url, answer.url, page)
        known = self._by_id.setdefault(source.id, source)
        if known is source and page.reading.pages:
            self.paging[source.id] = page.reading.pages
        # The version that was read first is quoted; only where it was found is added.
        return replace(known, provenance=known.joined(source).provenance)

    def _made_fetcher(self) -> Fetcher:
        if self._fetcher is None:
            from costorm_widget.retrieval.web.fetching import Fetcher

            self._fetcher = Fetcher(
                contact=self._contact,
                timeout=self._timeout,
                allow_private=self._allow_private,
                transport=self._transport,
            )
        return self._fetcher

    @asynccontextmanager
    async def _one_reader(self, address: str) -> AsyncIterator[None]:
        """Let one at a time read a page; who comes later finds it read."""
        lock = self._reading.setdefault(address, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            # A lock belongs to the event loop that first had to wait for it.
            self._reading.pop(address, None)


def _source(asked: str, url: str, page: WebPage) -> Source:
    own = _own_address(url, page.link)
    canonical = canonical_address(own)
    plain = own.startswith("http:") and canonical.startswith("https:")
    found_at = canonical_address(asked)
    reading = page.reading
    provenance = [*reading.provenance]
    if found_at != canonical:
        provenance.append(f"found at {asked}")
    return Source(
        id=source_id(canonical),
        title=reading.title or canonical,
        # A site of one's own may have no https; the work's id does not go by it.
        url=canonical.replace("https:", "http:", 1) if plain else canonical,
        kind=reading.kind,
        text=reading.text,
        authors=reading.authors,
        date=reading.date,
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        provenance=tuple(provenance),
    )


def _own_address(url: str, link: str) -> str:
    """Return the address that a page says is its own, if it may say so.

    It may name another page of its host only; and many name their host's front page everywhere.
    """
    if not link:
        return url
    try:
        own = urljoin(url, link)
        here, there = urlsplit(canonical_address(url)), urlsplit(canonical_address(own))
    except ValueError:
        return url
    same = urlsplit(own).scheme in {"http", "https"} and here.netloc == there.netloc
    return own if same and (there.path or not here.path) else url
