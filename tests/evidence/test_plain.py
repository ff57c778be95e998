"""The plain form by which a sentence is known again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.plain import plain, plain_sentences


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("Heart attacks rose by 5 %.[1]", "heart attacks rose by 5 %"),
        ("**Heart** attacks, rose [1, 2] by 5 %!", "heart attacks rose by 5 %"),
        ("HEART attacks rose by 5 %[1-3]", "heart attacks rose by 5 %"),
        ("光速约为3.0米。[1]", "光速约为3 0米"),
        ("[1]", ""),
        ("…", ""),
    ],
)
def test_case_marks_and_punctuation_do_not_count(sentence: str, form: str) -> None:
    assert plain(sentence) == form


@pytest.mark.parametrize(
    ("one", "other"),
    [("It rose by 5 %.", "It rose by 5."), ("It rose.", "It arose."), ("C02 fell.", "C03 fell.")],
)
def test_what_is_said_counts(one: str, other: str) -> None:
    assert plain(one) != plain(other)


@given(st.text(max_size=80))
def test_a_plain_form_is_plain(text: str) -> None:
    form = plain(text)
    assert plain(form) == form
    assert plain(f"{text} [1]") == form


def test_every_sentence_of_an_utterance_is_known() -> None:
    text = "The first is short.[1] The second, of 2.5 words, is not.[2]\n\nThe third ends it.[1][2]"
    assert plain_sentences(text, "en") == [
        "the first is short",
        "the second of 2 5 words is not",
        "the third ends it",
    ]


def test_what_a_question_quotes_is_known_too() -> None:
    text = "One source, “A title”, says: “Clocks moved. They stood.”[3] Who is affected, and how?"
    forms = plain_sentences(text, "en")
    assert {"a title", "clocks moved", "they stood", "who is affected and how"} <= set(forms)
    assert "钟走得慢" in plain_sentences("他说：「钟走得慢。」", "zh")


def test_nothing_has_no_sentence() -> None:
    assert plain_sentences("", "en") == []
    assert plain_sentences("[1] … “…”", "en") == []
