"""What a number counts: a measure, such as percent or kilometres, or a noun."""

from __future__ import annotations

import re
from typing import NamedTuple

from costorm_widget.evidence.lexical import UNSPACED, stem
from costorm_widget.evidence.vocabulary.lists import words
from costorm_widget.evidence.vocabulary.times import NAMES_OF_MONTHS

COUNTED = "n:"
"""What the unit of a counted noun begins with; its stem follows."""

_SCALES = {
    name: scale
    for names, scale in (
        ("thousand tausend mille mil 천 千", 1e3),
        ("만 万 萬", 1e4),
        ("million millions millionen millón millones milhões milioni", 1e6),
        ("억 亿 億", 1e8),
        ("billion billions milliarde milliarden milliard milliards miliardi", 1e9),
        ("trillion trillions 조 兆", 1e12),
    )
    for name in names.split()
}

_MEASURES: dict[str, tuple[str, float]] = {
    name: (unit, factor)
    for names, unit, factor in (
        ("% \uff05 percent prozent percento процентов 퍼센트 프로", "%", 1.0),
        ("percentage points", "points", 1.0),
        ("dollar dollars $ 달러 美元", "$", 1.0),
        ("euro euros € 유로 欧元", "€", 1.0),
        ("pound pounds £", "£", 1.0),
        ("won 원 ₩", "₩", 1.0),
        ("yuan 元", "元", 1.0),
        ("km kilometre kilometres kilometer kilometers 킬로미터 公里", "m", 1e3),
        ("m metre metres meter meters metern mètre mètres metros metri 미터 米", "m", 1.0),
        ("cm centimetre centimetres centimeter centimeters", "m", 0.01),
        ("mile miles", "m", 1609.0),
        ("kg kilogram kilograms 킬로그램 公斤", "g", 1e3),
        ("g gram grams", "g", 1.0),
        ("mg milligram milligrams", "g", 1e-3),
        ("tonne tonnes ton tons tonnen 톤 吨", "g", 1e6),
        ("hour hours stunden heures horas 시간 小时", "h", 1.0),
        ("minute minutes 분 分钟", "h", 1 / 60),
        ("day days tage jours días 일 天", "day", 1.0),
        ("week weeks 주 周", "day", 7.0),
        ("month months 개월 个月", "month", 1.0),
        ("year years jahre ans años", "month", 12.0),
        ("degree degrees grad 도 度", "°", 1.0),
        ("times", "times", 1.0),
        ("명 人 名", "人", 1.0),
    )
    for name in names.split()
}
_UNSPACED_MEASURES = re.compile(
    "|".join(
        re.escape(each)
        for each in sorted(_MEASURES, key=len, reverse=True)
        if re.match(rf"[{UNSPACED}]", each)
    )
)

_WORD = re.compile(r"\s?-?\s?([^\W\d_]+)")
_SIGN = re.compile(r"\s?([%\uff05€])")
_BARE = re.compile(rf"\s?([{UNSPACED}])")
_COMPOUND = re.compile(r"[\d\u00b2\u00b3]+|/\w+|\sper\s\w+")
_NO_UNIT = NAMES_OF_MONTHS | words("of and or to in on at for by from with a the")


class Unit(NamedTuple):
    """A unit, what a value in the text is multiplied by to be in it, and where its name ends."""

    name: str
    factor: float
    end: int


def read_scale(text: str, place: int) -> tuple[float, int]:
    """Return what a number before `place` is multiplied by ("million"), and where that ends."""
    for pattern in (_WORD, _BARE):
        match = pattern.match(text, place)
        if match and match[1].lower() in _SCALES:
            return _SCALES[match[1].lower()], match.end()
    return 1.0, place


def is_unspaced(text: str, place: int) -> bool:
    """Whether a character of a script without spaces between words stands at `place`."""
    return _BARE.match(text, place) is not None


def is_measure(word: str) -> bool:
    """Whether a word is the name of a measure."""
    return word.lower() in _MEASURES


def unit_of_sign(sign: str) -> str:
    """Return the unit of a sign that stands before a number, such as `$`."""
    return _MEASURES[sign][0]


def read_unit(text: str, place: int, language: str) -> Unit | None:
    """Return what a number before `place` counts; None if nothing stands there."""
    sign = _SIGN.match(text, place)
    if sign:
        return Unit(*_MEASURES[sign[1]], sign.end())
    bare = _BARE.match(text, place)
    if bare:
        known = _UNSPACED_MEASURES.match(text, bare.start(1))
        return (
            Unit(*_MEASURES[known[0]], known.end())
            if known
            else Unit(COUNTED + bare[1], 1.0, bare.end())
        )
    word = _WORD.match(text, place)
    return None if word is None else _spaced(text, word, language)


def _spaced(text: str, word: re.Match[str], language: str) -> Unit | None:
    low = word[1].lower()
    if low in _NO_UNIT:
        return None
    if low == "per" and text[word.end() : word.end() + 5] == " cent":
        return Unit("%", 1.0, word.end() + 5)
    if low not in _MEASURES:
        return Unit(COUNTED + stem(low, language), 1.0, word.end())
    unit, factor = _MEASURES[low]
    compound = _COMPOUND.match(text, word.end())
    if compound:
        return Unit(unit + compound[0], factor, compound.end())
    return Unit(unit, factor, word.end())
