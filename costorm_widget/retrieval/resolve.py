"""From what a user gives as `sources` to something that can be searched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.retrieval.base import Bindable, Nothing, Retriever
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.named import named_sources

if TYPE_CHECKING:
    from costorm_widget.evidence.embeddings import Embedder


def resolve_sources(spec: object, embedder: Embedder, language: str = "en") -> Retriever:
    """Return the retriever that `spec` stands for.

    Args:
        spec: A folder or file (str or Path), `"wikipedia"` or one in another language
            (`"wikipedia:ko"`), `"web"`, `"arxiv"`, `"crossref"` or `"scholar"` for both, an address
            (`https://…`, `doi:…`, `arXiv:…`), a LangChain retriever or vector store, a function
            from a query to documents, a `Retriever`, or a sequence of these; None finds nothing.
        embedder: Turns passages and queries into vectors.
        language: ISO 639-1 code for sentence borders, stop words and stems, and for `"wikipedia"`.

    Raises:
        SourceNotFound: If nothing is at a path.
        MissingExtra: If what a word stands for needs a package that is not installed.
        BadSetting: For anything that cannot be searched.
    """
    given = named_sources(spec)
    paths = [Path(each) for each in given if isinstance(each, str | Path)]
    retrievers: list[Retriever] = [Documents(paths, embedder, language)] if paths else []
    for each in given:
        if isinstance(each, Bindable):
            retrievers.append(each.using(embedder, language))
        elif isinstance(each, Retriever):
            retrievers.append(each)
        elif each is not None and not isinstance(each, str | Path):
            retrievers.append(FromLangChain(each, embedder, language))
    if not retrievers:
        return Nothing()
    return retrievers[0] if len(retrievers) == 1 else Fused(retrievers)
