from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from costorm_widget.errors import BadSetting, NotYet, SourceNotFound
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Nothing
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.resolve import resolve_sources
from costorm_widget.retrieval.wikipedia import Wikipedia

if TYPE_CHECKING:
    from pathlib import Path

    from costorm_widget.retrieval.base import Retriever

EMBEDDER = HashedWords()


def resolved(spec: object) -> Retriever:
    return resolve_sources(spec, EMBEDDER)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text("Five plain words of text.")
    (tmp_path / "b.md").write_text("Six more plain words of text.")
    return tmp_path


async def test_nothing_finds_nothing() -> None:
    for spec in (None, [], [None]):
        retriever = resolved(spec)
        assert isinstance(retriever, Nothing)
        await retriever.prepare()
        assert await retriever.search("anything", 5) == ()


def test_paths_are_documents(folder: Path) -> None:
    for spec in (folder, str(folder), folder / "a.md", [folder / "a.md", str(folder / "b.md")]):
        assert isinstance(resolved(spec), Documents)


async def test_paths_in_a_list_are_one_corpus(folder: Path) -> None:
    retriever = resolved([folder / "a.md", folder / "b.md"])
    assert isinstance(retriever, Documents)
    await retriever.prepare()
    assert [each.url for each in retriever.sources] == ["file:a.md", "file:b.md"]


def test_what_langchain_and_functions_offer_is_wrapped() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    for spec in (store, store.as_retriever(), lambda query: [query]):
        assert isinstance(resolved(spec), FromLangChain)


async def test_a_mixed_list_is_fused(folder: Path) -> None:
    retriever = resolved([folder, lambda _query: ["Words from a function."], None])
    assert isinstance(retriever, Fused)
    assert retriever.name == "documents, <lambda>"
    await retriever.prepare()
    found = await retriever.search("plain words", 10)
    assert {each.snippet.text for each in found} >= {
        "Words from a function.",
        "Five plain words of text.",
    }


def test_a_retriever_of_ones_own_is_taken_as_it_is() -> None:
    own = Nothing()
    assert resolved(own) is own


def test_the_word_is_wikipedia_in_the_language_of_the_session(folder: Path) -> None:
    for spec, language, name in (
        ("wikipedia", "en", "wikipedia:en"),
        (" Wikipedia ", "pt-BR", "wikipedia:pt"),
        ("wikipedia:ko", "en", "wikipedia:ko"),
        ("wikipedia:ZH-yue", "en", "wikipedia:zh-yue"),
        (Wikipedia(language="de"), "fr", "wikipedia:de"),
        (Wikipedia(contact="me@example.org"), "fr", "wikipedia:fr"),
    ):
        retriever = resolve_sources(spec, EMBEDDER, language)
        assert isinstance(retriever, Wikipedia)
        assert retriever.name == name
        both = resolve_sources([folder, spec], EMBEDDER, language)
        assert isinstance(both, Fused)
        assert both.name == f"documents, {name}"


def test_a_wikipedia_with_an_embedder_is_taken_as_it_is() -> None:
    own = Wikipedia(HashedWords(), "ko")
    assert resolved(own) is own


@pytest.mark.parametrize("spec", ["Web", "https://example.com/page"])
def test_what_needs_the_web_is_not_there_yet(spec: str) -> None:
    with pytest.raises(NotYet, match="give a folder of documents"):
        resolved(spec)
    with pytest.raises(NotYet):
        resolved(["missing-folder", spec])


def test_wrong_sources_are_told(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="check the path"):
        resolved(tmp_path / "nowhere")
    with pytest.raises(BadSetting, match="int cannot be searched"):
        resolved(42)
    with pytest.raises(BadSetting, match="DeterministicFakeEmbedding"):
        resolved(DeterministicFakeEmbedding(size=4))
