"""A wiki that refuses, is busy, silent or broken: typed errors that say what to do (C31)."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from costorm_widget.errors import SourceBusy, SourceError, SourceNotFound, SourceRefused
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval import requesting
from costorm_widget.retrieval.base import Nothing
from costorm_widget.retrieval.failures import hearing
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.patience import LONGEST_PAUSE, asked_pause
from costorm_widget.retrieval.wikipedia import Wikipedia
from costorm_widget.retrieval.wikipedia.client import AT_ONCE
from tests.retrieval.wikipedia.pages import PAGES
from tests.servers.wiki import (
    Behaviour,
    StubWiki,
    hangs_up,
    is_silent,
    reports,
    says,
    trickles,
)

FORBIDDEN = "Please set a user-agent and respect our robot policy https://w.wiki/4wJS."
TOO_MANY = "You are making too many requests. Please respect the rate limit."


def wikipedia(stub: StubWiki, timeout: float = 5.0) -> Wikipedia:
    return Wikipedia(HashedWords(), api_url=stub.api_url, timeout=timeout)


async def test_c31_403_in_plain_text() -> None:
    with (
        StubWiki(PAGES, says(403, FORBIDDEN)) as stub,
        pytest.raises(SourceRefused, match=r"contact='you@example\.org'") as raised,
    ):
        await wikipedia(stub).article("Red dwarf")
    assert "(403: Please set a user-agent" in str(raised.value)
    assert len(stub.queries) == 1, "asking again would not help"


async def test_a_page_is_not_quoted_in_an_error() -> None:
    with (
        StubWiki(PAGES, says(403, "<html><body>no</body></html>", "text/html")) as stub,
        pytest.raises(SourceRefused, match=r"\(403\)"),
    ):
        await wikipedia(stub).article("Red dwarf")


async def test_c31_429_waits_as_told() -> None:
    with StubWiki(PAGES, says(429, TOO_MANY, headers={"Retry-After": "1"})) as stub:
        began = time.monotonic()
        star = await wikipedia(stub).article("Red dwarf")
    assert star.title == "Red dwarf"
    assert 1.0 <= time.monotonic() - began < 3


async def test_c31_a_pause_that_is_too_long_is_told() -> None:
    later = {"Retry-After": "120"}
    with (
        StubWiki(PAGES, says(429, TOO_MANY, headers=later)) as stub,
        pytest.raises(SourceBusy, match="wait 120 seconds, then run the turn") as raised,
    ):
        await wikipedia(stub).article("Red dwarf")
    assert raised.value.wait == 120 > LONGEST_PAUSE
    assert len(stub.queries) == 1


async def test_503_twice_is_got_over() -> None:
    with StubWiki(PAGES, says(503, "out"), says(503, "out")) as stub:
        assert (await wikipedia(stub).article("Red dwarf")).title == "Red dwarf"
    assert len(stub.queries) == 4


async def test_503_for_good_is_told() -> None:
    with (
        StubWiki(PAGES, *[says(503, "<html>", "text/html")] * 9) as stub,
        pytest.raises(SourceBusy, match="wait a minute") as raised,
    ):
        await wikipedia(stub).article("Red dwarf")
    assert raised.value.wait is None
    assert len(stub.queries) == 3


@pytest.mark.parametrize(
    ("behaviour", "kind", "message"),
    [
        (says(404, "no"), SourceNotFound, "There is no wiki at"),
        (says(400, "bad"), SourceRefused, r"\(400: bad\); check api_url"),
        (says(200, '{"query": {', "application/json"), SourceError, "no reply of a wiki"),
        (says(200, "<html>Log in to the hotel</html>", "text/html"), SourceError, "login page"),
        (says(200, "[]"), SourceError, "no reply of a wiki"),
        (says(200, "{}"), SourceError, "cannot be read"),
        (says(200, '{"query": {"pages": []}}'), SourceError, "cannot be read"),
        (reports("badvalue", "Unrecognized value"), SourceError, "badvalue: Unrecognized value"),
        (trickles(b" " * 50_000, 0, 20), SourceError, "in one answer"),
    ],
)
async def test_what_is_no_reply_is_told(
    behaviour: Behaviour,
    kind: type[SourceError],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requesting, "_MOST_BYTES", 500_000)
    with StubWiki(PAGES, behaviour) as stub, pytest.raises(kind, match=message) as raised:
        await wikipedia(stub).article("Red dwarf")
    assert type(raised.value) is kind


@pytest.mark.parametrize("code", ["ratelimited", "maxlag", "internal_api_error_DBQueryError"])
async def test_an_error_of_the_moment_is_got_over(code: str) -> None:
    with StubWiki(PAGES, reports(code, "Try later.")) as stub:
        assert (await wikipedia(stub).article("Red dwarf")).title == "Red dwarf"


async def test_no_network_is_told() -> None:
    with StubWiki(PAGES) as stub:
        pass
    with pytest.raises(SourceError, match=r"cannot be reached .* check the network"):
        await wikipedia(stub).search("Red dwarf", 3)


async def test_a_connection_that_breaks_is_made_again() -> None:
    with StubWiki(PAGES, hangs_up()) as stub:
        assert (await wikipedia(stub).article("Red dwarf")).title == "Red dwarf"
    with (
        StubWiki(PAGES, hangs_up(), hangs_up()) as stub,
        pytest.raises(SourceError, match="cannot be reached"),
    ):
        await wikipedia(stub).article("Red dwarf")


async def test_silence_has_an_end() -> None:
    with (
        StubWiki(PAGES, is_silent()) as stub,
        pytest.raises(SourceError, match=r"did not answer within 0\.2 seconds"),
    ):
        await wikipedia(stub, timeout=0.2).article("Red dwarf")
    with (
        StubWiki(PAGES, trickles(b" ", 0.05, 200)) as stub,
        pytest.raises(SourceError, match=r"did not answer within 0\.4 seconds"),
    ):
        await wikipedia(stub, timeout=0.1).article("Red dwarf")


@pytest.mark.parametrize(
    "behaviour", [is_silent(), says(429, TOO_MANY, headers={"Retry-After": "20"})]
)
async def test_c16_who_stops_is_let_go_at_once(behaviour: Behaviour) -> None:
    with StubWiki(PAGES, *[behaviour] * AT_ONCE) as stub:
        retriever = wikipedia(stub, timeout=3)
        searches = [asyncio.create_task(retriever.search(each, 3)) for each in ("star", "ship")]
        await asyncio.sleep(0.3)
        began = time.monotonic()
        for each in searches:
            each.cancel()
        await asyncio.wait(searches)
        assert all(each.cancelled() for each in searches)
        assert time.monotonic() - began < 0.5
        asked = len(stub.queries)
        # What is still waiting for its answer is in nobody's way.
        assert (await retriever.search("comedy", 3))[0].source.title == "Red Dwarf"
        assert time.monotonic() - began < 1
        assert asked >= 2
    assert all(each.daemon for each in threading.enumerate() if each.name == "costorm-source"), (
        "a program ends without waiting for them"
    )


async def test_an_error_is_not_remembered() -> None:
    with StubWiki(PAGES, says(403, FORBIDDEN)) as stub:
        retriever = wikipedia(stub)
        with pytest.raises(SourceRefused):
            await retriever.article("Red dwarf")
        assert (await retriever.article("Red dwarf")).title == "Red dwarf"


async def test_an_article_that_fails_does_not_hide_the_others() -> None:
    # The search, then two articles at once: the title and the text of one, an error of the other.
    script = [says(200, '{"query": {"search": [{"title": "Nowhere"}, {"title": "Red Dwarf"}]}}')]
    with StubWiki(PAGES, *script) as stub:
        found = await wikipedia(stub).search("What is that ship called in the comedy?", 3)
    assert [each.source.title for each in found] == ["Red Dwarf"]


async def test_among_other_sources_a_failure_is_told_and_the_rest_answers() -> None:
    with StubWiki(PAGES, *[says(403, FORBIDDEN)] * 9) as stub:
        fused = Fused([wikipedia(stub), Nothing()])
        with hearing() as heard:
            assert await fused.search("Red dwarf", 3) == ()
    assert [type(each.error) for each in heard] == [SourceRefused]


def test_retry_after_is_seconds_or_a_date() -> None:
    assert asked_pause("7") == 7
    assert asked_pause(None) is None
    assert asked_pause("soon") is None
    in_ten = format_datetime(datetime.now(UTC) + timedelta(seconds=10), usegmt=True)
    assert 8 <= (asked_pause(in_ten) or 0) <= 10
    assert asked_pause("Wed, 21 Oct 2015 07:28:00 GMT") == 0
