"""The lookout for contradictions: what is new in the map against what lies near to it.

A snippet is compared once, when it has found its place: with those of its concept, of the concept
above and of the concepts below, the latest first, and with so many at most. So a turn pays for what
it has brought, however large the map is. What a snippet states is read once and kept.

Two snippets of one source are compared when they stand under different headings, or far apart: a
review tells of findings that contradict each other. Within a section an author weighs them already.
"""

from __future__ import annotations

import asyncio
from hashlib import blake2b
from itertools import chain, islice
from typing import TYPE_CHECKING

from costorm_widget.evidence.contradiction.finding import surest
from costorm_widget.evidence.contradiction.reading import Reading
from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.evidence.lexical import terms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from costorm_widget.evidence.contradiction.finding import Found
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree

MOST = 24
"""Snippets that a new one is compared with."""

_PAUSE = 0.02
"""Seconds until it is looked again whether a snippet has come."""

_FAR = 3000
"""Characters between two passages of one section that count as far apart."""


class Lookout:
    """Looks for contradictions as a map grows."""

    def __init__(self, topic: str, language: str) -> None:
        """Start with nothing seen.

        Args:
            topic: What the session is about: its words tell nothing about a statement.
            language: Language of the evidence.
        """
        self._language = language
        self._common = frozenset(terms(topic, language))
        self._tree: Tree | None = None
        self._seen: set[str] = set()
        self._readings: dict[str, Reading] = {}

    def take_as_seen(self, tree: Tree) -> None:
        """Take all that has its place already as looked at before."""
        self._tree = tree
        self._seen.update(tree.home)

    async def read_ahead(self, snippets: Mapping[str, Snippet]) -> None:
        """Read snippets as they come, one at a time, until cancelled.

        For while a model is waited for: what was read then takes no time at the next look.
        """
        while True:
            unread = (each for each in snippets.values() if each.id not in self._readings)
            following = next(unread, None)
            if following is not None:
                self._read(following)
            await asyncio.sleep(0 if following else _PAUSE)

    def look(
        self, tree: Tree, snippets: Mapping[str, Snippet], known: Collection[str]
    ) -> tuple[Dispute, ...]:
        """Compare what has found its place since the last look.

        Args:
            tree: The map as it is now.
            snippets: The session's snippets, in the order of finding.
            known: Ids of the disputes that were found before.

        Returns:
            The new disputes. The same maps in the same order give the same ones.
        """
        found: list[Dispute] = []
        for snippet in self._new(tree):
            if tree.home[snippet] != tree.root:
                for other in islice(self._near(tree, snippet), MOST):
                    dispute = self._between(snippets[other], snippets[snippet])
                    if dispute is not None and dispute.id not in known:
                        found.append(dispute)
            self._seen.add(snippet)
        return tuple(found)

    def _new(self, tree: Tree) -> list[str]:
        """Return what has found its place since, in order; only taking back makes a new tree."""
        if tree is not self._tree:
            self._tree = tree
            self._seen.intersection_update(tree.home)
        missing = len(tree.home) - len(self._seen)  # what is new is last, so from the end
        unseen = (each for each in reversed(tree.home) if each not in self._seen)
        return list(islice(unseen, missing))[::-1]

    def _near(self, tree: Tree, snippet: str) -> Iterator[str]:
        """Yield what was seen before near to a snippet; what is parked is near to nothing."""
        node = tree[tree.home[snippet]]
        above = () if node.parent in {None, tree.root} else tree[str(node.parent)].snippets
        below = (tree[child].snippets for child in node.children)
        nodes = (node.snippets, above, *below)
        for each in chain.from_iterable(reversed(snippets) for snippets in nodes):
            if each in self._seen and each != snippet:
                yield each

    def _between(self, one: Snippet, other: Snippet) -> Dispute | None:
        if not _apart(one, other):
            return None
        found = surest(self._read(one), self._read(other))
        return None if found is None else _dispute(one, other, found)

    def _read(self, snippet: Snippet) -> Reading:
        reading = self._readings.get(snippet.id)
        if reading is None:
            reading = Reading(snippet.text, self._language, self._common)
            self._readings[snippet.id] = reading
        return reading


def _apart(one: Snippet, other: Snippet) -> bool:
    """Whether two snippets stand for themselves, not for one train of thought."""
    if one.source_id != other.source_id or one.heading != other.heading:
        return True
    return max(one.start, other.start) - min(one.end, other.end) > _FAR


def _dispute(one: Snippet, other: Snippet, found: Found) -> Dispute:
    contradiction, mine, yours = found
    return Dispute(
        dispute_id(one.id, other.id),
        contradiction.kind,
        Quote(one.id, mine.start, mine.end),
        Quote(other.id, yours.start, yours.end),
        contradiction.why,
        round(contradiction.score, 3),
    )


def dispute_id(one: str, other: str) -> str:
    """Return the id of the dispute between two snippets, whichever was found first."""
    pair = "\n".join(sorted((one, other)))
    return "d" + blake2b(pair.encode(), digest_size=5).hexdigest()
