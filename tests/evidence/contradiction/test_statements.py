"""Statements: what a clause claims, denies and holds for."""

from __future__ import annotations

import pytest

from costorm_widget.evidence.contradiction.reading import Reading
from costorm_widget.evidence.vocabulary.unspaced import denies


def read(text: str) -> Reading:
    return Reading(text, "en")


def claims(text: str) -> list[tuple[str, int, bool, set[str]]]:
    """Axis, sign, denied and theme of all claims in a text."""
    return [
        (each.axis, each.sign, each.denied, set(each.theme))
        for statement in read(text).telling
        for each in statement.claims
    ]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Crime rose in the evening.", ("change", 1, False, {"crime"})),
        ("Street lighting reduces crime.", ("change", -1, False, {"crime"})),
        ("Crime was reduced by street lighting.", ("change", -1, False, {"crime"})),
        ("An increase of crime was seen.", ("change", 1, False, {"crime"})),
        ("There was no effect of lighting on crime.", ("change", 0, True, {"crime"})),
        ("Claims did not rise after it.", ("change", 1, True, {"claim"})),
        ("Robbery became more common.", ("change", 1, False, {"robberi"})),
        ("There were fewer robberies then.", ("change", -1, False, {"robberi"})),
        ("The paint is safe for toys.", ("safety", 1, False, {"paint"})),
        ("The food was not safe.", ("safety", 1, True, {"food"})),
        ("No evidence shows that the herb lowers fever.", ("change", -1, True, {"fever"})),
    ],
)
def test_what_is_claimed_of_what(text: str, claim: tuple[str, int, bool, set[str]]) -> None:
    assert claims(text) == [claim]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The mayor did not know of the leak.", {"know"}),
        ("The mayor didn't know of the leak.", {"know"}),
        ("The river contains no lead.", {"lead"}),
        ("The artist never signed the painting.", {"sign"}),
        ("The plan is not only cheap.", set()),
        ("The ferry no longer runs.", set()),
        ("The tower has no more than 9 floors.", set()),
        ("It does not always work for patients.", set()),
    ],
)
def test_what_is_denied(text: str, denied: set[str]) -> None:
    found = {stem for each in read(text).telling for stem in each.denied}
    assert found == denied


def test_hardly_and_few_neither_deny_nor_agree() -> None:
    (statement,) = read("Few doctors did not change the diet.").telling
    assert statement.hedged


def test_when_where_and_for_whom() -> None:
    (statement,) = read("In Sweden 5 percent of women slept longer in spring 2008.").telling
    assert statement.places == {"swed"}
    assert statement.years == {"2008"}
    assert dict(statement.scope) == {"group": {"women"}, "season": {"spring"}}


def test_two_clauses_are_two_statements_of_one_sentence() -> None:
    text = "Robbery fell in Chile, while theft rose in Peru."
    one, other = read(text).telling
    assert (one.start, one.end) == (other.start, other.end) == (0, len(text))
    assert one.places == {"chil"}
    assert other.places == {"peru"}


def test_what_tells_nothing_is_read_when_somebody_denies_it() -> None:
    reading = read("The mayor knew of the leak. It rains.")
    assert reading.telling == ()
    assert not reading.denies
    assert {"mayor", "leak"} <= reading.others[0].about


def test_words_of_the_topic_tell_nothing() -> None:
    (statement,) = Reading("Coffee reduces stress.", "en", frozenset({"coffe"})).telling
    assert statement.about == {"stress"}
    assert statement.claims[0].cause == frozenset()


@pytest.mark.parametrize(
    ("language", "text", "bare", "denied"),
    [
        ("zh", "他没有签名。", "他签名。", True),
        ("zh", "这种药不但有效，而且安全。", "这种药不但有效，而且安全。", None),
        ("zh", "他签名。", "他签名。", False),
        ("ko", "이 약은 안전하지 않다.", "이 약은 안전하다.", True),
        ("ko", "값이 쌀 뿐만 아니라 빠르다.", "값이 쌀 뿐만 아니라 빠르다.", None),
    ],
)
def test_plain_negation_in_chinese_and_korean(
    language: str, text: str, bare: str, denied: object
) -> None:
    assert denies(text, language) == (bare, denied)
