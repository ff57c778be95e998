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
from typing import NamedTuple

from costorm_widget.evidence.vocabulary.measures import (
    COUNTED,
    read_scale,
    read_unit,
    unit_of_sign,
)
from costorm_widget.evidence.vocabulary.numbers import (
    ANY,
    DIGITS,
    DOT_LANGUAGES,
    FIRST_YEAR,
    LAST_YEAR,
    NAMED_PARTS,
    ORDINALS,
    YEAR_DIGITS,
    in_words,
    parts_of_whole,
    plain_value,
)

_NUMBER = re.compile(
    rf"(?P<clock>\b\d{{1,2}}:\d\d\b|\b\d{{1,2}}(?= ?(?:[ap]\.m\.|[ap]m\b|o'clock)))"
    rf"|(?P<inside>\b(?P<count>one(?= (?!percent|per)[a-z]+ (?:in|out of))|one|two|three|\d)"
    rf"(?: [a-z]+)? (?:in|out of) (?P<of>{ANY}|\d{{1,3}})\b(?! (?-i:[A-Z])| the ))"
    rf"|(?P<part>\b(?:(?P<parts>a|an|one|two|three|four)[ -])?(?P<name>{NAMED_PARTS})\b)"
    rf"|(?P<ordinal>\b\d{{1,2}}(?:st|nd|rd|th)\b|\b(?:{'|'.join(ORDINALS)})\b)"
    rf"|(?P<words>\b(?:a )?(?:{ANY})(?:(?:[ -]| and )(?:{ANY}))*\b)"
    rf"|(?:(?P<sign>[$€£₩])\s?)?(?<![A-Za-z\d.,:+])(?P<digits>{DIGITS})(?!\d|,\d|:\d)",
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
_NO_PART = re.compile(r" (?:as|past|an hour|hour|a century)\b", re.IGNORECASE)
_OF_AN_HOUR = re.compile(r" of an hour\b", re.IGNORECASE)
_PERCENT = re.compile(r" (?:a |of a |of one )?per ?cent\b", re.IGNORECASE)
_BEFORE = 16
"""Characters before a number that tell how exact it is."""


_LOOSE = 0.12
"""Share by which "about 30 percent" may be off from what it stands for."""

_TIGHT, _ROUNDED = 0.004, 0.05
"""The same for a number that is told plainly, and for one that is rounded to its first digits."""

_WHOLE, _HUNDRED = 100.0, 100
_TIME = {"h": 60.0, "day": 1440.0}
"""Minutes, so that hours and days compare."""

_HALF_DAY = 12
_EXACT_UNITS = frozenset({"year", "clock", "ordinal"})

_BETWEEN_DIGITS = re.compile(r"(?<=\d)[.,](?=\d)")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a sentence.

    Attributes:
        value: In its unit.
        unit: A measure such as `%`, `m` or `$`; `clock`, `year`, `ordinal`; empty for a count.
        bound: 1 for *at least*, -1 for *at most*, else 0.
        about: Whether it is given roughly.
        step: What the last digit that is given counts; 0 if it is exact.
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
        if "clock" in {self.unit, other.unit} and {self.unit, other.unit} <= {"clock", ""}:
            return self.value % _HALF_DAY == other.value % _HALF_DAY
        mine, theirs = _in_one_unit(self, other)
        if mine is None or self.bound * other.bound < 0:
            return False
        if self.unit in _EXACT_UNITS:
            return mine == theirs
        slack = abs(theirs) * (_LOOSE if self.about or other.about else _TIGHT)
        rounding = min(self.step / 2, abs(theirs) * _ROUNDED)
        return abs(mine - theirs) <= max(slack, rounding)

    def comparable(self, other: Number) -> bool:
        """Whether both are of one kind, so that one could stand in the other's place."""
        return _in_one_unit(self, other)[0] is not None


def _in_one_unit(one: Number, other: Number) -> tuple[float | None, float]:
    """Return both values in one unit; None for the first if they have none in common."""
    if one.unit == other.unit:
        return one.value, other.value
    if one.unit in _TIME and other.unit in _TIME:
        return one.value * _TIME[one.unit], other.value * _TIME[other.unit]
    # A unit may be left out: "from 7 to 9" beside "from 60 to 80 grams".
    if "" in {one.unit, other.unit} and not {"clock", "%", "year"} & {one.unit, other.unit}:
        return one.value, other.value
    return None, other.value


@lru_cache(maxsize=2_000)
def read_numbers(text: str, language: str = "en") -> tuple[Number, ...]:
    """Return the numbers of a sentence in order."""
    if language not in DOT_LANGUAGES:
        text = _BETWEEN_DIGITS.sub(lambda match: "," if match[0] == "." else ".", text)
    found: list[Number] = []
    begin = 0
    for match in _NUMBER.finditer(text):
        if match.start() < begin:
            continue
        value = _read(match, text, language)
        if value is not None:
            found.append(_number(text, match.start(), value))
            begin = value.end
    return tuple(found)


class _Value(NamedTuple):
    """What a number says, and where it ends with its unit."""

    value: float
    unit: str
    step: float
    end: int


def _number(text: str, start: int, value: _Value) -> Number:
    before = text[max(0, start - _BEFORE) : start]
    bound = 0
    if _AT_MOST.search(before) or _OR_LESS.match(text, value.end):
        bound = -1
    elif _AT_LEAST.search(before):
        bound = 1
    about = bound != 0 or _ABOUT.search(before) is not None
    return Number(value.value, value.unit, bound, about, value.step, start, value.end)


def _read(match: re.Match[str], text: str, language: str) -> _Value | None:
    end = match.end()
    if match["clock"]:
        hour, _, minute = match["clock"].partition(":")
        return _Value(int(hour) + int(minute or 0) / 60, "clock", 0.0, end)
    if match["inside"]:
        share = _WHOLE * plain_value(match["count"]) / (plain_value(match["of"]) or 1)
        return _Value(share, "%", 1.0, end) if share <= _WHOLE else None
    if match["part"]:
        return _part(match, text)
    if match["ordinal"]:
        low = match["ordinal"].lower()
        return _Value(ORDINALS.get(low) or int(low[:-2]), "ordinal", 0.0, end)
    return _amount(match, text, language)


def _part(match: re.Match[str], text: str) -> _Value | None:
    """Return a part of a whole; None for *the third* and *the quarter*, which are none."""
    whole, count = parts_of_whole(match["name"], match["parts"] or "")
    end = match.end()
    if not count or count >= whole or _NO_PART.match(text, end):
        return None
    if hour := _OF_AN_HOUR.match(text, end):
        return _Value(count / whole, "h", 0.02, hour.end())
    if percent := _PERCENT.match(text, end):
        return _Value(count / whole, "%", 0.05, percent.end())
    return _Value(_WHOLE * count / whole, "%", 1.0, end)


def _amount(match: re.Match[str], text: str, language: str) -> _Value | None:
    digits = match["digits"] or ""
    value = float(digits.replace(",", "")) if digits else in_words(match["words"])
    if not digits and value <= 1:
        return None  # "one" is a pronoun as often
    step = 10.0 ** -len(digits.split(".")[1]) if "." in digits else _step(value)
    scale, end = read_scale(text, match.end())
    if match["sign"]:
        return _Value(value * scale, unit_of_sign(match["sign"]), step * scale, end)
    unit = read_unit(text, end, language)
    if unit is not None and not unit.name.startswith(COUNTED) and unit.name != "times":
        factor = scale * unit.factor
        return _Value(value * factor, _plain_unit(unit.name), step * factor, unit.end)
    year = len(digits) == YEAR_DIGITS and digits.isdigit() and FIRST_YEAR <= value <= LAST_YEAR
    return _Value(value * scale, "year" if year else "", 0.0 if year else step * scale, end)


def _plain_unit(name: str) -> str:
    """Return the name of a unit with its parts in one form: *m/h* for *m per hour*."""
    if name.startswith("%"):
        return "%"
    return name.replace(" per ", "/").replace("/hour", "/h").replace("/second", "/s")


def _step(value: float) -> float:
    """Return what the last digit counts that is no zero: 1,000 for 12,000; small ones are exact."""
    if value < _HUNDRED or not value.is_integer():
        return 0.0
    whole, step = int(value), 1
    while whole % 10 == 0 and step < 10 ** floor(log10(value)):
        whole, step = whole // 10, step * 10
    return float(step) if step > 1 else 0.0
