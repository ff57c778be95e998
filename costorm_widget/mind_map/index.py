"""The vectors of a map: which concepts a passage is nearest to.

A concept is its name and its members. So a passage is compared with the snippets under each
concept and, with less weight, with the names on the path to it; on 2,245 passages of Wikipedia
articles put back into their sections, that finds the right section twice as often as names alone
(45 % against 22 % with a sentence encoder, 39 % against 18 % with character n-grams).

Members are indexed by snippet, not by concept: moving one in the tree costs nothing here, and a
snippet is embedded once however often it moves. Paths are embedded again when a name on them
changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from costorm_widget.evidence.embeddings import cosines
from costorm_widget.evidence.library import single_threaded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree

    Rows = NDArray[np.int64]
    Truths = NDArray[np.bool_]

_PATH_WEIGHT = 0.4
"""Weight of the similarity to the path beside that to the members (DESIGN, section 6)."""

_NEAREST_MEMBERS = 3
"""Members that count: a concept is near when a few of its snippets are, not their average."""

_MEMBERS_PER_CANDIDATE = 4
"""Members looked up for each candidate wanted: near members often share a concept."""

_NEAR = 1.25
"""How much nearer than the map's members on the whole something near is, in deviations.

Embeddings differ in scale, so no bare cosine can say "near". On the Wikipedia passages above, the
right section is near in this sense for 80 % of them and, where their whole branch is taken away,
the best of what is left for 31 %; the figures differ little between the two embeddings.
"""

_SAMPLE = 500
"""Members that stand for the map on the whole, spread evenly over the order of coming."""

_FEWEST = 8
"""With fewer members than this, the map is too small to say what is near."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A concept that a passage may belong to.

    Attributes:
        concept: Its id; never the root.
        score: Mean similarity to its three nearest members plus 0.4 times that to its path.
        near: Whether its members are near, as the map goes.
    """

    concept: str
    score: float
    near: bool


class _FlatIndex(Protocol):
    """What is used of `faiss.IndexFlatIP`, whose own hints leave much open."""

    @property
    def ntotal(self) -> int: ...

    def add(self, x: Vectors, /) -> None: ...

    def search(self, x: Vectors, k: int, /) -> tuple[Vectors, Rows]: ...

    def reconstruct_batch(self, keys: Rows, /) -> Vectors: ...


class PlacementIndex:
    """Members and paths of one map as vectors; kept between calls and brought up to date."""

    def __init__(self, embedder: Embedder) -> None:
        """Start empty; the vectors of all times come from `embedder`."""
        self._embedder = embedder
        self._members: _FlatIndex | None = None
        self._snippets: list[str] = []
        self._rows: dict[str, int] = {}
        self._paths: _FlatIndex | None = None
        self._concepts: list[str] = []
        self._names: dict[str, tuple[str, ...]] = {}
        self._path_vectors: dict[str, NDArray[np.float32]] = {}

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
        new = [each for each in tree.home if each not in self._rows]
        names = tree.paths()
        renamed = self._renamed(names)
        moved = bool(renamed) or len(names) != len(self._names)
        if not new and not moved:
            return
        texts = [snippets[each].text for each in new]
        texts += [_as_text(names[each]) for each in renamed]
        vectors = await self._embedder.embed(texts)
        self._take_members(new, vectors[: len(new)])
        for concept, vector in zip(renamed, vectors[len(new) :], strict=True):
            self._path_vectors[concept] = vector
        if moved:
            self._take_paths(names)

    def unread(self, tree: Tree) -> list[str]:
        """Return the paths that `follow` will embed, as texts: for whoever embeds others anyway."""
        names = tree.paths()
        return [_as_text(names[each]) for each in self._renamed(names)]

    def nearest(self, tree: Tree, vectors: Vectors, count: int) -> list[list[Candidate]]:
        """Return for each vector the nearest concepts of `tree`, best first, at most `count`.

        The tree is the one that was followed last, or a draft of it.
        """
        import numpy as np

        single_threaded()
        concepts = self._reachable(tree, vectors, count)
        if not concepts:
            return [[] for _ in vectors]
        by_path = cosines(vectors, np.stack([self._path_vectors[each] for each in concepts]))
        by_members = self._to_members(tree, vectors, concepts, by_path)
        scores = by_members + _PATH_WEIGHT * by_path
        near = self._are_near(vectors, by_members)
        order: list[list[int]] = np.argsort(-scores, axis=1, kind="stable")[:, :count].tolist()
        return [
            [
                Candidate(concepts[column], float(scores[row, column]), bool(near[row, column]))
                for column in columns
            ]
            for row, columns in enumerate(order)
        ]

    def _renamed(self, names: Mapping[str, tuple[str, ...]]) -> list[str]:
        return [each for each, path in names.items() if self._names.get(each) != path]

    def _take_members(self, new: Sequence[str], vectors: Vectors) -> None:
        if not new:
            return
        if self._members is None:
            self._members = _flat_index(vectors.shape[1])
        self._members.add(vectors)
        for snippet in new:
            self._rows[snippet] = len(self._snippets)
            self._snippets.append(snippet)

    def _take_paths(self, names: dict[str, tuple[str, ...]]) -> None:
        """Lay the path index out anew: copying some thousand vectors takes a millisecond."""
        import numpy as np

        self._names = names
        self._concepts = list(names)
        self._path_vectors = {each: self._path_vectors[each] for each in names}
        if not names:
            self._paths = None
            return
        matrix = np.stack(list(self._path_vectors.values()))
        self._paths = _flat_index(matrix.shape[1])
        self._paths.add(matrix)

    def _reachable(self, tree: Tree, vectors: Vectors, count: int) -> list[str]:
        """Return the concepts that hold the nearest members or have the nearest paths."""
        if self._paths is None:
            return []
        found: dict[str, None] = {}
        if self._members is not None:
            wanted = min(count * _MEMBERS_PER_CANDIDATE, self._members.ntotal)
            _, rows = self._members.search(vectors, wanted)
            for row in _distinct(rows):
                home = tree.home.get(self._snippets[row], tree.root)
                if home != tree.root:
                    found[home] = None
        _, places = self._paths.search(vectors, min(count, self._paths.ntotal))
        found.update(dict.fromkeys(self._concepts[place] for place in _distinct(places)))
        return [each for each in found if each in self._path_vectors and each in tree]

    def _to_members(
        self, tree: Tree, vectors: Vectors, concepts: Sequence[str], by_path: Vectors
    ) -> Vectors:
        """Return the similarity to the nearest members of each concept.

        A concept without members is as near as its path says: that is how one which the user
        has just made gets its first snippet.
        """
        import numpy as np

        if self._members is None:
            return by_path
        rows = [[self._rows[each] for each in tree[concept].snippets] for concept in concepts]
        flat = np.array([row for each in rows for row in each], dtype=np.int64)
        if not len(flat):
            return by_path
        similar = cosines(vectors, self._members.reconstruct_batch(flat))
        # One line a concept, filled up with places of a last column that counts for nothing.
        nothing = np.full((len(vectors), 1), -np.inf, dtype=np.float32)
        places = np.full((len(rows), max(map(len, rows))), len(flat))
        sizes = np.array([len(each) for each in rows])
        places[np.arange(places.shape[1]) < sizes[:, None]] = np.arange(len(flat))
        by_members = mean_of_nearest(np.hstack((similar, nothing))[:, places])
        return np.where(sizes > 0, by_members, by_path)

    def _are_near(self, vectors: Vectors, by_members: Vectors) -> Truths:
        import numpy as np

        if self._members is None or self._members.ntotal < _FEWEST:
            return np.zeros(by_members.shape, dtype=np.bool_)
        step = max(1, self._members.ntotal // _SAMPLE)
        rows = np.arange(0, self._members.ntotal, step, dtype=np.int64)
        to_all = cosines(vectors, self._members.reconstruct_batch(rows))
        usual, spread = to_all.mean(axis=1), to_all.std(axis=1)
        near: Truths = by_members >= (usual + _NEAR * spread)[:, None]
        return near


def _as_text(path: tuple[str, ...]) -> str:
    return ", ".join(path)


def _flat_index(dimensions: int) -> _FlatIndex:
    import faiss

    return faiss.IndexFlatIP(dimensions)


def _distinct(rows: Rows) -> list[int]:
    # Not numpy's `unique`, which imports a large part of numpy that nobody else here needs.
    return sorted(set(rows.ravel().tolist()))


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
