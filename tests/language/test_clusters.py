"""Groups of passages: by source or section, none lost, the same every time."""

from __future__ import annotations

import asyncio

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.extractive.clusters import (
    block_vectors,
    blocks,
    centered,
    central_first,
    cluster,
    nearest_first,
)
from tests.builders import passages


def test_a_short_source_is_one_block_and_a_long_one_is_cut_at_its_headings() -> None:
    texts = [f"Text number {number}." for number in range(14)]
    titles = ["Short"] * 3 + ["Long"] * 11
    headings = [("Top",)] * 3 + [("Top", "A", "x")] * 5 + [("Top", "B")] * 6
    found = blocks(passages(*texts, titles=titles, headings=headings))
    assert found == [[0, 1, 2], [3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13]]


def test_what_all_share_is_taken_out() -> None:
    vectors = np.array([[1, 1, 0], [1, 0, 1]], dtype=np.float32)
    apart = centered(vectors)
    assert np.allclose(apart[0], -apart[1])
    assert np.allclose(np.linalg.norm(apart, axis=1), 1)
    assert not centered(vectors[:1]).any()


@settings(max_examples=12)  # each runs k-means sixteen times
@given(st.integers(1, 12), st.integers(1, 6), st.integers(0, 3))
def test_every_item_is_in_one_cluster(items: int, count: int, seed: int) -> None:
    texts = [f"word{number % 3} common text {number}" for number in range(items)]
    vectors = asyncio.run(HashedWords(64).embed(texts))
    found = cluster(vectors, [1] * items, count, seed)
    assert sorted(place for group in found for place in group) == list(range(items))
    assert len(found) <= max(count, 1)
    assert all(found)
    assert found == cluster(vectors, [1] * items, count, seed)


def test_what_is_alike_is_together_and_the_largest_group_is_first() -> None:
    texts = ["cow milk farm"] * 5 + ["law act bill"] * 3
    vectors = asyncio.run(HashedWords(256).embed(texts))
    assert cluster(vectors, [1] * 8, 2, 0) == [[0, 1, 2, 3, 4], [5, 6, 7]]
    assert cluster(vectors, [1] * 5 + [3] * 3, 2, 0) == [[5, 6, 7], [0, 1, 2, 3, 4]]


def test_central_and_nearest() -> None:
    vectors = np.array([[1, 0], [0.6, 0.8], [0, 1]], dtype=np.float32)
    assert central_first(vectors, [1, 1, 1])[0] == 1
    assert central_first(vectors, [100, 1, 1])[0] == 0
    assert nearest_first(vectors, np.array([0, 1], dtype=np.float32)) == [2, 1, 0]
    assert np.allclose(block_vectors(vectors, [[0, 2], [1]])[0], [0.70710678, 0.70710678])
