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
from costorm_widget.evidence.sentences import Span, split_sentences
from costorm_widget.evidence.support.comparing import coverage, findings
from costorm_widget.evidence.support.side import Side, read_side
from costorm_widget.evidence.support.verdict import Support

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.verdict import Verdict

Likeness = Callable[[str, str], float]
"""How near in meaning a sentence and a quote are: the cosine of their vectors."""

_LEAST = 0.4
"""Coverage below which a quote does not say what the sentence says."""

_LEAST_IF_ALIKE = 0.25
"""The same if both are near in meaning: a paraphrase may have few words in common."""

_ALIKE = 0.55
"""Cosine from which they are."""

_LOOKED_AT = 3
"""Sentences of a snippet that are compared in full."""

_JOINED = 3
"""Snippets of which the best sentences are taken together."""

_AS_NEAR = 0.1
"""Coverage that a sentence may have less than the nearest, and still be what is meant."""

_ADDS = 0.08
"""Coverage that a second sentence must add, or it only hides what is wrong with the first."""

_LEFT_IF_AGAINST, _LEFT_IF_MISSING = 0.1, 0.5
"""Share of the score that is left when the quote says otherwise, or says less."""

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
    bare = without_marks(sentence)
    if quote := _verbatim(bare, snippets, code):
        return Support("supported", 1.0, quote=quote)
    side = read_side(bare, code)
    single = [each for snippet in snippets for each in _sentences(side, snippet, code, title)]
    if not single:
        return Support("unsupported", 0.0, "there is no text")
    most = max(each.coverage for each in single)
    near = [each for each in single if each.coverage >= most - _AS_NEAR]
    wider = [*_with_neighbors(side, single, snippets, code), *_joined(side, single, code)]
    near += [each for each in wider if each.coverage >= most + _ADDS]
    judged = [_judge(side, each, code, likeness) for each in near]
    return max(judged, key=lambda each: (_RANK[each.verdict], each.score))


def without_marks(sentence: str) -> str:
    """Return a sentence without its citation marks `[n]`, as it is compared."""
    return _MARK.sub(" ", sentence).strip()


def sentences_of(snippet: Snippet, language: str) -> list[str]:
    """Return the sentences of a snippet, as they are compared."""
    spans = _spans(snippet.text, language_code(language))
    return [snippet.text[each.start : each.end] for each in spans]


def _verbatim(sentence: str, snippets: Sequence[Snippet], code: str) -> Quote | None:
    """Return where the sentence stands word for word, as a whole sentence of a snippet."""
    for snippet in snippets:
        start = snippet.text.find(sentence) if sentence else -1
        if start >= 0:
            end = start + len(sentence)
            if any(
                each.start == start and each.end <= end + 1 for each in _spans(snippet.text, code)
            ):
                return Quote(snippet.id, start, end)
    return None


def _sentences(side: Side, snippet: Snippet, code: str, title: str) -> Iterator[_Candidate]:
    """Yield the sentences of a snippet that come nearest."""
    text = snippet.text
    context = read_side(" ".join((title, *snippet.heading, text)).strip(), code)
    found = [_candidate(side, snippet, each, code, context) for each in _spans(text, code)]
    yield from sorted(found, key=lambda each: -each.coverage)[:_LOOKED_AT]


def _with_neighbors(
    side: Side, single: Sequence[_Candidate], snippets: Sequence[Snippet], code: str
) -> Iterator[_Candidate]:
    """Yield the nearest sentence of each snippet with the one before, and with the one behind."""
    for snippet in snippets:
        nearest = next((each for each in single if each.quote.snippet_id == snippet.id), None)
        if nearest is None:
            continue
        spans = _spans(snippet.text, code)
        at = next(at for at, each in enumerate(spans) if each.start == nearest.quote.start)
        for first, last in ((at - 1, at), (at, at + 1)):
            if first >= 0 and last < len(spans):
                span = Span(spans[first].start, spans[last].end)
                yield _candidate(side, snippet, span, code, nearest.context)


def _candidate(side: Side, snippet: Snippet, span: Span, code: str, context: Side) -> _Candidate:
    other = read_side(snippet.text[span.start : span.end], code)
    quote = Quote(snippet.id, span.start, span.end)
    return _Candidate(other, quote, context, coverage(side, other, context))


@lru_cache(maxsize=500)
def _spans(text: str, code: str) -> tuple[Span, ...]:
    return split_sentences(text, code)


def _joined(side: Side, single: Sequence[_Candidate], code: str) -> Iterator[_Candidate]:
    """Yield the nearest sentences of several snippets as one text, quoted by the best of all."""
    best: dict[str, _Candidate] = {}
    for each in single:
        best.setdefault(each.quote.snippet_id, each)
    if len(best) > 1:
        parts = sorted(best.values(), key=lambda each: -each.coverage)[:_JOINED]
        other = read_side("\n".join(each.side.text for each in parts), code)
        context = read_side("\n".join(each.context.text for each in parts), code)
        yield _Candidate(other, parts[0].quote, context, coverage(side, other, context))


def _judge(side: Side, candidate: _Candidate, code: str, likeness: Likeness | None) -> Support:
    """Return the verdict for one candidate."""
    share, quote = candidate.coverage, candidate.quote
    alike = likeness is not None and likeness(side.text, candidate.side.text) >= _ALIKE
    if share < (_LEAST_IF_ALIKE if alike else _LEAST):
        why = "the quote speaks of something else"
        return Support("unsupported", round(share / 2, 3), why, quote)
    found = sorted(
        findings(side, candidate.side, candidate.context, code), key=lambda each: each.weight
    )
    if not found:
        return Support("supported", round(share, 3), quote=quote)
    against = found[0].weight == "against"
    score = share * (_LEFT_IF_AGAINST if against else _LEFT_IF_MISSING)
    return Support("contradicted" if against else "partly", round(score, 3), found[0].why, quote)
