from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.ranking import diverse, joined


def prints(*sources: int) -> np.ndarray:
    texts = range(len(sources))
    return np.array([*zip(sources, texts, strict=True)], dtype=np.uint64)


APART = np.eye(12, dtype=np.float32)


def test_scores_are_joined_over_the_passages_that_are_given() -> None:
    near = np.array([0.9, 0.5, 0.1], dtype=np.float32)
    words = np.array([0.0, 0.2, 0.1], dtype=np.float32)
    assert np.allclose(joined(near, words, 0.4), [0.4, 0.8, 0.3])
    assert joined(near, np.zeros(3, dtype=np.float32), 0.4).argmax() == 0


def test_another_source_goes_first_when_it_is_nearly_as_good() -> None:
    chosen = diverse(np.array([1.0, 0.98, 0.95]), prints(1, 1, 2), APART[:3], 3)
    assert [place for place, _ in chosen] == [0, 2, 1]
    chosen = diverse(np.array([1.0, 0.98, 0.90]), prints(1, 1, 2), APART[:3], 3)
    assert [place for place, _ in chosen] == [0, 1, 2]


def test_a_source_that_a_question_is_about_fills_the_answer() -> None:
    scores = np.array([1.0] * 10 + [0.9] * 2)
    chosen = diverse(scores, prints(*[1] * 10, 2, 3), APART, 10)
    assert {place for place, _ in chosen} == set(range(10))


def test_a_near_copy_gives_way_and_the_same_words_are_left_out() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1], [1, 0]], dtype=np.float32)
    marks = prints(1, 2, 3, 4)
    marks[3, 1] = marks[0, 1]
    chosen = diverse(np.array([1.0, 0.9, 0.8, 1.0]), marks, vectors, 4)
    assert [place for place, _ in chosen] == [0, 2, 1]


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 3)), min_size=1, max_size=12))
def test_each_passage_is_chosen_once_by_falling_scores(passages: list[tuple[float, int]]) -> None:
    scores, sources = zip(*passages, strict=True)
    chosen = diverse(np.array(scores), prints(*sources), APART[: len(scores)], 12)
    assert sorted(place for place, _ in chosen) == list(range(len(scores)))
    worths = [worth for _, worth in chosen]
    assert worths == sorted(worths, reverse=True)
