"""Vectors kept between sessions, in an SQLite file."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

logger = logging.getLogger(__name__)


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
