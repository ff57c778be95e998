"""The search with `ddgs`: what it is asked, and what its errors become."""

from __future__ import annotations

from typing import Any

import ddgs
import pytest
from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

from costorm_widget.errors import SourceBusy, SourceError
from costorm_widget.retrieval.web.engines import Result, ddgs_engine, results


class Fake:
    """Stands in for `ddgs.DDGS`."""

    asked: list[dict[str, Any]] = []  # noqa: RUF012 - one a test
    error: Exception | None = None

    def __init__(self, **_: object) -> None: ...

    def text(self, query: str, **more: object) -> list[dict[str, str]]:
        self.asked.append({"query": query, **more})
        if self.error:
            raise self.error
        return [
            {"title": "Red dwarf", "href": "https://stars.example/red", "body": "…"},
            {"title": "Again", "href": "https://stars.example/red", "body": "…"},
            {"title": "Broken", "href": "", "body": "…"},
        ]


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> type[Fake]:
    monkeypatch.setattr(Fake, "asked", [])
    monkeypatch.setattr(Fake, "error", None)
    monkeypatch.setattr(ddgs, "DDGS", Fake)
    return Fake


async def test_results_are_addresses_with_titles() -> None:
    found = await results(ddgs_engine("en"), "red dwarf", 5)
    assert found == [Result("https://stars.example/red", "Again")]


@pytest.mark.parametrize(
    ("language", "region"), [("en", "us-en"), ("de", "de-de"), ("ko", "kr-kr"), ("fr", "fr-fr")]
)
async def test_pages_in_the_language_of_the_session_are_looked_for(
    language: str, region: str
) -> None:
    await results(ddgs_engine(language), "red dwarf", 5)
    (asked,) = Fake.asked
    assert asked["region"] == region
    assert asked["max_results"] == 5
    assert "grokipedia" not in asked["backend"]


async def test_the_engines_that_are_named_are_there() -> None:
    from ddgs.engines import ENGINES

    await results(ddgs_engine("en"), "red dwarf", 5)
    assert {each.strip() for each in Fake.asked[0]["backend"].split(",")} <= set(ENGINES["text"])


@pytest.mark.parametrize(
    ("error", "kind", "message", "calls"),
    [
        (RatelimitException("202"), SourceBusy, "take no more requests for now; wait a minute", 3),
        (TimeoutException("timed out"), SourceError, "No search engine has answered", 1),
        (DDGSException("ConnectError"), SourceError, r"could be asked \(ConnectError\)", 1),
    ],
)
async def test_its_errors_become_ours(
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    kind: type[SourceError],
    message: str,
    calls: int,
) -> None:
    monkeypatch.setattr(Fake, "error", error)
    with pytest.raises(kind, match=message) as raised:
        await results(ddgs_engine("en"), "red dwarf", 5)
    assert type(raised.value) is kind
    assert len(Fake.asked) == calls


async def test_no_results_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fake, "error", DDGSException("No results found."))
    assert await results(ddgs_engine("en"), "red dwarf", 5) == []
