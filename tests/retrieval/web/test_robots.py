from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import SourceError, SourceRefused
from costorm_widget.retrieval.web import robots
from costorm_widget.retrieval.web.fetching import Fetcher
from costorm_widget.retrieval.web.reading import READERS
from tests.retrieval.web.pages import RED_DWARF
from tests.servers.site import Site, in_turn, leads_to, sends
from tests.servers.wiki import hangs_up, says

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = """User-agent: *
Disallow: /private
Allow: /private/star
Disallow: /*.cgi$

User-agent: costorm-widget
Disallow: /not-for-us
"""


@pytest.fixture
def site() -> Iterator[Site]:
    with Site({"/star": RED_DWARF}) as running:
        yield running


async def may_read(site: Site, path: str = "/star") -> bool:
    site.pages.setdefault(path, RED_DWARF)
    try:
        await Fetcher(allow_private=True).fetch(f"{site.url}{path}", READERS)
    except SourceRefused as refused:
        told = str(refused)
    else:
        return True
    assert "robots.txt of its host" in told
    assert path not in site.asked
    return False


async def test_what_robots_txt_forbids_is_not_asked_for(site: Site) -> None:
    site.pages["/robots.txt"] = says(200, RULES.partition("\n\n")[0])
    assert await may_read(site)
    assert await may_read(site, "/private/star")
    assert not await may_read(site, "/private")
    assert not await may_read(site, "/private/other?x=1")
    assert not await may_read(site, "/run.cgi")
    assert await may_read(site, "/run.cgi/more")


async def test_rules_for_us_by_name_are_kept(site: Site) -> None:
    site.pages["/robots.txt"] = says(200, RULES)
    assert not await may_read(site, "/not-for-us")
    assert await may_read(site, "/private")


async def test_a_redirect_is_held_to_robots_txt_as_well(site: Site) -> None:
    site.pages["/robots.txt"] = says(200, RULES)
    site.pages["/not-for-us"] = RED_DWARF
    site.pages["/way"] = leads_to("/not-for-us")
    with pytest.raises(SourceRefused, match=r"robots\.txt"):
        await Fetcher(allow_private=True).fetch(f"{site.url}/way", READERS)
    assert "/not-for-us" not in site.asked


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429])
async def test_a_host_without_one_may_be_read(site: Site, status: int) -> None:
    site.pages["/robots.txt"] = says(status, "User-agent: *\nDisallow: /")
    assert await may_read(site)


async def test_a_host_that_cannot_say_for_now_is_left_alone_and_asked_again(site: Site) -> None:
    site.pages["/robots.txt"] = in_turn(says(503, ""), says(200, ""))
    asking = Fetcher(allow_private=True)
    with pytest.raises(SourceRefused, match=r"cannot be had \(503\); try again later"):
        await asking.fetch(f"{site.url}/star", READERS)
    assert (await asking.fetch(f"{site.url}/star", READERS)).body
    site.pages["/robots.txt"] = hangs_up()
    with pytest.raises(SourceError, match="cannot be reached"):
        await Fetcher(allow_private=True).fetch(f"{site.url}/star", READERS)


async def test_robots_txt_may_redirect_and_may_be_anything(site: Site) -> None:
    site.pages["/robots.txt"] = leads_to("/rules.txt", 301)
    site.pages["/rules.txt"] = says(200, "User-agent: *\nDisallow: /")
    assert not await may_read(site, "/other")
    site.pages["/robots.txt"] = leads_to("/robots.txt")
    assert await may_read(site)
    for body in (b"\xff\xfe\x00 \x01", b"<html>" * 200_000, b"Disallow: /\n" * 1000):
        site.pages["/robots.txt"] = sends(body, "application/octet-stream")
        assert await may_read(site)


async def test_a_crawl_delay_is_kept_up_to_a_limit(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_LONGEST_DELAY", 0.4)
    site.pages["/robots.txt"] = says(200, "User-agent: *\nCrawl-delay: 60")
    asking = Fetcher(allow_private=True, timeout=1)
    began = time.monotonic()
    links = [f"{site.url}/star?{number}" for number in range(3)]
    await asyncio.gather(*(asking.fetch(each, READERS) for each in links))
    assert 0.8 <= time.monotonic() - began < 2
