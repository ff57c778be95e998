"""Search by words: a BM25 index that grows and shrinks.

It is written here, not taken from bm25s: that library computes all scores when it is built and has
to be built anew for every added text. Here each term has two arrays, the numbers of its texts in
order and how often each says it: a text goes in and out in the time it takes to read it, fifty
thousand passages take some 50 MB, and numpy reads an array as it is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

import numpy as np

from costorm_widget.evidence.lexical import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Counts = tuple[tuple[str, ...], array[int]]

_SATURATION = 1.2
"""k1 of BM25: how soon a repeated term stops adding."""

_LENGTH = 0.75
"""b of BM25: how much a long text is held against it."""

_UNSIGNED = "I"
"""Type of numbers and counts in the arrays: four bytes each."""


def counted(text: str, language: str = "en") -> Counts:
    """Return the different terms of `text`, and how often each is in it."""
    counts = Counter(terms(text, language))
    return tuple(counts), array(_UNSIGNED, counts.values())


def highest(shares: NDArray[np.float64], limit: int) -> list[int]:
    """Return the `limit` numbers with the highest shares, best first, ties by number, no zeros."""
    found = shares.nonzero()[0]
    if len(found) > limit:
        # All that reach the last place, so that ties are still told apart by number.
        least = np.partition(shares[found], len(found) - limit)[len(found) - limit]
        found = found[shares[found] >= least]
    best: list[int] = found[np.argsort(-shares[found], kind="stable")[:limit]].tolist()
    return best


class LexicalIndex:
    """BM25 over numbered texts, which may come and go at any time.

    The formula is Robertson's with the idf that never turns negative, as in Lucene:
    `log(1 + (N - n + 0.5) / (n + 0.5))`.
    """

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._places = _Places()  # of each term in the two lists
        self._numbers: list[array[int]] = []
        self._counts: list[array[int]] = []
        self._terms: dict[int, array[int]] = {}  # places of the terms of each text
        self._lengths: dict[int, int] = {}
        self._total = 0
        # Made when first asked for after a change.
        self._norms: NDArray[np.float64] | None = None
        self._gains: dict[int, tuple[NDArray[np.uint32], NDArray[np.float64]]] = {}

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, number: int, text: str) -> None:
        """Take in a text under a `number` that is not in use."""
        words, counts = counted(text, self._language)
        places = self._places_of(words)
        for place, count in zip(places, counts, strict=True):
            at = bisect_left(self._numbers[place], number)
            self._numbers[place].insert(at, number)
            self._counts[place].insert(at, count)
        self._keep(number, places, counts)

    def extend(self, first: int, texts: Sequence[Counts]) -> None:
        """Take in many texts that `counted` has read, ten times as fast as one by one.

        Args:
            first: Number of the first of them, greater than any in use; the others follow.
            texts: The texts.
        """
        places = [self._places_of(words) for words, _ in texts]
        for number, (each, (_, counts)) in enumerate(zip(places, texts, strict=True), first):
            self._keep(number, each, counts)
        sizes = [len(each) for each in places]
        numbers = np.repeat(np.arange(first, first + len(texts), dtype=np.uint32), sizes)
        terms_of_all = _joined(places)
        how_often = _joined([counts for _, counts in texts])
        order = np.argsort(terms_of_all, kind="stable")
        in_order, numbers, how_often = terms_of_all[order], numbers[order], how_often[order]
        borders = np.flatnonzero(np.diff(in_order.astype(np.int64), prepend=-1, append=-1)).tolist()
        for start, stop in pairwise(borders):
            term = int(in_order[start])
            self._numbers[term].frombytes(numbers[start:stop].tobytes())
            self._counts[term].frombytes(how_often[start:stop].tobytes())

    def remove(self, number: int) -> None:
        """Forget the text with this `number`."""
        for place in self._terms.pop(number):
            at = bisect_left(self._numbers[place], number)
            del self._numbers[place][at], self._counts[place][at]
        self._total -= self._lengths.pop(number)
        self._norms, self._gains = None, {}

    def shares(self, query: str) -> NDArray[np.float64]:
        """Return how well every text answers `query`, 0 to 1, at the place of its number.

        The BM25 score is given as a share of the most that any text could reach for this query,
        words that no text has included: so it can be compared between queries, and a query whose
        telling words are nowhere gets low scores throughout.
        """
        gains = np.zeros_like(self._by_length())
        most = 0.0
        for term in dict.fromkeys(terms(query, self._language)):  # in order: sums round by order
            place = self._places.get(term, -1)
            count = len(self._numbers[place]) if place >= 0 else 0
            weight = log(1 + (len(self) - count + 0.5) / (count + 0.5))
            most += weight * (_SATURATION + 1)
            if count:
                numbers, own = self._gains_of(place)
                gains[numbers] += weight * own
        return gains / most if most else gains

    def best(self, query: str, limit: int) -> list[tuple[int, float]]:
        """Return the `limit` best texts with their scores, best first, ties by number."""
        shares = self.shares(query)
        return [(number, float(shares[number])) for number in highest(shares, limit)]

    def _places_of(self, words: Sequence[str]) -> array[int]:
        places = array(_UNSIGNED, map(self._places.__getitem__, words))
        for _ in range(len(self._places) - len(self._numbers)):
            self._numbers.append(array(_UNSIGNED))
            self._counts.append(array(_UNSIGNED))
        return places

    def _keep(self, number: int, places: array[int], counts: array[int]) -> None:
        self._terms[number] = places
        self._lengths[number] = sum(counts)
        self._total += self._lengths[number]
        self._norms, self._gains = None, {}

    def _by_length(self) -> NDArray[np.float64]:
        """Return for each number how its text's length weighs on its counts: 1 for a mean one."""
        if self._norms is None:
            lengths = np.zeros(max(self._lengths, default=-1) + 1)
            lengths[list(self._lengths)] = list(self._lengths.values())
            mean = self._total / len(self) if self._total else 1.0
            self._norms = 1 - _LENGTH + _LENGTH * lengths / mean
        return self._norms

    def _gains_of(self, place: int) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the numbers of the texts that hold a term, and what each gains by it, unweighted.

        A term is searched more than once, whichever text it is that answers: it is kept.
        """
        if place not in self._gains:
            # Copies: while numpy looks into an array, it cannot grow.
            numbers = np.array(self._numbers[place], dtype=np.uint32)
            counts = np.array(self._counts[place], dtype=np.float64)
            norms = self._by_length()[numbers]
            self._gains[place] = (
                numbers,
                counts * (_SATURATION + 1) / (counts + _SATURATION * norms),
            )
        return self._gains[place]


class _Places(dict[str, int]):
    """Gives each new term the next place."""

    def __missing__(self, term: str) -> int:
        place = self[term] = len(self)
        return place


def _joined(arrays: Sequence[array[int]]) -> NDArray[np.uint32]:
    whole = array(_UNSIGNED)
    for each in arrays:
        whole.extend(each)
    return np.array(whole, dtype=np.uint32)
