"""How many, how often, how surely: whether a sentence claims more than its quote."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.lexical import stem
from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.clauses import clause_around, shared_part
from costorm_widget.evidence.support.words import alike
from costorm_widget.evidence.vocabulary.lists import words
from costorm_widget.evidence.vocabulary.numbers import NUMBER_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

_REACH = 5
_HEADS = 2
_FEW_OR_SOME = 2
"""Strength up to which nothing is overstated: *few* and *some* are near."""

_SAME_CLAUSE = 0.75
"""Share of a hedged clause that a sentence has, from which it states the same."""


class Quantifier(NamedTuple):
    """How much of what: the strength, the word behind it, classes of words of content there."""

    word: str
    strength: int
    behind: str
    heads: tuple[str, ...]


def quantifiers(words: Sequence[Word]) -> Iterator[Quantifier]:
    """Yield the quantifiers of a text; *nearly all* is less than *all*."""
    for at, each in enumerate(words):
        strength = lexicon.STRENGTHS.get(each.low)
        if strength is None:
            continue
        before = words[at - 1].low if at else ""
        following = words[at + 1].low if at + 1 < len(words) else ""
        if each.low in _ALMOST and following in lexicon.STRENGTHS:
            continue
        if strength == lexicon.ALL:
            if following in lexicon.ALL_OF_TIME or _is_phrase(before, words[at + 1 : at + 2]):
                continue
            if before in _ALMOST or before == "not":
                strength -= 1
        yield Quantifier(each.low, strength, following, _heads(words[at + 1 : at + 1 + _REACH]))


def _is_phrase(before: str, behind: Sequence[Word]) -> bool:
    """Whether *all* only ends a phrase: *at all*, *after all*, *1,200 in all*."""
    if before == "in":
        return not behind or behind[0].mark
    return before in {"at", "first", "after", "above"}


_ALMOST = frozenset({"nearly", "almost", "virtually"})


def _heads(behind: Sequence[Word]) -> tuple[str, ...]:
    heads: list[str] = []
    for each in behind:
        if each.mark or len(heads) == _HEADS:
            break
        if each.cls:
            heads.append(each.cls)
    return tuple(heads)


def overstated(sentence: Side, quote: Side) -> str:
    """Return what a sentence says of more, or more often, than its quote; empty if nothing."""
    theirs = list(quantifiers(quote.words))
    if "both" in quote.lows:
        theirs.append(Quantifier("both", lexicon.ALL, "", ()))
    for mine in quantifiers(sentence.words):
        if mine.strength == lexicon.ALL and not _each_time(mine):
            if not any(
                _of_the_same(mine, each) and each.strength == lexicon.ALL for each in theirs
            ):
                return f"“{mine.word}” is more than the quote says"
            continue
        same = [each for each in theirs if _of_the_same(mine, each) and each.heads]
        most = max((each.strength for each in same), default=mine.strength)
        if max(most, _FEW_OR_SOME) < mine.strength:
            return f"“{mine.word}” is more than the quote says"
    if _alone(sentence) and not _alone(quote):
        return "the quote does not say that it is the only one"
    return ""


def _each_time(quantifier: Quantifier) -> bool:
    """Whether it is a time that comes round: *each spring* may be how *in spring* is told."""
    return quantifier.word in {"each", "every"} and bool(_TIMES & set(quantifier.heads[:1]))


_TIMES = frozenset(map(stem, words("year month week day spring summer autumn winter night")))


def _alone(side: Side) -> bool:
    """Whether something is said to be the only one; *only 54 percent* is not."""
    return any(
        each.low in lexicon.ALONE and not _only_then(side.words[at + 1 : at + 3])
        for at, each in enumerate(side.words)
    )


def _only_then(behind: Sequence[Word]) -> bool:
    """Whether *only* tells how few or how late: *only 54 percent*, *only in 2003*."""
    return any(each.low[0].isdigit() or each.low in NUMBER_WORDS for each in behind)


def _of_the_same(one: Quantifier, other: Quantifier) -> bool:
    if not one.heads or not other.heads or one.behind == other.behind:
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
