from __future__ import annotations

import asyncio
import threading
from datetime import date
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun  # noqa: TC002 - pydantic reads
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from costorm_widget.errors import BadSetting, SourceBusy, SourceError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Retriever
from costorm_widget.retrieval.langchain import FromLangChain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors

HEART = "Heart attacks rise on the Monday after the change."
FAKE = DeterministicFakeEmbedding(size=16)
SLEEP = "A night shift shortens sleep by an hour."


class Shelf(BaseRetriever):
    documents: list[Document]

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002
    ) -> list[Document]:
        return self.documents if query else []


def wrapped(retriever: object) -> FromLangChain:
    return FromLangChain(retriever, HashedWords())


async def test_a_retriever_gives_sources_and_verbatim_snippets() -> None:
    metadata = {"source": "http://www.example.com/heart/?utm_source=x", "title": "The heart"}
    shelf = Shelf(documents=[Document(HEART, metadata=metadata), Document(SLEEP)])
    retriever = wrapped(shelf)
    assert isinstance(retriever, Retriever)
    assert retriever.name == "Shelf"
    heart, sleep = await retriever.search("heart attacks", 5)
    assert heart.source.url == "https://example.com/heart"
    assert heart.source.title == "The heart"
    assert heart.source.kind == "web page"
    assert heart.snippet.text == HEART
    assert heart.similarity > sleep.similarity
    assert heart.score > sleep.score
    assert sleep.source.title == SLEEP.removesuffix(".") + "."
    assert sleep.source.id != heart.source.id


async def test_c09_pieces_of_one_work_are_one_source() -> None:
    addresses = ["https://arxiv.org/abs/1706.03762v5", "https://arxiv.org/pdf/1706.03762"]
    pieces = [
        Document(text, metadata={"source": address, "page": page})
        for page, (text, address) in enumerate(zip([HEART, SLEEP], addresses, strict=True))
    ]
    found = await wrapped(Shelf(documents=pieces)).search("anything", 5)
    assert len({each.source.id for each in found}) == 1
    assert len({each.snippet.id for each in found}) == 2
    assert [each.snippet.page for each in found] == [1, 2]
    for each in found:
        assert each.source.text[each.snippet.start : each.snippet.end] == each.snippet.text


async def test_spans_stay_valid_while_a_work_grows() -> None:
    shelf = Shelf(documents=[Document(HEART, metadata={"source": "https://example.com/a"})])
    retriever = wrapped(shelf)
    (first,) = await retriever.search("one", 5)
    shelf.documents = [Document(SLEEP, metadata={"source": "https://example.com/a"})]
    (second,) = await retriever.search("two", 5)
    assert second.source.id == first.source.id
    assert second.source.text.startswith(first.source.text)
    assert second.source.text[first.snippet.start : first.snippet.end] == HEART


async def test_a_vector_store_is_searched() -> None:
    store = InMemoryVectorStore(FAKE)
    store.add_texts([HEART, SLEEP], [{"title": "Heart"}, {"title": "Sleep"}])
    found = await wrapped(store).search(HEART, 1)
    assert [each.snippet.text for each in found] == [HEART]


class Blocking(VectorStore):
    """A store like FAISS's: it has blocking calls alone."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.asked: list[tuple[int, str]] = []

    def similarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
        self.asked.append((k, threading.current_thread().name))
        return [Document(text) for text in self.texts[:k]] if query else []

    @classmethod
    def from_texts(cls, texts: list[str], *_: Any, **__: Any) -> Blocking:
        return cls(texts)


class Own:
    """No class of LangChain's, but it can do the same."""

    def similarity_search(self, query: str, k: int) -> list[Document]:
        return [Document(f"{query} {place}.") for place in range(k + 3)]


SIX = [f"Passage {place}." for place in range(6)]


async def test_a_store_gives_as_many_as_are_asked_for() -> None:
    store = Blocking(SIX)
    for searched in (store, store.as_retriever(), InMemoryVectorStore.from_texts(SIX, FAKE)):
        assert len(await wrapped(searched).search("x", 6)) == 6
    # Whoever made the retriever has said how many.
    own = store.as_retriever(search_kwargs={"k": 2})
    assert len(await wrapped(own).search("x", 6)) == 2
    assert [k for k, _ in store.asked] == [6, 6, 2]
    assert len(await wrapped(Own()).search("x", 6)) == 6


async def test_blocking_code_has_a_thread_of_its_own() -> None:
    """The event loop's few threads would be used up by one store that hangs."""
    store = Blocking(SIX)
    names: list[str] = []

    class Noting(Shelf):
        def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
            names.append(threading.current_thread().name)
            return self.documents if query else []

    def function(_query: str) -> list[str]:
        names.append(threading.current_thread().name)
        return SIX

    for searched in (store, store.as_retriever(), Noting(documents=[Document(HEART)]), function):
        assert await wrapped(searched).search("x", 2)
    assert {*names, *(name for _, name in store.asked)} == {"costorm-source"}


async def test_what_can_be_awaited_is_awaited() -> None:
    loop = asyncio.get_running_loop()
    seen: list[bool] = []

    class Awaitable(Shelf):
        async def _aget_relevant_documents(self, query: str, **_: Any) -> list[Document]:
            seen.append(asyncio.get_running_loop() is loop)
            return self.documents if query else []

    class AwaitableStore(Blocking):
        async def asimilarity_search(self, query: str, k: int = 4, **_: Any) -> list[Document]:
            seen.append(asyncio.get_running_loop() is loop)
            return [Document(text) for text in self.texts[:k]] if query else []

    store = AwaitableStore(SIX)
    for searched in (Awaitable(documents=[Document(HEART)]), store, store.as_retriever()):
        assert await wrapped(searched).search("x", 2)
    assert seen == [True] * 3
    assert store.asked == []


async def test_c11_a_place_that_never_comes_back_is_not_asked_without_end() -> None:
    gate = threading.Event()

    def hangs(_query: str) -> list[str]:
        gate.wait(60)
        return [HEART]

    retriever = wrapped(hangs)
    for _ in range(4):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(retriever.search("x", 1), 0.02)
    with pytest.raises(SourceBusy, match="hangs has not come back from 4 earlier calls; give it"):
        await retriever.search("x", 1)
    gate.set()
    for _ in range(200):
        if not retriever._apart._left:
            break
        await asyncio.sleep(0.01)
    assert len(await retriever.search("x", 1)) == 1


async def test_metadata_of_any_kind_does_no_harm() -> None:
    nan = float("nan")
    odd: list[dict[str, Any]] = [
        {},
        {"source": None, "title": nan, "authors": nan, "date": nan, "page": nan},
        {"title": 7, "authors": 7, "date": date(2024, 3, 10), "page": "3", "score": 0.9},
        {"url": "  ", "title": "", "authors": ["Ada", None, " Bob "], "page": 2},
        {"source": ["a", "b"], "author": {"name": "Ada"}, "relevance_score": np.float32(0.5)},
    ]
    texts = [f"Text number {place}." for place in range(len(odd))]
    shelf = Shelf(
        documents=[Document(text, metadata=it) for text, it in zip(texts, odd, strict=True)]
    )
    found = await wrapped(shelf).search("x", 9)
    assert [each.snippet.text for each in found] == texts
    assert [each.source.title for each in found[:3]] == [texts[0], texts[1], "7"]
    assert found[2].source.date == "2024-03-10"
    assert [each.source.authors for each in found[:4]] == [(), (), ("7",), ("Ada", "Bob")]
    assert [each.snippet.page for each in found[:4]] == [None, None, None, 3]
    bare = Document(HEART)
    bare.metadata = None  # type: ignore[assignment]
    assert len(await wrapped(Shelf(documents=[bare])).search("x", 9)) == 1


async def test_of_a_huge_document_only_what_shares_words_with_the_query_is_embedded() -> None:
    filler = "\n\n".join(
        f"Railway {number} follows the law of the clock in winter. " * 12 for number in range(900)
    )
    counted = Counted()
    retriever = FromLangChain(lambda _query: [f"{filler}\n\n{HEART * 9}\n\n{filler}"], counted)
    began = perf_counter()
    found = await retriever.search("heart attacks on Monday", 10)
    assert perf_counter() - began < 10
    assert HEART in found[0].snippet.text
    assert counted.texts <= 61


class Counted(HashedWords):
    texts = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return await super().embed(texts)


async def test_functions_may_return_documents_strings_and_dicts() -> None:
    def plain(_query: str) -> list[Any]:
        return [
            Document(HEART),
            SLEEP,
            {"content": "Cows are milked early.", "url": "https://example.com", "author": "Ada"},
            "  ",
        ]

    async def later(query: str) -> list[Any]:
        return plain(query)

    for function in (plain, later, lambda query: later(query + "?")):
        found = await wrapped(function).search("cows", 10)
        assert [each.snippet.text for each in found] == [HEART, SLEEP, "Cows are milked early."]
        assert found[2].source.authors == ("Ada",)


async def test_a_long_document_is_cut_and_its_best_passages_are_taken() -> None:
    filler = "\n\n".join("Railways follow the law of the clock in winter. " * 8 for _ in range(6))
    text = f"# Report\n\n{filler}\n\n## Heart\n\n{HEART * 3}\n\n{filler}"
    found = await wrapped(lambda _query: [text]).search("heart attacks on Monday", 10)
    assert 1 <= len(found) <= 2
    assert HEART in found[0].snippet.text
    assert len(found[0].snippet.text) < len(text) / 3
    assert found[0].source.text[found[0].snippet.start : found[0].snippet.end] == (
        found[0].snippet.text
    )


async def test_c11_a_retriever_that_finds_nothing_finds_nothing() -> None:
    assert await wrapped(lambda _query: []).search("anything", 5) == ()


async def test_c11_a_retriever_that_raises_is_a_source_error() -> None:
    def broken(_query: str) -> list[str]:
        raise ConnectionError("no route")

    with pytest.raises(SourceError, match=r"broken failed \(ConnectionError: no route\)"):
        await wrapped(broken).search("anything", 5)


async def test_c11_the_same_again_gives_the_same_snippets() -> None:
    retriever = wrapped(lambda _query: [HEART, SLEEP])
    first = await retriever.search("heart", 5)
    second = await retriever.search("heart", 5)
    assert [each.snippet for each in first] == [each.snippet for each in second]
    assert [each.source.text for each in first] == [each.source.text for each in second]


@pytest.mark.parametrize("answer", [None, "a text", {"a": 1}, [42]])
async def test_what_is_no_list_of_documents_is_told(answer: object) -> None:
    with pytest.raises(SourceError, match="let it return"):
        await wrapped(lambda _query: answer).search("anything", 5)


async def test_a_document_comes_once_and_no_more_than_asked_for() -> None:
    found = await wrapped(lambda _query: [HEART, HEART, SLEEP, "Cows."]).search("x", 3)
    assert [each.snippet.text for each in found] == [HEART, SLEEP]


def test_what_cannot_search_is_refused() -> None:
    with pytest.raises(BadSetting, match="cannot be searched; give a folder"):
        wrapped(42)
    with pytest.raises(BadSetting, match="cannot be searched"):
        wrapped(Shelf)
