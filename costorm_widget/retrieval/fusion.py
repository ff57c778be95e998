"""Several places searched at once, their answers fused by reciprocal rank.

Scores of different retrievers do not compare, ranks do: a passage gets `1 / (60 + rank)` from each
list that it is in (Cormack, Clarke and Büttcher, SIGIR 2009).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from costorm_widget.errors import SourceError
from costorm_widget.retrieval.base import Found, Refusing
from costorm_widget.retrieval.gathering import Gathering

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.retrieval.base import Retriever, Tell

Reply = TypeVar("Reply")

_RANK_OFFSET = 60


@dataclass(frozen=True, slots=True)
class Failure:
    """A retriever that could not answer, and why."""

    retriever: str
    error: Exception


OnFailure = Callable[[Failure], None]


class Fused:
    """Searches several retrievers at once; one that fails is left out, and told.

    Args:
        retrievers: The retrievers; a work that several of them have is one source.
        on_failure: Hears of each failure as it happens.
    """

    def __init__(
        self, retrievers: Sequence[Retriever], on_failure: OnFailure | None = None
    ) -> None:
        self._retrievers = tuple(retrievers)
        self._on_failure = on_failure
        self._failures: dict[int, Failure] = {}
        self._gathering = Gathering()

    @property
    def name(self) -> str:
        """Names of the retrievers."""
        return ", ".join(each.name for each in self._retrievers)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The retrievers that failed when they were last asked."""
        return tuple(self._failures.values())

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """What the retrievers have not taken in."""
        return tuple(
            refusal
            for each in self._retrievers
            if isinstance(each, Refusing)
            for refusal in each.refused
        )

    async def prepare(self, tell: Tell | None = None) -> None:
        """Prepare all at once.

        Raises:
            SourceError: If every one of them failed.
        """
        replies = await asyncio.gather(
            *(each.prepare(tell) for each in self._retrievers), return_exceptions=True
        )
        self._sort_out(replies)

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first.

        Raises:
            SourceError: If every retriever failed.
        """
        replies = await asyncio.gather(
            *(each.search(query, limit) for each in self._retrievers), return_exceptions=True
        )
        return tuple(self._fused(self._sort_out(replies)))[:limit]

    def _sort_out(self, replies: Sequence[Reply | BaseException]) -> list[Reply]:
        answers: list[Reply] = []
        for place, (retriever, reply) in enumerate(zip(self._retrievers, replies, strict=True)):
            self._failures.pop(place, None)
            if isinstance(reply, Exception):
                failure = Failure(retriever.name, reply)
                self._failures[place] = failure
                if self._on_failure:
                    self._on_failure(failure)
            elif isinstance(reply, BaseException):
                raise reply
            else:
                answers.append(reply)
        if self._failures and not answers:
            reasons = " ".join(f"{each.retriever}: {each.error}" for each in self.failures)
            raise SourceError(f"None of the sources could be searched. {reasons}")
        return answers

    def _fused(self, answers: Sequence[Sequence[Found]]) -> Iterator[Found]:
        best: dict[str, Found] = {}
        for answer in answers:
            for rank, found in enumerate(answer, 1):
                source, snippet = self._gathering.take_snippet(found.source, found.snippet)
                known = best.get(snippet.id)
                best[snippet.id] = Found(
                    source,
                    snippet,
                    1 / (_RANK_OFFSET + rank) + (known.score if known else 0),
                    max(found.similarity, known.similarity) if known else found.similarity,
                )
        for found in sorted(best.values(), key=lambda each: -each.score):
            yield replace(found, source=self._gathering.source(found.source.id))
