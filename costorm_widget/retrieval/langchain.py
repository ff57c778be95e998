"""Any LangChain retriever or vector store, or a plain function, as a place to search in.

They are told by what they can do. What blocks a thread gets one of its own: LangChain's async twins
of blocking code wait in the few threads of the event loop, which one hanging store would use up.
"""

from __future__ import annotations

import asyncio
import inspect
import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import BadSetting, SourceError
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.lexical import terms
from costorm_widget.evidence.sources import Snippet, Source, snippet_id, source_id
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.failures import failed
from costorm_widget.retrieval.gathering import Gathering
from costorm_widget.retrieval.passages import count_words, cut
from costorm_widget.retrieval.threads import Apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.retrieval.base import Tell

_WHOLE = 170
"""A document of at most this many words is one passage; a longer one is cut."""

_FROM_ONE = 2
"""Passages taken from one document that had to be cut."""

_LOOKED_AT = 60
"""Passages of one document that are compared with the query by meaning."""

_ADDRESS = ("source", "url", "link", "file_path", "path")
_TITLE = ("title", "Title", "name")
_AUTHORS = ("authors", "author", "Authors")
_DATE = ("date", "published", "Published", "publish_date")
_TEXT = ("page_content", "text", "content", "snippet")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A passage on its way, and the rank of the document that it is from."""

    snippet: Snippet
    rank: int


class FromLangChain:
    """Finds passages with a LangChain object or a function.

    Pieces of one work, by the address in their metadata, are gathered in one source, whose text
    is what has been seen of it. Documents without an address are a source each.

    Args:
        retriever: A `BaseRetriever`, a `VectorStore`, or a function, plain or async, that takes a
            query and returns a list of `Document`, str, or dict with `text` or `content` and
            whatever is known of `title`, `url`, `authors`, `date`.
        embedder: Measures how near a passage is to the query, and chooses in long documents.
        language: ISO 639-1 code, for the borders of sentences.

    Raises:
        BadSetting: If `retriever` is none of these.
    """

    def __init__(self, retriever: object, embedder: Embedder, language: str = "en") -> None:
        if not can_search(retriever):
            raise BadSetting(
                f"sources of type {type(retriever).__name__} cannot be searched; give a folder, a "
                "LangChain retriever or vector store, or a function from a query to documents."
            )
        self._retriever: Any = retriever
        self._embedder = embedder
        self._language = language
        self._gathering = Gathering()
        self._apart = Apart(self.name)

    @property
    def name(self) -> str:
        """Name of the function, or of the object's class."""
        return str(getattr(self._retriever, "__name__", type(self._retriever).__name__))

    async def prepare(self, tell: Tell | None = None) -> None:
        """Do nothing: the index is the retriever's own."""

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, in the order of the retriever.

        Raises:
            SourceError: If the retriever fails or returns something that is no list of documents.
        """
        try:
            documents = await self._ask(query, limit)
        except SourceError:
            raise
        except Exception as error:  # a retriever raises whatever its provider raises
            raise failed(self.name, error) from error
        if not isinstance(documents, list | tuple):
            raise SourceError(
                f"{self.name} returned {type(documents).__name__}; let it return a list."
            )
        pieces = [
            piece
            for rank, document in enumerate(documents[:limit])
            for piece in await self._pieces(document, rank, query)
        ]
        return await self._best(query, pieces, limit)

    async def _ask(self, query: str, limit: int) -> object:
        retriever = self._retriever
        if hasattr(retriever, "similarity_search"):
            if _waits(retriever):
                return await retriever.asimilarity_search(query, k=limit)
            return await self._apart.call(lambda: retriever.similarity_search(query, k=limit))
        if hasattr(retriever, "ainvoke"):
            # A store's retriever gives four documents unless it is told, here or by its maker.
            more = {"k": limit} if "k" not in getattr(retriever, "search_kwargs", {"k": 0}) else {}
            if _waits(retriever):
                return await retriever.ainvoke(query, **more)
            return await self._apart.call(lambda: retriever.invoke(query, **more))
        if inspect.iscoroutinefunction(retriever):
            return await retriever(query)
        found = await self._apart.call(lambda: retriever(query))
        return await found if inspect.isawaitable(found) else found

    async def _pieces(self, document: object, rank: int, query: str) -> list[_Piece]:
        text, metadata = self._read(document)
        if not text:
            return []
        source, start = self._gathering.take(_source(text, metadata, self.name), text)
        if count_words(text) <= _WHOLE:
            page = metadata.get("page")
            spans = [(start, start + len(text))]
        else:
            page = None
            whole = replace(source, text=text)
            cuts = await asyncio.to_thread(_promising, whole, query, self._language)
            spans = [(start + each.start, start + each.end) for each in cuts]
        # LangChain's loaders count pages from 0.
        number = page + 1 if isinstance(page, int) else None
        return [
            _Piece(
                Snippet(
                    snippet_id(source.id, first, end),
                    source.id,
                    first,
                    end,
                    source.text[first:end],
                    page=number,
                ),
                rank,
            )
            for first, end in spans
        ]

    def _read(self, document: object) -> tuple[str, Mapping[str, Any]]:
        """Return text and metadata of a document in any of the allowed forms."""
        if isinstance(document, str):
            return document.strip(), {}
        if isinstance(document, dict):
            return _first(document, _TEXT).strip(), document
        text = getattr(document, "page_content", None)
        if not isinstance(text, str):
            raise SourceError(
                f"{self.name} returned a {type(document).__name__} among its documents; "
                "let it return Document, str or dict."
            )
        return text.strip(), getattr(document, "metadata", None) or {}

    async def _best(self, query: str, pieces: Sequence[_Piece], limit: int) -> tuple[Found, ...]:
        if not pieces:
            return ()
        vectors = await self._embedder.embed([query, *(each.snippet.text for each in pieces)])
        near = (vectors[1:] @ vectors[0]).tolist()
        order = sorted(range(len(pieces)), key=lambda place: (pieces[place].rank, -near[place]))
        taken: dict[int, int] = {}
        found: dict[str, Found] = {}
        for place in order:
            piece = pieces[place]
            taken[piece.rank] = taken.get(piece.rank, 0) + 1
            if taken[piece.rank] <= _FROM_ONE:
                score = 1 / (1 + len(found))
                source = self._gathering.source(piece.snippet.source_id)
                hit = Found(source, piece.snippet, score, near[place])
                found.setdefault(piece.snippet.id, hit)
        return tuple(found.values())[:limit]


def _promising(source: Source, query: str, language: str) -> Sequence[Snippet]:
    """Return the passages of a long document; of a very long one those with words of the query.

    To embed each passage of a book for one query would take longer than anybody waits.
    """
    passages = cut(source, language)
    if len(passages) <= _LOOKED_AT:
        return passages
    wanted = set(terms(query, language))
    shared = {each.id: len(wanted.intersection(terms(each.text, language))) for each in passages}
    return sorted(passages, key=lambda each: -shared[each.id])[:_LOOKED_AT]


def _waits(retriever: Any) -> bool:  # noqa: ANN401 - anything that looks like LangChain's
    """Whether it can be awaited without a thread that it blocks."""
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.vectorstores import VectorStore, VectorStoreRetriever

    if isinstance(retriever, VectorStoreRetriever):
        retriever = retriever.vectorstore
    if isinstance(retriever, VectorStore):
        return type(retriever).asimilarity_search is not VectorStore.asimilarity_search
    if isinstance(retriever, BaseRetriever):
        # Who can wait overrides it; LangChain makes some classes another that waits in a thread.
        own = type(retriever)._aget_relevant_documents  # noqa: SLF001
        return own.__module__ != BaseRetriever.__module__
    return hasattr(retriever, "ainvoke") or hasattr(retriever, "asimilarity_search")


def can_search(candidate: object) -> bool:
    """Whether `candidate` is a LangChain retriever or vector store, or a function."""
    if isinstance(candidate, type):
        return False
    by_method = hasattr(candidate, "ainvoke") or hasattr(candidate, "similarity_search")
    return by_method or callable(candidate)


def _source(text: str, metadata: Mapping[str, Any], found_by: str) -> Source:
    address = canonical_address(_first(metadata, _ADDRESS))
    if not address:
        address = f"text:{blake2b(text.encode(), digest_size=8).hexdigest()}"
    authors = next((metadata[key] for key in _AUTHORS if metadata.get(key)), ())
    names = authors if isinstance(authors, list | tuple) else [_shown(authors)]
    return Source(
        id=source_id(address),
        title=_first(metadata, _TITLE) or _title(text, address),
        url=address,
        kind="web page" if address.startswith("https://") else "document",
        text="",
        authors=tuple(filter(None, map(_shown, names))),
        date=_first(metadata, _DATE),
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        provenance=(f"found by {found_by}",),
    )


def _first(values: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((shown for key in keys if (shown := _shown(values.get(key)))), "")


def _shown(value: object) -> str:
    """Return a value of metadata as text; tables leave NaN where nothing is known."""
    missing = value is None or (isinstance(value, float) and math.isnan(value))
    return "" if missing else str(value).strip()


def _title(text: str, address: str) -> str:
    if not address.startswith("text:"):
        return address
    line = text.splitlines()[0].lstrip("# ")
    words = line.split(" ")
    return " ".join(words[:8]) + ("…" if len(words) > 8 else "")  # noqa: PLR2004 - a title's length
