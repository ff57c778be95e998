from __future__ import annotations

from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun  # noqa: TC002 - pydantic reads
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import InMemoryVectorStore

from costorm_widget.errors import BadSetting, SourceError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Retriever
from costorm_widget.retrieval.langchain import FromLangChain

HEART = "Heart attacks rise on the Monday after the change."
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
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
    store.add_texts([HEART, SLEEP], [{"title": "Heart"}, {"title": "Sleep"}])
    found = await wrapped(store).search(HEART, 1)
    assert [each.snippet.text for each in found] == [HEART]


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
