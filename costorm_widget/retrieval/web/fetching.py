"""Fetches a page as a guest: within limits, one at a time from each host, where robots.txt lets us.

Redirects are followed here and not by httpx, so that each address on the way is checked like the
first. Sizes are those after decompression: a few kilobytes can unfold to gigabytes.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from contextlib import asynccontextmanager
from dataclasses import replace
from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx

from costorm_widget.errors import SourceError, SourceRefused
from costorm_widget.retrieval.patience import Places, patiently
from costorm_widget.retrieval.requesting import CONNECT_SECONDS, user_agent
from costorm_widget.retrieval.web.answers import READABLE, Answer, check_kind, check_status
from costorm_widget.retrieval.web.links import check_link
from costorm_widget.retrieval.web.robots import Robots
from costorm_widget.retrieval.web.transport import CheckedTransport

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

MOST_REDIRECTS = 5
MOST_BYTES = 5_000_000
"""Size of a page; the longest articles have a fifth of it."""

AT_ONCE = 6
"""Pages answer at the same time, of all hosts."""

LONGEST_PAUSE = 5.0
"""A page whose server wants a longer pause is left out: the next result may do as well."""

_MOST_ROBOTS_BYTES = 500_000
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

_HOSTS = Places(1)
_ALL = Places(AT_ONCE)


class Fetcher:
    """Fetches pages.

    Args:
        contact: An e-mail or web address of whoever runs this, for the user agent; may be empty.
        timeout: Seconds that a page may take, redirects and robots.txt included.
        allow_private: Whether private and loopback addresses may be asked.
        transport: What connects; None connects to checked addresses alone.
    """

    def __init__(
        self,
        *,
        contact: str = "",
        timeout: float = 20.0,
        allow_private: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._timeout = timeout
        self._client = httpx.AsyncClient(
            transport=transport or CheckedTransport(allow_private=allow_private),
            headers={
                "User-Agent": user_agent(contact, "httpx"),
                "Accept-Encoding": "gzip",
            },
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            timeout=httpx.Timeout(timeout, connect=min(CONNECT_SECONDS, timeout)),
            follow_redirects=False,
            trust_env=False,
        )
        self._robots = Robots(self._rules)

    async def fetch(self, link: str, kinds: Collection[str]) -> Answer:
        """Return the page at a link.

        Args:
            link: Its address.
            kinds: Media types that can be read.

        Raises:
            SourceRefused: If the link, the host, its robots.txt, the size or the type forbid it.
            SourceNotFound: If there is no page.
            SourceBusy: If the host wants to be asked later.
            SourceError: If the host cannot be reached or takes too long.
        """
        time_left = _TimeLeft(self._timeout)
        for _ in range(MOST_REDIRECTS + 1):
            link = urldefrag(link).url
            check_link(link)
            async with _HOSTS.at(urlsplit(link).netloc), _ALL.at("every host"):
                answer = await self._at_one_host(link, kinds, time_left)
            if not answer.redirect:
                return answer
            link = answer.redirect
        raise SourceRefused(f"it redirects more than {MOST_REDIRECTS} times; open it in a browser")

    async def _at_one_host(self, link: str, kinds: Collection[str], time_left: _TimeLeft) -> Answer:
        async with time_left.counted():
            rules = await self._robots.rules(link)
        rules.check(link)
        await rules.pace.turn()

        async def ask() -> Answer:
            async with time_left.counted():
                answer = await self._get(link, MOST_BYTES, kinds)
            check_status(answer)
            return answer

        return await patiently(ask, LONGEST_PAUSE)

    async def _rules(self, link: str) -> Answer:
        """Return a robots.txt, with its redirects followed."""
        answer = await self._get(link, _MOST_ROBOTS_BYTES, None)
        for _ in range(MOST_REDIRECTS):
            if not answer.redirect:
                break
            check_link(answer.redirect)
            answer = await self._get(answer.redirect, _MOST_ROBOTS_BYTES, None)
        return answer

    async def _get(self, link: str, most: int, kinds: Collection[str] | None) -> Answer:
        """Make one request.

        Args:
            link: The address.
            most: Bytes that may come. More are an error, or, where all kinds are taken, left.
            kinds: Media types that can be read; None takes all.
        """
        accept = {"Accept": ", ".join(kinds or ("text/plain",)) + ", */*;q=0.1"}
        try:
            async with self._client.stream("GET", link, headers=accept) as response:
                said = _said(link, response)
                if said.redirect or said.status not in READABLE:
                    return said
                if kinds is not None:
                    check_kind(said.kind, kinds)
                body = await _body(response, most, is_cut=kinds is None)
                return replace(said, body=body)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise SourceRefused("its address is not valid; check it") from error
        except httpx.TimeoutException as error:
            raise TimeoutError from error
        except httpx.HTTPError as error:
            raise _unreachable(error) from error


class _TimeLeft:
    """The seconds that a page may still take; those that it waits for its turn are its own."""

    def __init__(self, seconds: float) -> None:
        self._given = self._left = seconds

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[None]:
        began = time.monotonic()
        try:
            async with asyncio.timeout(max(self._left, 0)):
                yield
        except TimeoutError as error:
            raise SourceError(
                f"it did not come within {self._given:g} seconds; give it more with "
                f"timeout={2 * self._given:g}"
            ) from error
        finally:
            self._left -= time.monotonic() - began


def _said(link: str, response: httpx.Response) -> Answer:
    """Return what the headers of a response say."""
    header = Message()
    header["Content-Type"] = response.headers.get("Content-Type", "")
    location = response.headers.get("Location", "")
    moved = response.status_code in _REDIRECTS and location
    return Answer(
        url=link,
        status=response.status_code,
        kind=header.get_content_type() if header["Content-Type"] else "",
        charset=str(header.get_param("charset", "")).strip().lower(),
        redirect=urljoin(link, location) if moved else "",
        pause=response.headers.get("Retry-After"),
        is_challenge=response.headers.get("cf-mitigated") == "challenge",
    )


async def _body(response: httpx.Response, most: int, *, is_cut: bool) -> bytes:
    """Return the body, decompressed piece by piece, so that no piece can grow without limit."""
    if response.is_stream_consumed:
        return response.content  # a transport of the user's own may hand over all at once
    coding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if coding not in {"identity", "", "gzip", "x-gzip", "deflate"}:
        raise SourceRefused(f"it comes packed as {coding!r}; save it from a browser")
    packed = coding not in {"identity", ""}
    unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)
    body = bytearray()
    try:
        async for piece in response.aiter_raw():
            body += unpack.decompress(piece, most + 1 - len(body)) if packed else piece
            if len(body) > most:
                break
    except zlib.error as error:
        raise SourceRefused("it is packed in a way that cannot be read; save it again") from error
    if len(body) > most and not is_cut:
        raise SourceRefused(f"it has more than {most / 1e6:g} MB; give a part of it as a file")
    return bytes(body[:most])


def _unreachable(error: httpx.HTTPError) -> SourceError:
    cause: BaseException | None = error
    while cause is not None:
        # httpx keeps what ssl said in the message alone.
        if "CERTIFICATE_VERIFY_FAILED" in str(cause):
            return SourceRefused("its certificate is not valid; check the address in a browser")
        cause = cause.__cause__ or cause.__context__
    return SourceError(f"it cannot be reached ({type(error).__name__}); check the network")
