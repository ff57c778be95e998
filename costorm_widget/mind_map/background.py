"""What is usual in a map, so that "near" has a meaning: embeddings differ in scale.

A passage's cosines with snippets from all over the map say how near anything is to it on the whole,
and by how much that varies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Vectors

    Rows = NDArray[np.int64]

_NEAR = 2.0
"""How much nearer than the snippets elsewhere a near concept is, in deviations.

Set so that, on the articles of the placement benchmark, what is nearest is near for about three of
four passages whose section is there, and for one of three whose whole branch is taken away.
"""

_FEWEST = 4
"""With fewer snippets elsewhere than this, nothing can be said to be near."""

_SPREAD = 0.1
"""Deviation of cosines where the map has too few snippets to tell it."""

_LEAST_SPREAD = 0.02


class Background:
    """The cosines of some texts with snippets of the map.

    Args:
        similar: One row a text, one column a snippet.
        homes: The row of each snippet's concept in the index.
    """

    def __init__(self, similar: Vectors, homes: Rows) -> None:
        self._similar = similar
        self._homes = homes

    def beyond(self, cosine: Vectors) -> Vectors:
        """Return how far cosines of the same texts are above the usual, in deviations."""
        if len(self._homes) < _FEWEST:
            few: Vectors = cosine / np.float32(_SPREAD)
            return few
        usual = self._similar.mean(axis=1, keepdims=True)
        spread = np.maximum(self._similar.std(axis=1, keepdims=True), np.float32(_LEAST_SPREAD))
        result: Vectors = (cosine - usual) / spread
        return result

    def are_near(self, rows: Rows, cosine: Vectors) -> NDArray[np.bool_]:
        """Say whether concepts are near to the texts, against the snippets that lie elsewhere.

        Args:
            rows: Rows of some concepts in the index for each text: one row a text.
            cosine: Cosines of these concepts with the text, of the same shape.
        """
        elsewhere = self._homes != rows[:, :, None]
        count = elsewhere.sum(axis=2)
        own = self._similar[:, None, :]
        some = np.maximum(count, 1)
        usual = np.where(elsewhere, own, 0).sum(axis=2) / some
        squares = np.where(elsewhere, (own - usual[:, :, None]) ** 2, 0).sum(axis=2) / some
        spread = np.maximum(np.sqrt(squares), _LEAST_SPREAD)
        near: NDArray[np.bool_] = (count >= _FEWEST) & (cosine >= usual + _NEAR * spread)
        return near
