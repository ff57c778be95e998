"""Concepts by meaning: those whose evidence and names are nearest to a text.

A text that somebody types is as short as a name, so names count as much as members here; placing
whole passages weighs members more (see `index`). Nothing is kept between two searches: the vectors
of members and paths are those of placement, from the embedder's own memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree

_NEAREST_MEMBERS = 3
"""Members that count: a concept is about something when a few of its snippets are."""


@dataclass(frozen=True, slots=True)
class Shelves:
    """What a search looks at, as it was at one moment.

    Attributes:
        concepts: Ids of the concepts, from the top.
        sizes: How many snippets are directly under each.
        texts: The paths of all concepts, then the snippets of all, concept after concept.
    """

    concepts: tuple[str, ...]
    sizes: tuple[int, ...]
    texts: tuple[str, ...]

    @classmethod
    def of(cls, tree: Tree, snippets: Mapping[str, Snippet]) -> Shelves:
        """Look at `tree`; what is parked at its root has no concept and is left out."""
        paths = tree.paths()
        members = [[snippets[each].text for each in tree[concept].snippets] for concept in paths]
        return cls(
            concepts=tuple(paths),
            sizes=tuple(map(len, members)),
            texts=(*map(", ".join, paths.values()), *(text for each in members for text in each)),
        )

    def nearest(self, vectors: Vectors, count: int) -> list[str]:
        """Return the ids of the nearest concepts, best first, at most `count`.

        The score of a concept is the mean cosine of its three nearest members plus the cosine of
        its path, -2 to 2; the path stands in for members where there are none.

        Args:
            vectors: Unit vectors of what is looked for, and then of `texts`.
            count: Most concepts wanted.
        """
        import numpy as np

        from costorm_widget.evidence.embeddings import cosines

        similar = cosines(vectors[:1], vectors[1:])[0]
        by_path, by_member = np.split(similar, [len(self.concepts)])
        members = np.split(by_member, np.cumsum(self.sizes)[:-1])
        scores = [
            path + (np.sort(each)[-_NEAREST_MEMBERS:].mean() if each.size else path)
            for path, each in zip(by_path, members, strict=True)
        ]
        order = np.argsort(-np.array(scores), kind="stable")[:count]
        return [self.concepts[place] for place in order]
