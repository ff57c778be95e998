"""A sentence and the snippets it cites: the verdict, the nearest quote, and why.

The sentences of the snippets that cover most of the cited sentence are looked at, then the nearest
with one or two others that add to it: a sentence may join what several of them say. The best
verdict stands; if none bears the sentence out, the one of the quote that comes nearest.

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
from costorm_widget.evidence.support.comparing import findings
from costorm_widget.evidence.support.coverage import gains, share, together, weights
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
"""Sentences that are compared in full, each by itself."""

_JOINED = 3
"""Sentences that are taken together, at most."""

_AS_NEAR = 0.1
"""Coverage that a sentence may have less than the nearest, and still be what is meant."""

_ADDS = 0.08
"""Coverage that another sentence must add, or it only hides what is wrong with the first."""

_SAME = 2.0
"""What the words count that a sentence shares with another of the same."""

_LEFT_IF_AGAINST, _LEFT_IF_MISSING = 0.1, 0.5
"""Share of the score that is left when the quote says otherwise, or says less."""

_LONGEST = 600
"""Characters of a sentence; of a longer one the rest is not compared."""

_MARK = re.compile(r"\[\d+(?:[,;–-] ?\d+)*\]")
_RANK: dict[Verdict, int] = {"supported": 2, "partly": 1, "unsupported": 0, "contradicted": 0}


class _Candidate(NamedTuple):
    """A sentence of a snippet, or several, that the cited sentence may stand on.

    Attributes:
        side: It, read.
        quote: Where it stands; of several, the nearest.
        context: What stands around it.
        gained: How much it covers of each part of the cited sentence.
    """

    side: Side
    quote: Quote
    context: Side
    gained: tuple[float, ...]


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
    side = read_side(bare[:_LONGEST], code)
    whole = weights(side)
    single = [each for snippet in snippets for each in _sentences(side, snippet, code, title)]
    if not single:
        return Support("unsupported", 0.0, "there is no text")
    single.sort(key=lambda each: -sum(each.gained))
    least = share(single[0].gained, whole) - _AS_NEAR
    near = [each for each in single[:_LOOKED_AT] if share(each.gained, whole) >= least]
    near += _joined(single, whole, len(side.numbers), code)
    judged = [_judge(side, each, share(each.gained, whole), code, likeness) for each in near]
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
    """Yield the sentences of a snippet."""
    context = read_side(" ".join((title, *snippet.heading, snippet.text)).strip(), code)
    for span in _spans(snippet.text, code):
        other = read_side(snippet.text[span.start : span.end], code)
        quote = Quote(snippet.id, span.start, span.end)
        yield _Candidate(other, quote, context, gains(side, other, context))


def _joined(
    single: Sequence[_Candidate], whole: Sequence[float], numbers: int, code: str
) -> Iterator[_Candidate]:
    """Yield the nearest sentence with others that add to it, as one text.

    What adds nothing but a number must speak of the same: most numbers stand somewhere.

    Args:
        single: The sentences, nearest first.
        whole: Weights of the parts of the cited sentence.
        numbers: How many of them, at the end, are numbers.
        code: The language.
    """
    parts, gained = [single[0]], single[0].gained
    words = len(whole) - numbers
    while len(parts) < _JOINED:
        added = max(single, key=lambda each: sum(together(gained, each.gained)))
        more = together(gained, added.gained)
        said = sum(more[:words]) > sum(gained[:words]) or sum(added.gained[:words]) >= _SAME
        if not said or share(more, whole) < share(gained, whole) + _ADDS:
            return
        parts, gained = [*parts, added], more
        text = "\n".join(each.side.text for each in parts)
        contexts = dict.fromkeys(each.context.text for each in parts)
        context = read_side("\n".join(contexts), code)
        yield _Candidate(read_side(text, code), parts[0].quote, context, gained)


@lru_cache(maxsize=500)
def _spans(text: str, code: str) -> tuple[Span, ...]:
    """Return the sentences of a text; what is too long for one, such as a table, in pieces."""
    return tuple(
        piece for sentence in split_sentences(text, code) for piece in _pieces(text, sentence)
    )


def _pieces(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    while span.end - start > _LONGEST:
        space = text.rfind(" ", start + 1, start + _LONGEST)
        end = space if space > start else start + _LONGEST
        if text[start:end].strip():
            yield Span(start, end)
        start = end
    if text[start : span.end].strip():
        yield Span(start, span.end)


def _judge(
    side: Side, candidate: _Candidate, covered: float, code: str, likeness: Likeness | None
) -> Support:
    """Return the verdict for one candidate."""
    quote = candidate.quote
    alike = likeness is not None and likeness(side.text, candidate.side.text) >= _ALIKE
    if covered < (_LEAST_IF_ALIKE if alike else _LEAST):
        why = "the quote speaks of something else"
        return Support("unsupported", round(covered / 2, 3), why, quote)
    found = sorted(
        findings(side, candidate.side, candidate.context, code), key=lambda each: each.weight
    )
    if not found:
        return Support("supported", round(covered, 3), quote=quote)
    against = found[0].weight == "against"
    score = covered * (_LEFT_IF_AGAINST if against else _LEFT_IF_MISSING)
    return Support("contradicted" if against else "partly", round(score, 3), found[0].why, quote)
