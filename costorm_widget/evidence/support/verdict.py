"""How well a sentence is borne out by what it cites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from costorm_widget.evidence.disputes import Quote

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
