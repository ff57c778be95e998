"""Passages that say the same in the same words: mirrors, reprints, two cuts of one page.

Nothing but the words counts, so that a changed number or a "not" makes another passage.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = re.compile(r"\w+")

_FEW = 8
"""Passages of fewer words ("No data.") say the same by chance."""

_MOST_OF_IT = 0.8
"""A passage that is a part of another one repeats it from this share of its length on."""


@lru_cache(maxsize=4096)
def words_of(text: str) -> str:
    """Return the words of a passage in one spelling, parted by spaces; "" if they are few."""
    words = _WORDS.findall(text.casefold())
    in_all = " ".join(words)
    # Without spaces between words, as in Chinese, characters stand for them.
    return in_all if len(words) >= _FEW or len(in_all) >= 4 * _FEW else ""


def repeats(one: str, other: str) -> bool:
    """Whether one of two passages, by `words_of`, is the other or most of it."""
    short, long = sorted((one, other), key=len)
    if not short or len(short) < _MOST_OF_IT * len(long):
        return False
    return f" {short} " in f" {long} "
