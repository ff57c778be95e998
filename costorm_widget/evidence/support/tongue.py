"""Whether a sentence and its evidence are in one language, so that their words can be compared."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import name

from costorm_widget.evidence.lexical import UNSPACED, stop_words

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(rf"[^\W\d_{UNSPACED}]+")
_LETTER = re.compile(r"[^\W\d_]")

_LOOKED_AT = 400
"""Characters of a text that tell its language."""

_FEW_WORDS = 12
"""Words below which a text does not show its language."""

_OTHERS = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "pl", "cs", "tr", "id", "ru", "uk")
"""Languages that a source may be in, and that have a list of stop words."""

_MARGIN = 0.15
"""Share of stop words that another language must have more than the talk's own.

The lists were gathered from web pages and hold words of other languages, too. All the same, English
sections have more stop words of English than of any other language, while a German, French or
Dutch text has 0.3 to 0.5 more of its own than of English.
"""

_MIXED = frozenset({"CJK", "HIRAGANA", "KATAKANA"})
"""Scripts that Japanese is written in, all at once."""


def comparable(sentence: str, evidence: str, code: str) -> bool:
    """Whether words tell if `evidence` bears out `sentence`, of a talk in the language `code`.

    They do not if the two are written in different scripts, or if the evidence has far more stop
    words of another language than of the talk's. A short text, or a language without a list of stop
    words, is taken to be what it should be.
    """
    one, other = _script(sentence), _script(evidence)
    if one and other and one != other:
        return False
    return not _is_foreign(evidence, code)


@lru_cache(maxsize=1_000)
def _script(text: str) -> str:
    """Return the script that most letters of a text are in: `LATIN`, `HANGUL`; empty for none."""
    letters = _LETTER.findall(text[:_LOOKED_AT])
    found = Counter(name(each, "?").partition(" ")[0] for each in letters)
    if not found:
        return ""
    script = found.most_common(1)[0][0]
    return "CJK" if script in _MIXED else script


@lru_cache(maxsize=1_000)
def _is_foreign(text: str, code: str) -> bool:
    words = _WORD.findall(text[:_LOOKED_AT].casefold())
    if len(words) < _FEW_WORDS or not stop_words(code):
        return False
    own = _stops(words, code)
    return any(_stops(words, each) >= own + _MARGIN for each in _OTHERS if each != code)


def _stops(words: Sequence[str], code: str) -> float:
    """Return the share of words that are stop words of a language."""
    stops = stop_words(code)
    return sum(each in stops for each in words) / len(words)
