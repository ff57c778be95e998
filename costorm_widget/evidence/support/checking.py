"""A sentence and the snippets it cites: the verdict, the nearest quote, and why.

Of each snippet the sentences that share most words with the cited sentence are looked at, alone and
with a neighbor, and where several snippets are cited the best of each together: a sentence may join
what two of them say. The best verdict stands; if none bears the sentence out, the one of the quote
that comes nearest.

Measured by `benchmarks/support.py`; the bounds were set on the first half of its pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.disputes import Quote
from costorm_widget.evidence.lexical import language_code
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.evidence.support.comparing import Finding, coverage, findings
from costorm_widget.evidence.support.side import Side, read_side
from costorm_widget.evidence.support.verdict import Support

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.sentences import Span
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.verdict import Verdict

Likeness = Callable[[str, str], float]
"""How near in meaning a sentence and a quote are: the cosine of their vectors."""

_LEAST = 0.45
"""Coverage below which a quote does not say what the sentence says."""

_LEAST_IF_ALIKE = 0.3
"""The same if both are near in meaning: a paraphrase may have few words in common."""

_ALIKE = 0.75
"""Cosine from which they are."""

_LOOKED_AT = 3
"""Sentences of a snippet that are compared in full."""

_JOINED = 3
"""Snippets of which the best sentences are taken together."""

_MARK = re.compile(r"\[\d+(?:[,;–-] ?\d+)*\]")
_RANK: dict[Verdict, int] = {"supported": 2, "partly": 1, "unsupported": 0, "contradicted": 0}


class _Candidate(NamedTuple):
    """A stretch of text that a sentence may stand on, with the span that is quoted of it."""

    side: Side
    quote: Quote
    context: Side
    coverage: float


def check(
    sentence: str,
    snippets: Sequence[Snippet],
    language: str = "en",
    title: str = "",
    likeness: Likeness | None = None,
) -> Support:
    """Return how well the snippets that a sentence cites bear it out.

    Args:
        sentence: The sentence; citation marks `[n]` in it do not count.
        snippets: What it cites.
        language: Language of the talk, an ISO 639-1 code; English is read most closely, of other
            languages numbers, plain negations (Chinese, Korean) and words.
        title: Titles of the sources, where a name may come from.
        likeness: Similarity of an embedding, if there is one. It helps a paraphrase in other words;
            what is denied or changed in it is no less alike, so it never decides alone.
    """
    code = language_code(language)
    side = read_side(_MARK.sub(" ", sentence).strip(), code)
    candidates = [each for snippet in snippets for each in _candidates(side, snippet, code, title)]
    candidates += _joined(candidates, side, code)
    judged = [_judge(side, each, code, likeness) for each in candidates]
    if not judged:
        return Support("unsupported", 0.0, "there is no text")
    best = max(judged, key=lambda each: (_RANK[each[0].verdict], each[1]))
    return best[0]


def _candidates(side: Side, snippet: Snippet, code: str, title: str) -> Iterator[_Candidate]:
    text = snippet.text
    spans = _spans(text, code)
    context = read_side(" ".join((title, *snippet.heading, text)), code)
    shares = [
        (coverage(side, read_side(text[each.start : each.end], code), context), -at)
        for at, each in enumerate(spans)
    ]
    for _, negative in sorted(shares, reverse=True)[:_LOOKED_AT]:
        at = -negative
        yield _candidate(side, snippet, spans[at].start, spans[at].end, code, context)
    if len(spans) > 1:
        at = -max(shares)[1]
        for first in {max(0, at - 1), min(at, len(spans) - 2)}:
            yield _candidate(side, snippet, spans[first].start, spans[first + 1].end, code, context)


def _candidate(
    side: Side, snippet: Snippet, start: int, end: int, code: str, context: Side
) -> _Candidate:
    other = read_side(snippet.text[start:end], code)
    return _Candidate(
        other, Quote(snippet.id, start, end), context, coverage(side, other, context)
    )


@lru_cache(maxsize=500)
def _spans(text: str, code: str) -> tuple[Span, ...]:
    return split_sentences(text, code)


def _joined(candidates: Sequence[_Candidate], side: Side, code: str) -> list[_Candidate]:
    """Return the best stretches of several snippets as one, quoted by the best of all."""
    best: dict[str, _Candidate] = {}
    for each in candidates:
        known = best.get(each.quote.snippet_id)
        if known is None or each.coverage > known.coverage:
            best[each.quote.snippet_id] = each
    if len(best) < 2:  # noqa: PLR2004 - one snippet is joined with nothing
        return []
    parts = sorted(best.values(), key=lambda each: -each.coverage)[:_JOINED]
    text = "\n".join(each.side.text for each in parts)
    context = read_side("\n".join(each.context.text for each in parts), code)
    other = read_side(text, code)
    return [_Candidate(other, parts[0].quote, context, coverage(side, other, context))]


def _judge(
    side: Side, candidate: _Candidate, code: str, likeness: Likeness | None
) -> tuple[Support, float]:
    """Return the verdict for one candidate, and how near it comes."""
    share = candidate.coverage
    least = _LEAST
    if likeness is not None and likeness(side.text, candidate.side.text) >= _ALIKE:
        least = _LEAST_IF_ALIKE
    if share < least:
        why = "the quote speaks of something else"
        return Support("unsupported", round(share / 2, 3), why, candidate.quote), share
    found = list(findings(side, candidate.side, candidate.context, code))
    verdict, factor = _weigh(found)
    why = found[0].why if found else ""
    return Support(verdict, round(share * factor, 3), why, candidate.quote), share


def _weigh(found: list[Finding]) -> tuple[Verdict, float]:
    """Return the verdict on a quote that is about the same, and the share of the score it leaves."""
    found.sort(key=lambda each: each.weight)
    if not found:
        return "supported", 1.0
    if found[0].weight == "against":
        return "contradicted", 0.1
    return "partly", 0.5
