"""A real MediaWiki on this machine (`make e2e-wikipedia`): articles, and a session on them."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
import requests

from costorm_widget import CoStorm, Settings, SourceAmbiguous, SourceNotFound
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.wikipedia import Wikipedia
from tests.retrieval.wikipedia import freshwiki
from tests.servers import mediawiki
from tests.servers.mediawiki import Article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costorm_widget.evidence.sources import Source

pytestmark = [
    pytest.mark.wikipedia,
    pytest.mark.skipif(bool(mediawiki.missing()), reason=mediawiki.missing()),
]

LISTS = "References|See also|Notes|Further reading|External links|Bibliography|Sources|Citations"

OWN = (
    Article(
        "Red dwarf",
        "A '''red dwarf''' is the smallest and coolest kind of star on the main sequence.\n\n"
        "== Life ==\nA red dwarf burns its [[hydrogen]] slowly, so it shines for trillions of "
        "years.<ref>A book</ref>\n\n== See also ==\n* [[Brown dwarf]]\n\n== References ==\n* A",
    ),
    Article("Red Dwarf", "'''Red Dwarf''' is a British television comedy about a mining ship."),
    Article("M-dwarf", "#REDIRECT [[Red dwarf]]"),
    Article(
        "Mercury",
        "'''Mercury''' may refer to:\n* [[Mercury (planet)|Mercury]], a planet\n"
        "* [[Mercury (element)|quicksilver]], a metal\n* [[Mercury (god)]]\n\n__DISAMBIG__",
    ),
    Article("Mercury (planet)", "'''Mercury''' is the first planet from the Sun."),
    Article("Mercury (element)", "'''Mercury''' is a chemical element, liquid and poisonous."),
    Article(
        "ضوء",
        "'''الضوء''' هو إشعاع كهرومغناطيسي مرئي للعين البشرية.\n\n== السرعة ==\n"
        "تبلغ سرعة الضوء في الفراغ نحو ثلاثمئة ألف كيلومتر في الثانية.\n\n== مراجع ==\n* كتاب",
    ),
)


@pytest.fixture(scope="module")
def fresh() -> list[Article]:
    if not freshwiki.is_here():
        pytest.skip("FreshWiki is not here: set FRESHWIKI to its folder")
    return freshwiki.articles(20)


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[mediawiki.Wiki]:
    real = freshwiki.articles(20) if freshwiki.is_here() else []
    with mediawiki.running(tmp_path_factory.mktemp("wiki"), [*OWN, *real]) as running:
        yield running


@pytest.fixture
def wikipedia(wiki: mediawiki.Wiki) -> Wikipedia:
    return Wikipedia(HashedWords(), api_url=wiki.api_url)


def revision(wiki: mediawiki.Wiki, source: Source) -> dict[str, str]:
    """What the wiki itself says of the revision that a permanent link names."""
    link = re.fullmatch(rf"{re.escape(wiki.url)}/index\.php\?oldid=(\d+)", source.permalink)
    assert link, source.permalink
    asked = {"action": "query", "format": "json", "prop": "revisions", "rvprop": "ids|timestamp"}
    answer = requests.get(wiki.api_url, {**asked, "revids": link[1]}, timeout=20).json()
    (page,) = answer["query"]["pages"].values()
    assert str(page["revisions"][0]["revid"]) == link[1]
    return {"title": page["title"], "time": page["revisions"][0]["timestamp"]}


def opens(link: str) -> bool:
    return requests.get(link, timeout=20).status_code == 200


async def test_c31_pages_are_exact(wiki: mediawiki.Wiki, wikipedia: Wikipedia) -> None:
    star = await wikipedia.article("Red dwarf")
    assert star.text == (
        "A red dwarf is the smallest and coolest kind of star on the main sequence.\n\n"
        "## Life\n\nA red dwarf burns its hydrogen slowly, so it shines for trillions of years."
    )
    assert star.url == f"{wiki.url}/index.php/Red_dwarf"
    assert star.date == "2024-05-01"
    assert revision(wiki, star) == {"title": "Red dwarf", "time": "2024-05-01T12:00:00Z"}
    assert "comedy" in (await wikipedia.article("Red Dwarf")).text
    assert (await wikipedia.article("M-dwarf")).id == star.id
    with pytest.raises(SourceNotFound):
        await wikipedia.article("Brown dwarf")


async def test_c31_options_of_a_disambiguation_page(wikipedia: Wikipedia) -> None:
    with pytest.raises(SourceAmbiguous) as raised:
        await wikipedia.article("Mercury")
    assert raised.value.options == ("Mercury (planet)", "Mercury (element)")
    found = await wikipedia.search("Mercury", 5)
    assert {each.source.title for each in found} == {"Mercury (planet)", "Mercury (element)"}


async def test_c31_arabic(wiki: mediawiki.Wiki, wikipedia: Wikipedia) -> None:
    light = await wikipedia.article("ضوء")
    assert light.text.endswith(
        "## السرعة\n\nتبلغ سرعة الضوء في الفراغ نحو ثلاثمئة ألف كيلومتر في الثانية."
    )
    assert revision(wiki, light)["title"] == "ضوء"
    assert opens(light.url)


async def test_whole_articles_are_read(wikipedia: Wikipedia, fresh: list[Article]) -> None:
    for article in fresh[:3]:
        found = await wikipedia.search(article.title, 40)
        source = next(each.source for each in found if each.source.title == article.title)
        assert len(source.text) > 4_000
        body, *_ = re.split(rf"^==+ (?:{LISTS}) ==+$", article.wikitext, flags=re.MULTILINE)
        headings = re.findall(r"^==+ (.+?) ==+\n\n(?!=)", body, re.MULTILINE)
        assert re.findall(r"^#+ (.+)\n\n(?!#)", source.text, re.MULTILINE) == headings
        assert body.split()[-1] == source.text.split()[-1]
        for each in found:
            text = each.source.text
            assert text[each.snippet.start : each.snippet.end] == each.snippet.text


def test_a_session_cites_permanent_links(fresh: list[Article], wiki: mediawiki.Wiki) -> None:
    began = time.monotonic()
    topic = fresh[0].title
    session = CoStorm(
        topic,
        goal="What happened, and why does it matter?",
        sources=Wikipedia(api_url=wiki.api_url, contact="tests@example.org"),
        model="extractive",
        embeddings="hashed",
        settings=Settings(experts=2, interview_turns=1, opening_concepts=2),
    )
    session.run(4)
    session.say("What came of it in the end?")
    session.run(2)
    report = session.generate_report()
    cited = [citation for turn in session.turns for citation in turn.citations]
    assert len(cited) > 5
    assert not any(turn.dropped_citations for turn in session.turns)
    assert {turn.status for turn in session.turns} <= {"done", "no evidence"}
    for citation in cited:
        snippet = session.snippets[citation.snippet_id]
        source = session.sources[citation.source_id]
        assert snippet.source_id == source.id
        assert source.text[snippet.start : snippet.end] == snippet.text
        assert source.kind == "wikipedia"
    assert topic in {session.sources[each.source_id].title for each in cited}
    listed = report.markdown.partition("## References")[2]
    links = re.findall(r"http\S+?index\.php\?oldid=\d+", listed)
    sources = {source.permalink: source for source in session.sources}
    assert len(links) == len(report.references) > 0
    assert set(links) <= set(sources)
    for link in links:
        assert revision(wiki, sources[link])["title"] == sources[link].title
        assert opens(link)
    assert time.monotonic() - began < 90
