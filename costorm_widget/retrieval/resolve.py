"""From what a user gives as `sources` to something that can be searched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.errors import NotYet
from costorm_widget.retrieval.base import Nothing, Retriever
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.retrieval.langchain import FromLangChain
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.wikipedia import Wikipedia

if TYPE_CHECKING:
    from costorm_widget.evidence.embeddings import Embedder

_NOT_YET = re.compile(r"web|https?://.*", re.IGNORECASE | re.DOTALL)


def resolve_sources(spec: object, embedder: Embedder, language: str = "en") -> Retriever:
    """Return the retriever that `spec` stands for.

    Args:
        spec: A folder or file (str or Path), `"wikipedia"` or one in another language
            (`"wikipedia:ko"`), a LangChain retriever or vector store, a function from a query to
            documents, a `Retriever`, or a sequence of these; None finds nothing.
        embedder: Turns passages and queries into vectors.
        language: ISO 639-1 code for sentence borders, stop words and stems, and for `"wikipedia"`.

    Raises:
        SourceNotFound: If nothing is at a path.
        NotYet: For `"web"` and web addresses.
        BadSetting: For anything that cannot be searched.
    """
    given = named_sources(spec)
    paths = [_path(each) for each in given if isinstance(each, str | Path)]
    retrievers: list[Retriever] = [Documents(paths, embedder, language)] if paths else []
    for each in given:
        if isinstance(each, Wikipedia):
            retrievers.append(each.using(embedder, language))
        elif isinstance(each, Retriever):
            retrievers.append(each)
        elif each is not None and not isinstance(each, str | Path):
            retrievers.append(FromLangChain(each, embedder, language))
    if not retrievers:
        return Nothing()
    return retrievers[0] if len(retrievers) == 1 else Fused(retrievers)


def _path(given: str | Path) -> Path:
    if isinstance(given, str) and _NOT_YET.fullmatch(given.strip()):
        raise NotYet(
            f"sources={given!r} needs the web, which this version does not search; give a folder "
            "of documents, a LangChain retriever or vector store, or a function."
        )
    return Path(given)
