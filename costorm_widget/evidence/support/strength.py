"""How many, how often, how surely: whether a sentence claims more than its quote."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.clauses import clause_around, shared_part
from costorm_widget.evidence.support.numbers import NUMBER_WORDS
from costorm_widget.evidence.support.words import alike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

_REACH = 5
_HEADS = 2

_SAME_CLAUSE = 0.75
"""Share of a hedged clause that a sentence has, from which it states the same."""


class Quantifier(NamedTuple):
    """How much of what: the strength, and classes of the words of content behind it."""

    word: str
    strength: int
    heads: tuple[str, ...]


def quantifiers(words: Sequence[Word]) -> Iterator[Quantifier]:
    """Yield the quantifiers of a text; *nearly all* is less than *all*."""
    for at, each in enumerate(words):
        strength = lexicon.STRENGTHS.get(each.low)
        if strength is None:
            continue
        before = words[at - 1].low if at else ""
        following = words[at + 1].low if at + 1 < len(words) else ""
        if strength == lexicon.ALL:
            if following in lexicon.ALL_OF_TIME or before in {"at", "first", "after", "above"}:
                continue
            if before in {"nearly", "almost", "not", "virtually"}:
                strength = 4
        if each.low in {"nearly", "almost"} and following in lexicon.STRENGTHS:
            continue
        heads: list[str] = []
        for word in words[at + 1 : at + 1 + _REACH]:
            if word.mark:
                break
            if word.cls:
                heads.append(word.cls)
            if len(heads) == _HEADS:
                break
        yield Quantifier(each.low, strength, tuple(heads))


def overstated(sentence: Side, quote: Side) -> str:
    """Return what a sentence says of more, or more often, than its quote; empty if nothing."""
    theirs = list(quantifiers(quote.words))
    for mine in quantifiers(sentence.words):
        if mine.strength == lexicon.ALL:
            if not any(_of_the_same(mine, each) and each.strength == lexicon.ALL for each in theirs):
                return f"“{mine.word}” is more than the quote says"
            continue
        same = [each for each in theirs if _of_the_same(mine, each) and each.heads]
        if same and all(mine.strength - each.strength >= 1 for each in same):
            if mine.strength - max(each.strength for each in same) > 1 or mine.strength > 2:  # noqa: PLR2004 - few and some are near
                return f"“{mine.word}” is more than the quote says"
    if _alone(sentence) and not _alone(quote):
        return "the quote does not say that it is the only one"
    return ""


def _alone(side: Side) -> bool:
    """Whether something is said to be the only one; *only 54 percent* is not."""
    return any(
        each.low in lexicon.ALONE and not (behind and (behind.low[0].isdigit() or behind.low in NUMBER_WORDS))
        for each, behind in zip(side.words, (*side.words[1:], None), strict=True)
    )


def _of_the_same(one: Quantifier, other: Quantifier) -> bool:
    if not one.heads or not other.heads:
        return True
    return any(a == b or alike(a, b) for a in one.heads for b in other.heads)


def surer(sentence: Side, quote: Side) -> str:
    """Return whether a sentence states as a fact what its quote only thinks possible."""
    if lexicon.HEDGES & sentence.lows:
        return ""
    for at, each in enumerate(quote.words):
        if each.low in lexicon.POSSIBLE:
            begin, end = clause_around(quote.words, at)
            if shared_part(quote.words[begin:end], sentence) >= _SAME_CLAUSE:
                return "the quote is less sure"
    return ""
