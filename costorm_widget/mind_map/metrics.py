"""How good a map is, in figures, and how much of it stays from turn to turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb, log
from typing import TYPE_CHECKING

from costorm_widget.mind_map.views.layout import depths
from costorm_widget.mind_map.views.values import coverage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree

NEIGHBOURS = 5
"""Neighbours that purity looks at: fewer than a concept usually has members."""

_SAMPLE = 1_000
"""Snippets that purity is measured at, spread evenly; the error of a share is then below 3 %."""


@dataclass(frozen=True, slots=True)
class MapMetrics:
    """Figures of one map. A figure is None where there is nothing to measure.

    Attributes:
        concepts: Number of concepts, without the root.
        snippets: Number of snippets in the map, parked ones included.
        coverage: Share of the snippets that a turn cites, 0 to 1.
        balance: How evenly the snippets lie over the top branches: -Σ p ln p / ln n, with p the
            share of each of the n branches in all that is not parked; 1 is quite even, 0 all in
            one (Pielou's evenness, 1966). None with fewer than two branches.
        purity: Mean share of a snippet's five nearest others, by cosine, that are under its own
            concept, 0 to 1 ("neighborhood hit", Paulovich et al. 2008). Parked ones are left out.
        branch_purity: The same, with the top branch in place of the concept.
        parked: Share of the snippets that have no concept, 0 to 1.
        depth: Levels below the root.
        largest: Snippets directly under the fullest concept.
    """

    concepts: int
    snippets: int
    coverage: float | None
    balance: float | None
    purity: float | None
    branch_purity: float | None
    parked: float | None
    depth: int
    largest: int


@dataclass(frozen=True, slots=True)
class Stability:
    """How much of one map is still so in a later one.

    It is about the snippets that had a concept before and are still in the map. One that has none
    any more is by itself.

    Attributes:
        snippets: Their number.
        kept: Share of the pairs that were under one concept and still are, 0 to 1. None without
            such pairs.
        rand: Adjusted Rand index of the two groupings (Hubert & Arabie 1985): 1 for the same
            groups, about 0 for what chance would give, below 0 for less. None with fewer than two
            snippets.
    """

    snippets: int
    kept: float | None
    rand: float | None


def placed_texts(tree: Tree, snippets: Mapping[str, Snippet]) -> tuple[dict[str, str], list[str]]:
    """Return the concept of each snippet that has one, and the snippets' texts in that order."""
    homes = {each: concept for each, concept in tree.home.items() if concept != tree.root}
    return homes, [snippets[each].text for each in homes]


def measured(
    tree: Tree, cited: AbstractSet[str], homes: Mapping[str, str], vectors: Vectors
) -> MapMetrics:
    """Return the figures of a map.

    Args:
        tree: The map.
        cited: Ids of the snippets that a turn cites.
        homes: The concept of each snippet that is looked at for purity.
        vectors: One unit vector for each of these.
    """
    branches = _branches(tree)
    near = _neighbours(vectors)
    concepts = list(homes.values())
    parked = len(tree[tree.root].snippets)
    return MapMetrics(
        concepts=len(tree.nodes) - 1,
        snippets=len(tree.home),
        coverage=coverage(tree.home, cited),
        balance=_evenness([len(tree.below(each)) for each in tree[tree.root].children]),
        purity=_shared(concepts, near),
        branch_purity=_shared([branches[each] for each in concepts], near),
        parked=parked / len(tree.home) if tree.home else None,
        depth=max(depths(tree).values()),
        largest=max((len(node.snippets) for node in tree.walk() if node.parent), default=0),
    )


def stability(before: Tree, after: Tree) -> Stability:
    """Compare where the snippets of a map are with where they are later."""
    groups = [
        (concept, after.home[each] if after.home[each] != after.root else f"{each} alone")
        for each, concept in before.home.items()
        if concept != before.root and each in after.home
    ]
    together = _pairs(group for group, _ in groups)
    later = _pairs(group for _, group in groups)
    both = _pairs(groups)
    return Stability(
        snippets=len(groups),
        kept=both / together if together else None,
        rand=_adjusted(both, together, later, comb(len(groups), 2)),
    )


def _adjusted(both: int, one: int, other: int, pairs: int) -> float | None:
    """Return (index - expected) / (most - expected), as Hubert and Arabie define it."""
    if not pairs:
        return None
    expected = one * other / pairs
    most = (one + other) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


def _pairs(groups: Iterable[object]) -> int:
    """Return how many pairs are in one group."""
    return sum(comb(size, 2) for size in Counter(groups).values())


def _evenness(sizes: Sequence[int]) -> float | None:
    total = sum(sizes)
    if len(sizes) < 2 or not total:  # noqa: PLR2004 - one branch has nothing to be even with
        return None
    shares = [size / total for size in sizes if size]
    return max(0.0, -sum(share * log(share) for share in shares) / log(len(sizes)))


def _branches(tree: Tree) -> dict[str, str]:
    """Return the top concept above each concept."""
    found: dict[str, str] = {}
    for node in tree.walk():
        found[node.id] = node.id if node.parent in {None, tree.root} else found[str(node.parent)]
    return found


def _neighbours(vectors: Vectors) -> list[tuple[int, list[int]]]:
    """Return the rows of the nearest others, for each row or a sample of them."""
    if len(vectors) < 2:  # noqa: PLR2004 - one alone has no others
        return []
    import faiss

    from costorm_widget.evidence.library import single_threaded

    single_threaded()
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    rows = range(0, len(vectors), -(-len(vectors) // _SAMPLE))
    wanted = min(NEIGHBOURS + 1, len(vectors))
    _, found = index.search(vectors[:: rows.step], wanted)
    return [
        (row, [each for each in near if each != row][:NEIGHBOURS])
        for row, near in zip(rows, found.tolist(), strict=True)
    ]


def _shared(groups: Sequence[str], near: Sequence[tuple[int, Sequence[int]]]) -> float | None:
    """Return the mean share of neighbours in the same group."""
    shares = [
        sum(groups[other] == groups[row] for other in others) / len(others) for row, others in near
    ]
    return sum(shares) / len(shares) if shares else None
