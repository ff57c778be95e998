from __future__ import annotations

import threading
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from costorm_widget.errors import BadSetting, SourceError, SourceNotFound
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.base import Nothing
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.failures import hearing
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.place import Place
from costorm_widget.retrieval.places import Limited, Sources
from costorm_widget.retrieval.resolve import resolve_sources
from costorm_widget.retrieval.scholar import Arxiv, Crossref, Papers
from costorm_widget.retrieval.web import Web, WebPages
from costorm_widget.retrieval.wikipedia import Wikipedia

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costorm_widget.retrieval.base import Found, Retriever

EMBEDDER = HashedWords()


def resolved(spec: object) -> Retriever:
    return resolve_sources(spec, EMBEDDER)


def places(spec: object, language: str = "en") -> list[Place]:
    """The places that `spec` stands for, each within its limits."""
    fused = resolve_sources(spec, EMBEDDER, language)
    assert isinstance(fused, Fused)
    return [each for each in fused.retrievers if isinstance(each, Place)]


def only(spec: object, language: str = "en") -> Retriever:
    """The one retriever that `spec` stands for."""
    (place,) = places(spec, language)
    return place.retriever


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
        assert isinstance(only(spec), Documents)


async def test_paths_in_a_list_are_one_corpus(folder: Path) -> None:
    retriever = only([folder / "a.md", folder / "b.md"])
    assert isinstance(retriever, Documents)
    await retriever.prepare()
    assert [each.url for each in retriever.sources] == ["file:a.md", "file:b.md"]


def test_what_langchain_and_functions_offer_is_wrapped() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    for spec in (store, store.as_retriever(), lambda query: [query]):
        assert isinstance(only(spec), FromLangChain)


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
    assert only(own) is own


def test_the_word_is_wikipedia_in_the_language_of_the_session(folder: Path) -> None:
    for spec, language, name in (
        ("wikipedia", "en", "wikipedia:en"),
        (" Wikipedia ", "pt-BR", "wikipedia:pt"),
        ("wikipedia:ko", "en", "wikipedia:ko"),
        ("wikipedia:ZH-yue", "en", "wikipedia:zh-yue"),
        (Wikipedia(language="de"), "fr", "wikipedia:de"),
        (Wikipedia(contact="me@example.org"), "fr", "wikipedia:fr"),
    ):
        retriever = only(spec, language)
        assert isinstance(retriever, Wikipedia)
        assert retriever.name == name
        both = resolve_sources([folder, spec], EMBEDDER, language)
        assert isinstance(both, Fused)
        assert both.name == f"documents, {name}"


def test_a_wikipedia_with_an_embedder_is_taken_as_it_is() -> None:
    own = Wikipedia(HashedWords(), "ko")
    assert only(own) is own


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
        retriever = only(spec)
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


# Limits, and a choice of sources.


def texts(answer: Sequence[Found]) -> set[str]:
    return {each.snippet.text for each in answer}


async def test_a_place_may_have_limits_of_its_own(folder: Path) -> None:
    spec = [Limited(lambda _query: ["One.", "Two.", "Three."], results=2), folder]
    assert texts(await resolved(spec).search("plain words", 10)) == {
        "One.",
        "Two.",
        "Five plain words of text.",
        "Six more plain words of text.",
    }


async def test_c11_a_function_that_hangs_is_left_behind_and_told(folder: Path) -> None:
    gate = threading.Event()

    def hangs(_query: str) -> list[str]:
        gate.wait(60)
        return []

    retriever = resolved([folder, Limited(hangs, seconds=0.2)])
    await retriever.prepare()
    began = perf_counter()
    try:
        with hearing() as heard:
            found = await retriever.search("plain words", 10)
    finally:
        gate.set()
    assert perf_counter() - began < 5
    assert len(found) == 2
    (told,) = map(str, heard)
    assert told == (
        "hangs was left out: hangs has not answered within 0.2 seconds; "
        "try it by itself, or give it more time with Limited(…, seconds=…)."
    )


async def test_every_place_has_a_time_limit_and_places_within_places_their_own(
    folder: Path,
) -> None:
    def function(_query: str) -> list[str]:
        return ["From a function."]

    outer = places([folder, Sources(function), Limited("wikipedia", seconds=7)])
    assert [each.name for each in outer] == ["documents", "function", "wikipedia:en"]
    assert [each._seconds for each in outer] == [60, None, 7]
    inner = outer[1].retriever
    assert isinstance(inner, Fused)
    assert [each._seconds for each in inner.retrievers if isinstance(each, Place)] == [60]


async def test_two_corpora_may_have_files_of_one_name(tmp_path: Path) -> None:
    for name, text in (("one", "Cows are milked early."), ("two", "Owls hunt late at night.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"{text} So much for them.")
    retriever = resolved([tmp_path / "one", Limited(tmp_path / "two")])
    await retriever.prepare()
    found = await retriever.search("cows and owls", 10)
    assert len(found) == len({each.source.id for each in found}) == 2
    for each in found:
        assert each.source.text.startswith(each.snippet.text[:4])


async def test_a_filter_keeps_and_denies_domains_but_not_files(folder: Path) -> None:
    def web(_query: str) -> list[dict[str, str]]:
        return [
            {"text": "From the university.", "url": "https://cs.uni.edu:8443/page"},
            {"text": "From its blog.", "url": "https://blog.uni.edu/page"},
            {"text": "From a shop.", "url": "https://uni.edu.shop.example/page"},
        ]

    allowed = Sources(folder, web, allow=["uni.edu"], deny="blog.uni.edu")
    for spec in (allowed, [allowed]):
        assert texts(await resolved(spec).search("plain words", 10)) == {
            "From the university.",
            "Five plain words of text.",
            "Six more plain words of text.",
        }
    by_kind = Sources(folder, web, allow=lambda source: source.kind == "web page")
    assert len(await resolved(by_kind).search("plain words", 10)) == 3


async def test_a_filter_that_fails_lets_nothing_pass() -> None:
    spec = Sources(lambda _query: ["Words."], deny=lambda source: source.nothing)  # type: ignore[attr-defined]
    with pytest.raises(SourceError, match=r"deny=… for .* failed \(AttributeError"):
        await resolved(spec).search("words", 5)


async def test_sources_rerank() -> None:
    def last_first(_query: str, found: Sequence[Found]) -> list[int]:
        return [*range(len(found))]

    spec = Sources(lambda _query: ["One.", "Two.", "Three."], rerank=last_first)
    found = await resolved(spec).search("words", 2)
    assert [each.snippet.text for each in found] == ["Three.", "Two."]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Limited("x", results=0), "results=0"),
        (lambda: Limited("x", seconds=0), "seconds=0"),
        (lambda: Limited("x", seconds=float("nan")), "seconds=nan"),
        (lambda: Sources(allow="not a domain"), "no domain"),
        (lambda: Sources(rerank=42), "rerank=42"),
        (lambda: Sources(rerank=FromLangChain), "cannot score"),
    ],
)
def test_wrong_limits_are_told_at_once(make: Callable[[], object], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        make()
