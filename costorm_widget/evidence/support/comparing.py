"""A sentence beside a quote: what the quote does not say, and what it says otherwise.

Each check looks for one kind of error and says what it found in a few words. They lean to silence:
a paraphrase has words of its own, so that a word that is missing shows little, while a number, a
name or a negation that is missing shows much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.denial import denied_otherwise
from costorm_widget.evidence.support.strength import overstated, surer
from costorm_widget.evidence.support.synonyms import CONTRASTS, class_of
from costorm_widget.evidence.support.words import alike
from costorm_widget.evidence.vocabulary.numbers import NUMBER_WORDS
from costorm_widget.evidence.vocabulary.unspaced import denies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costorm_widget.evidence.support.roles import Deed, Relation
    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

Weight = Literal["against", "missing"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a sentence.

    Attributes:
        weight: `against` if the quote says otherwise, `missing` if it does not say so much.
        why: In a few words.
    """

    weight: Weight
    why: str


def findings(sentence: Side, quote: Side, context: Side, code: str) -> Iterator[Finding]:
    """Yield what is wrong with a sentence that cites a quote.

    Args:
        sentence: What is said.
        quote: The sentences of the sources that come nearest.
        context: What stands around the quote, where a name may come from.
        code: ISO 639-1 code of the language.
    """
    yield from wrong_numbers(sentence, quote)
    if code != "en":
        yield from _in_other_languages(sentence, quote, code)
        return
    yield from wrong_names(sentence, quote, context)
    if why := denied_otherwise(sentence, quote):
        yield Finding("against", why)
    if why := turned_round(sentence, quote):
        yield Finding("against", why)
    if why := contrasted(sentence, quote):
        yield Finding("against", why)
    if why := overstated(sentence, quote):
        yield Finding("missing", why)
    if why := surer(sentence, quote):
        yield Finding("missing", why)
    if why := replaced(sentence, quote):
        yield Finding("missing", why)


def _in_other_languages(sentence: Side, quote: Side, code: str) -> Iterator[Finding]:
    """Yield plain negations that one side alone has, where they can be told."""
    if code not in _WITH_DENIAL:
        return
    mine, theirs = denies(sentence.text, code)[1], denies(quote.text, code)[1]
    if mine is not None and theirs is not None and mine != theirs:
        yield Finding("against", "one side denies it")


_WITH_DENIAL = frozenset({"zh", "ko"})


def wrong_numbers(sentence: Side, quote: Side) -> Iterator[Finding]:
    """Yield the numbers of a sentence that its quote does not bear out."""
    for mine in sentence.numbers:
        if any(mine.agrees(each) for each in quote.numbers):
            continue
        shown = sentence.text[mine.start : mine.end].strip()
        rivals = [each for each in quote.numbers if mine.comparable(each)]
        if rivals:
            other = quote.text[rivals[0].start : rivals[0].end].strip()
            yield Finding("against", f"{shown}, where the quote has {other}")
        else:
            yield Finding("missing", f"{shown} is not in the quote")


def wrong_names(sentence: Side, quote: Side, context: Side) -> Iterator[Finding]:
    """Yield the names in a sentence that neither its quote nor what is around it has.

    A name before one that is there is its first half: *William* Willett.
    """
    known = [each.capital and _known(each, quote, context) for each in sentence.words]
    for at, each in enumerate(sentence.words):
        if not each.capital or known[at] or not each.cls:
            continue
        if not any(known[at + 1 : at + 2]) or any(each.low in group for group in _GROUPS):
            yield Finding("missing", f"{each.low} is not in the quote")


def _known(word: Word, quote: Side, context: Side) -> bool:
    return quote.names(word.low) or context.names(word.low)


def turned_round(sentence: Side, quote: Side) -> str:
    """Return whether a sentence has cause and effect, or doer and done to, the other way round."""
    theirs = quote.causes
    for mine in sentence.causes:
        same = [other for other in theirs if other.kind == mine.kind]
        direct = max((_along(mine, other) for other in same), default=0)
        crossed = max((_across(mine, other) for other in same), default=0)
        if crossed > direct and crossed >= _CROSSED:
            return "cause and effect are turned round"
    return _deeds_turned(sentence, quote)


def _along(one: Relation, other: Relation) -> int:
    return _shared(one.one, other.one) + _shared(one.other, other.other)


def _across(one: Relation, other: Relation) -> int:
    return _shared(one.one, other.other) + _shared(one.other, other.one)


_CROSSED = 2


def _deeds_turned(sentence: Side, quote: Side) -> str:
    theirs: dict[str, list[Deed]] = {}
    for each in quote.deeds:
        theirs.setdefault(each.verb, []).append(each)
    for mine in sentence.deeds:
        for other in theirs.get(mine.verb, ()):
            (doer, done), (their_doer, their_done) = mine.turned, other.turned
            direct = _shared(doer, their_doer) + _shared(done, their_done)
            crossed = _shared(doer, their_done) + _shared(done, their_doer)
            both = _shared(doer, their_done) and _shared(done, their_doer)
            if both and crossed >= _CROSSED and crossed > direct:
                return "who does it and whom it is done to are turned round"
    return ""


def _shared(one: frozenset[str], other: frozenset[str]) -> int:
    return sum(each in other or any(alike(each, every) for every in other) for each in one)


def contrasted(sentence: Side, quote: Side) -> str:
    """Return a word of the sentence in whose place the quote has one that excludes it."""
    for group in _GROUPS:
        mine = group & sentence.lows
        if not mine:
            continue
        theirs = group & quote.lows
        alone = [each for each in mine - theirs if not quote.has(class_of(each))]
        left = [each for each in theirs - mine if not sentence.has(class_of(each))]
        if alone and left:
            return f"{min(alone)}, where the quote has {min(left)}"
    return ""


def _forms(word: str) -> tuple[str, ...]:
    return (word, f"{word}s", f"{word}es", f"{word}ed", f"{word}d")


_GROUPS = tuple(frozenset(form for word in group for form in _forms(word)) for group in CONTRASTS)


_MOST_OWN_WORDS = 3
"""Words that the quote has not, of a sentence that keeps close to it; a free retelling has more."""


def replaced(sentence: Side, quote: Side) -> str:
    """Return a word that the quote has not, beside one it has, where the quote has another word.

    Only a word that a determiner, a preposition or a name leads in: a verb may well be another.
    """
    mine, theirs = _told(sentence), _told(quote)
    if sum(not quote.has(each.word.cls) for each in mine) > _MOST_OWN_WORDS:
        return ""
    places: dict[str, list[int]] = {}
    for at, each in enumerate(theirs):
        places.setdefault(each.word.cls, []).append(at)
    for at, each in enumerate(mine):
        named = each.word.capital and quote.names(each.word.low)
        if named or not _thing(each) or quote.has(each.word.cls):
            continue
        for step in (-1, 1):
            beside = _beside(mine, at, step)
            for place in places.get(beside.word.cls, ()) if beside else ():
                other = _beside(theirs, place, -step)
                if other and not _verb(other.word) and not sentence.has(other.word.cls):
                    return f"{each.word.low}, where the quote has {other.word.low}"
    return ""


class _Told(NamedTuple):
    """A word that says something, where it stands, the word before, and the part it is in."""

    word: Word
    at: int
    before: Word | None
    part: int


def _told(side: Side) -> list[_Told]:
    found: list[_Told] = []
    part = 0
    for at, each in enumerate(side.words):
        part += each.mark
        if each.cls:
            found.append(_Told(each, at, side.words[at - 1] if at else None, part))
    return found


_BESIDE = 4
"""Words from one word to the one that is beside it, at most."""


def _beside(told: list[_Told], at: int, step: int) -> _Told | None:
    """Return the next word that says something, if it is near and no mark stands between."""
    if not 0 <= at + step < len(told):
        return None
    here, there = told[at], told[at + step]
    near = abs(here.at - there.at) <= _BESIDE and here.part == there.part
    return there if near else None


def _thing(told: _Told) -> bool:
    word, before = told.word, told.before
    if word.low in lexicon.GENERIC or _verb(word):
        return False
    if before is None or before.capital or before.low in lexicon.LEADS_IN:
        return True
    return before.low[0].isdigit() or before.low in NUMBER_WORDS


def _verb(word: Word) -> bool:
    return word.low.endswith(("ed", "ing", "ly")) or word.low in lexicon.IRREGULAR
