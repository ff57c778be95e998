from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import EmbeddingError, SourceError
from costorm_widget.evidence.sources import Snippet, Source, snippet_id, source_id
from costorm_widget.retrieval.base import Found, Nothing
from costorm_widget.retrieval.fusion import Failure, Fused

if TYPE_CHECKING:
    from costorm_widget.retrieval.base import Tell


def found(address: str, passage: str, text: str = "", number: int = 0) -> Found:
    whole = text or passage
    start = whole.index(passage)
    end = start + len(passage)
    name = source_id(address)
    source = Source(name, address, address, "document", whole, number, provenance=(passage[:4],))
    snippet = Snippet(snippet_id(name, start, end), name, start, end, passage)
    return Found(source, snippet, 1.0, 0.5)


@dataclass
class Place:
    """A retriever with a fixed answer, or an error to raise."""

    name: str
    answer: tuple[Found, ...] = ()
    error: Exception | None = None
    prepared: int = 0
    together: list[str] = field(default_factory=list)

    async def prepare(self, tell: Tell | None = None) -> None:  # noqa: ARG002
        self.prepared += 1
        if self.error:
            raise self.error

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        self.together.append(query)
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return self.answer[:limit]


def texts(answer: tuple[Found, ...]) -> list[str]:
    return [each.snippet.text for each in answer]


async def test_what_several_places_find_comes_first() -> None:
    both = found("file:b", "both")
    fused = Fused([Place("one", (found("file:a", "own"), both)), Place("two", (both,))])
    answer = await fused.search("query", 5)
    assert texts(answer) == ["both", "own"]
    assert answer[0].score > answer[1].score
    assert len(await fused.search("query", 1)) == 1


async def test_c10_lists_that_are_each_numbered_from_one_stay_distinct() -> None:
    web = Place("web", (found("https://example.com", "From the web.", number=1),))
    files = Place("files", (found("file:a.md", "From a file.", number=1),))
    answer = await Fused([web, files]).search("query", 5)
    assert len({each.source.id for each in answer}) == 2
    for each in answer:
        assert each.source.text[each.snippet.start : each.snippet.end] == each.snippet.text
    assert {each.source.url: each.snippet.text for each in answer} == {
        "https://example.com": "From the web.",
        "file:a.md": "From a file.",
    }


async def test_c09_one_work_in_two_versions_is_one_source_with_both_provenances() -> None:
    address = "https://arxiv.org/abs/1706.03762"
    one = Place("one", (found(address, "Attention is all.", "Title. Attention is all. More."),))
    two = Place("two", (found(address, "Another part.", "Another part. Attention is all."),))
    answer = await Fused([one, two]).search("query", 5)
    assert len({each.source.id for each in answer}) == 1
    assert {each.source.text for each in answer} == {answer[0].source.text}
    assert answer[0].source.provenance == ("Atte", "Anot")
    for each in answer:
        assert each.source.text[each.snippet.start : each.snippet.end] == each.snippet.text


async def test_c09_one_snippet_in_two_versions_comes_once() -> None:
    address = "https://example.com/a"
    one = Place("one", (found(address, "The same passage.", "First. The same passage."),))
    two = Place("two", (found(address, "The same passage.", "The same passage. Last."),))
    assert texts(await Fused([one, two]).search("query", 5)) == ["The same passage."]


async def test_c11_a_place_that_finds_nothing_is_no_failure() -> None:
    fused = Fused([Place("one"), Nothing()])
    assert await fused.search("query", 5) == ()
    assert fused.failures == ()


async def test_c11_a_place_that_fails_is_left_out_and_told() -> None:
    heard: list[Failure] = []
    error = RuntimeError("no route")
    broken = Place("broken", error=error)
    good = Place("good", (found("file:a", "good"),))
    fused = Fused([broken, good], heard.append)
    assert texts(await fused.search("query", 5)) == ["good"]
    assert list(fused.failures) == heard == [Failure("broken", error)]
    broken.error = None
    await fused.search("query", 5)
    assert not fused.failures
    assert len(heard) == 1


async def test_c11_when_every_place_fails_the_reasons_are_told() -> None:
    fused = Fused(
        [
            Place("one", error=SourceError("no route.")),
            Place("one", error=EmbeddingError("no key.")),
        ]
    )
    with pytest.raises(SourceError, match=r"one: no route\. one: no key\."):
        await fused.search("query", 5)
    with pytest.raises(SourceError, match="None of the sources"):
        await fused.prepare()


async def test_c11_the_same_again_is_the_same_answer() -> None:
    fused = Fused([Place("one", (found("file:a", "a"), found("file:b", "b")))])
    assert await fused.search("query", 5) == await fused.search("query", 5)


async def test_all_are_prepared_even_if_one_cannot_be() -> None:
    good, broken = Place("good"), Place("broken", error=SourceError("empty."))
    fused = Fused([broken, good])
    await fused.prepare()
    assert good.prepared == broken.prepared == 1
    assert [each.retriever for each in fused.failures] == ["broken"]
    assert fused.name == "broken, good"


async def test_all_are_asked_at_once() -> None:
    asked: list[str] = []
    first, second = Place("first", together=asked), Place("second", together=asked)
    task = asyncio.create_task(Fused([first, second]).search("query", 5))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert asked == ["query", "query"]
    await task


async def test_a_stopped_search_is_stopped() -> None:
    class Slow(Place):
        async def search(self, query: str, limit: int) -> tuple[Found, ...]:  # noqa: ARG002
            await asyncio.sleep(60)
            return ()

    task = asyncio.create_task(Fused([Slow("slow"), Place("quick")]).search("query", 5))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
