from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import BudgetReached, EmbeddingError, SourceError
from costorm_widget.evidence.sources import Snippet, Source, snippet_id, source_id
from costorm_widget.retrieval.base import Found, Nothing
from costorm_widget.retrieval.choice import Choice
from costorm_widget.retrieval.failures import Failure, hearing
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.rerank import Reranker

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    limits: list[int] = field(default_factory=list)

    async def prepare(self, tell: Tell | None = None) -> None:  # noqa: ARG002
        self.prepared += 1
        if self.error:
            raise self.error

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        self.together.append(query)
        self.limits.append(limit)
        await asyncio.sleep(0)
        if self.error:
            raise self.error
        return self.answer[:limit]


def texts(answer: Sequence[Found]) -> list[str]:
    return [each.snippet.text for each in answer]


def verbatim(answer: Sequence[Found]) -> bool:
    return all(
        each.source.text[each.snippet.start : each.snippet.end] == each.snippet.text
        and each.source.id == each.snippet.source_id
        for each in answer
    )


async def test_what_several_places_find_comes_first() -> None:
    both = found("file:b", "both")
    elsewhere = found("https://example.com/b", "both of them, elsewhere")
    one = Place("one", (found("file:a", "own"), elsewhere))
    answer = await Fused([one, Place("two", (elsewhere, both))]).search("query", 5)
    assert texts(answer) == ["both of them, elsewhere", "own", "both"]
    assert answer[0].score > answer[1].score
    assert len(await Fused([one]).search("query", 1)) == 1


async def test_c10_lists_that_are_each_numbered_from_one_stay_distinct() -> None:
    web = Place("web", (found("https://example.com", "From the web.", number=1),))
    files = Place("files", (found("file:a.md", "From a file.", number=1),))
    answer = await Fused([web, files]).search("query", 5)
    assert len({each.source.id for each in answer}) == 2
    assert verbatim(answer)
    assert {each.source.url: each.snippet.text for each in answer} == {
        "https://example.com": "From the web.",
        "file:a.md": "From a file.",
    }


@pytest.mark.parametrize("address", ["1", "file:a.md", "notes/a.md"])
async def test_c10_names_that_are_no_addresses_are_those_of_their_place(address: str) -> None:
    texts_of = ("A file about clocks.", "Another about cows.", "A third one about sleep.")
    places = [Place("shelf", (found(address, text),)) for text in texts_of]
    fused = Fused(places)
    answer = await fused.search("query", 5)
    assert len({each.source.id for each in answer}) == 3
    assert [each.source.text for each in answer] == list(texts_of)
    assert verbatim(answer)
    assert fused.name == "shelf, shelf 2, shelf 3"
    again = await Fused(places).search("query", 5)
    assert [each.snippet.id for each in again] == [each.snippet.id for each in answer]


async def test_c09_one_work_in_two_versions_is_one_source_with_both_provenances() -> None:
    address = "https://arxiv.org/abs/1706.03762"
    one = Place("one", (found(address, "Attention is all.", "Title. Attention is all. More."),))
    two = Place("two", (found(address, "Another part.", "Another part. Attention is all."),))
    answer = await Fused([one, two]).search("query", 5)
    assert len({each.source.id for each in answer}) == 1
    assert {each.source.text for each in answer} == {answer[0].source.text}
    assert answer[0].source.provenance == ("Atte", "Anot")
    assert verbatim(answer)


async def test_c09_retrievers_that_know_nothing_of_addresses_find_one_work() -> None:
    """Each makes an id of the address as it has it; spans are of its own version."""
    addresses = [
        "https://arxiv.org/abs/1706.03762v5",
        "https://arxiv.org/pdf/1706.03762",
        "https://arxiv.org/abs/1706.03762?utm_source=x",
        "http://www.arxiv.org/abs/1706.03762/",
        "arXiv:1706.03762",
    ]
    places = [
        Place(
            f"place {number}", (found(address, f"Part {number}.", f"{'-' * number}Part {number}."),)
        )
        for number, address in enumerate(addresses)
    ]
    answer = await Fused(places).search("query", 5)
    assert {each.source.id for each in answer} == {source_id("https://arxiv.org/abs/1706.03762")}
    assert len(texts(answer)) == len(set(texts(answer))) == 5
    assert answer[0].source.provenance == ("Part",)
    assert verbatim(answer)


async def test_c09_one_snippet_in_two_versions_comes_once() -> None:
    address = "https://example.com/a"
    one = Place("one", (found(address, "The same passage.", "First. The same passage."),))
    two = Place("two", (found(address, "The same passage.", "The same passage. Last."),))
    assert texts(await Fused([one, two]).search("query", 5)) == ["The same passage."]


LONG = "On the Monday after the change, heart attacks rose by 24 percent in the hospitals."
OTHER = "On the Monday after the change, heart attacks rose by 42 percent in the hospitals."
DENIED = "On the Monday after the change, heart attacks did not rise in the hospitals at all."


async def test_c09_mirrors_take_one_slot_and_both_are_told() -> None:
    mirror = found("https://mirror.example/x", LONG.upper().replace(",", " –"))
    one = Place("one", (found("https://example.com/a", LONG), found("file:b", "Something else.")))
    two = Place("two", (mirror,))
    fused = Fused([one, two])
    answer = await fused.search("query", 5)
    assert texts(answer) == [LONG, "Something else."]
    assert answer[0].source.provenance == ("On t", "the same words in https://mirror.example/x")
    assert answer[0].score > 1.5 * answer[1].score, "two places have found it"
    later = await Fused([one, two]).search("query", 5)
    assert [each.snippet.id for each in later] == [each.snippet.id for each in answer]
    # Where the mirror alone answers a later query, it is the same source still.
    one.answer = ()
    (again,) = await fused.search("another query", 5)
    assert again.snippet == answer[0].snippet
    assert verbatim([again])


async def test_two_cuts_of_one_passage_take_one_slot() -> None:
    whole = f"In short. {LONG}"
    one, two = found("https://example.com/a", whole), found("https://mirror.example/x", LONG)
    answer = await Fused([Place("one", (one, two))]).search("query", 5)
    assert texts(answer) == [whole]


async def test_what_differs_in_a_number_or_a_negation_is_no_copy() -> None:
    passages = [found(f"file:{place}", text) for place, text in enumerate((LONG, OTHER, DENIED))]
    short = [found(f"file:s{place}", "No data.") for place in range(2)]
    answer = await Fused([Place("one", (*passages, *short))]).search("query", 9)
    assert texts(answer) == [LONG, OTHER, DENIED, "No data.", "No data."]


async def test_copies_in_one_list_count_once() -> None:
    copies = tuple(found(f"https://example.com/{number}", LONG) for number in range(5))
    one = Place("one", (found("file:a", "The best."), *copies))
    assert texts(await Fused([one]).search("query", 9)) == ["The best.", LONG]


async def test_c11_a_place_that_finds_nothing_is_no_failure() -> None:
    with hearing() as heard:
        assert await Fused([Place("one"), Nothing()]).search("query", 5) == ()
    assert heard == []


async def test_c11_a_place_that_fails_is_left_out_and_told() -> None:
    error = SourceError("there is no route; mend it.")
    broken = Place("broken", error=error)
    fused = Fused([broken, Place("good", (found("file:a", "good"),))])
    with hearing() as heard:
        assert texts(await fused.search("query", 5)) == ["good"]
    assert heard == [Failure("broken", error)]
    assert str(heard[0]) == "broken was left out: there is no route; mend it."
    broken.error = None
    with hearing() as heard:
        await fused.search("query", 5)
    assert heard == []
    broken.error = error
    assert texts(await fused.search("query", 5)) == ["good"], "nobody needs to listen"


async def test_c11_when_every_place_fails_the_reasons_are_told() -> None:
    one, two = SourceError("no route."), EmbeddingError("no key.")
    fused = Fused([Place("shelf", error=one), Place("shelf", error=two)])
    with pytest.raises(SourceError, match=r"shelf: no route\. shelf 2: no key\."):
        await fused.search("query", 5)
    with pytest.raises(SourceError, match="None of the sources"):
        await fused.prepare()
    alone = Fused([Place("shelf", error=two)])
    with pytest.raises(EmbeddingError, match=r"^no key\.$"):
        await alone.search("query", 5)


async def test_a_spent_budget_is_no_failure_of_a_place() -> None:
    fused = Fused([Place("one", error=BudgetReached("spent.")), Place("two")])
    with pytest.raises(BudgetReached):
        await fused.search("query", 5)


async def test_c11_the_same_again_is_the_same_answer() -> None:
    fused = Fused([Place("one", (found("file:a", "a"), found("file:b", "b")))])
    assert await fused.search("query", 5) == await fused.search("query", 5)


async def test_c11_what_cannot_be_prepared_is_told_with_the_next_search() -> None:
    good, broken = Place("good"), Place("broken", error=SourceError("empty."))
    fused = Fused([broken, good])
    await fused.prepare()
    assert good.prepared == broken.prepared == 1
    broken.error = None
    for told in (["broken was left out: empty."], []):
        with hearing() as heard:
            await fused.search("query", 5)
        assert list(map(str, heard)) == told


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


# Trust, and an order of the user's own.


async def test_reliability_weighs_what_is_found() -> None:
    sites = [found(f"https://{name}.example/", f"Says {name}.") for name in ("gossip", "paper")]
    choice = Choice(reliability={"gossip.example": "mixed"})
    one = Place("one", tuple(sites))
    assert texts(await Fused([one]).search("query", 5)) == ["Says gossip.", "Says paper."]
    first, second = await Fused([one], choice).search("query", 5)
    assert texts([first, second]) == ["Says paper.", "Says gossip."]
    assert second.score == pytest.approx(0.5 / 61)


def by_length(_query: str, passages: Sequence[Found]) -> list[float]:
    return [float(len(each.snippet.text)) for each in passages]


async def test_a_reranker_chooses_from_more_than_is_asked_for() -> None:
    one = Place("one", tuple(found(f"file:{size}", "x" * size) for size in range(1, 9)))
    answer = await Fused([one], reranker=Reranker(by_length)).search("query", 2)
    assert one.limits == [6]
    assert texts(answer) == ["x" * 6, "x" * 5]
    assert answer[0].score > answer[1].score


async def test_trust_counts_beside_the_order_of_the_reranker() -> None:
    short, long = (
        found("https://paper.example", "Short."),
        found("https://gossip.example", "Longer."),
    )
    choice = Choice(reliability={"gossip.example": 0.5})
    fused = Fused([Place("one", (short, long))], choice, Reranker(by_length))
    assert texts(await fused.search("query", 5)) == ["Short.", "Longer."]


async def test_a_reranker_that_fails_is_told_and_the_order_is_kept() -> None:
    def breaks(_query: str, _passages: Sequence[Found]) -> list[float]:
        raise ZeroDivisionError

    one = Place("one", tuple(found(f"file:{size}", "x" * size) for size in range(1, 9)))
    with hearing() as heard:
        answer = await Fused([one], reranker=Reranker(breaks)).search("query", 2)
    assert texts(answer) == ["x", "xx"]
    assert str(heard[0]).startswith("breaks was left out: breaks failed (ZeroDivisionError); try")


async def test_a_work_that_grows_keeps_every_span() -> None:
    address = "https://example.com/a"
    one = Place("one", (found(address, "First.", "First."),))
    fused = Fused([one])
    given = list(await fused.search("query", 5))
    for text in ("First. Second.", "Zero. First. Third.", "Second."):
        passage = text.split(" ")[-1]
        one.answer = (replace(found(address, passage, text), similarity=0.1),)
        given += await fused.search("query", 5)
        whole = given[-1].source.text
        assert all(whole[it.snippet.start : it.snippet.end] == it.snippet.text for it in given)
    assert given[-1].source.text == "First. Second.\n\nThird."
