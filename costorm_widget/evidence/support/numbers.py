"""The numbers of a sentence, in digits and in words, in one measure where that is simple.

A number is a value with a unit: "two thirds" is 66.7 %, "a dozen" is 12, "1.25 kilometres" and
"1,250 m" are one. What is counted is no unit: "12,000 homes" and "twelve thousand households" are
one as well. Years, days of a month and hours of the clock are numbers like others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import floor, log10

from costorm_widget.evidence.contradiction.measures import (
    COUNTED,
    read_scale,
    read_unit,
    unit_of_sign,
)

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, 2)
}
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1e6, "billion": 1e9, "dozen": 12}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        4,
    )
}
NUMBER_WORDS = frozenset((*_SMALL, *_LARGE, *_PARTS, *_ORDINALS)) | frozenset(
    "thirds quarters fourths fifths millions billions thousands hundreds percent per cent".split()
)
"""Words that are numbers, or parts of them."""

_ANY = "|".join(sorted((*_SMALL, *_LARGE), key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_NUMBER = re.compile(
    rf"(?P<clock>\b\d{{1,2}}:\d\d\b)"
    rf"|(?P<inside>\b(?:one(?: (?!percent|per)[a-z]+)?|two|three|\d) (?:in|out of)"
    rf" (?P<of>{_ANY}|\d{{1,3}})\b(?! (?-i:[A-Z])| the ))"
    rf"|(?P<part>\b(?:(?P<parts>a|an|one|two|three|four)[ -])?"
    rf"(?P<name>half|halves|thirds?|quarters?|fourths?|fifths|sixths|eighths|tenths?)\b)"
    rf"|(?P<ordinal>\b\d{{1,2}}(?:st|nd|rd|th)\b|\b(?:{'|'.join(_ORDINALS)})\b)"
    rf"|(?P<words>\b(?:a )?(?:{_ANY})(?:(?:[ -]| and )(?:{_ANY}))*\b)"
    rf"|(?:(?P<sign>[$€£₩])\s?)?(?<![A-Za-z\d.,:])(?P<digits>{_DIGITS})(?!\d|,\d|:\d)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:about|around|roughly|some|nearly|almost|approximately|close to|circa|just (?:over|under)|"
    r"as much as|as many as|more than|over|less than|under|fewer than|at least|at most|up to|"
    r"no more than|约|大约|약)\s*$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"(?<!no )(?:more than|over|at least|above|just over|no fewer than|no less than)\s*$",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"(?:no more than|less than|fewer than|under|below|at most|up to|just under)\s*$", re.IGNORECASE
)
_OR_LESS = re.compile(r"\s(?:\w+\s)?or (?:less|fewer)\b", re.IGNORECASE)
_BEFORE = 16
_YEAR = (1000, 2100)
_YEAR_DIGITS = 4

_LOOSE = 0.12
"""Share by which "about 30 percent" may be off from what it stands for."""

_TIGHT = 0.004
_DOT_LANGUAGES = frozenset({"en", "zh", "ja", "ko", "th", "he"})
"""Languages that write 2.5 and 1,000; all others are taken to write 2,5 and 1.000."""

_BETWEEN_DIGITS = re.compile(r"(?<=\d)[.,](?=\d)")
_TIME = {"h": 60.0, "day": 1440.0}
"""Minutes, so that hours and days compare."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a sentence.

    Attributes:
        value: In its unit.
        unit: A measure such as `%`, `m` or `$`; `clock`, `year`, `ordinal`; empty for a count.
        bound: 1 for *at least*, -1 for *at most*, else 0.
        about: Whether it is given roughly.
        step: What the last digit that is given counts.
        start: Where it begins in the sentence.
        end: Where it ends, with its unit.
    """

    value: float
    unit: str
    bound: int
    about: bool
    step: float
    start: int
    end: int

    def agrees(self, other: Number) -> bool:
        """Whether the `other`, a source's, bears this one out."""
        mine, theirs = _common(self, other)
        if mine is None or self.bound * other.bound < 0:
            return False
        if self.unit in {"year", "clock", "ordinal"}:
            return mine == theirs
        loose = self.about or other.about
        slack = abs(theirs) * (_LOOSE if loose else _TIGHT)
        return abs(mine - theirs) <= max(slack, self.step / 2 if self.step < abs(theirs) else 0.0)

    def comparable(self, other: Number) -> bool:
        """Whether both are of one kind, so that one could stand in the other's place."""
        return _common(self, other)[0] is not None


def _common(one: Number, other: Number) -> tuple[float | None, float]:
    """Return both values in one unit; None for the first if they have none in common."""
    if one.unit == other.unit:
        return one.value, other.value
    if one.unit in _TIME and other.unit in _TIME:
        return one.value * _TIME[one.unit], other.value * _TIME[other.unit]
    # What is counted may be left out, or is a span told without its unit.
    if "" in (one.unit, other.unit) and not {"clock", "%"} & {one.unit, other.unit}:
        return one.value, other.value
    return None, other.value


@lru_cache(maxsize=2_000)
def read_numbers(text: str, language: str = "en") -> tuple[Number, ...]:
    """Return the numbers of a sentence in order."""
    found: list[Number] = []
    begin = 0
    if language not in _DOT_LANGUAGES:
        text = _BETWEEN_DIGITS.sub(lambda match: "," if match[0] == "." else ".", text)
    for match in _NUMBER.finditer(text):
        if match.start() < begin:
            continue
        number = _read(match, text, language)
        if number is not None:
            found.append(number)
            begin = number.end
    return tuple(found)


def _read(match: re.Match[str], text: str, language: str) -> Number | None:
    if match["clock"]:
        hour, minute = match["clock"].split(":")
        return _number(match, text, int(hour) + int(minute) / 60, "clock", 0.0, match.end())
    if match["inside"]:
        first = match["inside"].split()[0].lower()
        share = 100 * _plain(first) / (_plain(match["of"].lower()) or 1)
        return _number(match, text, share, "%", 1.0, match.end()) if share <= 100 else None
    if match["part"]:
        return _fraction(match, text)
    if match["ordinal"]:
        low = match["ordinal"].lower()
        value = _ORDINALS.get(low) or int(re.sub(r"\D", "", low))
        return _number(match, text, value, "ordinal", 0.0, match.end())
    if match["words"]:
        value = _in_words(match["words"].lower())
        if value <= 1:
            return None
        return _with_unit(match, text, value, 1.0 if value < 100 else _step(value), language)  # noqa: PLR2004 - a hundred in words is exact to the hundred
    digits = match["digits"]
    value = float(digits.replace(",", ""))
    step = 10.0 ** -len(digits.split(".")[1]) if "." in digits else _step(value)
    return _with_unit(match, text, value, step, language)


def _number(
    match: re.Match[str], text: str, value: float, unit: str, step: float, end: int
) -> Number:
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    bound = -1 if _AT_MOST.search(before) or _OR_LESS.match(text, end) else 0
    bound = 1 if not bound and _AT_LEAST.search(before) else bound
    about = bound != 0 or _ABOUT.search(before) is not None
    return Number(value, unit, bound, about, step, match.start(), end)


def _fraction(match: re.Match[str], text: str) -> Number | None:
    parts, name = (match["parts"] or "").lower(), match["name"].lower()
    whole = _PARTS[name if name in _PARTS else name.removesuffix("s")]
    if not parts and name not in {"half", "halves"}:
        return None  # "the third", "the quarter": which one, or of a year
    after = text[match.end() : match.end() + 8].lower()
    if after.startswith((" as ", " past", " an hour", " hour", " a century")):
        return None
    count = _plain(parts) if parts not in {"", "a", "an"} else 1
    if count >= whole:
        return None
    if after.startswith(" of an h"):
        return _number(match, text, count / whole, "h", 0.02, match.end() + len(" of an hour"))
    share = 100 * count / whole
    percent = re.match(r" (?:a |of a |of one )?per ?cent", after + text[match.end() + 8 :][:12])
    if percent:
        return _number(match, text, share / 100, "%", 0.05, match.end() + percent.end())
    return _number(match, text, share, "%", 1.0, match.end())


def _with_unit(
    match: re.Match[str], text: str, value: float, step: float, language: str
) -> Number | None:
    scale, end = read_scale(text, match.end())
    value, step = value * scale, step * scale
    if match["sign"]:
        return _number(match, text, value, unit_of_sign(match["sign"]), step, end)
    unit = read_unit(text, end, language)
    if unit is not None and not unit.name.startswith(COUNTED) and unit.name != "times":
        number = value * unit.factor
        return _number(match, text, number, _plain_unit(unit.name), step * unit.factor, unit.end)
    digits = match["digits"] or ""
    if len(digits) == _YEAR_DIGITS and digits.isdigit() and _YEAR[0] <= value <= _YEAR[1]:
        return _number(match, text, value, "year", 0.0, end)
    return _number(match, text, value, "", step, end)


def _plain_unit(name: str) -> str:
    """Return the name of a unit with its parts in one form: *m per hour* is *m/h*."""
    return name.replace(" per ", "/").replace("/hour", "/h").replace("/second", "/s")


def _step(value: float) -> float:
    """Return what the last digit counts that is no zero: 1,000 for 12,000."""
    if value < 100 or not value.is_integer():  # noqa: PLR2004 - small numbers are meant exactly
        return 0.0
    whole, step = int(value), 1
    while whole % 10 == 0 and step < 10 ** floor(log10(value)):
        whole, step = whole // 10, step * 10
    return float(step) if step > 1 else 0.0


def _plain(word: str) -> float:
    return float(word) if word.isdigit() else float(_SMALL.get(word, _LARGE.get(word, 0)))


def _in_words(words: str) -> float:
    """Return the value of a number in words: "two hundred and six thousand"."""
    total, part = 0.0, 0.0
    for word in re.split(r"[ -]", words):
        if word in _SMALL:
            part += _SMALL[word]
        elif word in {"hundred", "dozen"}:
            part = max(part, 1) * _LARGE[word]
        elif word in _LARGE:
            total, part = total + max(part, 1) * _LARGE[word], 0.0
    return total + part
