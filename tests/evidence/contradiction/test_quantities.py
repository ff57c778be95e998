"""Numbers: how much of what, and when two of them cannot both be right."""

from __future__ import annotations

import pytest

from costorm_widget.evidence.contradiction.quantities import Quantity, read_numbers


def amounts(text: str, language: str = "en") -> list[Quantity]:
    return [each for _, each in read_numbers(text, language).amounts]


def contradict(one: str, other: str, language: str = "en") -> bool:
    (first,), (second,) = amounts(one, language), amounts(other, language)
    return first.contradicts(second)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 percent", "%"),
        ("5 per cent", "%"),
        ("5%", "%"),
        ("5 percentage points", "points"),
        ("$5 million", "$"),
        ("5 million dollars", "$"),
        ("5 km", "m"),
        ("5 km/h", "m/h"),
        ("5 km2", "m2"),
        ("five hours", "h"),
        ("5 houses", "n:hous"),
    ],
)
def test_what_a_number_counts(text: str, unit: str) -> None:
    (found,) = amounts(f"It was {text} then.")
    assert found.unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "In 1974 it began.",
        "On 26 April it began.",
        "It begins at 8:30 there.",
        "See section 4 and table 12.",
        "In the 19th minute he scored.",
        "Only one of them came.",
        "The two of us went, and five came.",
    ],
)
def test_what_is_no_amount(text: str) -> None:
    assert amounts(text) == []


def test_years_are_kept_apart() -> None:
    numbers = read_numbers("In 1974 it cost 1,900 euros, in 2010 2000 euros.", "en")
    assert [year for _, year in numbers.years] == ["1974", "2010"]
    assert [each.shown for _, each in numbers.amounts] == ["1,900 euros", "2000 euros"]
    amounts_there, years = numbers.within(0, 29)
    assert [each.shown for each in amounts_there] == ["1,900 euros"]
    assert years == {"1974"}
    assert numbers.within(9, 12) == ((), frozenset({"1974", "2010"}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 percent", "9 percent"),
        ("2.5 million people", "4 million people"),
        ("7.3 kilometres", "9 km"),
        ("at most 9 percent", "20 percent"),
        ("between 20 and 40 percent", "60 percent"),
        ("two hours", "240 minutes"),
        ("no more than 9 houses", "20 houses"),
    ],
)
def test_numbers_that_cannot_both_be_right(one: str, other: str) -> None:
    assert contradict(one, other)
    assert contradict(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("about 42 million euros", "41.8 million euros"),
        ("about 40 percent", "44 percent"),
        ("between 20 and 40 percent", "30 percent"),
        ("20-40%", "about 30 percent"),
        ("more than 1,000 people", "1,450 people"),
        ("up to 9 percent", "7 percent"),
        ("7,300 metres", "7.3 km"),
        ("two hours", "120 minutes"),
        ("5 percent", "9 percentage points"),
        ("1.2 percent", "1.23 percent"),
    ],
)
def test_numbers_that_can(one: str, other: str) -> None:
    assert not contradict(one, other)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "2,5 Millionen Euro", "4.100.000 Euro"),
        ("fr", "1 200 euros", "2500 euros"),
        ("ko", "약 300만 명", "120만 명"),
        ("zh", "约2100万人", "2500万人"),
        ("zh", "5%", "9%"),
    ],
)
def test_other_languages(language: str, one: str, other: str) -> None:
    assert contradict(one, other, language)


def test_two_points_to_a_thousand_where_a_comma_is_the_decimal_point() -> None:
    assert not contradict("1.200 Euro", "1200 Euro", "de")
    assert not contradict("2,5 Meter", "2,51 Meter", "de")
