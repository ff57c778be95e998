"""Texts as vectors: the protocol that indexes rely on, and a cache so that each text goes once.

An embedding has a name; an index keeps it, so that vectors of two embeddings never meet.
Similarity finds what is near in topic. A negated or numerically changed sentence is near too, so
similarity never counts as verification.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from hashlib import blake2b
from math import log
from typing import TYPE_CHECKING, Protocol
from zlib import crc32

import numpy as np

from costorm_widget.errors import EmbeddingError
from costorm_widget.evidence.lexical import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Progress = Callable[[int, int], None]
"""Hears how far a long job is: how much is done, of how much."""

_LOCAL_BATCH = 32
"""Texts embedded between two chances to stop: about half a second of a local encoder."""

logger = logging.getLogger(__name__)


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
        for vector, text in zip(vectors, texts, strict=True):
            for term, count in Counter(terms(text, self._language)).items():
                # Sublinear: a word said ten times tells little more than one said three times.
                for code, weight in _features(term):
                    sign = 1 if code & 0x8000_0000 else -1
                    vector[code % self._dimensions] += sign * weight * (1 + log(count))
        return unit(vectors)


_TRIGRAM_WEIGHT = 0.25
"""Weight of all trigrams of a term, as a share of the term's own."""


@lru_cache(maxsize=100_000)
def _features(term: str) -> tuple[tuple[int, float], ...]:
    """Return hash and weight of a term and of its trigrams, by CRC-32: stable across processes."""
    features = [(crc32(term.encode()), 1.0)]
    framed = f" {term} "
    trigrams = [framed[place : place + 3] for place in range(len(framed) - 2)]
    if len(trigrams) > 1:
        weight = _TRIGRAM_WEIGHT / len(trigrams) ** 0.5
        features.extend((crc32(f"3{each}".encode()), weight) for each in trigrams)
    return tuple(features)


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
        while missing := [key for key in wanted if key not in self._memory]:
            if on_progress:
                on_progress(len(wanted) - len(missing), len(wanted))
            batch = [key for key in missing if key not in self._coming][: self._batch]
            if batch:
                await self._fetch({key: wanted[key] for key in batch})
            else:
                await asyncio.wait({self._coming[key] for key in missing})
        if on_progress:
            on_progress(len(wanted), len(wanted))
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        return np.stack([self._memory[key] for key in keys])

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


class VectorFile:
    """Vectors by hash of their text, in an SQLite file.

    A cache: when the file cannot be used (read-only, full, damaged), that is logged once and the
    work goes on without it. Each access opens the file anew, as it may come from any thread.

    Args:
        folder: Folder of the file; made when needed.
        embedding: Name of the embedding.
    """

    def __init__(self, folder: Path, embedding: str) -> None:
        self.path = folder / "vectors.sqlite"
        self._embedding = embedding
        self._usable = True

    def read(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """Return the vectors that the file has for `keys`."""
        found: dict[bytes, Vectors] = {}
        if self._usable and self.path.exists():
            try:
                with closing(self._open()) as file:
                    # SQLite binds a limited number of values at a time.
                    for start in range(0, len(keys), 500):
                        found.update(self._select(file, keys[start : start + 500]))
            except (OSError, sqlite3.Error) as error:
                self._give_up(error)
        return found

    def write(self, vectors: dict[bytes, Vectors]) -> None:
        """Keep `vectors`."""
        if not self._usable:
            return
        rows = [(self._embedding, key, vector.tobytes()) for key, vector in vectors.items()]
        try:
            with closing(self._open()) as file, file:
                file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(self.path)
        # A cache: what a crash of the machine takes away is embedded again.
        file.execute("PRAGMA synchronous = OFF")
        file.execute(
            "CREATE TABLE IF NOT EXISTS vectors (embedding TEXT, text BLOB, vector BLOB, "
            "PRIMARY KEY (embedding, text)) WITHOUT ROWID"
        )
        return file

    def _select(
        self, file: sqlite3.Connection, keys: Sequence[bytes]
    ) -> Iterable[tuple[bytes, Vectors]]:
        marks = ", ".join("?" * len(keys))
        query = f"SELECT text, vector FROM vectors WHERE embedding = ? AND text IN ({marks})"  # noqa: S608 - question marks only
        for key, vector in file.execute(query, (self._embedding, *keys)):
            yield key, np.frombuffer(vector, dtype=np.float32)

    def _give_up(self, error: Exception) -> None:
        self._usable = False
        logger.warning("Vectors are not kept in %s: %s.", self.path, error)
