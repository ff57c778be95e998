"""The library: every passage that can be searched, by meaning (FAISS) and by words (BM25).

The two find different things: words find names and numbers, meaning finds paraphrases. Each scores
the passages that either of them found; both scores are brought to 0..1 over these and added. On
the questions of `benchmarks/retrieval.py` that is better than reciprocal ranks, which forget how
clear a lead was.

A passage is indexed with its title and headings, since a section named "Health effects" seldom
says so again in its text; what is quoted stays the passage. BM25 reads them in one. Their vectors
are added, with half the weight for what stands above: that finds far better than the vector of
both in one text (0.50 against 0.40 in mean reciprocal rank), and the vector of the bare passage
is in the cache for whoever else needs it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from costorm_widget.errors import EmbeddingError, UnknownName
from costorm_widget.evidence.embeddings import CachedEmbedder, unit
from costorm_widget.evidence.lexical import LexicalIndex, highest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Embedder, Progress, Vectors
    from costorm_widget.evidence.sources import Snippet, Source

_DENSE_SHARE = 0.4
"""Weight of meaning against words; set by benchmarks/retrieval.py, flat from 0.2 to 0.5."""

_HASHED_SHARE = 0.1
"""The same for hashed words, which know little that BM25 does not know better."""

_CONTEXT_WEIGHT = 0.5
"""Weight of the vector of title and headings, beside the passage's own."""

_POOL = 200
"""Passages that each of the two indexes puts forward, or ten times what is asked for."""

_SAME_SOURCE = 0.95
"""Factor on the score for each passage of the same source that is in the answer already."""

_NEAR_COPY = 0.98
_COPIED = 0.8
"""Cosine from which a passage nearly repeats one that is in the answer already, and the factor on
its score then. It is not left out: a changed number or a "not" may be all that differs."""


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
        self._lexical = LexicalIndex(language)
        self._vectors: Any = None  # a FAISS index; it has no useful types
        self._sources: dict[str, Source] = {}
        self._snippets: dict[str, Snippet] = {}
        self._rows: dict[str, int] = {}
        self._at_row: dict[int, str] = {}
        self._prints = np.zeros((0, 2), dtype=np.uint64)  # by row: of its source, of its words
        self._next_row = 0

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
            on_progress: Hears how many texts are embedded.

        Raises:
            EmbeddingError: If embedding fails, or the vectors do not fit those of the index.
        """
        known = {**self._sources, **{each.id: each for each in sources}}
        new = [each for each in snippets if each.id not in self._snippets]
        above = [_above(each, known[each.source_id]) for each in new]
        texts = [each.text for each in new]
        vectors = await embed_in_context(self._embedder, texts, above, on_progress)
        # While we waited, another call may have added the same.
        self._sources = {**known, **self._sources}
        fresh = {each.id: at for at, each in enumerate(new) if each.id not in self._snippets}
        if not fresh:
            return
        rows = np.arange(self._next_row, self._next_row + len(fresh), dtype=np.int64)
        self._index_for(vectors).add_with_ids(vectors[list(fresh.values())], rows)
        self._next_row += len(fresh)
        prints = [_prints(new[at]) for at in fresh.values()]
        self._prints = np.vstack((self._prints, np.array(prints, dtype=np.uint64)))
        for row, at in zip(rows.tolist(), fresh.values(), strict=True):
            snippet = new[at]
            self._snippets[snippet.id] = snippet
            self._rows[snippet.id] = row
            self._at_row[row] = snippet.id
            self._lexical.add(row, f"{above[at]}\n{snippet.text}")

    def remove_source(self, source_id: str) -> None:
        """Take a source and all its passages out.

        Raises:
            UnknownName: If there is no such source.
        """
        if source_id not in self._sources:
            raise UnknownName("source", source_id, self._sources)
        del self._sources[source_id]
        gone = [each.id for each in self._snippets.values() if each.source_id == source_id]
        rows = [self._rows.pop(each) for each in gone]
        for snippet, row in zip(gone, rows, strict=True):
            del self._snippets[snippet], self._at_row[row]
            self._lexical.remove(row)
        if rows:
            self._vectors.remove_ids(np.array(rows, dtype=np.int64))

    async def use(self, embedder: Embedder, on_progress: Progress | None = None) -> None:
        """Embed everything anew with another `embedder`.

        Raises:
            EmbeddingError: If embedding fails; the library is then as it was.
        """
        fresh = _cached(embedder)
        texts = [each.text for each in self._snippets.values()]
        above = [_above(each, self._sources[each.source_id]) for each in self._snippets.values()]
        vectors = await embed_in_context(fresh, texts, above, on_progress)
        self._embedder, self._vectors = fresh, None
        if texts:
            rows = np.array([self._rows[each] for each in self._snippets], dtype=np.int64)
            self._index_for(vectors).add_with_ids(vectors, rows)

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
        return await asyncio.to_thread(self._search, query, vector, limit)

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
        scores = dense * _spread(similarity) + (1 - dense) * _spread(lexical)
        names = [self._at_row[row] for row in rows.tolist()]
        return tuple(
            Hit(names[place], score, float(similarity[place]), float(lexical[place]))
            for place, score in self._diverse(rows, scores, vectors, limit)
        )

    def _diverse(
        self, rows: NDArray[np.int64], scores: Vectors, vectors: Vectors, limit: int
    ) -> list[tuple[int, float]]:
        """Choose places greedily: each time the best by score, less what it repeats."""
        worth = scores.astype(np.float64)
        owners, texts = self._prints[rows].T
        chosen: list[tuple[int, float]] = []
        while len(chosen) < limit:
            place = int(worth.argmax())
            if worth[place] < 0:
                break
            chosen.append((place, float(worth[place])))
            copies = vectors @ vectors[place] >= _NEAR_COPY
            np.multiply(worth, _SAME_SOURCE, out=worth, where=owners == owners[place])
            np.multiply(worth, _COPIED, out=worth, where=copies)
            worth[texts == texts[place]] = -1
        return chosen

    def _index_for(self, vectors: Vectors) -> Any:  # noqa: ANN401 - see __init__
        if self._vectors is None:
            faiss = import_module("faiss")  # half a second; only who searches pays it
            self._vectors = faiss.IndexIDMap2(faiss.IndexFlatIP(vectors.shape[1]))
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


async def embed_in_context(
    embedder: CachedEmbedder,
    texts: Sequence[str],
    above: Sequence[str],
    on_progress: Progress | None = None,
) -> Vectors:
    """Return one unit vector a passage: its own, and half of that of what stands above it.

    Args:
        embedder: The embedder.
        texts: The passages.
        above: For each passage its title and headings.
        on_progress: Hears how many different texts are embedded.

    Raises:
        EmbeddingError: If the embedding cannot be computed.
    """
    vectors = await embedder.embed([*texts, *above], on_progress)
    return unit(vectors[: len(texts)] + _CONTEXT_WEIGHT * vectors[len(texts) :])


def _prints(snippet: Snippet) -> tuple[int, int]:
    """Return hashes of a passage's source and of its words, however they are spaced."""
    return _hash(snippet.source_id), _hash(" ".join(snippet.text.split()))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _above(snippet: Snippet, source: Source) -> str:
    return ". ".join((source.title, *snippet.heading))


def _spread(values: Vectors) -> Vectors:
    """Return `values` brought to 0..1; all zero if they are all the same."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
