"""BM25 over concepts that grow, shrink and go."""

from __future__ import annotations

import random
from collections import Counter
from math import log

import numpy as np

from costorm_widget.mind_map.concept_words import ConceptWords


def counted(text: str) -> Counter[str]:
    return Counter(text.split())


def test_the_score_is_bm25_as_a_share_of_the_most() -> None:
    words = ConceptWords()
    words.add(0, counted("bee bee dance"))
    words.add(1, counted("wasp nest"))
    words.add(2, counted("ant hill road queen"))
    (shares,) = words.shares([counted("bee moth")], 3, 3)
    bee, moth = log(1 + 2.5 / 1.5), log(1 + 3.5 / 0.5)
    gain = bee * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 3))
    assert shares[0] == np.float64(gain / (2.2 * (bee + moth)))
    assert shares[1] == shares[2] == 0


def test_words_of_more_than_half_of_the_concepts_are_not_read() -> None:
    words = ConceptWords()
    for row, text in enumerate(("bee flower", "bee nest", "bee hill", "ant hill")):
        words.add(row, counted(text))
    common, rare = words.shares([counted("bee"), counted("hill flower")], 4, 4)
    assert not common.any()
    assert rare.argmax() == 0


def test_a_word_that_is_repeated_without_end_counts_three_times() -> None:
    words = ConceptWords()
    words.add(0, counted("bee"))
    words.add(1, counted("ant"))
    often, thrice = words.shares([counted("bee " * 50 + "ant"), counted("bee bee bee ant")], 2, 2)
    assert often.tolist() == thrice.tolist()


def test_what_is_taken_out_leaves_no_trace() -> None:
    chance = random.Random(3)
    vocabulary = [f"word{each}" for each in range(40)]
    texts = [" ".join(chance.choices(vocabulary, k=12)) for _ in range(60)]
    grown, fresh = ConceptWords(), ConceptWords()
    held: dict[int, list[str]] = {row: [] for row in range(100)}
    for text in texts:
        row = chance.randrange(100)
        held[row].append(text)
        grown.add(row, counted(text), 1)
    for _ in range(200):
        row = chance.choice([each for each in held if held[each]])
        text = held[row].pop(chance.randrange(len(held[row])))
        grown.add(row, counted(text), -1)
        to = chance.randrange(100)
        held[to].append(text)
        grown.add(to, counted(text))
    for row, own in held.items():
        for text in own:
            fresh.add(row, counted(text))
    queries = [counted(text) for text in texts[:10]]
    assert np.array_equal(grown.shares(queries, 100, 100), fresh.shares(queries, 100, 100))


def test_an_empty_map_answers_nothing() -> None:
    assert not ConceptWords().shares([counted("bee")], 3, 3).any()
