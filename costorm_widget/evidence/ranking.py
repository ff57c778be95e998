"""The order of an answer: two scores of each passage become one, and repetitions give way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Vectors

_SAME_SOURCE = 0.95
"""Factor on the score of a passage whose source is in the answer already. It counts once: if every
further passage counted, a source would be driven out of the answer to a question about it."""

_NEAR_COPY = 0.98
_COPIED = 0.8
"""Cosine from which a passage nearly repeats one that is in the answer already, and the factor on
its score then. It is not left out: a changed number or a "not" may be all that differs."""


def joined(similarity: Vectors, lexical: Vectors, dense_share: float) -> Vectors:
    """Return one score a passage: both brought to 0..1 over the passages given, then added.

    Args:
        similarity: Cosine of each passage with the query.
        lexical: BM25 score of each.
        dense_share: Weight of the cosines, 0 to 1; BM25 gets the rest.
    """
    scores: Vectors = dense_share * _spread(similarity) + (1 - dense_share) * _spread(lexical)
    return scores


def diverse(
    scores: Vectors, prints: NDArray[np.uint64], vectors: Vectors, limit: int
) -> list[tuple[int, float]]:
    """Choose passages greedily: each time the best by score, less what it repeats.

    Args:
        scores: Score of each passage, 0 to 1.
        prints: Hash of the source and hash of the words of each, shape (len(scores), 2).
        vectors: Its unit vector.
        limit: Most passages to choose.

    Returns:
        The places of the chosen ones with the scores they were chosen by, best first.
    """
    worth = scores.astype(np.float64)
    owners, texts = prints.T
    heard: set[int] = set()
    chosen: list[tuple[int, float]] = []
    while len(chosen) < limit:
        place = int(worth.argmax())
        if worth[place] < 0:
            break
        chosen.append((place, float(worth[place])))
        if owners[place] not in heard:
            heard.add(owners[place])
            np.multiply(worth, _SAME_SOURCE, out=worth, where=owners == owners[place])
        copies = vectors @ vectors[place] >= _NEAR_COPY
        np.multiply(worth, _COPIED, out=worth, where=copies)
        worth[texts == texts[place]] = -1
    return chosen


def _spread(values: Vectors) -> Vectors:
    """Return `values` brought to 0..1; all zero if they are all the same."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
