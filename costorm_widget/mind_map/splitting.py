"""Splitting one concept: from an engine's reply to branches that can be trusted.

An engine names parts and who belongs to them by handle. A model's reply may name handles that do
not exist, one twice, none at all, or the concept itself as its only part. What can be used of a
reply is used. If that would leave nearly all in one place, the concept is cut by the vectors into
even branches, and only their names are asked for. Names that cannot be used fall back on titles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from costorm_widget.language.tasks import NameJob, SplitJob
from costorm_widget.mind_map.index import mean_of_nearest
from costorm_widget.mind_map.names import free_name, plain, usable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.language.tasks import Part
    from costorm_widget.mind_map.ground import Ground
    from costorm_widget.mind_map.tree import Tree

_LARGEST_SHARE = 0.8
"""Share of a concept that one part may take: a larger one leaves things nearly as they were."""

_FILLED = 0.8
"""Share of the limit that may stay at the concept itself: the next turn needs room there."""

_EVEN_FILL = 0.7
"""Share of the limit that a branch of an even cut is filled to."""

_MOST_EVEN = 8
"""Branches of one even cut: more than this is no overview; fuller ones are split again."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of a concept: its name, and the ids of the snippets that go there."""

    name: str
    snippets: tuple[str, ...]


async def split(tree: Tree, concept: str, ground: Ground) -> tuple[Branch, ...]:
    """Return how to split a concept that holds more than it may: at least two branches.

    Every snippet is in one branch or stays where it is, and none of the names is that of the
    concept itself or of one above it.
    """
    node = tree[concept]
    path = tree.path(concept)
    taken = (*path, *(tree[child].name for child in node.children))
    job = SplitJob(ground.brief, path, ground.passages(node.snippets), taken)
    reply = await ground.engine.split_concept(job)
    above = {plain(tree[each].name) for each in tree.lineage(concept)}
    limit = ground.brief.settings.snippets_per_concept
    branches = _usable_parts(reply, node.snippets, above)
    vectors = await ground.vectors(node.snippets)
    branches = _with_the_rest(branches, node.snippets, vectors, int(limit * _FILLED))
    if not _cuts(branches, len(node.snippets)):
        branches = _even_cut(node.snippets, vectors, limit)
    return await _named(branches, tree, concept, ground)


def _usable_parts(reply: Sequence[Part], snippets: Sequence[str], above: set[str]) -> list[Branch]:
    """Keep what a reply says about snippets that are there; a bad name is left empty."""
    parts: dict[str, list[str]] = {}
    nameless: list[Branch] = []
    placed: set[str] = set()
    labels: dict[str, str] = {}
    for part in reply:
        known = [snippets[each - 1] for each in part.members if 1 <= each <= len(snippets)]
        members = [each for each in dict.fromkeys(known) if each not in placed]
        placed.update(members)
        label = usable(part.name)
        if not members:
            continue
        if not label or plain(label) in above:
            nameless.append(Branch("", tuple(members)))
        else:
            labels.setdefault(plain(label), label)
            parts.setdefault(plain(label), []).extend(members)
    named = [Branch(labels[each], tuple(members)) for each, members in parts.items()]
    return named + nameless


def _with_the_rest(
    branches: list[Branch], snippets: Sequence[str], vectors: Vectors, room: int
) -> list[Branch]:
    """Send what no branch names to the nearest one, unless so little is left that it can stay."""
    import numpy as np

    named = {each for branch in branches for each in branch.snippets}
    rest = [row for row, each in enumerate(snippets) if each not in named]
    if len(rest) <= room or not branches:
        return branches
    rows = {each: row for row, each in enumerate(snippets)}
    scores = np.stack(
        [
            mean_of_nearest(vectors[rest] @ vectors[[rows[each] for each in branch.snippets]].T)
            for branch in branches
        ]
    )
    nearest: list[int] = scores.argmax(axis=0).tolist()
    joined = [list(branch.snippets) for branch in branches]
    for row, best in zip(rest, nearest, strict=True):
        joined[best].append(snippets[row])
    return [
        Branch(branch.name, tuple(members))
        for branch, members in zip(branches, joined, strict=True)
    ]


def _cuts(branches: Sequence[Branch], size: int) -> bool:
    """Whether the branches make the concept smaller for good."""
    largest = max((len(branch.snippets) for branch in branches), default=size)
    return largest <= size * _LARGEST_SHARE


def _even_cut(snippets: Sequence[str], vectors: Vectors, limit: int) -> list[Branch]:
    """Cut into nameless branches of nearly the same size, each of what is near one another."""
    count = min(max(ceil(len(snippets) / (limit * _EVEN_FILL)), 2), _MOST_EVEN)
    return [
        Branch("", tuple(snippets[row] for row in sorted(rows)))
        for rows in _halved(list(range(len(snippets))), vectors, count)
    ]


def _halved(rows: list[int], vectors: Vectors, count: int) -> list[list[int]]:
    """Cut `rows` into `count` even groups, halving along the line between two far ends."""
    import numpy as np

    if count == 1:
        return [rows]
    own = vectors[rows]
    one = own[np.argmin(own @ own.mean(axis=0))]
    other = own[np.argmin(own @ one)]
    order: list[int] = np.argsort(own @ (other - one), kind="stable").tolist()
    ranked = [rows[place] for place in order]
    cut = len(rows) * (count // 2) // count
    return [
        *_halved(ranked[:cut], vectors, count // 2),
        *_halved(ranked[cut:], vectors, count - count // 2),
    ]


async def _named(
    branches: Sequence[Branch], tree: Tree, concept: str, ground: Ground
) -> tuple[Branch, ...]:
    """Name the nameless branches, one after the other, so that each knows the names before it."""
    children = [tree[child].name for child in tree[concept].children]
    taken = [tree[each].name for each in tree.lineage(concept)] + children
    taken += [branch.name for branch in branches if branch.name]
    result: list[Branch] = []
    for branch in branches:
        name = branch.name
        if not name:
            passages = ground.passages(branch.snippets)
            reply = await ground.engine.name_concept(NameJob(ground.brief, passages, tuple(taken)))
            titles = Counter(each.title for each in passages).most_common()
            choices = [reply, *(title for title, _ in titles), tree[concept].name]
            name = free_name(choices, taken)
            taken.append(name)
        result.append(Branch(name, branch.snippets))
    return tuple(result)
