"""Numbers as they are written, in digits and in English words."""

from __future__ import annotations

import re

from costorm_widget.evidence.vocabulary.lists import listed, words

_ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_SMALL = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, 2)
}
_LARGE = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "dozen": 12.0}
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
"""A regular expression for a number such as 1,000.5."""

DOT_LANGUAGES = frozenset({"en", "zh", "ja", "ko", "th", "he"})
"""Languages that write 2.5 and 1,000; all others are taken to write 2,5 and 1.000."""

FIRST_YEAR, LAST_YEAR, YEAR_DIGITS = 1000, 2100, 4
"""What is a year if nothing else is said of it."""

CARDINALS: dict[str, float] = {
    word: _SMALL[word]
    for word in listed(
        "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty"
    )
}
"""Numbers in one word that are amounts wherever they stand, and their values."""

_ORDINALS = listed(
    "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)

ORDINALS = {word: value for value, word in enumerate(_ORDINALS, 4)}
"""From *fourth* on: the first three mean other things as often."""

ANY = "|".join(sorted((*_SMALL, *_LARGE), key=len, reverse=True))
"""A regular expression for one word of a number."""

NAMED_PARTS = "half|halves|thirds?|quarters?|fourths?|fifths|sixths|eighths|tenths?"
"""The same for a part of a whole; *a fifth* is a rank as often."""

NUMBER_WORDS = frozenset((*_SMALL, *_LARGE, *_PARTS, *ORDINALS)) | words(
    "thirds quarters fourths fifths millions billions thousands hundreds percent per cent"
)
"""Words that are numbers, or parts of them."""


def plain_value(number: str) -> float:
    """Return the value of one word or of some digits."""
    low = number.lower()
    return float(low) if low.isdigit() else float(_SMALL.get(low, _LARGE.get(low, 0.0)))


def in_words(number: str) -> float:
    """Return the value of a number in words: "two hundred and six thousand"."""
    total, part = 0.0, 0.0
    for word in re.split(r"[ -]", number.lower()):
        if word in _SMALL:
            part += _SMALL[word]
        elif word in {"hundred", "dozen"}:
            part = max(part, 1.0) * _LARGE[word]
        elif word in _LARGE:
            total, part = total + max(part, 1.0) * _LARGE[word], 0.0
    return total + part


def parts_of_whole(name: str, count: str) -> tuple[int, float]:
    """Return how many parts a whole has, and how many of them are meant; 0 if that is not said."""
    low = name.lower()
    if low in {"half", "halves"}:
        return 2, plain_value(count) or 1.0
    whole = _PARTS[low.removesuffix("s")]
    return whole, 1.0 if count.lower() in {"a", "an"} else plain_value(count)
