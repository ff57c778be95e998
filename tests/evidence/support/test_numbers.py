"""Numbers in digits and in words, and when one bears out another."""

from __future__ import annotations

import pytest

from costorm_widget.evidence.support.numbers import read_numbers


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("some twelve thousand homes", "about 12,000 homes"),
        ("two dozen planets", "24 planets"),
        ("two thirds of the voters", "67 percent of the voters"),
        ("a quarter of the schools", "one in four schools"),
        ("one in nine residents", "one resident in nine"),
        ("nearly half of them", "48 % of them"),
        ("half a percent a day", "0.5 percent a day"),
        ("1.25 kilometres long", "1,250 metres long"),
        ("about 930,000 miles away", "1.5 million kilometres away"),
        ("some 100 miles per hour", "160 km/h"),
        ("within 48 hours", "within two days"),
        ("for 300 minutes", "for five hours"),
        ("$2.1 million", "2.1 million dollars"),
        ("1,300 million units", "1.3 billion units"),
        ("at most 25 percent", "a quarter or less"),
        ("roughly 30,000 visitors", "29,300 visitors"),
        ("the 12th century", "the twelfth century"),
        ("at 8:20 and at 9:00", "from 8:20 to 9:00"),
        ("约300米", "300米"),
        ("약 1,200명", "1,200명"),
    ],
)
def test_one_number_in_two_forms_agrees(said: str, written: str) -> None:
    one, other = read_numbers(said), read_numbers(written)
    assert one
    assert other
    assert all(any(each.agrees(every) for every in other) for each in one)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("54 percent", "56 percent"),
        ("in 1987", "in 1986"),
        ("about 30 percent", "about 50 percent"),
        ("two thirds of the voters", "a third of the voters"),
        ("at least 40 percent", "up to 40 percent"),
        ("12,000 homes", "14,000 homes"),
        ("3 km", "3 miles"),
        ("at 8:20", "at 8:50"),
        ("5 percent", "5 dollars"),
        ("1,200 million", "1,200"),
    ],
)
def test_another_number_does_not_agree(said: str, written: str) -> None:
    one, other = read_numbers(said), read_numbers(written)
    assert one
    assert other
    assert not any(each.agrees(every) for each in one for every in other)


def test_commas_and_dots_are_read_as_the_language_has_them() -> None:
    (german,) = read_numbers("2,5 Kilometer", "de")
    (english,) = read_numbers("2.5 kilometers", "en")
    assert german.value == english.value == 2500
    (thousands,) = read_numbers("1.200 Menschen", "de")
    assert thousands.value == 1200


@pytest.mark.parametrize(
    "text", ["the third of May", "a fifth attempt", "one of them", "half past eight", "at first"]
)
def test_ranks_and_pronouns_are_no_parts(text: str) -> None:
    assert not [each for each in read_numbers(text) if each.unit == "%"]


def test_a_number_knows_where_it_stands() -> None:
    text = "It cost 1.4 billion dollars, of which a quarter was lent."
    cost, share = read_numbers(text)
    assert text[cost.start : cost.end] == "1.4 billion dollars"
    assert text[share.start : share.end] == "a quarter"
