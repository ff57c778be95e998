"""The local check as a whole: on pairs made by hand, and on the sample corpus."""

from __future__ import annotations

import asyncio
from itertools import chain, combinations
from typing import TYPE_CHECKING

import pytest

from costorm_widget import samples
from costorm_widget.evidence.contradiction.finding import surest
from costorm_widget.evidence.contradiction.reading import Reading
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.lexical import terms
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.passages import cut
from tests.evidence.contradiction.measure import found, score
from tests.evidence.contradiction.pairs import FIRST_HALF, SECOND_HALF

if TYPE_CHECKING:
    from costorm_widget.evidence.contradiction.statement import Statement
    from tests.evidence.contradiction.pairs import Pair


@pytest.mark.parametrize("half", [FIRST_HALF, SECOND_HALF], ids=["first", "second"])
def test_most_of_what_is_found_is_right_and_most_is_found(half: tuple[Pair, ...]) -> None:
    result = score(half)
    assert result.precision >= 0.9, result
    assert result.recall >= 0.75, result
    assert result.kind >= 0.9 * result.right, result


def test_the_order_of_the_two_does_not_matter() -> None:
    for language, one, other, _ in (*FIRST_HALF, *SECOND_HALF):
        assert found(language, one, other) == found(language, other, one)


def test_nothing_contradicts_itself() -> None:
    for language, one, other, _ in (*FIRST_HALF, *SECOND_HALF):
        assert found(language, one, one) is None, one
        assert found(language, other, other) is None, other


def test_both_sides_are_sentences_of_the_texts() -> None:
    before = "It was a dry year. "
    one = before + "Vitamin C prevents the common cold [3]. Nobody asked why."
    other = "We looked again. Vitamin C does not prevent the common cold."
    result = surest(Reading(one, "en"), Reading(other, "en"))
    assert result is not None
    assert text_of(one, result.one) == "Vitamin C prevents the common cold [3]."
    assert text_of(other, result.other) == "Vitamin C does not prevent the common cold."


def test_a_question_states_nothing() -> None:
    assert found("en", "Does vitamin C prevent the common cold?", "It does not.") is None
    one, other = "Does tea prevent the common cold?", "Tea does not prevent the common cold."
    assert found("en", one, other) is None


def test_the_sample_corpus_has_these_disputes_and_no_others() -> None:
    documents = Documents(samples.path(), HashedWords())
    asyncio.run(documents.prepare())
    common = frozenset(terms("Daylight saving time", "en"))
    passages = list(chain.from_iterable(cut(source) for source in documents.sources))
    readings = {each.id: Reading(each.text, "en", common) for each in passages}
    disputes = [
        {text_of(one.text, result.one)[:38], text_of(other.text, result.other)[:38]}
        for one, other in combinations(passages, 2)
        if (one.source_id, one.heading) != (other.source_id, other.heading)
        and (result := surest(readings[one.id], readings[other.id]))
    ]
    fell, rose = "Electricity use fell by about 0.5 perc", "Residential electricity use in Indiana"
    extension = "The Australian extension did not reduc"
    no_effect = "Several registers show no clear effect"
    more = (
        "Heart attacks were about 5 percent mor",
        "The odds of a heart attack were about ",
        "The Monday after the spring change saw",
    )
    expected = [{fell, rose}, {fell, extension}, *({each, no_effect} for each in more)]
    assert sorted(map(sorted, disputes)) == sorted(map(sorted, expected))


def text_of(text: str, statement: Statement) -> str:
    return text[statement.start : statement.end]
