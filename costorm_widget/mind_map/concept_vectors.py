"""The vectors of a map's concepts, in FAISS: which concepts are nearest to a passage in meaning.

One vector a concept, known by the number of its row. A turn changes some dozens of them; these are
taken out of the index and put in again, in one go, whatever else the map holds.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costorm_widget.evidence.embeddings import cosines
from costorm_widget.evidence.library import single_threaded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Vectors

    Rows = NDArray[np.int64]


class _Index(Protocol):
    """What is used of `faiss.IndexIDMap2`, whose own hints leave much open."""

    @property
    def ntotal(self) -> int: ...

    def add_with_ids(self, x: Vectors, ids: Rows, /) -> None: ...

    def remove_ids(self, ids: Rows, /) -> int: ...

    def search(self, x: Vectors, k: int, /) -> tuple[Vectors, Rows]: ...

    def reconstruct_batch(self, keys: Rows, /) -> Vectors: ...


class ConceptVectors:
    """Unit vectors by row."""

    def __init__(self) -> None:
        self._index: _Index | None = None

    def put(self, vectors: Mapping[int, Vectors], gone: Sequence[int] = ()) -> None:
        """Give rows their vectors, whatever they had, and take out those that are `gone`.

        Args:
            vectors: One unit vector a row, shape (dimensions,).
            gone: Rows that stand for nothing any more.
        """
        if self._index is None:
            if not vectors:
                return
            self._index = _new_index(len(next(iter(vectors.values()))))
        old = np.array([*vectors, *gone], dtype=np.int64)
        if len(old):
            self._index.remove_ids(old)
        if vectors:
            rows = np.array(list(vectors), dtype=np.int64)
            self._index.add_with_ids(np.stack(list(vectors.values())), rows)

    def nearest(self, vectors: Vectors, count: int) -> set[int]:
        """Return the rows that are among the `count` nearest of any of the vectors."""
        if self._index is None or not self._index.ntotal:
            return set()
        single_threaded()
        _, rows = self._index.search(vectors, min(count, self._index.ntotal))
        return set(rows.ravel().tolist())

    def cosines(self, vectors: Vectors, rows: Rows) -> Vectors:
        """Return the cosine of each vector with each row: shape (len(vectors), len(rows))."""
        if self._index is None or not len(rows):
            return np.zeros((len(vectors), len(rows)), dtype=np.float32)
        return cosines(vectors, self._index.reconstruct_batch(rows))


def _new_index(dimensions: int) -> _Index:
    faiss: Any = import_module("faiss")  # half a second; only who has a map pays it
    index: _Index = faiss.IndexIDMap2(faiss.IndexFlatIP(dimensions))
    return index
