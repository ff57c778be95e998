"""arXiv and Crossref on loopback: papers found, abstracts quoted, refusals told."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import CoStorm, Settings
from costorm_widget.errors import (
    BadSetting,
    MissingExtra,
    SourceBusy,
    SourceError,
    SourceRefused,
)
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.sources import source_id
from costorm_widget.retrieval import extras
from costorm_widget.retrieval.base import Bindable, Retriever
from costorm_widget.retrieval.patience import Pace
from costorm_widget.retrieval.scholar import Arxiv, Crossref, Papers
from costorm_widget.retrieval.scholar.services import pace_of
from tests.retrieval.scholar.papers import DATASET, PAPERS, RECORDS
from tests.servers import catalogues
from tests.servers.site import Site, sends
from tests.servers.wiki import hangs_up, is_silent, says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers.wiki import Behaviour

REAL_TURN = Pace.turn

pytestmark = pytest.mark.usefixtures("turns")


class Catalogue:
    """A fake service that runs, and its address."""

    def __init__(self, service: Any, site: Site, path: str = "") -> None:
        self.service = service
        self.api_url = f"{site.url}{path}"


@pytest.fixture
def arxiv() -> Iterator[Catalogue]:
    service = catalogues.Arxiv(PAPERS)
    with service.site() as site:
        yield Catalogue(service, site, "/api/query")


@pytest.fixture
def crossref() -> Iterator[Catalogue]:
    service = catalogues.Crossref(RECORDS, {"10.5281/zenodo.1": DATASET})
    with service.site() as site:
        yield Catalogue(service, site)


def searched(catalogue: Catalogue, **more: Any) -> Arxiv | Crossref:
    kind = Arxiv if isinstance(catalogue.service, catalogues.Arxiv) else Crossref
    return kind(HashedWords(), api_url=catalogue.api_url, **more)


async def test_a_paper_of_arxiv(arxiv: Catalogue) -> None:
    found = await searched(arxiv).search("Which architecture has attention only?", 1)
    source, snippet = found[0].source, found[0].snippet
    assert source.title == "Attention Is All You Need"
    assert source.url == "https://arxiv.org/abs/1706.03762"
    assert source.permalink == "https://arxiv.org/abs/1706.03762v7"
    assert source.kind == "paper"
    assert source.authors == ("Ada Example", "Bo Sample")
    assert source.date == "2017-06-12"
    assert source.provenance == ("arXiv, version 7 of 2023-08-02, abstract only",)
    assert "$O(n^2 \\cdot d)$" in source.text
    assert "\n" not in source.text
    assert source.text[snippet.start : snippet.end] == snippet.text


async def test_markup_goes_and_what_is_known_of_a_paper_is_told(arxiv: Catalogue) -> None:
    (robots,) = {each.source for each in await searched(arxiv).search("non-invasive robots", 5)}
    assert robots.text == (
        "We study non-invasive robots by Müller and Erdős, at 5% of the cost.\n\n"
        "A second paragraph says more about X-ray vision."
    )
    assert robots.provenance[1:] == (
        "published in J. Robots 12 (2020) 34",
        "published as https://doi.org/10.1000/robots.12",
    )


async def test_withdrawn_and_empty_papers_are_left_out(arxiv: Catalogue) -> None:
    found = await searched(arxiv).search("robots", 9)
    assert {each.source.title for each in found} == {"X-ray vision of non-invasive robots"}


async def test_papers_with_any_word_are_asked_for_where_few_have_all(arxiv: Catalogue) -> None:
    found = await searched(arxiv).search("attention zyzzyva", 3)
    assert found[0].source.title == "Attention Is All You Need"
    asked = [each["search_query"] for each in arxiv.service.queries]
    assert asked == ["all:attention AND all:zyzzyva", "all:attention OR all:zyzzyva"]


@pytest.mark.parametrize(
    "query", ['"', "((", "a AND (b", "x" * 1000, "AND", "ti:", "a\x00b", "naïve β-test*", "-- ~ ^"]
)
async def test_any_query_is_one_that_arxiv_takes(arxiv: Catalogue, query: str) -> None:
    assert await searched(arxiv).search(query, 3) is not None


async def test_what_arxiv_does_not_take_is_told(arxiv: Catalogue) -> None:
    for status in (400, 200):
        arxiv.service.script = [catalogues.refuses("Malformed query: x(", status)]
        with pytest.raises(SourceRefused, match=r"Malformed query: x\(.*; ask in other words"):
            await searched(arxiv).search("robots", 3)


async def test_a_paper_of_crossref(crossref: Catalogue) -> None:
    found = await searched(crossref, contact="me@example.org").search("dances of bees", 9)
    by_title = {each.source.title: each.source for each in found}
    assert by_title.keys() == {"Bees & their dances", "https://doi.org/10.1000/bees.6"}
    bees = by_title["Bees & their dances"]
    assert bees.url == "https://doi.org/10.1000/bees.1"
    assert bees.id == source_id(bees.url)
    assert bees.kind == "paper"
    assert bees.authors == ("Ada Example", "The Bee Group", "Solo")
    assert bees.date == "2021-03-07"
    assert bees.provenance == ("Crossref, abstract only", "published in Journal of Bees")
    assert bees.text == (
        "Bees dance to tell the way. CO2 < 5 % makes them slow.\n\n"
        "A dance lasts one minute & a half."
    )
    (asked,) = crossref.service.queries
    assert asked["filter"] == "has-abstract:true"
    assert asked["mailto"] == "me@example.org"
    odd = by_title["https://doi.org/10.1000/bees.6"]
    assert (odd.authors, odd.date) == ((), "")


async def test_what_crossref_does_not_take_is_told(crossref: Catalogue) -> None:
    message = b'{"status": "failed", "message": [{"message": "Unknown field."}]}'
    crossref.service.script = [sends(message, "application/json", 400)]
    with pytest.raises(SourceRefused, match=r"\(400: Unknown field\.\); ask in other words"):
        await searched(crossref).search("bees", 3)


@pytest.fixture(params=["arxiv", "crossref"])
def either(request: pytest.FixtureRequest) -> Catalogue:
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


async def test_c15_429_waits_as_told(either: Catalogue) -> None:
    either.service.script = [says(429, "Rate exceeded.", headers={"Retry-After": "1"})]
    began = time.monotonic()
    assert await searched(either).search("robots bees", 3)
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize("late", [says(503, "out"), says(202, ""), sends(b""), sends(b" \n")])
async def test_c15_late_answers_are_got_over_and_then_told(
    either: Catalogue, late: Behaviour
) -> None:
    either.service.script = [late, late]
    assert await searched(either).search("robots bees", 3)
    either.service.script = [late] * 3
    with pytest.raises(SourceBusy, match="takes no more requests for now"):
        await searched(either).search("robots bees", 3)
    assert not either.service.script


async def test_c15_a_pause_that_is_too_long_is_told(either: Catalogue) -> None:
    either.service.script = [says(429, "", headers={"Retry-After": "120"})]
    with pytest.raises(SourceBusy, match="wait 120 seconds") as raised:
        await searched(either).search("robots bees", 3)
    assert raised.value.wait == 120


@pytest.mark.parametrize(
    ("behaviour", "kind", "message"),
    [
        (says(403, "no"), SourceRefused, r"\(403.*\); say who is asking: contact="),
        (says(200, "<html>Log in to the hotel</html>"), SourceError, "a login page of the network"),
        (says(200, "[]"), SourceError, "no list of papers"),
    ],
)
async def test_what_is_no_answer_is_told(
    either: Catalogue, behaviour: Behaviour, kind: type[SourceError], message: str
) -> None:
    either.service.script = [behaviour]
    with pytest.raises(kind, match=message) as raised:
        await searched(either).search("robots bees", 3)
    assert type(raised.value) is kind


async def test_silence_and_broken_connections_are_told(either: Catalogue) -> None:
    either.service.script = [is_silent()]
    with pytest.raises(SourceError, match=r"did not answer within 0\.2 seconds"):
        await searched(either, timeout=0.2).search("robots bees", 3)
    either.service.script = [hangs_up()] * 2
    with pytest.raises(SourceError, match="cannot be reached"):
        await searched(either).search("robots bees", 3)


async def test_a_feed_with_a_broken_date_is_told(arxiv: Catalogue) -> None:
    feed = catalogues.feed(PAPERS[:1], 1).replace("2017-06-12", "soon")
    arxiv.service.script = [sends(feed.encode(), catalogues.ATOM)]
    with pytest.raises(SourceError, match="cannot be read"):
        await searched(arxiv).search("attention", 3)


async def test_one_request_a_search_although_more_is_counted(arxiv: Catalogue) -> None:
    feed = catalogues.feed(PAPERS[:1], 50)
    arxiv.service.script = [sends(feed.encode(), catalogues.ATOM)]
    assert len(await searched(arxiv).search("attention", 3)) == 1
    assert len(arxiv.service.queries) == 1


async def test_nothing_found_is_a_normal_answer(either: Catalogue) -> None:
    searching = searched(either)
    await searching.prepare()
    assert await searching.search("zyzzyva", 3) == ()
    asked = len(either.service.queries)
    for query in ("", " ", "?!", "\x00"):
        assert await searching.search(query, 3) == ()
    assert await searching.search("robots bees", 0) == ()
    assert len(either.service.queries) == asked


async def test_c16_who_stops_is_let_go_at_once(either: Catalogue) -> None:
    either.service.script = [is_silent(3)]
    task = asyncio.create_task(searched(either).search("robots bees", 3))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert time.monotonic() - began < 0.5
    assert await searched(either).search("robots bees", 3)


async def test_every_request_waits_for_its_turn(either: Catalogue, turns: list[float]) -> None:
    either.service.script = [says(503, "")]
    await searched(either).search("bees attention architecture", 3)
    assert len(turns) == len(either.service.queries) >= 2
    assert set(turns) == ({3.0} if isinstance(either.service, catalogues.Arxiv) else {1.0})


async def test_papers_that_are_given(arxiv: Catalogue, crossref: Catalogue) -> None:
    papers = Papers(
        [
            "arXiv:1706.03762v2",
            "https://arxiv.org/pdf/hep-th/9901001",
            "https://doi.org/10.48550/arXiv.2002.00002",
            "doi:10.1000/Bees.1",
            "https://dx.doi.org/10.5281/zenodo.1",
            "doi:10.1000/bees.2",
            "doi:10.1000/nowhere",
        ],
        HashedWords(),
        arxiv_url=arxiv.api_url,
        crossref_url=crossref.api_url,
        doi_url=crossref.api_url,
    )
    await papers.prepare()
    assert [each.title for each in papers.sources] == [
        "Attention Is All You Need",
        "Strings of old",
        "Bees & their dances",
        "Dances of bees, as data",
    ]
    told = {each.path: each.reason for each in papers.refused}
    assert told.keys() == {
        "https://arxiv.org/abs/2002.00002",
        "https://doi.org/10.1000/bees.2",
        "https://doi.org/10.1000/nowhere",
    }
    assert "withdrawn" in told["https://arxiv.org/abs/2002.00002"]
    assert "no abstract" in told["https://doi.org/10.1000/bees.2"]
    assert "no such paper" in told["https://doi.org/10.1000/nowhere"]
    assert len(arxiv.service.queries) == 1
    found = await papers.search("hive filmed for a year", 1)
    assert found[0].source.date == "2022"
    assert found[0].source.provenance == ("doi.org, abstract only",)


async def test_papers_of_which_none_is_there_are_told(crossref: Catalogue) -> None:
    url = crossref.api_url
    papers = Papers("doi:10.1000/nowhere", HashedWords(), crossref_url=url, doi_url=url)
    with pytest.raises(SourceError, match=r"No paper that was given can be read .*no such paper"):
        await papers.search("bees", 3)


def test_what_is_no_name_of_a_paper_is_told() -> None:
    with pytest.raises(BadSetting, match=r"'papers/' is no DOI and no arXiv number; give doi:10"):
        Papers("papers/")


async def test_a_pace_is_kept_by_all_sessions() -> None:
    now = 100.0
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    pace = Pace(3.0, clock=lambda: now, sleep=sleep)
    for _ in range(3):
        await REAL_TURN(pace)
    now = 107.5
    await REAL_TURN(pace)
    now = 120.0
    await REAL_TURN(pace)
    assert slept == [3.0, 6.0, 1.5]
    assert pace_of("same.example", 1.0) is pace_of("same.example", 3.0)
    assert pace_of("same.example", 0.5).seconds == 3.0


def test_they_are_retrievers_and_take_the_language_of_the_session() -> None:
    for each in (Arxiv(), Crossref(), Papers("doi:10.1000/1")):
        assert isinstance(each, Retriever)
        assert isinstance(each, Bindable)
        assert each.using(HashedWords(), "pt-BR") is not each
    own = Arxiv(HashedWords(), "en")
    assert own.using(HashedWords(), "de") is own
    with pytest.raises(BadSetting, match=r"or Crossref\(embedder\)"):
        asyncio.run(Crossref().search("bees", 1))


def test_what_is_not_installed_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "arxiv" else name)
    with pytest.raises(MissingExtra, match=r"Searching arXiv .* 'costorm-widget\[scholar\]'"):
        Arxiv()
    with pytest.raises(MissingExtra, match=r"\[scholar\]"):
        Papers("arXiv:1706.03762")
    Crossref()
    Papers("doi:10.1000/1")


def test_a_session_on_both_catalogues(arxiv: Catalogue, crossref: Catalogue) -> None:
    session = CoStorm(
        "Bees and attention",
        sources=[Arxiv(api_url=arxiv.api_url), Crossref(api_url=crossref.api_url)],
        model="extractive",
        embeddings="hashed",
        settings=Settings(mode="rag_chatbot"),
    )
    session.say("Which dance lasts one minute and a half?")
    turn = session.step()
    assert turn.status == "done"
    assert {each.kind for each in session.sources} == {"paper"}
    session.say("What is the Transformer based on?")
    session.step()
    cited = {session.sources[each.source_id].url for t in session.turns for each in t.citations}
    assert cited >= {"https://doi.org/10.1000/bees.1", "https://arxiv.org/abs/1706.03762"}
    arxiv.service.script = [says(403, "no")] * 9
    crossref.service.script = [says(403, "no")] * 9
    session.say("And what else?")
    turn = session.step()
    assert turn.status == "no evidence"
    assert not turn.citations
