"""Wikipedia on a stub: the exact page, whole articles, one revision, no request too many."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
import requests

from costorm_widget.errors import BadSetting, SourceAmbiguous, SourceNotFound, SourceRefused
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Retriever
from costorm_widget.retrieval.wikipedia import Wikipedia
from tests.retrieval.wikipedia.pages import PAGES, RED_DWARF
from tests.servers.wiki import Entry, StubWiki

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costorm_widget.retrieval.base import Found


@pytest.fixture
def stub() -> Iterator[StubWiki]:
    with StubWiki(PAGES) as running:
        yield running


@pytest.fixture
def wikipedia(stub: StubWiki) -> Wikipedia:
    return Wikipedia(HashedWords(), api_url=stub.api_url)


def titles(found: tuple[Found, ...]) -> list[str]:
    """The titles of the sources, each once, in their order."""
    return list(dict.fromkeys(each.source.title for each in found))


async def test_c31_the_exact_page(wikipedia: Wikipedia) -> None:
    star = await wikipedia.article("Red dwarf")
    assert "coolest kind of star" in star.text
    series = await wikipedia.article("Red Dwarf")
    assert "television comedy" in series.text
    assert star.id != series.id
    # The first letter of a title has no case of its own.
    assert (await wikipedia.article("red dwarf")).text == star.text


async def test_c31_a_query_that_is_a_title_finds_that_page_alone(wikipedia: Wikipedia) -> None:
    assert titles(await wikipedia.search("Red dwarf", 10)) == ["Red dwarf"]
    assert titles(await wikipedia.search("comedy mining ship", 1)) == ["Red Dwarf"]


async def test_c31_redirects_are_followed_and_told(wikipedia: Wikipedia) -> None:
    star = await wikipedia.article("M-dwarf")
    assert star.title == "Red dwarf"
    assert star.id == (await wikipedia.article("Red dwarf")).id
    assert "'M-dwarf' redirects to 'Red dwarf'" in star.provenance


async def test_c31_a_disambiguation_page_gives_its_options(wikipedia: Wikipedia) -> None:
    with pytest.raises(SourceAmbiguous, match=r"name one of them: 'Mercury \(planet\)'") as raised:
        await wikipedia.article("Mercury")
    # Titles, not the words of the links; and none that is missing or in another wiki.
    assert raised.value.options == ("Mercury (planet)", "Mercury (element)")
    assert raised.value.title == "Mercury"


async def test_c31_searching_for_an_ambiguous_name_finds_its_options(wikipedia: Wikipedia) -> None:
    found = await wikipedia.search("Mercury", 10)
    assert set(titles(found)) == {"Mercury (planet)", "Mercury (element)"}
    told = "one of the options for 'Mercury': Mercury (planet), Mercury (element)"
    assert all(told in each.source.provenance for each in found)
    assert titles(await wikipedia.search("Mercury poisonous liquid", 1)) == ["Mercury (element)"]


async def test_a_source_says_which_revision_it_is(stub: StubWiki, wikipedia: Wikipedia) -> None:
    star = await wikipedia.article("Red dwarf")
    assert star.kind == "wikipedia"
    assert star.url == f"{stub.url}/wiki/Red_dwarf"
    assert star.permalink == f"{stub.url}/w/index.php?oldid=1234567"
    assert star.date == "2024-05-01"
    assert star.retrieved_at.endswith("+00:00")
    assert star.provenance == (f"{wikipedia.name}, revision 1234567 of 2024-05-01",)


async def test_whole_articles_are_cut_by_section(wikipedia: Wikipedia) -> None:
    found = await wikipedia.search("Red dwarf", 10)
    headings = {each.snippet.heading for each in found}
    assert headings == {
        (),
        ("Description",),
        ("Description", "Life"),
        ("Planets", "Habitability"),
    }
    for each in found:
        start, end = each.snippet.start, each.snippet.end
        assert each.source.text[start:end] == each.snippet.text
        assert each.snippet.text in RED_DWARF
    best = await wikipedia.search("habitable zone tidally locked", 1)
    assert best[0].snippet.heading == ("Planets", "Habitability")


async def test_sections_that_list_other_works_are_left_out(wikipedia: Wikipedia) -> None:
    text = (await wikipedia.article("Red dwarf")).text
    for gone in ("See also", "References", "Notes", "no evidence", "External links", "nearby"):
        assert gone not in text
    with pytest.raises(SourceRefused, match="'Empty' is empty; choose another"):
        await wikipedia.article("Empty")


async def test_c31_a_page_of_two_megabytes_is_cut_and_told(wikipedia: Wikipedia) -> None:
    size = len(PAGES["Long"].text)
    assert size > 1_900_000
    source = await wikipedia.article("Long")
    assert 250_000 < len(source.text) <= 300_000
    assert source.text.endswith("word")
    assert source.provenance[-1].startswith(f"only the first {len(source.text):,} of 2,")


async def test_c31_arabic(stub: StubWiki) -> None:
    wikipedia = Wikipedia(HashedWords(), "ar", api_url=stub.api_url)
    source = await wikipedia.article("ضوء")
    assert source.url.endswith("/wiki/%D8%B6%D9%88%D8%A1")
    assert "مراجع" not in source.text
    found = await wikipedia.search("سرعة الضوء", 2)
    assert found[0].snippet.heading == ("السرعة",)
    assert found[0].snippet.text == "تبلغ سرعة الضوء في الفراغ نحو ثلاثمئة ألف كيلومتر في الثانية."


async def test_an_article_is_read_once(stub: StubWiki, wikipedia: Wikipedia) -> None:
    await asyncio.gather(*(wikipedia.search("Red dwarf", 3) for _ in range(4)))
    await wikipedia.search("red dwarf habitable zone", 3)
    await wikipedia.article("M-dwarf")
    texts = [each["pageids"] for each in stub.queries if "extracts" in each.get("prop", "")]
    assert len(texts) == len(set(texts))
    assert [each.title for each in wikipedia.sources].count("Red dwarf") == 1


async def test_at_most_three_requests_at_once(stub: StubWiki, wikipedia: Wikipedia) -> None:
    stub.server.pause = 0.05
    await asyncio.gather(
        *(wikipedia.article(title) for title in PAGES if title not in {"Mercury", "Empty"}),
        *(wikipedia.search(each, 2) for each in ("star", "ship", "metal")),
    )
    assert len(stub.queries) > 15
    assert stub.server.most_at_once == 3


async def test_at_most_three_requests_at_once_of_all_sessions(stub: StubWiki) -> None:
    sessions = [Wikipedia(HashedWords(), api_url=stub.api_url) for _ in range(3)]
    stub.server.pause = 0.05
    await asyncio.gather(*(each.search("star planet comedy", 5) for each in sessions))
    assert stub.server.most_at_once == 3


async def test_the_user_agent_says_whose_program_it_is(stub: StubWiki) -> None:
    for contact in ("", "me@example.org"):
        await Wikipedia(HashedWords(), api_url=stub.api_url, contact=contact).article("Red dwarf")
    anonymous, named = stub.server.agents[0], stub.server.agents[-1]
    assert anonymous.startswith("costorm-widget/")
    assert "me@example.org" in named
    assert "example.org" not in anonymous
    assert set(stub.server.agents) == {anonymous, named}


def test_without_an_address_it_is_wikipedia_over_https() -> None:
    korean = Wikipedia(HashedWords(), "ko")
    assert korean.name == "wikipedia:ko"
    assert korean._articles._client._api_url == "https://ko.wikipedia.org/w/api.php"
    assert isinstance(korean, Retriever)


async def test_a_session_of_requests_can_be_given(stub: StubWiki) -> None:
    class Watched(requests.Session):
        asked = 0

        def send(self, *arguments: object, **values: object) -> requests.Response:
            self.asked += 1
            return super().send(*arguments, **values)  # type: ignore[arg-type]

    with Watched() as session:
        wikipedia = Wikipedia(HashedWords(), api_url=stub.api_url, session=session)
        await wikipedia.article("Red dwarf")
        assert session.asked == len(stub.queries) == 2


async def test_one_revision_whatever_it_is_searched_with(stub: StubWiki) -> None:
    given = Wikipedia(api_url=stub.api_url)
    first = given.using(HashedWords(), "en")
    before = (await first.search("Red dwarf", 1))[0].source
    stub.server.pages["Red dwarf"] = PAGES["Red Dwarf"]
    again = given.using(HashedWords(), "en")
    assert (await again.search("Red dwarf", 1))[0].source == before


def test_it_works_in_one_event_loop_after_another(stub: StubWiki) -> None:
    stub.server.pause = 0.01
    wikipedia = Wikipedia(HashedWords(), api_url=stub.api_url)

    async def several() -> None:
        queries = ("star", "ship", "metal", "planet", "Red dwarf", "Mercury", "word")
        await asyncio.gather(*(wikipedia.search(each, 2) for each in queries))

    asyncio.run(several())
    stub.server.pages["Bus"] = Entry("A bus is no ship, star or planet.", revision=55)
    asyncio.run(several())


async def test_two_wikis_do_not_answer_for_one_another(stub: StubWiki) -> None:
    package = import_module("wikipedia.wikipedia")
    before = package.API_URL, package.requests
    with StubWiki({"Red dwarf": PAGES["Red Dwarf"]}) as other:
        one = Wikipedia(HashedWords(), api_url=stub.api_url)
        two = Wikipedia(HashedWords(), api_url=other.api_url)
        star, series = await asyncio.gather(one.search("dwarf", 1), two.search("dwarf", 1))
        assert star[0].source.url.startswith(stub.url)
        assert series[0].source.url.startswith(other.url)
    assert (package.API_URL, package.requests) == before


async def test_nothing_found_is_a_normal_answer(stub: StubWiki, wikipedia: Wikipedia) -> None:
    await wikipedia.prepare()
    assert await wikipedia.search("zyzzyva xylophone quux", 5) == ()
    asked = len(stub.queries)
    for query in ("", "  ", "?!", "-"):
        assert await wikipedia.search(query, 5) == ()
    assert await wikipedia.search("Red dwarf", 0) == ()
    assert len(stub.queries) == asked
    with pytest.raises(SourceNotFound, match="has no article 'Nowhere'; search for it"):
        await wikipedia.article("Nowhere")
    for title in ("a|b", "[[x]]", "x" * 300, ""):
        with pytest.raises(SourceNotFound, match="can be no title"):
            await wikipedia.article(title)


async def test_a_question_is_asked_again_in_fewer_words(wikipedia: Wikipedia) -> None:
    question = "For how many years does a red dwarf shine before astronomers notice?"
    found = await wikipedia.search(question, 1)
    assert found[0].snippet.heading == ("Description", "Life")


async def test_alone_it_asks_for_an_embedder(stub: StubWiki) -> None:
    with pytest.raises(BadSetting, match=r"or Wikipedia\(embedder\)"):
        await Wikipedia(api_url=stub.api_url).search("anything", 1)


@pytest.mark.parametrize(
    ("wrong", "remedy"),
    [
        ({"language": "English"}, "one such as 'en'"),
        ({"language": "en.evil.example/"}, "one such as 'en'"),
        ({"api_url": "ftp://example.org/w/api.php"}, "give it as https://HOST/w/api.php"),
        ({"api_url": "https://example.org/"}, "give it as https://HOST/w/api.php"),
        ({"contact": "me@example.org\r\nX-Evil: 1"}, "e-mail or web address"),
        ({"timeout": 0}, "seconds above 0"),
    ],
)
def test_wrong_settings_are_told(wrong: dict[str, object], remedy: str) -> None:
    with pytest.raises(BadSetting, match=remedy):
        Wikipedia(HashedWords(), **wrong)  # type: ignore[arg-type]
    with pytest.raises(BadSetting, match="give language='ko'"):
        Wikipedia("ko")  # type: ignore[arg-type]
