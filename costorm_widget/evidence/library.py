"""The library: every passage that can be searched, by meaning (FAISS) and by words (BM25).

The two find different things: words find names and numbers, meaning finds paraphrases. Each scores
the passages that either of them found; both scores are brought to 0..1 over these and added. On
the questions of `benchmarks/retrieval.py` that is better than reciprocal ranks, which forget how
clear a lead was.

The weights were set by half of the articles of that benchmark, and by sentences taken out of their
passages, which name no title. Vectors are kept with 16 bits a number: half the memory, three
quarters of the time, and of 200 nearest passages 199 or more are the same.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from costorm_widget.errors import EmbeddingError, UnknownName
from costorm_widget.evidence.embeddings import CachedEmbedder
from costorm_widget.evidence.indexing import prepare
from costorm_widget.evidence.lexical_index import LexicalIndex, highest
from costorm_widget.evidence.ranking import diverse, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costorm_widget.evidence.embeddings import Embedder, Progress, Vectors
    from costorm_widget.evidence.indexing import Prepared
    from costorm_widget.evidence.sources import Snippet, Source

_DENSE_SHARE = 0.4
"""Weight of meaning against words; set by benchmarks/retrieval.py, flat from 0.2 to 0.5."""

_HASHED_SHARE = 0.1
"""The same for hashed words, which know little that BM25 does not know better."""

_SMALL = 4_000
"""Passages that are searched in less time than it takes to change threads twice."""

_CHOSEN_FROM = 8
"""Passages that an answer is chosen from, in times of what is asked for."""

_POOL = 200
"""Passages that each of the two indexes puts forward, or ten times what is asked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a query.

    Attributes:
        snippet_id: The passage.
        score: What the order goes by, 0 to 1 over the passages found for this query; higher is
            better, and it says nothing about another query.
        similarity: Cosine of passage and query, -1 to 1. Low throughout: nothing is about it.
        lexical: BM25 score as a share of the most that the query allows, 0 to 1.
    """

    snippet_id: str
    score: float
    similarity: float
    lexical: float


class Library:
    """Passages that can be searched; they may come and go at any time.

    Args:
        embedder: Turns passages and queries into vectors.
        language: ISO 639-1 code for stop words and stems.
    """

    def __init__(self, embedder: Embedder, language: str = "en") -> None:
        self._embedder = _cached(embedder)
        self._language = language
        self._lexical = LexicalIndex(language)
        self._vectors: Any = None  # a FAISS index; it has no useful types
        self._sources: dict[str, Source] = {}
        self._snippets: dict[str, Snippet] = {}
        self._rows: dict[str, dict[str, int]] = {}  # by source and passage
        self._at_row: dict[int, str] = {}
        self._prints = np.zeros((0, 2), dtype=np.uint64)  # by row: of its source, of its words
        self._next_row = 0
        self._changing = Lock()  # searches run on other threads

    def __len__(self) -> int:
        return len(self._snippets)

    @property
    def embedding(self) -> str:
        """Name of the embedding that the index is made of."""
        return self._embedder.name

    @property
    def sources(self) -> Mapping[str, Source]:
        """The sources by id, in the order of their coming."""
        return MappingProxyType(self._sources)

    @property
    def snippets(self) -> Mapping[str, Snippet]:
        """The passages by id, in the order of their coming."""
        return MappingProxyType(self._snippets)

    async def add(
        self,
        sources: Iterable[Source],
        snippets: Iterable[Snippet],
        on_progress: Progress | None = None,
    ) -> None:
        """Take in sources and passages of them; what is there already is left alone.

        Nothing is added before everything is embedded, so a stopped call changes nothing.

        Args:
            sources: The sources; each snippet's source is among them or in the library.
            snippets: The passages.
            on_progress: Hears how many of the new passages are done.

        Raises:
            EmbeddingError: If embedding fails, or the vectors do not fit those of the index.
        """
        known = {**self._sources, **{each.id: each for each in sources}}
        new = [each for each in snippets if each.id not in self._snippets]
        prepared = await prepare(self._embedder, new, known, self._language, on_progress)
        with self._changing:
            # While we waited, another call may have added the same.
            self._sources = {**known, **self._sources}
            fresh = {each.id: at for at, each in enumerate(new) if each.id not in self._snippets}
            if fresh:
                self._take_in(new, prepared, list(fresh.values()))

    def _take_in(self, snippets: Sequence[Snippet], prepared: Prepared, places: list[int]) -> None:
        """Put the passages at these `places` into the indexes."""
        rows = np.arange(self._next_row, self._next_row + len(places), dtype=np.int64)
        self._index_for(prepared.vectors).add_with_ids(prepared.vectors[places], rows)
        self._lexical.extend(self._next_row, [prepared.words[at] for at in places])
        self._prints = np.vstack((self._prints, prepared.prints[places]))
        self._next_row += len(places)
        for row, at in zip(rows.tolist(), places, strict=True):
            snippet = snippets[at]
            self._snippets[snippet.id] = snippet
            self._rows.setdefault(snippet.source_id, {})[snippet.id] = row
            self._at_row[row] = snippet.id

    def remove_source(self, source_id: str) -> None:
        """Take a source and all its passages out.

        Raises:
            UnknownName: If there is no such source.
        """
        if source_id not in self._sources:
            raise UnknownName("source", source_id, self._sources)
        with self._changing:
            del self._sources[source_id]
            gone = self._rows.pop(source_id, {})
            for snippet, row in gone.items():
                del self._snippets[snippet], self._at_row[row]
                self._lexical.remove(row)
            if gone:
                self._vectors.remove_ids(np.array(list(gone.values()), dtype=np.int64))

    async def use(self, embedder: Embedder, on_progress: Progress | None = None) -> None:
        """Embed everything anew with another `embedder`.

        Raises:
            EmbeddingError: If embedding fails; the library is then as it was.
        """
        fresh = _cached(embedder)
        snippets = list(self._snippets.values())
        prepared = await prepare(fresh, snippets, self._sources, self._language, on_progress)
        with self._changing:
            self._embedder, self._vectors = fresh, None
            if snippets:
                rows = [self._rows[each.source_id][each.id] for each in snippets]
                vectors = prepared.vectors
                self._index_for(vectors).add_with_ids(vectors, np.array(rows, dtype=np.int64))

    async def search(self, query: str, limit: int) -> tuple[Hit, ...]:
        """Return up to `limit` passages, best first.

        A source that is in the answer already gives way to another one that is nearly as good, and
        so does a near copy of a passage; the same words again are left out.

        Raises:
            EmbeddingError: If the query cannot be embedded, or its vector does not fit the index.
        """
        if not self._snippets or limit < 1:
            return ()
        vector = (await self._embedder.embed([query]))[0]
        self._check(vector)
        if len(self) <= _SMALL:
            return self._answer(query, vector, limit)
        return await asyncio.to_thread(self._answer, query, vector, limit)

    def _answer(self, query: str, vector: Vectors, limit: int) -> tuple[Hit, ...]:
        with self._changing:
            return self._search(query, vector, limit) if self._snippets else ()

    def _search(self, query: str, vector: Vectors, limit: int) -> tuple[Hit, ...]:
        pool = min(len(self), max(_POOL, 10 * limit))
        single_threaded()
        _, near = self._vectors.search(vector[None, :], pool)
        shares = self._lexical.shares(query)
        rows = np.fromiter(dict.fromkeys([*near[0].tolist(), *highest(shares, pool)]), np.int64)
        vectors: Vectors = self._vectors.reconstruct_batch(rows)
        similarity = vectors @ vector
        lexical = shares[rows].astype(np.float32)
        dense = _HASHED_SHARE if self.embedding.startswith("hashed-words") else _DENSE_SHARE
        scores = joined(similarity, lexical, dense)
        # Nothing from further down comes up because something above it is put back.
        best = np.argsort(-scores, kind="stable")[: _CHOSEN_FROM * limit]
        chosen = diverse(scores[best], self._prints[rows[best]], vectors[best], limit)
        return tuple(
            Hit(self._at_row[rows[at]], score, float(similarity[at]), float(lexical[at]))
            for at, score in ((int(best[place]), score) for place, score in chosen)
        )

    def _index_for(self, vectors: Vectors) -> Any:  # noqa: ANN401 - see __init__
        if self._vectors is None:
            faiss = import_module("faiss")  # half a second; only who searches pays it
            bits = faiss.ScalarQuantizer.QT_fp16
            rows = faiss.IndexScalarQuantizer(vectors.shape[1], bits, faiss.METRIC_INNER_PRODUCT)
            self._vectors = faiss.IndexIDMap2(rows)
        self._check(vectors[0])
        return self._vectors

    def _check(self, vector: Vectors) -> None:
        if len(vector) != self._vectors.d:
            raise EmbeddingError(
                f"The library was embedded with {self._vectors.d} dimensions, {self.embedding} "
                f"now gives {len(vector)}; call use() with the new embedding to embed it anew."
            )


def single_threaded() -> None:
    """Keep FAISS on this thread: for a few thousand vectors its threads cost more than they bring.

    It holds for the thread that calls it, not for others of the process.
    """
    import_module("faiss").omp_set_num_threads(1)


def _cached(embedder: Embedder) -> CachedEmbedder:
    return embedder if isinstance(embedder, CachedEmbedder) else CachedEmbedder(embedder)
