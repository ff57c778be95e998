"""Texts as vectors: the protocol that indexes rely on, and a cache so that each text goes once.

An embedding has a name; an index keeps it, so that vectors of two embeddings never meet.
Similarity finds what is near in topic. A negated or numerically changed sentence is near too, so
similarity never counts as verification.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from math import log
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

import numpy as np

from costorm_widget.errors import EmbeddingError
from costorm_widget.evidence.lexical import terms
from costorm_widget.evidence.vector_file import VectorFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Progress = Callable[[int, int], None]
"""Hears how far a long job is: how much is done, of how much."""

_LOCAL_BATCH = 32
"""Texts embedded between two chances to stop: about half a second of a local encoder."""


class Embedder(Protocol):
    """Something that turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """Name of the embedding, kept with every index made of it."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions), float32.

        Raises:
            EmbeddingError: If the embedding cannot be computed.
        """
        ...


class HashedWords:
    """Terms and their character trigrams, hashed into a fixed number of dimensions.

    Needs nothing but numpy, knows every script, and gives the same vector on every machine. It
    sees words, not meaning: `car` and `automobile` are strangers. A text without any term gets
    the zero vector, which is similar to nothing.

    Args:
        dimensions: Length of the vectors.
        language: ISO 639-1 code for stop words and stems.
    """

    def __init__(self, dimensions: int = 1024, language: str = "en") -> None:
        self._dimensions = dimensions
        self._language = language

    @property
    def name(self) -> str:
        """Name of the embedding; vectors of another size or language do not compare."""
        return f"hashed-words-{self._dimensions}-{self._language}"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions), float32."""
        return await asyncio.to_thread(self._embed, tuple(texts))

    def _embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for start in range(0, len(texts), _LOCAL_BATCH):
            part = slice(start, start + _LOCAL_BATCH)
            vectors[part] = self._added(texts[part])
        return unit(vectors)

    def _added(self, texts: Sequence[str]) -> Vectors:
        """Return the features of some texts, added up in one go: one by one takes twice as long."""
        counts = [Counter(terms(text, self._language)) for text in texts]
        found = [_features(term) for each in counts for term in each]
        if not found:
            return np.zeros((len(texts), self._dimensions), dtype=np.float32)
        sizes = [len(codes) for codes, _ in found]
        codes = np.concatenate([codes for codes, _ in found]) % self._dimensions
        weights = np.concatenate([weights for _, weights in found])
        # Sublinear: a word said ten times tells little more than one said three times.
        gains = [1 + log(count) for each in counts for count in each.values()]
        rows = np.repeat(np.arange(len(texts)), [len(each) for each in counts])
        places = np.repeat(rows * self._dimensions, sizes) + codes
        size = len(texts) * self._dimensions
        sums = np.bincount(places, weights * np.repeat(gains, sizes), size)
        return sums.reshape(len(texts), self._dimensions).astype(np.float32)


_TRIGRAM_WEIGHT = 0.25
"""Weight of all trigrams of a term, as a share of the term's own."""


@lru_cache(maxsize=100_000)
def _features(term: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return hashes and weights of a term and of its trigrams, by CRC-32: stable across processes.

    The highest bit of a hash decides the sign of its weight, so that collisions cancel out.
    """
    framed = f" {term} "
    trigrams = [framed[place : place + 3] for place in range(len(framed) - 2)]
    names = [term, *(f"3{each}" for each in trigrams)] if len(trigrams) > 1 else [term]
    codes = np.array([crc32(name.encode()) for name in names], dtype=np.int64)
    weights = np.full(len(names), _TRIGRAM_WEIGHT / len(trigrams) ** 0.5)
    weights[0] = 1.0
    return codes, np.where(codes & 0x8000_0000, weights, -weights)


def unit(vectors: Vectors) -> Vectors:
    """Return `vectors` with length 1 each; zero vectors stay zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def cosines(one: Vectors, other: Vectors) -> Vectors:
    """Return the cosine of each unit vector in `one` with each in `other`.

    A few thousand pairs are done in a millisecond on one core. `one @ other.T` wakes the threads
    of BLAS for that, and waits for them as long as other work keeps the cores busy.

    Returns:
        An array of shape (len(one), len(other)), float32.
    """
    products: Vectors = np.vecdot(one[:, None], other)
    return products


class CachedEmbedder:
    """Remembers vectors, so that each text is embedded once, also across sessions.

    Texts go to the inner embedder in batches; the work can be cancelled between two of them and
    what is finished is kept. A call that wants a text which another one is embedding waits for it.

    Args:
        inner: The embedder that does the work.
        folder: Where to keep the vectors between sessions, in one SQLite file for all embeddings;
            None keeps them in memory only. The file holds hashes of texts, not texts.
        batch: Texts given to the inner embedder at once.
    """

    def __init__(
        self, inner: Embedder, folder: Path | None = None, batch: int = _LOCAL_BATCH
    ) -> None:
        self._inner = inner
        self._file = VectorFile(folder, inner.name) if folder else None
        self._batch = batch
        self._memory: dict[bytes, Vectors] = {}
        self._coming: dict[bytes, asyncio.Future[None]] = {}
        self._dimensions = 0

    @property
    def name(self) -> str:
        """Name of the inner embedding."""
        return self._inner.name

    async def embed(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions), float32.

        Args:
            texts: The texts; repeated ones are embedded once.
            on_progress: Hears how many of the different texts are done, after each batch.

        Raises:
            EmbeddingError: If the embedding cannot be computed, or does not fit the cache.
        """
        keys = [_key(text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        await self._recall([key for key in wanted if key not in self._memory])
        left = deque(key for key in wanted if key not in self._memory)
        while left:
            if on_progress:
                on_progress(len(wanted) - len(left), len(wanted))
            batch = self._next_batch(left)
            if batch:
                await self._fetch({key: wanted[key] for key in batch})
            elif left:
                await asyncio.wait({self._coming[key] for key in left})
        if on_progress:
            on_progress(len(wanted), len(wanted))
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        return np.stack([self._memory[key] for key in keys])

    def _next_batch(self, left: deque[bytes]) -> list[bytes]:
        """Take a batch out of what is `left`; what another call is embedding goes to its end."""
        batch: list[bytes] = []
        for _ in range(len(left)):
            key = left.popleft()
            if key in self._memory:  # another call has finished it
                continue
            (left if key in self._coming else batch).append(key)
            if len(batch) == self._batch:
                break
        return batch

    async def _fetch(self, texts: dict[bytes, str]) -> None:
        """Embed one batch; whoever waits for a text of it looks again when this ends, anyhow."""
        done = asyncio.get_running_loop().create_future()
        self._coming.update(dict.fromkeys(texts, done))
        try:
            vectors = await self._inner.embed(list(texts.values()))
            await self._learn(list(texts), vectors)
        finally:
            for key in texts:
                del self._coming[key]
            done.set_result(None)

    async def _recall(self, keys: Sequence[bytes]) -> None:
        if self._file and keys:
            self._take(await asyncio.to_thread(self._file.read, keys))

    async def _learn(self, keys: Sequence[bytes], vectors: Vectors) -> None:
        if vectors.ndim != 2 or len(vectors) != len(keys):  # noqa: PLR2004 - texts × dimensions
            raise EmbeddingError(
                f"{self.name} gave an array of shape {vectors.shape} for {len(keys)} texts; "
                "its embed() must return one vector a text."
            )
        fresh = dict(zip(keys, vectors.astype(np.float32), strict=True))
        self._take(fresh)
        if self._file:
            await asyncio.to_thread(self._file.write, fresh)

    def _take(self, vectors: dict[bytes, Vectors]) -> None:
        for key, vector in vectors.items():
            self._dimensions = self._dimensions or len(vector)
            if len(vector) != self._dimensions:
                where = f" and delete {self._file.path}" if self._file else ""
                raise EmbeddingError(
                    f"{self.name} now gives vectors of {len(vector)} numbers, before it gave "
                    f"{self._dimensions}; give the other model another name{where}."
                )
            self._memory[key] = vector


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
