"""Maximal marginal relevance over all queries of a turn (Carbonell and Goldstein, SIGIR 1998).

Each retriever answers its query well by itself; together the answers repeat one another, and the
first few passages are all that a prompt has room for. So the queries take turns, and each takes
the passage of its own that is worth most beside what was taken already:
`λ · (1 − rank / 10) − (1 − λ) · max cos(passage, taken)`. Nothing is left out, only put back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors

_RELEVANCE = 0.7
"""λ: what a passage's rank in its list counts against what it repeats. Asked for two sections of an
article (FreshWiki, 1,500 tokens shown), that shows passages of both in 0.67 of all cases instead of
0.66 when the lists are made by vectors alone, and as many right ones; lower values lose some."""

_RANKS = 10
"""Ranks after which a passage counts nothing by its rank alone."""


def spread(lists: Sequence[Vectors], taken: Vectors | None = None) -> list[list[int]]:
    """Return for each list its places in the order in which they are to be read.

    Args:
        lists: For each query the unit vectors of its passages, best first.
        taken: Unit vectors of passages that are read before all these.
    """
    relevance = [1 - np.arange(len(each)) / _RANKS for each in lists]
    repeated = [_nearest(each, taken) for each in lists]
    left = [list(range(len(each))) for each in lists]
    orders: list[list[int]] = [[] for _ in lists]
    for _ in range(max(map(len, lists), default=0)):
        for query, places in enumerate(left):
            if not places:
                continue
            worth = _RELEVANCE * relevance[query] - (1 - _RELEVANCE) * repeated[query]
            best = max(places, key=lambda place: worth[place])
            places.remove(best)
            orders[query].append(best)
            vector = lists[query][best]
            for other, vectors in enumerate(lists):
                if len(vectors):
                    np.maximum(repeated[other], vectors @ vector, out=repeated[other])
    return orders


def _nearest(vectors: Vectors, taken: Vectors | None) -> Vectors:
    """Return for each vector its cosine with the nearest one that is taken; 0 if none is near."""
    if taken is None or not len(taken) or not len(vectors):
        return np.zeros(len(vectors), dtype=np.float32)
    nearest: Vectors = np.maximum((vectors @ taken.T).max(axis=1), 0)
    return nearest
