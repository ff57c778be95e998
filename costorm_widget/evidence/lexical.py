"""Search by words: how text becomes terms, and a BM25 index that grows and shrinks.

`terms` is the one tokeniser of the package. Words are folded, stop words dropped, the rest stemmed
where Snowball knows the language. A hyphenated word counts whole and in parts, so that
`COVID-19 long-haul` finds both spellings. Scripts without spaces between words become pairs of
characters.

The index is written here, not taken from bm25s: that library computes all scores when it is built
and has to be built anew for every added text. Postings in dictionaries take a text in and out in
the time it takes to read it, and answer in milliseconds for tens of thousands of passages.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from importlib import import_module
from math import log
from threading import Lock
from typing import TYPE_CHECKING, Protocol
from unicodedata import normalize

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    class Stemmer(Protocol):
        """What snowballstemmer makes."""

        def stemWord(self, word: str) -> str: ...  # noqa: D102, N802 - the library's name


# Thai, Lao, Burmese, Khmer, Hangul, kana and Han: no spaces, or spaces between phrases.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Characters of scripts that do not part words by spaces, as the inside of a regex class."""

# Vowel signs and points are no letters to `\w`, but parting a word at them would destroy it.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_LETTER = rf"(?:(?![_{UNSPACED}])[\w{_MARKS}])"
_TOKEN = re.compile(
    rf"(?P<run>[{UNSPACED}]+)"
    r"|(?P<number>\d+(?:[.,]\d+)+(?!\w))"
    rf"|(?P<word>{_LETTER}+(?:[-'&]{_LETTER}+)*(?:\+\+|\#(?!\w))?)"
)
_LIKE_HYPHEN = str.maketrans({"‐": "-", "‑": "-", "’": "'", "ʼ": "'", "\u00ad": ""})

_SNOWBALL = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}

# The English list of stopwords-iso was gathered from web pages and holds words that topics are
# about. They stay.
_ENGLISH_CONTENT = """
act area areas backing bill billion case cases cause causes change changes computer copy cry
detail detailed differ different difference effect empty end fact facts fill find fire free front
goods group groups high home hundred index information interest interests invention key keys kind
large length line low man member members men microsoft mill million mine move name net netscape
new novel number numbers old older open order orders page pages part parts place places point
points poor problem problems research result results right ring room rooms second section side
sides site small state states system ten test text thick thin third thought thoughts three top
trillion turn two value way ways web website welcome width work works worked working world year
years young younger youngest zero
"""

_STEMMING = Lock()
"""A stemmer keeps its word in itself, and texts are read on several threads."""

_SATURATION = 1.2
"""k1 of BM25: how soon a repeated term stops adding."""

_LENGTH = 0.75
"""b of BM25: how much a long text is held against it."""


def language_code(language: str) -> str:
    """Return the ISO 639-1 code in a language tag: `pt` for `pt-BR`."""
    return language.lower().replace("_", "-").partition("-")[0]


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the folded stop words of `language`; none where stopwords-iso does not have it."""
    from stopwordsiso import has_lang, stopwords

    code = language_code(language)
    if not has_lang(code):
        return frozenset()
    found = frozenset(_folded(word) for word in stopwords(code))
    return found.difference(_ENGLISH_CONTENT.split()) if code == "en" else found


def is_stop_word(word: str, language: str = "en") -> bool:
    """Say whether `word`, in any case, says little in `language`."""
    return _folded(word) in stop_words(language_code(language))


def terms(text: str, language: str = "en") -> list[str]:
    """Return the terms of `text` in order, repeated as they are repeated.

    Words are case-folded, stop words of `language` dropped, stems taken where Snowball has the
    language. `long-haul` gives `long-haul`, `long` and `haul` (the parts only if they are no stop
    words); `C#` and `C++` stay what they are; a run of Chinese, Japanese, Korean or Thai gives its
    pairs of characters.
    """
    code = language_code(language)
    stops = stop_words(code)
    result: list[str] = []
    for match in _TOKEN.finditer(_folded(text)):
        token = match.group()
        if match.lastgroup == "run":
            result.extend(_pairs(token, stops))
        elif match.lastgroup == "number":
            result.append(token)
        else:
            result.extend(_word_terms(token, code))
    return result


@lru_cache(maxsize=100_000)
def _word_terms(word: str, code: str) -> tuple[str, ...]:
    """Return the terms of one folded word: texts are made of the same words over and over."""
    return tuple(stem(part, code) for part in _parts(word, stop_words(code)))


@lru_cache(maxsize=100_000)
def stem(word: str, language: str = "en") -> str:
    """Return the stem of a folded `word`; the word itself where Snowball has no such language."""
    stemmer = _stemmer(language_code(language))
    if stemmer is None:
        return word
    with _STEMMING:
        return str(stemmer.stemWord(word))


@cache
def _stemmer(code: str) -> Stemmer | None:
    # Without type information, so by name; a function-level import, since it takes 0.2 s.
    snowball = import_module("snowballstemmer")
    name = _SNOWBALL.get(code, "")
    return snowball.stemmer(name) if name in snowball.algorithms() else None


def _folded(text: str) -> str:
    return normalize("NFKC", text).translate(_LIKE_HYPHEN).casefold()


def _parts(word: str, stops: frozenset[str]) -> Iterator[str]:
    """Yield the terms in a word: a hyphenated one whole and in parts, an elided one in parts."""
    if word in stops:
        return
    pieces = [piece for part in word.split("-") for piece in part.split("'")]
    if len(pieces) == 1 or "-" in word:
        yield word
    if len(pieces) > 1:
        yield from (piece for piece in pieces if piece not in stops)


def _pairs(run: str, stops: frozenset[str]) -> Iterator[str]:
    if len(run) == 1:
        if run not in stops:
            yield run
        return
    for place in range(len(run) - 1):
        pair = run[place : place + 2]
        if pair not in stops:
            yield pair


def highest(shares: NDArray[np.float64], limit: int) -> list[int]:
    """Return the `limit` numbers with the highest shares, best first, ties by number, no zeros."""
    found = shares.nonzero()[0]
    best: list[int] = found[np.argsort(-shares[found], kind="stable")[:limit]].tolist()
    return best


class LexicalIndex:
    """BM25 over numbered texts, which may come and go at any time.

    The formula is Robertson's with the idf that never turns negative, as in Lucene:
    `log(1 + (N - n + 0.5) / (n + 0.5))`.
    """

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._postings: dict[str, dict[int, int]] = {}
        self._terms: dict[int, frozenset[str]] = {}
        self._lengths: dict[int, int] = {}
        self._total = 0
        # Made when first asked for after a change.
        self._norms: NDArray[np.float64] | None = None
        self._gains: dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, number: int, text: str) -> None:
        """Take in a text under a `number` that is not in use."""
        counts = Counter(terms(text, self._language))
        for term, count in counts.items():
            self._postings.setdefault(term, {})[number] = count
        self._terms[number] = frozenset(counts)
        self._lengths[number] = counts.total()
        self._total += counts.total()
        self._norms, self._gains = None, {}

    def remove(self, number: int) -> None:
        """Forget the text with this `number`."""
        for term in self._terms.pop(number):
            postings = self._postings[term]
            del postings[number]
            if not postings:
                del self._postings[term]
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
            numbers, own = self._gains_of(term)
            weight = log(1 + (len(self) - len(numbers) + 0.5) / (len(numbers) + 0.5))
            most += weight * (_SATURATION + 1)
            gains[numbers] += weight * own
        return gains / most if most else gains

    def best(self, query: str, limit: int) -> list[tuple[int, float]]:
        """Return the `limit` best texts with their scores, best first, ties by number."""
        shares = self.shares(query)
        return [(number, float(shares[number])) for number in highest(shares, limit)]

    def _by_length(self) -> NDArray[np.float64]:
        """Return for each number how its text's length weighs on its counts: 1 for a mean one."""
        if self._norms is None:
            lengths = np.zeros(max(self._lengths, default=-1) + 1)
            lengths[list(self._lengths)] = list(self._lengths.values())
            mean = self._total / len(self) if self._total else 1.0
            self._norms = 1 - _LENGTH + _LENGTH * lengths / mean
        return self._norms

    def _gains_of(self, term: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the numbers of the texts that hold a term, and what each gains by it, unweighted.

        A term is searched more than once, whichever text it is that answers: it is kept.
        """
        if term not in self._gains:
            postings = self._postings.get(term, {})
            numbers = np.fromiter(postings, np.int64, len(postings))
            counts = np.fromiter(postings.values(), np.float64, len(postings))
            norms = self._by_length()[numbers]
            gains = counts * (_SATURATION + 1) / (counts + _SATURATION * norms)
            if not postings:
                return numbers, gains  # not kept: there is no end of words that no text has
            self._gains[term] = numbers, gains
        return self._gains[term]
