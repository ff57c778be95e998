"""From what a user gives as `sources` to something that can be searched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.retrieval.base import Bindable, Nothing, Retriever
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.place import SECONDS, Place
from costorm_widget.retrieval.places import Limited, Sources

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Embedder


def resolve_sources(spec: object, embedder: Embedder, language: str = "en") -> Retriever:
    """Return the retriever that `spec` stands for.

    Args:
        spec: A folder or file (str or Path), `"wikipedia"` or one in another language
            (`"wikipedia:ko"`), `"web"`, `"arxiv"`, `"crossref"` or `"scholar"` for both, an address
            (`https://…`, `doi:…`, `arXiv:…`), a LangChain retriever or vector store, a function
            from a query to documents, a `Retriever`, any of these as `Limited`, or a sequence of
            them, or `Sources`; None finds nothing.
        embedder: Turns passages and queries into vectors.
        language: ISO 639-1 code for sentence borders, stop words and stems, and for `"wikipedia"`.

    Raises:
        SourceNotFound: If nothing is at a path.
        MissingExtra: If what a word stands for needs a package that is not installed.
        BadSetting: For anything that cannot be searched.
    """
    given = named_sources(spec)
    alone = given[0] if len(given) == 1 else None
    sources = alone if isinstance(alone, Sources) else Sources(*given)
    makes = _Makes(embedder, language)
    places = [
        Place(retriever, limits.results, _seconds(limits, retriever), sources.choice)
        for limits in _limited(sources.places)
        for retriever in makes.all(limits.places)
    ]
    return Fused(places, sources.choice, sources.reranker) if places else Nothing()


def _seconds(limits: Limited, retriever: Retriever) -> float | None:
    """Return the time limit: by default none for several places, since each has its own."""
    return limits.seconds or (None if isinstance(retriever, Fused) else SECONDS)


def _limited(given: Sequence[object]) -> list[Limited]:
    """Return the places with their limits: first those that have none of their own, together."""
    own = [each for each in given if isinstance(each, Limited)]
    return [Limited([each for each in given if not isinstance(each, Limited)]), *own]


@dataclass(frozen=True, slots=True)
class _Makes:
    """Makes retrievers that work with one embedder, in one language."""

    embedder: Embedder
    language: str

    def all(self, given: Sequence[object]) -> list[Retriever]:
        """Return the retrievers for `given`; all paths among them are one corpus."""
        paths = [Path(each) for each in given if isinstance(each, str | Path)]
        retrievers: list[Retriever] = []
        if paths:
            retrievers.append(Documents(paths, self.embedder, self.language))
        others = (each for each in given if each is not None and not isinstance(each, str | Path))
        return retrievers + [self.one(each) for each in others]

    def one(self, given: object) -> Retriever:
        """Return the retriever for one thing that is no path."""
        if isinstance(given, Bindable):
            return given.using(self.embedder, self.language)
        if isinstance(given, Sources):
            return resolve_sources(given, self.embedder, self.language)
        if isinstance(given, Retriever):
            return given
        return FromLangChain(given, self.embedder, self.language)
