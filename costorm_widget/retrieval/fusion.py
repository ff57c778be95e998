"""Several places searched at once, their answers fused by reciprocal rank.

Scores of different retrievers do not compare, ranks do: a passage gets `1 / (60 + rank)` from each
list that it is in (Cormack, Clarke and Büttcher, SIGIR 2009), times what its source is trusted.

A work that several places have is one source, by its canonical address. What has no address on
the web, such as a file, is named within its place alone, so that two places may each have an
`a.md`. Passages of the same words take one place in the answer, whichever sources they are from.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from costorm_widget.errors import SourceError
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.sources import snippet_id, source_id
from costorm_widget.retrieval.base import refused_by
from costorm_widget.retrieval.copies import repeats, words_of
from costorm_widget.retrieval.failures import Failure, tell
from costorm_widget.retrieval.gathering import Gathering
from costorm_widget.retrieval.place import NO_FAILURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.retrieval.base import Found, Retriever, Tell
    from costorm_widget.retrieval.choice import Choice
    from costorm_widget.retrieval.rerank import Reranker

Reply = TypeVar("Reply")

_RANK_OFFSET = 60

_POOL = 3
"""Passages that a reranker chooses from, in times of what is asked for."""


class Fused:
    """Searches several retrievers at once; one that fails is left out, and told.

    Args:
        retrievers: The retrievers. They are known to the user by their names, a second one of the
            same name as `name 2`.
        choice: What their sources count.
        reranker: Puts what was found in another order.
    """

    def __init__(
        self,
        retrievers: Sequence[Retriever],
        choice: Choice | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self.retrievers = tuple(retrievers)
        self._names = _told_apart([each.name for each in self.retrievers])
        self._choice = choice
        self._reranker = reranker
        self._gathering = Gathering()
        self._first: dict[str, Found] = {}  # by the words of the passage
        self._unprepared: dict[int, Failure] = {}

    @property
    def name(self) -> str:
        """Names of the retrievers."""
        return ", ".join(self._names)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What the retrievers have not taken in."""
        return tuple(refusal for each in self.retrievers for refusal in refused_by(each))

    async def prepare(self, tell: Tell | None = None) -> None:
        """Prepare all at once; one that fails is told with the next search.

        Raises:
            SourceError: If every one of them failed.
        """
        replies = await asyncio.gather(
            *(each.prepare(tell) for each in self.retrievers), return_exceptions=True
        )
        self._unprepared = self._failures(replies)

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first; what fails is told to who is `hearing`.

        Raises:
            SourceError: If every retriever failed.
        """
        wanted = limit * _POOL if self._reranker else limit
        replies = await asyncio.gather(
            *(each.search(query, wanted) for each in self.retrievers), return_exceptions=True
        )
        failures = self._failures(replies)
        for failure in {**self._unprepared, **failures}.values():
            tell(failure)
        self._unprepared = {}
        answers = [
            self._adopted(place, reply)
            for place, reply in enumerate(replies)
            if not isinstance(reply, BaseException)
        ]
        found = self._fused(answers)
        if self._reranker and found:
            found = await self._reranked(self._reranker, query, found[:wanted])
        return tuple(found[:limit])

    def _failures(self, replies: Sequence[Reply | BaseException]) -> dict[int, Failure]:
        """Return what has failed, by the retriever's place.

        Raises:
            SourceError: If every retriever failed; a single one's own error.
        """
        failures: dict[int, Failure] = {}
        for place, reply in enumerate(replies):
            if isinstance(reply, Exception) and not isinstance(reply, NO_FAILURE):
                failures[place] = Failure(self._names[place], reply)
            elif isinstance(reply, BaseException):
                raise reply
        if failures and len(failures) == len(replies):
            if len(replies) == 1:
                raise failures[0].error
            reasons = " ".join(f"{each.name}: {each.error}" for each in failures.values())
            raise SourceError(f"None of the sources could be searched. {reasons}")
        return failures

    def _adopted(self, place: int, answer: Sequence[Found]) -> list[Found]:
        """Return an answer with the sources and spans that are used here for its works."""
        scope = self._names[place] if place else ""
        return [self._taken(_identified(each, scope)) for each in answer]

    def _taken(self, found: Found) -> Found:
        """Take in a passage; return it, or the first one of the same words."""
        source, snippet = self._gathering.take_snippet(found.source, found.snippet)
        found = replace(found, source=source, snippet=snippet)
        words = words_of(snippet.text)
        first = self._first.setdefault(words, found) if words else found
        if first.snippet == snippet:
            return found
        if first.source.id == source.id:
            return replace(found, snippet=first.snippet)
        self._also(first, source.url, source.title)
        return replace(first, score=found.score, similarity=found.similarity)

    def _also(self, found: Found, url: str, title: str) -> None:
        """Note where else a passage stands."""
        where = title if url.startswith("text:") else url
        line = f"the same words in {where}"
        self._gathering.take(replace(found.source, text="", provenance=(line,)), "")

    def _fused(self, answers: Sequence[Sequence[Found]]) -> list[Found]:
        best: dict[str, Found] = {}
        scores: dict[str, float] = {}
        for answer in answers:
            ranked = dict.fromkeys(self._slot(best, each) for each in answer)
            for rank, slot in enumerate(ranked, 1):
                scores[slot] = scores.get(slot, 0) + 1 / (_RANK_OFFSET + rank)
        weighed = {slot: score * self._weight(best[slot]) for slot, score in scores.items()}
        return [
            replace(best[slot], source=self._gathering.source(best[slot].source.id), score=score)
            for slot, score in sorted(weighed.items(), key=lambda item: -item[1])
        ]

    def _slot(self, best: dict[str, Found], found: Found) -> str:
        """Return the id of the passage that `found` counts for: its own, or what it repeats."""
        words = words_of(found.snippet.text)
        for slot, other in best.items():
            if slot == found.snippet.id or repeats(words, words_of(other.snippet.text)):
                if other.source.id != found.source.id:
                    self._also(other, found.source.url, found.source.title)
                if found.similarity > other.similarity:
                    best[slot] = replace(other, similarity=found.similarity)
                return slot
        best[found.snippet.id] = found
        return found.snippet.id

    def _weight(self, found: Found) -> float:
        return self._choice.weight(found.source) if self._choice else 1.0

    async def _reranked(
        self, reranker: Reranker, query: str, found: Sequence[Found]
    ) -> list[Found]:
        """Return the passages in the reranker's order, or as they are if it fails."""
        try:
            ordered = await reranker.reordered(query, found)
        except SourceError as error:
            tell(Failure(reranker.name, error))
            return list(found)
        scored = [
            replace(each, score=self._weight(each) / (_RANK_OFFSET + rank))
            for rank, each in enumerate(ordered, 1)
        ]
        return sorted(scored, key=lambda each: -each.score)


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names; the second of one name is `name 2`, and so on."""
    return tuple(
        name if (count := names[: place + 1].count(name)) == 1 else f"{name} {count}"
        for place, name in enumerate(names)
    )


def _identified(found: Found, scope: str) -> Found:
    """Return a passage under the id that its source has among all places.

    Args:
        found: The passage.
        scope: What names that are no addresses are counted in; empty for the first place.
    """
    source = found.source
    address = canonical_address(source.url)
    if address.startswith("https://"):
        name = source_id(address)
    elif scope and not address.startswith("text:"):
        name = source_id(f"{scope}:{source.id}")
    else:
        return found
    if name == source.id:
        return found
    snippet = found.snippet
    return replace(
        found,
        source=replace(source, id=name),
        snippet=replace(snippet, id=snippet_id(name, snippet.start, snippet.end), source_id=name),
    )
