"""Groups of passages that belong together.

Passages under one heading of one source are about one thing, so what is clustered are *blocks*:
the passages of a short source, or of one section of a long one. All passages of a session are
about its topic, so their vectors share a direction that says nothing; it is taken out before the
spherical k-means of FAISS, seeded and repeated.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costorm_widget.language.tasks import Passage

    Vectors = NDArray[np.float32]

_LONG_SOURCE = 10
"""Passages from which a source is cut into its sections."""


def blocks(passages: Sequence[Passage]) -> list[list[int]]:
    """Return the places of the passages of each block, in order of appearance."""
    by_source: dict[str, list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        by_source[passage.snippet.source_id].append(place)
    found: list[list[int]] = []
    for places in by_source.values():
        if len(places) < _LONG_SOURCE:
            found.append(places)
            continue
        by_heading: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place in places:
            by_heading[passages[place].snippet.heading[:2]].append(place)
        found.extend(by_heading.values())
    return found


def centered(vectors: Vectors) -> Vectors:
    """Return unit vectors without the direction that all of them share."""
    apart = vectors - vectors.mean(axis=0, keepdims=True)
    lengths = np.linalg.norm(apart, axis=1, keepdims=True)
    return np.asarray(apart / np.maximum(lengths, 1e-9), dtype=np.float32)


def cluster(vectors: Vectors, sizes: Sequence[int], count: int, seed: int) -> list[list[int]]:
    """Cut items into at most `count` clusters of similar items, largest first.

    Args:
        vectors: Unit vectors of the items, shape (items, dimensions).
        sizes: How much each item holds; only used to order the clusters.
        count: Number of clusters wanted.
        seed: Seed of the start.

    Returns:
        The places of each cluster's items, in order.
    """
    items = len(vectors)
    if items <= count:
        return [[place] for place in sorted(range(items), key=lambda each: -sizes[each])]
    if count == 1:
        return [list(range(items))]
    import faiss

    means = faiss.Kmeans(
        vectors.shape[1],
        count,
        niter=25,
        nredo=8,
        seed=seed + 1,
        spherical=True,
        min_points_per_centroid=1,
    )
    apart = np.ascontiguousarray(centered(vectors))
    means.train(apart)
    _, labels = means.index.search(apart, 1)
    groups: dict[int, list[int]] = defaultdict(list)
    for place, label in enumerate(labels[:, 0]):
        groups[int(label)].append(place)
    return sorted(groups.values(), key=lambda group: -sum(sizes[each] for each in group))


def block_vectors(vectors: Vectors, groups: Sequence[Sequence[int]]) -> Vectors:
    """Return the mean direction of each block, shape (blocks, dimensions)."""
    means = np.stack([vectors[list(group)].mean(axis=0) for group in groups])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    return np.asarray(means / np.maximum(lengths, 1e-9), dtype=np.float32)


def central_first(vectors: Vectors, sizes: Sequence[int]) -> list[int]:
    """Return the places of a cluster's items, the one that stands for most of it first."""
    middle = (vectors * np.sqrt(np.array(sizes))[:, None]).sum(axis=0)
    weights = (vectors @ middle) * np.sqrt(np.array(sizes))
    return [int(each) for each in np.argsort(-weights, kind="stable")]


def nearest_first(vectors: Vectors, target: Vectors) -> list[int]:
    """Return the places of `vectors`, the most similar to `target` first."""
    return [int(each) for each in np.argsort(-(vectors @ target), kind="stable")]
