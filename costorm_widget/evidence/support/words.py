"""The words of a sentence, each with its class: what is compared between sentence and quote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from costorm_widget.evidence.lexical import UNSPACED, is_stop_word, stem
from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.synonyms import class_of
from costorm_widget.evidence.vocabulary.measures import is_measure
from costorm_widget.evidence.vocabulary.numbers import NUMBER_WORDS

_TOKEN = re.compile(
    rf"(?:[A-Z]\.){{2,}}|[{UNSPACED}]+|[^\W\d_{UNSPACED}]+(?:['’][^\W\d_{UNSPACED}]+)?|\d[\d.,:]*"
    r"|[,;:()–—.!?]"
)
_FIRST_UNSPACED = "\u0e00"
_UNSPACED_RUN = re.compile(rf"[{UNSPACED}]")
_STOPS = frozenset(".!?;")
_NO_MEASURES = frozenset({"won", "times", "day", "days", "points"})
"""Measures that are other words as often."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a mark between words.

    Attributes:
        low: In lower case, without 's.
        cls: Its class if it says something: the stem of the first of its synonyms; else empty.
        capital: Whether it begins with a capital that no beginning of a sentence explains.
        mark: Whether it is a mark.
        ends: Whether it is a mark that ends a sentence, or nearly so.
    """

    low: str
    cls: str = ""
    capital: bool = False
    mark: bool = False
    ends: bool = False


@lru_cache(maxsize=4_000)
def read_words(text: str, language: str = "en") -> tuple[Word, ...]:
    """Return the words of a text in order; runs of scripts without spaces as pairs of signs."""
    words: list[Word] = []
    begins = True
    for match in _TOKEN.finditer(text):
        token = match[0]
        if not (token[0].isalpha() or token[0].isdigit()):
            words.append(Word(token, mark=True, ends=token in _STOPS))
            begins = begins or token in _STOPS
            continue
        if token[0] >= _FIRST_UNSPACED and _UNSPACED_RUN.match(token):
            pairs = [token[at : at + 2] for at in range(max(1, len(token) - 1))]
            words += [Word(pair, pair) for pair in pairs]
        else:
            capital = token[0].isupper() and (not begins or token[1:2].isupper())
            words.append(_word(token, capital, language))
        begins = False
    return tuple(words)


@lru_cache(maxsize=50_000)
def _word(token: str, capital: bool, language: str) -> Word:  # noqa: FBT001 - positional for the cache
    low = token.lower().replace("’", "'").removesuffix("'s").removesuffix("'")
    return Word(low, _class(low, language), capital)


def _class(low: str, language: str) -> str:
    """Return the class of a word; empty if it says nothing by itself."""
    if low[0].isdigit():
        return ""
    if language != "en":
        return "" if is_stop_word(low, language) else stem(low, language)
    kept = low in lexicon.KEPT or (low.endswith("ed") and len(low) >= _LIKE)
    if (is_stop_word(low) and not kept) or len(low) == 1:
        return ""
    if low in NUMBER_WORDS or (is_measure(low) and low not in _NO_MEASURES):
        return ""
    if low in lexicon.STRENGTHS or low in lexicon.NEGATORS or low in lexicon.ALONE:
        return ""
    return class_of(low)


_LIKE = 5
_LIKE_SHARE = 0.8


def alike(one: str, other: str) -> bool:
    """Whether two stems are of one family: *corros* and *corrod*."""
    shorter = min(len(one), len(other))
    if shorter < _LIKE or one[:_LIKE] != other[:_LIKE]:
        return False
    same = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    return same >= _LIKE_SHARE * shorter
