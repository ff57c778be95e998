"""Fetching on loopback: where it goes, how long and how much it takes, what it says of the rest."""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from typing import TYPE_CHECKING

import httpx
import pytest

from costorm_widget.errors import SourceBusy, SourceError, SourceNotFound, SourceRefused
from costorm_widget.retrieval.web.fetching import AT_ONCE, LONGEST_PAUSE, MOST_BYTES, Fetcher
from costorm_widget.retrieval.web.reading import READERS
from costorm_widget.retrieval.web.transport import CheckedTransport, Resolve
from tests.retrieval.web.pages import RED_DWARF
from tests.servers.site import Site, drips, in_turn, leads_to, sends, unfolds
from tests.servers.wiki import hangs_up, is_silent, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.retrieval.web.answers import Answer


@pytest.fixture
def site() -> Iterator[Site]:
    with Site({"/star": RED_DWARF}) as running:
        yield running


def fetcher(timeout: float = 5.0) -> Fetcher:
    return Fetcher(allow_private=True, timeout=timeout)


async def fetch(site: Site, path: str = "/star", timeout: float = 5.0) -> Answer:  # noqa: ASYNC109
    return await fetcher(timeout).fetch(f"{site.url}{path}", READERS)


async def test_a_page_comes_whole(site: Site) -> None:
    answer = await fetch(site)
    assert answer.body.decode() == RED_DWARF
    assert (answer.kind, answer.charset) == ("text/html", "utf-8")
    assert answer.url == f"{site.url}/star"


async def test_we_say_who_we_are_and_keep_no_cookies(site: Site) -> None:
    site.pages["/star"] = says(200, RED_DWARF, "text/html", {"Set-Cookie": "id=1; Path=/"})
    asking = Fetcher(allow_private=True, contact="me@example.org")
    for _ in range(2):
        await asking.fetch(f"{site.url}/star", READERS)
    for request in site.server.requests:
        assert request.headers["user-agent"].startswith("costorm-widget/")
        assert "me@example.org" in request.headers["user-agent"]
        assert "cookie" not in request.headers
        assert "referer" not in request.headers
        assert request.headers["host"] == f"127.0.0.1:{site.port}"


async def test_this_machine_is_refused_unless_allowed(site: Site) -> None:
    for host in ("127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "[::1]"):
        with pytest.raises(SourceRefused, match="no address of the public web; allow it"):
            await Fetcher().fetch(f"http://{host}:{site.port}/star", READERS)
    assert not site.server.requests


async def test_a_redirect_to_a_private_address_is_refused() -> None:
    """The first host is public by its name's address, and leads to one that is not."""
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
        asked.append(host)
        return {"public.example": ("8.8.8.8",), "inside.example": ("10.0.0.1",)}[host]

    transport = Redirecting(resolve)
    with pytest.raises(SourceRefused, match=r"inside\.example is at 10\.0\.0\.1"):
        await Fetcher(transport=transport).fetch("http://public.example/", READERS)
    assert asked == ["public.example", "public.example", "inside.example"]
    assert transport.connected == ["8.8.8.8", "8.8.8.8"], "nothing was sent to the second"


class Redirecting(CheckedTransport):
    """Connects nowhere: every address that passes the check redirects further inside."""

    def __init__(self, resolve: Resolve) -> None:
        super().__init__(resolve=resolve)
        self.connected: list[str] = []
        self._inner = self  # type: ignore[assignment]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if "sni_hostname" not in request.extensions:
            return await super().handle_async_request(request)
        self.connected.append(request.url.host)
        if request.url.path == "/robots.txt":
            return httpx.Response(404)
        return httpx.Response(302, headers={"Location": "http://inside.example/secret"})


async def test_a_name_is_looked_up_once_and_connected_to_as_checked(site: Site) -> None:
    """DNS rebinding: a second look-up would give another address, and is never made."""
    lookups: list[str] = []

    async def rebinding(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
        lookups.append(host)
        return ("127.0.0.1",) if len(lookups) <= 2 else ("169.254.169.254",)

    transport = CheckedTransport(allow_private=True, resolve=rebinding)
    link = f"http://rebinding.example:{site.port}/star"
    answer = await Fetcher(transport=transport).fetch(link, READERS)
    assert answer.body
    assert lookups == ["rebinding.example"] * 2, "one for robots.txt, one for the page"
    assert site.server.requests[-1].headers["host"] == f"rebinding.example:{site.port}"
    with pytest.raises(SourceRefused, match=r"169\.254\.169\.254"):
        await Fetcher(transport=transport).fetch(link, READERS)


async def test_one_private_address_among_public_ones_is_enough_to_refuse(site: Site) -> None:
    async def both(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
        return ("8.8.8.8", "127.0.0.1")

    with pytest.raises(SourceRefused, match=r"two\.example is at 127\.0\.0\.1"):
        await Fetcher(transport=CheckedTransport(resolve=both)).fetch(
            f"http://two.example:{site.port}/star", READERS
        )
    assert not site.server.requests


async def test_the_next_address_is_tried_where_one_does_not_answer(site: Site) -> None:
    async def two(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
        return ("::1", "127.0.0.1")

    transport = CheckedTransport(allow_private=True, resolve=two)
    link = f"http://two.example:{site.port}/star"
    assert (await Fetcher(transport=transport).fetch(link, READERS)).body


async def test_redirects_are_followed_and_end(site: Site) -> None:
    site.server.pages |= {
        "/a": leads_to("/b", 301),
        "/b": leads_to("star?utm_source=x#part", 308),
        "/round": leads_to("/round"),
        "/odd": leads_to("file:///etc/passwd"),
        "/empty": says(302, ""),
    }
    answer = await fetch(site, "/a")
    assert answer.url == f"{site.url}/star?utm_source=x"
    with pytest.raises(SourceRefused, match="redirects more than 5 times"):
        await fetch(site, "/round")
    assert site.asked.count("/round") == 6
    with pytest.raises(SourceRefused, match="begins with 'file'"):
        await fetch(site, "/odd")
    with pytest.raises(SourceRefused, match="refuses programs"):
        await fetch(site, "/empty")


async def test_a_page_that_drips_has_an_end(site: Site) -> None:
    site.pages["/drip"] = drips(b"<p>more</p>", 0.05)
    began = time.monotonic()
    with pytest.raises(SourceError, match=r"within 0\.5 seconds; give it more with timeout=1"):
        await fetch(site, "/drip", timeout=0.5)
    assert time.monotonic() - began < 3


async def test_silence_has_an_end(site: Site) -> None:
    site.pages["/silent"] = is_silent()
    with pytest.raises(SourceError, match=r"within 0\.3 seconds"):
        await fetch(site, "/silent", timeout=0.3)


async def test_a_huge_body_is_not_read_to_its_end(site: Site) -> None:
    site.pages["/huge"] = sends(b"a " * MOST_BYTES)
    with pytest.raises(SourceRefused, match="has more than 5 MB; give a part"):
        await fetch(site, "/huge")


async def test_a_bomb_does_not_go_off(site: Site) -> None:
    site.pages["/bomb"] = unfolds(100_000_000)
    began = time.monotonic()
    with pytest.raises(SourceRefused, match="has more than 5 MB"):
        await fetch(site, "/bomb")
    assert time.monotonic() - began < 2


async def test_what_is_packed_is_unpacked(site: Site) -> None:
    html = RED_DWARF.encode()
    site.server.pages |= {
        "/gzip": sends(gzip.compress(html), headers={"Content-Encoding": "gzip"}),
        "/zlib": sends(zlib.compress(html), headers={"Content-Encoding": "deflate"}),
        "/br": sends(b"\x00", headers={"Content-Encoding": "br"}),
        "/broken": sends(b"no gzip at all", headers={"Content-Encoding": "gzip"}),
    }
    for path in ("/gzip", "/zlib"):
        assert (await fetch(site, path)).body == html
    with pytest.raises(SourceRefused, match="packed as 'br'"):
        await fetch(site, "/br")
    with pytest.raises(SourceRefused, match="cannot be read"):
        await fetch(site, "/broken")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("application/msword", "it is application/msword, no page of text; give it as a file"),
        ("image/png", "it is image/png"),
        ("application/octet-stream", "it is application/octet-stream"),
        ("", "of a type that it does not name"),
    ],
)
async def test_what_cannot_be_read_is_refused_by_its_type(site: Site, kind: str, said: str) -> None:
    site.pages["/other"] = sends(b"%PDF-1.7", kind)
    with pytest.raises(SourceRefused, match=said):
        await fetch(site, "/other")


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (401, SourceRefused, "for those who log in"),
        (402, SourceRefused, "for those who log in"),
        (403, SourceRefused, "refuses programs"),
        (404, SourceNotFound, "there is no page"),
        (410, SourceNotFound, "there is no page"),
        (451, SourceRefused, "refuses programs"),
        (418, SourceRefused, "refuses programs"),
        (204, SourceRefused, "refuses programs"),
        (304, SourceRefused, "refuses programs"),
    ],
)
async def test_what_is_no_page_is_told(
    site: Site, status: int, error: type[SourceError], said: str
) -> None:
    site.pages["/other"] = sends(b"", status=status)
    with pytest.raises(error, match=rf"{said} \({status}\); ") as raised:
        await fetch(site, "/other")
    assert type(raised.value) is error
    assert site.asked == ["/other"], "asking again would not help"


async def test_a_challenge_is_told(site: Site) -> None:
    site.pages["/x"] = sends(b"", status=403, headers={"cf-mitigated": "challenge"})
    with pytest.raises(SourceRefused, match="it is a bot check"):
        await fetch(site, "/x")


async def test_c15_waits_as_told(site: Site) -> None:
    site.pages["/star"] = in_turn(
        says(429, "slow down", headers={"Retry-After": "1"}), says(200, RED_DWARF, "text/html")
    )
    began = time.monotonic()
    assert (await fetch(site)).body
    assert 1 <= time.monotonic() - began < 2


@pytest.mark.parametrize("status", [503, 202])
async def test_c15_503_twice_or_202_is_got_over(site: Site, status: int) -> None:
    page = says(200, RED_DWARF, "text/html")
    site.pages["/star"] = in_turn(says(status, ""), says(status, ""), page)
    assert (await fetch(site)).body
    site.pages["/star"] = says(status, "")
    with pytest.raises(SourceBusy, match=rf"takes no more requests for now \({status}\)"):
        await fetch(site)


async def test_c15_a_pause_that_is_too_long_is_told(site: Site) -> None:
    site.pages["/star"] = says(429, "", headers={"Retry-After": "60"})
    with pytest.raises(SourceBusy) as raised:
        await fetch(site)
    assert raised.value.wait == 60 > LONGEST_PAUSE
    assert site.asked == ["/star"]


async def test_no_connection_is_told(site: Site) -> None:
    site.pages["/star"] = hangs_up()
    with pytest.raises(SourceError, match=r"cannot be reached \(RemoteProtocolError\)"):
        await fetch(site)

    async def nowhere(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
        raise OSError

    transport = CheckedTransport(resolve=nowhere)
    with pytest.raises(SourceError, match=r"cannot be reached \(ConnectError\); check the network"):
        await Fetcher(transport=transport).fetch("https://nowhere.example/", READERS)


async def test_c16_who_stops_is_let_go_at_once(site: Site) -> None:
    site.pages["/silent"] = is_silent()
    task = asyncio.create_task(fetch(site, "/silent"))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert time.monotonic() - began < 0.5
    assert (await fetch(site)).body, "the host is free again"


async def test_one_page_at_a_time_from_each_host(site: Site) -> None:
    site.server.pause = 0.02
    asking = fetcher()
    links = [f"{site.url}/star?{number}" for number in range(8)]
    await asyncio.gather(*(asking.fetch(each, READERS) for each in links))
    assert site.server.most_at_once == 1
    assert [each.path for each in site.server.requests].count("/robots.txt") == 1


async def test_at_most_six_pages_at_once_from_all_hosts() -> None:
    sites = [Site({"/star": RED_DWARF}) for _ in range(AT_ONCE + 2)]
    running = 0
    most = 0

    class Counting(CheckedTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            nonlocal running, most
            running += 1
            most = max(most, running)
            try:
                await asyncio.sleep(0.02)
                return await super().handle_async_request(request)
            finally:
                running -= 1

    asking = Fetcher(transport=Counting(allow_private=True))
    for each in sites:
        each.__enter__()
    try:
        await asyncio.gather(*(asking.fetch(f"{each.url}/star", READERS) for each in sites))
    finally:
        for each in sites:
            each.__exit__(None, None, None)
    assert most == AT_ONCE


def test_it_works_in_one_event_loop_after_another(site: Site) -> None:
    asking = fetcher()
    for _ in range(2):
        assert asyncio.run(asking.fetch(f"{site.url}/star", READERS)).body
