"""The vectors of concepts: put in, put anew, taken out, and found again."""

from __future__ import annotations

import numpy as np
import pytest

from costorm_widget.mind_map.concept_vectors import ConceptVectors


def unit(*numbers: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.array(numbers, dtype=np.float32)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


EAST, NORTH, NORTH_EAST = unit(1, 0), unit(0, 1), unit(1, 1)


def test_nothing_is_near_where_nothing_is() -> None:
    vectors = ConceptVectors()
    assert vectors.nearest(np.stack([EAST]), 3) == set()
    vectors.put({}, [1])
    assert vectors.nearest(np.stack([EAST]), 3) == set()


def test_the_nearest_rows_of_any_vector_are_found() -> None:
    vectors = ConceptVectors()
    vectors.put({7: EAST, 2: NORTH, 5: unit(1, 0.1)})
    assert vectors.nearest(np.stack([EAST]), 2) == {7, 5}
    assert vectors.nearest(np.stack([EAST, NORTH]), 1) == {7, 2}
    assert vectors.nearest(np.stack([EAST]), 99) == {7, 2, 5}


def test_cosines_are_those_of_the_rows_asked_for() -> None:
    vectors = ConceptVectors()
    vectors.put({7: EAST, 2: NORTH, 5: NORTH_EAST})
    found = vectors.cosines(np.stack([EAST]), np.array([5, 7]))
    assert found == pytest.approx(np.array([[0.5**0.5, 1.0]]))


def test_a_row_has_one_vector_however_often_it_changes() -> None:
    vectors = ConceptVectors()
    vectors.put({1: EAST, 2: NORTH})
    vectors.put({1: NORTH})
    vectors.put({1: NORTH_EAST})
    assert vectors.cosines(np.stack([EAST]), np.array([1])) == pytest.approx(0.5**0.5)
    assert vectors.nearest(np.stack([NORTH]), 5) == {1, 2}


def test_what_is_gone_is_not_found_again() -> None:
    vectors = ConceptVectors()
    vectors.put({1: EAST, 2: NORTH})
    vectors.put({}, [1])
    assert vectors.nearest(np.stack([EAST]), 5) == {2}
    vectors.put({1: NORTH_EAST}, [2])
    assert vectors.nearest(np.stack([EAST]), 5) == {1}
