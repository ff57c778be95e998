"""How well a sentence is borne out by what it cites."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from costorm_widget.evidence.disputes import Quote  # noqa: TC001 - pydantic reads annotations

if TYPE_CHECKING:
    from collections.abc import Iterable

Verdict = Literal["supported", "partly", "unsupported", "contradicted"]

VERDICTS: tuple[Verdict, ...] = ("supported", "partly", "unsupported", "contradicted")


@dataclass(frozen=True, slots=True)
class Support:
    """What the cited snippets say to a sentence.

    Attributes:
        verdict: `supported` if they say it; `partly` if they say less, or say it less surely;
            `unsupported` if they do not say it; `contradicted` if they say otherwise.
        score: How well they bear it out, 0 to 1.
        why: What is missing or differs, in a few words; empty if nothing is.
        quote: The span of a snippet that comes nearest; None if there is no text.
    """

    verdict: Verdict
    score: float
    why: str = ""
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class SentenceSupport:
    """A cited sentence of an utterance, and how well it is borne out.

    Attributes:
        start: Where it begins in the utterance, in code points.
        end: Where it ends, its citation marks included.
        snippets: Ids of the snippets it cites, in order.
        verdict: See `Support`, as for the next three.
        score: How well they bear it out, 0 to 1.
        why: What is missing or differs, in a few words.
        quote: The span of a snippet that comes nearest.
    """

    start: int
    end: int
    snippets: tuple[str, ...]
    verdict: Verdict
    score: float
    why: str = ""
    quote: Quote | None = None


def counted(sentences: Iterable[SentenceSupport]) -> dict[str, int]:
    """Return how many sentences have which verdict, for all verdicts, the best first."""
    found = Counter(each.verdict for each in sentences)
    return {verdict: found[verdict] for verdict in VERDICTS}
