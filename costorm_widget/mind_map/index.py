"""What a map's concepts are about, as words and as vectors: which of them a passage is nearest to.

A concept is its name and its members. Its text is its path and its snippets (`concept_words`), its
vector the sum of the vectors of its path and its snippets. A passage is compared with both; what
the words say is brought to the scale of the best concept, what the vectors say to the scale of the
map, and the two are added:

    score = share / best share + 0.2 × (cosine − usual) / spread

with mean and deviation of the passage's cosines with the map's snippets (`background`). How the
constants here, there and in `placement` were set is told in `benchmarks/placement.py`, which prints
what they do on the articles that they were set on and on others.

The concepts that are best by words, and those that FAISS finds nearest by vectors, are compared
closely. Concepts are few, even in a large map; looking through the snippets, of which there are ten
times as many, would take longer. Only what has changed in the map is counted and added up again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from costorm_widget.evidence.embeddings import cosines
from costorm_widget.evidence.lexical import terms
from costorm_widget.mind_map.background import Background
from costorm_widget.mind_map.changes import LastLook
from costorm_widget.mind_map.concept_vectors import ConceptVectors
from costorm_widget.mind_map.concept_words import ConceptWords

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.changes import Change
    from costorm_widget.mind_map.tree import Tree

    Vector = NDArray[np.float32]
    Path = tuple[str, ...]

_PATH_WORDS = 4
"""Times that a path is written into the text of its concept."""

_MEANING = 0.2
"""Weight of what the vectors say; more is better for a sentence encoder, less for hashed words."""

_LEAST_SHARE = 0.05
"""Where no concept has a larger share of the words, this is the scale for their shares."""

_LOOKED_AT = 32
"""Concepts that are compared closely: so many best by words, and so many nearest by vectors."""

_SAMPLE = 200
"""Snippets that stand for the map on the whole, spread evenly over the order of coming."""

_NEAREST_MEMBERS = 3
"""Members that count in `mean_of_nearest`: near is what is near to a few."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A concept that a passage may belong to.

    Attributes:
        concept: Its id; never the root.
        score: How well it fits by words and vectors, see this module.
        near: Whether it is near, as the map goes.
    """

    concept: str
    score: float
    near: bool


class PlacementIndex:
    """Words and vectors of one map; kept between calls and brought up to date."""

    def __init__(self, embedder: Embedder, language: str = "en") -> None:
        """Start empty.

        Args:
            embedder: Gives the vectors of all times.
            language: ISO 639-1 code for stop words and stems.
        """
        self._embedder = embedder
        self._language = language
        self._last = LastLook()
        self._looks = 0
        self._words = ConceptWords()
        self._rows: dict[str, int] = {}
        self._concepts: list[str] = []
        """Concepts by row; empty where there is none any more."""
        self._free: list[int] = []
        self._concept_vectors = ConceptVectors()
        self._vectors: dict[str, Vector] = {}
        self._path_vectors: dict[Path, Vector] = {}

    async def vectors(self, snippets: Sequence[Snippet]) -> Vectors:
        """Return one unit vector a snippet.

        Raises:
            EmbeddingError: If the embedding cannot be computed.
        """
        return await self._embedder.embed([each.text for each in snippets])

    async def follow(self, tree: Tree, snippets: Mapping[str, Snippet]) -> None:
        """Take in what `tree` has gained, lost and renamed since the last time.

        Raises:
            EmbeddingError: If the embedding cannot be computed.
        """
        changes = self._last.changes(tree)
        parked = tree.nodes[tree.root].snippets
        gained = [*parked, *(each for change in changes for each in change.gained)]
        new = [each for each in gained if each not in self._vectors]
        paths = self._unknown_paths(changes)
        if new or paths:
            texts = [*(snippets[each].text for each in new), *map(_as_text, paths)]
            looks = self._looks
            vectors = await self._embedder.embed(texts)
            self._vectors.update(zip(new, vectors[: len(new)], strict=True))
            self._path_vectors.update(zip(paths, vectors[len(new) :], strict=True))
            if looks != self._looks:  # another map was followed meanwhile
                changes = self._last.changes(tree)
        self._looks += 1
        gone = [self._forget(concept, held) for concept, held in self._last.gone(tree).items()]
        for change in changes:
            self._let_go(change)
        for change in changes:
            self._take(change, snippets)
        sums = {self._row(each.concept): self._vector(each, tree) for each in changes}
        self._concept_vectors.put(sums, [row for row in gone if row not in sums])
        self._last.keep(tree, changes)

    def unread(self, tree: Tree) -> list[str]:
        """Return the paths that `follow` will embed, as texts: for whoever embeds others anyway."""
        return list(map(_as_text, self._unknown_paths(self._last.changes(tree))))

    def nearest(
        self, tree: Tree, texts: Sequence[str], vectors: Vectors, count: int
    ) -> list[list[Candidate]]:
        """Return for each text the nearest concepts of `tree`, best first, at most `count`.

        Args:
            tree: The map that was followed last.
            texts: What to find the concepts of.
            vectors: One unit vector a text.
            count: Most candidates of each.
        """
        import numpy as np

        queries = [self._counted(each) for each in texts]
        shares = self._words.shares(queries, len(self._concepts), len(self._rows))
        rows = self._looked_at(tree, shares, vectors, max(count, _LOOKED_AT))
        if not len(rows):
            return [[] for _ in texts]
        best = np.maximum(shares.max(axis=1, keepdims=True), _LEAST_SHARE)
        cosine = self._concept_vectors.cosines(vectors, rows)
        background = self._background(tree, vectors)
        scores = shares[:, rows] / best + _MEANING * background.beyond(cosine)
        order = _highest_columns(scores, min(count, len(rows)))
        near = background.are_near(rows[order], np.take_along_axis(cosine, order, axis=1)).tolist()
        best_scores: list[list[float]] = np.take_along_axis(scores, order, axis=1).tolist()
        rows_of: list[list[int]] = rows[order].tolist()
        return [
            [
                Candidate(self._concepts[row], score, is_near)
                for row, score, is_near in zip(*columns, strict=True)
            ]
            for columns in zip(rows_of, best_scores, near, strict=True)
        ]

    def _looked_at(
        self, tree: Tree, shares: Vectors, vectors: Vectors, count: int
    ) -> NDArray[np.int64]:
        """Return the rows that are among the best by words or by meaning for any of the texts."""
        import numpy as np

        found = self._concept_vectors.nearest(vectors, count)
        if shares.shape[1] <= count:
            found.update(range(shares.shape[1]))
        else:
            found.update(np.argpartition(shares, -count, axis=1)[:, -count:].ravel().tolist())
        there = sorted(row for row in found if self._concepts[row] in tree)
        return np.array(there, dtype=np.int64)

    def _unknown_paths(self, changes: Sequence[Change]) -> list[Path]:
        paths = dict.fromkeys(each.path for each in changes)
        return [each for each in paths if each not in self._path_vectors]

    def _let_go(self, change: Change) -> None:
        """Take out of a concept's text what it has lost."""
        for each in change.lost:
            self._words.put(each, -1)
        if change.before and change.path != change.before:
            self._words.put(_path_text(change.concept, change.before), -1)

    def _take(self, change: Change, snippets: Mapping[str, Snippet]) -> None:
        """Put into a concept's text what it has gained."""
        row = self._row(change.concept)
        for each in change.gained:
            if each not in self._words:
                self._words.read(each, self._counted(snippets[each].text))
            self._words.put(each, row)
        path = _path_text(change.concept, change.path)
        if path not in self._words:
            self._words.read(path, self._counted(_as_text(change.path)), _PATH_WORDS)
        self._words.put(path, row)

    def _vector(self, change: Change, tree: Tree) -> Vectors:
        """Return the sum of the vectors of a concept's path and snippets, as a unit vector."""
        import numpy as np

        vectors = [self._vectors[each] for each in tree.nodes[change.concept].snippets]
        total: Vectors = np.sum([self._path_vectors[change.path], *vectors], axis=0)
        unit: Vectors = (total / max(float(np.linalg.norm(total)), 1e-9)).astype(np.float32)
        return unit

    def _forget(self, concept: str, held: Sequence[str]) -> int:
        """Let go of a concept that is gone, and return its row."""
        row = self._rows.pop(concept)
        for each in (*held, _path_text(concept, self._last.path(concept))):
            self._words.put(each, -1)
        self._concepts[row] = ""
        self._free.append(row)
        return row

    def _row(self, concept: str) -> int:
        if concept not in self._rows:
            if not self._free:
                self._free.append(len(self._concepts))
                self._concepts.append("")
            self._rows[concept] = self._free.pop()
            self._concepts[self._rows[concept]] = concept
        return self._rows[concept]

    def _background(self, tree: Tree, vectors: Vectors) -> Background:
        """Compare `vectors` with some snippets of the map, spread over the order of coming."""
        import numpy as np

        held = list(tree.home)
        some = held[:: max(1, len(held) // _SAMPLE)]
        homes = np.array([self._rows.get(tree.home[each], -1) for each in some], dtype=np.int64)
        similar = np.zeros((len(vectors), 0), dtype=np.float32)
        if some:
            similar = cosines(vectors, np.stack([self._vectors[each] for each in some]))
        return Background(similar, homes)

    def _counted(self, text: str) -> Counter[str]:
        return _terms(text, self._language)


@lru_cache(maxsize=2000)
def _terms(text: str, language: str) -> Counter[str]:
    """Count the terms of a text: what is placed in one turn is a member in the next."""
    return Counter(terms(text, language))


def _highest_columns(scores: Vectors, count: int) -> NDArray[np.int64]:
    """Return for each line the `count` columns with the highest scores, best first."""
    import numpy as np

    best = np.sort(np.argpartition(scores, -count, axis=1)[:, -count:], axis=1)
    order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1, kind="stable")
    return np.take_along_axis(best, order, axis=1)


def _path_text(concept: str, path: Path) -> str:
    """Return the id of a path as a text of its concept; no snippet has such an id."""
    return "\n".join((concept, *path))


def _as_text(path: Path) -> str:
    return ", ".join(path)


def mean_of_nearest(similar: Vectors) -> Vectors:
    """Return the mean of the three highest similarities along the last axis.

    Minus infinity stands for "no member" and does not count; a row of nothing else has mean 0.
    """
    import numpy as np

    highest = np.sort(similar, axis=-1)[..., -_NEAREST_MEMBERS:]
    counts = np.isfinite(highest)
    total = np.where(counts, highest, 0).sum(axis=-1)
    mean: Vectors = (total / np.maximum(counts.sum(axis=-1), 1)).astype(np.float32)
    return mean
