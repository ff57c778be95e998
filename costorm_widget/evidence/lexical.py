"""Words: how text becomes terms.

`terms` is the one tokeniser of the package. Words are folded, stop words dropped, the rest stemmed
where Snowball knows the language. A hyphenated word counts whole and in parts, so that
`COVID-19 long-haul` finds both spellings. Scripts without spaces between words become pairs of
characters.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain, repeat
from threading import Lock
from typing import TYPE_CHECKING, Protocol
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_LETTERS = rf"(?:[^\W_{UNSPACED}]++|[{_MARKS}]++)++"
_RUN = re.compile(rf"[{UNSPACED}]")
_TOKEN = re.compile(
    rf"[{UNSPACED}]+"  # a run of a script without spaces
    r"|\d+(?:[.,]\d+)+(?!\w)"  # a number with a point or comma
    rf"|{_LETTERS}(?:[-'&]{_LETTERS})*(?:\+\+|\#(?!\w))?"  # a word
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


@cache
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
    # No term holds a space, and texts are made of the same words over and over: those are known.
    parts = text.split()
    if max(map(len, parts), default=0) <= _LONG:
        return list(chain.from_iterable(map(_known_terms, parts, repeat(code))))
    return [term for part in parts for term in _terms_of(part, code)]


_LONG = 40
"""Characters above which what stands between two spaces is no word, and will not be met again."""


_AROUND = '.,;:!?()[]"*'
"""Characters that often stand around a word and belong to no term."""


@lru_cache(maxsize=100_000)
def _known_terms(part: str, code: str) -> tuple[str, ...]:
    bare = part.strip(_AROUND)
    if bare.isascii() and bare.isalnum():  # nine of ten, and in a third of the time
        word = bare.lower()
        return () if word in stop_words(code) else (stem(word, code),)
    return tuple(_terms_of(part, code))


def _terms_of(part: str, code: str) -> Iterator[str]:
    """Yield the terms of what stands between two spaces."""
    for token in _TOKEN.findall(_folded(part)):
        if _RUN.match(token):
            yield from _pairs(token, stop_words(code))
        else:
            yield from _word_terms(token, code)


@lru_cache(maxsize=100_000)
def _word_terms(word: str, code: str) -> tuple[str, ...]:
    """Return the terms of one folded word, or of a number."""
    if "." in word or "," in word:  # only numbers hold these
        return (word,)
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
