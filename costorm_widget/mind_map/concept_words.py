"""The words of a map's concepts: BM25 over concepts as texts that grow, shrink and go.

A concept's text is its path and the texts of its snippets. Rare words tell one concept from
another, common ones do not, and a concept that holds much does not win by its size: that is what
BM25 was made for, and it is the strongest single sign of where a passage belongs.

One word's counts are kept by concept. Putting a snippet somewhere else changes the counts of its
own words in two places, and a question reads those of its words alone; neither looks at the rest
of the map.
"""

from __future__ import annotations

from array import array
from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Shares = NDArray[np.float64]

_SATURATION = 1.2
"""k1 of BM25, as in `evidence.lexical`; on the placement benchmark flat from 0.6 to 2."""

_LENGTH = 0.75
"""b of BM25, as in `evidence.lexical`; on the placement benchmark flat from 0.5 to 0.9."""

_COMMON = 0.5
"""A word in more than this share of the concepts tells none of them apart, and is not read."""

_MOST_SAID = 3
"""Times that a word counts that is repeated in what is to be placed."""


class _Counts:
    """How often one word is said in each concept, concepts given by their rows."""

    __slots__ = ("counts", "places", "rows")

    def __init__(self) -> None:
        self.places: dict[int, int] = {}
        self.rows = array("q")
        self.counts = array("d")

    def add(self, row: int, amount: float) -> None:
        """Add to the count of a row, or take from it; a row without any is forgotten."""
        place = self.places.get(row)
        if place is None:
            self.places[row] = len(self.rows)
            self.rows.append(row)
            self.counts.append(amount)
            return
        self.counts[place] += amount
        if self.counts[place] <= 0:
            self._forget(row, place)

    def _forget(self, row: int, place: int) -> None:
        """Take a row out; the last one takes its place."""
        last, count = self.rows.pop(), self.counts.pop()
        del self.places[row]
        if last != row:
            self.rows[place], self.counts[place] = last, count
            self.places[last] = place

    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return rows and counts, to be read at once: they change with the next `add`."""
        return np.frombuffer(self.rows, np.int64), np.frombuffer(self.counts, np.float64)


class ConceptWords:
    """Counts of words by concept; a concept is known by the number of its row."""

    def __init__(self) -> None:
        self._words: dict[str, _Counts] = {}
        self._lengths = np.zeros(64)

    def add(self, row: int, counts: Mapping[str, int], weight: int = 1) -> None:
        """Add the words of a text to a concept, or take them out with a negative `weight`.

        Args:
            row: The concept.
            counts: How often each term is in the text.
            weight: How often the text is added.
        """
        while row >= len(self._lengths):
            self._lengths = np.concatenate((self._lengths, np.zeros_like(self._lengths)))
        for term, count in counts.items():
            held = self._words.get(term)
            if held is None:
                held = self._words[term] = _Counts()
            held.add(row, count * weight)
            if not held.rows:
                del self._words[term]
        self._lengths[row] += sum(counts.values()) * weight

    def shares(self, queries: Sequence[Mapping[str, int]], rows: int, concepts: int) -> Shares:
        """Return how well every concept answers to each text.

        Args:
            queries: The texts, as counts of their terms.
            rows: One more than the highest row in use.
            concepts: How many rows are in use.

        Returns:
            BM25 scores, each as a share of the most that a concept could have for that text:
            shape (len(queries), rows), 0 to 1. Words that no concept has count for that most, so
            a text whose telling words are nowhere gets low shares throughout.
        """
        lengths = self._lengths[:rows]
        mean = lengths.sum() / max(concepts, 1) or 1.0
        norms = _SATURATION * (1 - _LENGTH + _LENGTH * lengths / mean)
        scores = np.zeros((len(queries), rows))
        most = np.zeros(len(queries))
        for term, askers in _askers(queries).items():
            held = self._words.get(term)
            known = len(held.rows) if held else 0
            if known > concepts * _COMMON:
                continue
            weight = log(1 + (concepts - known + 0.5) / (known + 0.5))
            for query, times in askers:
                most[query] += weight * times * (_SATURATION + 1)
            if held is None:
                continue
            own, counts = held.arrays()
            gains = counts * (weight * (_SATURATION + 1)) / (counts + norms[own])
            for query, times in askers:
                scores[query, own] += gains * times
        return scores / np.where(most > 0, most, 1)[:, None]


def _askers(queries: Sequence[Mapping[str, int]]) -> dict[str, list[tuple[int, int]]]:
    """Return for each term the queries that have it, and how often that counts."""
    found: dict[str, list[tuple[int, int]]] = {}
    for place, query in enumerate(queries):
        for term, count in query.items():
            found.setdefault(term, []).append((place, min(count, _MOST_SAID)))
    return found
