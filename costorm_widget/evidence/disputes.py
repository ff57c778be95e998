"""Passages that contradict each other: what a dispute is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DisputeKind = Literal["number", "negation", "stance"]
Verdict = Literal["open", "confirmed", "rejected"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A span of a snippet's text, in characters from its beginning."""

    snippet_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two statements that cannot both be right, or that look so.

    Attributes:
        id: Unique id, made of the two snippets' ids.
        kind: What contradicts: a number, a negation, or the stance that is taken.
        one: The statement that was found first.
        other: The statement against it.
        why: What differs, in a few words.
        score: How sure the local check is, 0 to 1.
        verdict: `open` until a model, or the user, has looked at it.
    """

    id: str
    kind: DisputeKind
    one: Quote
    other: Quote
    why: str
    score: float
    verdict: Verdict = "open"

    @property
    def snippets(self) -> tuple[str, str]:
        """Ids of the snippets of both sides."""
        return self.one.snippet_id, self.other.snippet_id
