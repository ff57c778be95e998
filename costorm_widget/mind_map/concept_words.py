"""The words of a map's concepts: BM25 over concepts as texts that grow, shrink and go.

A concept's text is its path and the texts of its snippets. Rare words tell one concept from
another, common ones do not, and a concept that holds much does not win by its size: that is what
BM25 was made for, and it is the strongest single sign of where a passage belongs.

For each word it is kept in which texts it is said, and for each text in which concept it is. So
moving a text is one change, whatever is in it, and a question reads those of its own words alone.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Amounts = NDArray[np.float64]
    Rows = NDArray[np.int64]
    Shares = NDArray[np.float32]

_SATURATION = 1.2
"""k1 of BM25, as in `evidence.lexical`; on the placement benchmark flat from 0.6 to 2."""

_LENGTH = 0.75
"""b of BM25, as in `evidence.lexical`; on the placement benchmark flat from 0.5 to 0.9."""

_COMMON = 0.5
"""A word in more than this share of the concepts tells none of them apart, and is not read."""

_MOST_TERMS = 24
"""Terms that are read of one text, the rarest: more than most sentences have."""

_LARGE, _MOST_IN_A_LARGE_MAP = 1000, 16
"""From so many concepts on, so many terms: there are more rare ones among them, and each takes its
time. On the benchmark's small maps 16 cost one to two points, as sentences have few rare ones."""

_MOST_SAID = 3
"""Times that a word counts that is repeated in what is to be placed."""


class _Said:
    """In which texts one word is said, and how often."""

    __slots__ = ("counts", "texts")

    def __init__(self) -> None:
        self.texts = array("q")
        self.counts = array("d")


class _Found(NamedTuple):
    """Where terms are said: for term `i` the places from `starts[i]` to `starts[i + 1]`.

    Attributes:
        rows: The row of each place.
        counts: How often the term is said there.
        starts: Where the places of each term start, and where the last ones end.
    """

    rows: Rows
    counts: Amounts
    starts: Rows


class ConceptWords:
    """Texts with their words, and the concept that each is in, given by the number of its row."""

    def __init__(self) -> None:
        self._words: dict[str, _Said] = {}
        self._numbers: dict[str, int] = {}
        self._homes = np.full(64, -1, dtype=np.int64)
        self._sizes = np.zeros(64)

    def __contains__(self, text: object) -> bool:
        """Whether a text has been read."""
        return text in self._numbers

    def read(self, text: str, counts: Mapping[str, int], weight: int = 1) -> None:
        """Read a text, which is in no concept yet.

        Args:
            text: Its id.
            counts: How often each term is in it.
            weight: How often it counts.
        """
        number = self._numbers[text] = len(self._numbers)
        if number >= len(self._homes):
            self._homes = np.concatenate((self._homes, np.full_like(self._homes, -1)))
            self._sizes = np.concatenate((self._sizes, np.zeros_like(self._sizes)))
        for term, count in counts.items():
            said = self._words.get(term)
            if said is None:
                said = self._words[term] = _Said()
            said.texts.append(number)
            said.counts.append(count * weight)
        self._sizes[number] = sum(counts.values()) * weight

    def put(self, text: str, row: int) -> None:
        """Put a text that has been read into a concept; into none with row -1."""
        self._homes[self._numbers[text]] = row

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
        most = _MOST_TERMS if concepts < _LARGE else _MOST_IN_A_LARGE_MAP
        kept = [self._telling(query, most) for query in queries]
        terms = list(dict.fromkeys(term for query in kept for term in query))
        found = self._counts(terms, rows)
        known = np.diff(found.starts)
        weights = np.log(1 + (concepts - known + 0.5) / (known + 0.5)) * (_SATURATION + 1)
        weights[known > concepts * _COMMON] = 0
        gains = found.counts / (found.counts + self._norms(rows, concepts)[found.rows])
        places = {term: place for place, term in enumerate(terms)}
        shares = np.zeros((len(queries), rows), dtype=np.float32)
        for line, query in enumerate(kept):
            columns = [places[term] for term in query]
            told = weights[columns] * [min(count, _MOST_SAID) for count in query.values()]
            if (all_told := told.sum()) > 0:
                shares[line] = _summed(found, gains, columns, told, rows) / all_told
        return shares

    def _norms(self, rows: int, concepts: int) -> Amounts:
        """Return for each row how the length of its text weighs on its counts."""
        # One more row, before the others, is for texts that are in no concept.
        lengths = np.bincount(self._homes + 1, self._sizes, rows + 1)[1:]
        mean = lengths.sum() / max(concepts, 1) or 1.0
        norms: Amounts = _SATURATION * (1 - _LENGTH + _LENGTH * lengths / mean)
        return norms

    def _counts(self, terms: Sequence[str], rows: int) -> _Found:
        """Return how often each term is said in each row, where it is said at all."""
        texts, said, places = array("q"), array("d"), array("q")
        for place, term in enumerate(terms):
            if held := self._words.get(term):
                texts += held.texts
                said += held.counts
                places += array("q", (place,)) * len(held.texts)
        if not texts:
            return _Found(np.zeros(0, np.int64), np.zeros(0), np.zeros(len(terms) + 1, np.int64))
        homes = self._homes[np.frombuffer(texts, np.int64)]
        somewhere = homes >= 0
        cells = (np.frombuffer(places, np.int64) * rows + homes)[somewhere]
        amounts: Amounts = np.frombuffer(said, np.float64)[somewhere]
        # A term that several texts of a concept say is one cell.
        order = np.argsort(cells, kind="stable")
        cells, amounts = cells[order], amounts[order]
        first = np.flatnonzero(np.diff(cells, prepend=-1))
        if len(first):
            amounts = np.add.reduceat(amounts, first)
        starts = np.searchsorted(cells[first], np.arange(len(terms) + 1) * rows)
        return _Found(cells[first] % rows, amounts, starts)

    def _telling(self, query: Mapping[str, int], most: int) -> Mapping[str, int]:
        """Return the terms of a text to read: of a long one the `most` rarest, which tell most."""
        if len(query) <= most:
            return query
        return {term: query[term] for term in sorted(query, key=self._commonness)[:most]}

    def _commonness(self, term: str) -> int:
        said = self._words.get(term)
        return len(said.texts) if said else 0


def _summed(
    found: _Found, gains: Amounts, columns: Sequence[int], told: Amounts, rows: int
) -> Amounts:
    """Return the sum over some terms of what each row gains by them, times what each tells."""
    parts = [slice(found.starts[each], found.starts[each + 1]) for each in columns]
    sizes = [part.stop - part.start for part in parts]
    at = np.concatenate([found.rows[part] for part in parts])
    amounts = np.concatenate([gains[part] for part in parts]) * np.repeat(told, sizes)
    total: Amounts = np.bincount(at, amounts, rows).astype(np.float64)
    return total
