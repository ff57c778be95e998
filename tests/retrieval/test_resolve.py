from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from costorm_widget.errors import BadSetting, SourceNotFound
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Nothing
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.resolve import resolve_sources
from costorm_widget.retrieval.scholar import Arxiv, Crossref, Papers
from costorm_widget.retrieval.web import Web, WebPages
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


def test_words_stand_for_the_web_and_for_catalogues(folder: Path) -> None:
    for spec, kind, name in (
        (" Web ", Web, "web"),
        ("arXiv", Arxiv, "arxiv"),
        ("crossref", Crossref, "crossref"),
        ("https://example.com/page", WebPages, "web pages"),
        ("HTTP://example.com/page", WebPages, "web pages"),
        ("https://arxiv.org/html/1706.03762v7", WebPages, "web pages"),
        ("doi:10.1000/182", Papers, "papers"),
        ("arXiv:1706.03762", Papers, "papers"),
        ("https://doi.org/10.1000/182", Papers, "papers"),
        ("https://arxiv.org/pdf/1706.03762v5", Papers, "papers"),
    ):
        retriever = resolved(spec)
        assert isinstance(retriever, kind)
        assert retriever.name == name
        assert resolved([folder, spec]).name == f"documents, {name}"
    assert resolved("scholar").name == "arxiv, crossref"
    assert resolved(["Scholar", "web", "wikipedia"]).name == "arxiv, crossref, web, wikipedia:en"


def test_addresses_in_a_list_are_gathered(folder: Path) -> None:
    links = ["https://a.example/1", "doi:10.1000/1", "https://b.example/2", "arXiv:1706.03762"]
    named = named_sources([links[0], str(folder), *links[1:], links[0]])
    assert [type(each) for each in named] == [WebPages, str, Papers]
    assert resolved([*links, folder]).name == "documents, web pages, papers"


def test_what_is_named_once_stays_the_same_object() -> None:
    named = named_sources(["web", "https://a.example/1", "doi:10.1000/1"])
    assert named_sources(named) == named


@pytest.mark.parametrize("spec", ["papers/10.1000", "web/", "doi", "arxiv:", "ftp://example.com"])
def test_what_is_no_word_is_a_path(spec: str) -> None:
    with pytest.raises(SourceNotFound, match="check the path"):
        resolved(spec)


def test_wrong_sources_are_told(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="check the path"):
        resolved(tmp_path / "nowhere")
    with pytest.raises(BadSetting, match="int cannot be searched"):
        resolved(42)
    with pytest.raises(BadSetting, match="DeterministicFakeEmbedding"):
        resolved(DeterministicFakeEmbedding(size=4))
