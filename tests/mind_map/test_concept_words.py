"""BM25 over concepts that grow, shrink and go."""

from __future__ import annotations

import random
from collections import Counter
from math import log

import numpy as np

from costorm_widget.mind_map.concept_words import ConceptWords


class Words(ConceptWords):
    """Texts go into their concepts at once."""

    def add(self, row: int, text: str) -> None:
        name = f"text {len(self._numbers)}"
        self.read(name, counted(text))
        self.put(name, row)


def counted(text: str) -> Counter[str]:
    return Counter(text.split())


def test_the_score_is_bm25_as_a_share_of_the_most() -> None:
    words = Words()
    words.add(0, "bee bee dance")
    words.add(1, "wasp nest")
    words.add(2, "ant hill road queen")
    (shares,) = words.shares([counted("bee moth")], 3, 3)
    bee, moth = log(1 + 2.5 / 1.5), log(1 + 3.5 / 0.5)
    gain = bee * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 3))
    assert np.isclose(shares[0], gain / (2.2 * (bee + moth)))
    assert shares[1] == shares[2] == 0


def test_words_of_more_than_half_of_the_concepts_are_not_read() -> None:
    words = Words()
    for row, text in enumerate(("bee flower", "bee nest", "bee hill", "ant hill")):
        words.add(row, text)
    common, rare = words.shares([counted("bee"), counted("hill flower")], 4, 4)
    assert not common.any()
    assert rare.argmax() == 0


def test_a_word_that_is_repeated_without_end_counts_three_times() -> None:
    words = Words()
    words.add(0, "bee")
    words.add(1, "ant")
    often, thrice = words.shares([counted("bee " * 50 + "ant"), counted("bee bee bee ant")], 2, 2)
    assert often.tolist() == thrice.tolist()


def test_what_is_moved_or_taken_out_leaves_no_trace() -> None:
    chance = random.Random(3)
    vocabulary = [f"word{each}" for each in range(40)]
    texts = [" ".join(chance.choices(vocabulary, k=12)) for _ in range(60)]
    moved, fresh = ConceptWords(), Words()
    homes: dict[int, int] = {}
    for number, text in enumerate(texts):
        moved.read(f"text {number}", counted(text))
    for _ in range(300):
        number, row = chance.randrange(60), chance.randrange(-1, 100)
        homes[number] = row
        moved.put(f"text {number}", row)
    for number, row in sorted(homes.items()):
        if row >= 0:
            fresh.add(row, texts[number])
    queries = [counted(text) for text in texts[:10]]
    assert np.allclose(moved.shares(queries, 100, 100), fresh.shares(queries, 100, 100))


def test_an_empty_map_answers_nothing() -> None:
    assert not ConceptWords().shares([counted("bee")], 3, 3).any()
