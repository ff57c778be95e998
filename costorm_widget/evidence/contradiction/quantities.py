"""Numbers as statements give them: how much of what, and how exactly.

A number is an interval: "about 12 percent" may be 10.6 to 13.4, "2.5" anything that rounds to it,
"more than 1,000" has no upper end. Two numbers of one unit contradict each other when their
intervals are apart. Years are no amounts: they say when, and are kept apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from costorm_widget.evidence.vocabulary.measures import (
    COUNTED,
    is_measure,
    is_unspaced,
    read_scale,
    read_unit,
    unit_of_sign,
)
from costorm_widget.evidence.vocabulary.numbers import (
    CARDINALS,
    DIGITS,
    DOT_LANGUAGES,
    FIRST_YEAR,
    LAST_YEAR,
    YEAR_DIGITS,
)
from costorm_widget.evidence.vocabulary.times import NAMES_OF_MONTHS

_COMMAED = r"\d{1,3}(?:[. \u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?"
_GROUPED = re.compile(r"[. \u00a0\u202f](?=\d{3})")
_TO = r"(?:\s?[-\u2013~]\s?|\s(?:to|and|or|bis|und|à|et|a|y|e)\s)"
_NO_MORE = r"(?!\d|:|(?:st|nd|rd|th)\b)"
"""No digit, no hour and no ordinal may go on behind a number."""

_YEAR_SIGN = re.compile(r"\s?[년年]")
_WORD_BEHIND = re.compile(r"\s?([^\W\d_]+|%)")

_EXACT, _ABOUT_SO = 0.03, 0.12
"""Share by which a number may be off: as it stands, and behind *about*."""

_BEFORE = 16
"""Characters before a number that tell how exact it is."""

_ABOUT = re.compile(
    r"(?:about|around|roughly|some|nearly|almost|approximately|close to|circa|etwa|rund|environ|"
    r"unos|약|대략|约|大约|約)\s?$"
)
_AT_LEAST = re.compile(r"(?<!no )(?:more than|over|at least|above|exceed\w*|mehr als|plus de)\s$")
_AT_MOST = re.compile(
    r"(?:no more than|less than|fewer than|under|below|at most|up to|weniger als|moins de)\s$"
)
_NUMBERED = re.compile(
    r"(?:section|chapter|page|figure|table|no\.|number|volume|article|directive|act|law|version|"
    r"phase|type)\s$"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """How much of what.

    Attributes:
        unit: A measure such as `%`, `m` or `$`, or the stem of what is counted.
        low: Least value, in the unit.
        high: Greatest value.
        shown: As it is written.
    """

    unit: str
    low: float
    high: float
    shown: str

    def contradicts(self, other: Quantity) -> bool:
        """Whether both are of one unit and no value fits both."""
        apart = self.low > other.high or other.low > self.high
        return self.unit == other.unit and apart


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a sentence says in numbers: amounts, and years, each with where it begins."""

    amounts: tuple[tuple[int, Quantity], ...] = ()
    years: tuple[tuple[int, str], ...] = ()

    def within(self, start: int, end: int) -> tuple[tuple[Quantity, ...], frozenset[str]]:
        """Return the amounts of a clause, and its years; those of the sentence if it has none."""
        amounts = tuple(each for place, each in self.amounts if start <= place < end)
        own = [year for place, year in self.years if start <= place < end]
        return amounts, frozenset(own or [year for _, year in self.years])


def read_numbers(text: str, language: str) -> Numbers:
    """Return the numbers of a sentence; dates, hours and numbers of chapters are none."""
    amounts: list[tuple[int, Quantity]] = []
    years: list[tuple[int, str]] = []
    begin = 0
    dotted = language in DOT_LANGUAGES
    for match in (_WITH_DOTS if dotted else _WITH_COMMAS).finditer(text):
        start = match.start()
        if start < begin:
            continue
        if _is_year(match, text):
            years.append((start, match["one"]))
            continue
        found = _amount(match, text, language)
        if found is not None:
            quantity, begin = found
            amounts.append((start, quantity))
    return Numbers(tuple(amounts), tuple(years))


def _pattern(digits: str) -> re.Pattern[str]:
    number = rf"(?:{digits}|\b(?:{'|'.join(CARDINALS)})\b)"
    return re.compile(
        rf"(?<![A-Za-z\d.,:\[])(?P<sign>[$€£₩])?\s?(?P<one>{number}){_NO_MORE}"
        rf"(?:{_TO}(?P<two>{number}){_NO_MORE})?",
        re.IGNORECASE,
    )


_WITH_DOTS, _WITH_COMMAS = _pattern(DIGITS), _pattern(_COMMAED)


def _is_year(match: re.Match[str], text: str) -> bool:
    digits = match["one"]
    if len(digits) != YEAR_DIGITS or not digits.isdigit() or match["sign"]:
        return False
    if not FIRST_YEAR <= int(digits) <= LAST_YEAR:
        return False
    place = match.end("one")
    if is_unspaced(text, place):
        return _YEAR_SIGN.match(text, place) is not None
    behind = _WORD_BEHIND.match(text, place)
    return behind is None or not (is_measure(behind[1]) or read_scale(text, place)[1] > place)


def _amount(match: re.Match[str], text: str, language: str) -> tuple[Quantity, int] | None:
    """Return an amount and where it ends, or None if the number is none."""
    before = text[max(0, match.start() - _BEFORE) : match.start("one")].lower()
    if _NUMBERED.search(before) or before.split()[-1:] in [[each] for each in NAMES_OF_MONTHS]:
        return None
    scale, end = read_scale(text, match.end())
    unit = read_unit(text, end, language)
    if match["sign"]:
        name, factor = unit_of_sign(match["sign"]), scale
    elif unit is None or (match["one"].isalpha() and unit.name.startswith(COUNTED)):
        return None
    else:
        name, factor, end = unit.name, scale * unit.factor, unit.end
    one = _value(match["one"], language)
    two = _value(match["two"], language) if match["two"] else one
    low, high = _interval(min(one, two), max(one, two), match["one"], before)
    return Quantity(name, low * factor, high * factor, text[match.start() : end].strip()), end


def _interval(low: float, high: float, shown: str, before: str) -> tuple[float, float]:
    slack = _ABOUT_SO if _ABOUT.search(before) else _EXACT
    half = 0.5 * 10 ** -len(re.split(r"[.,]", shown)[-1]) if re.search(r"[.,]", shown) else 0.5
    low, high = min(low * (1 - slack), low - half), max(high * (1 + slack), high + half)
    if _AT_MOST.search(before):
        return -inf, high
    return (low, inf) if _AT_LEAST.search(before) else (low, high)


def _value(digits: str, language: str) -> float:
    word = CARDINALS.get(digits.lower())
    if word is not None:
        return word
    if language in DOT_LANGUAGES:
        return float(digits.replace(",", ""))
    return float(_GROUPED.sub("", digits).replace(",", "."))
