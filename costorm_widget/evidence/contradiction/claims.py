"""What a clause claims: which way things go, how they are, who is for them, and what it denies.

No parser: what a word speaks of is what stands around it. "Crime rose in the evening" claims of
*crime* that it went up; "lighting reduces crime" claims of *crime* that it went down, by
*lighting*; "no effect of lighting on crime" that it did neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.contradiction import lexicon
from costorm_widget.evidence.contradiction.lexicon import Pole
from costorm_widget.evidence.contradiction.statement import Claim
from costorm_widget.evidence.lexical import stem
from costorm_widget.evidence.vocabulary.negation import EVIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.contradiction.words import Word

_NEAR = 6
"""Words behind a negator that it may deny."""

_PHRASE = 6
"""Words of what a claim is about, at most."""


class _Around(NamedTuple):
    """Stems around a pole; see `Claim`."""

    theme: list[str]
    cause: Sequence[str] = ()
    target: Sequence[str] = ()


_UP, _DOWN = Pole("change", 1), Pole("change", -1)
_BEHIND_NOUN = frozenset({"in", "on"})
_TARGET = frozenset({"for", "to", "against"})


def denied_word(words: Sequence[Word], negator: int) -> str:
    """Return the stem of the first word of content behind a negator; empty if there is none."""
    for each in words[negator + 1 : negator + 1 + _NEAR]:
        if each.stem:
            return each.stem
        if each.pole or each.low in EVIDENCE:
            return stem(each.low)
    return ""


def read_claims(
    words: Sequence[Word], denying: Sequence[int], common: AbstractSet[str]
) -> Iterator[Claim]:
    """Yield the claims of a clause.

    Args:
        words: The clause.
        denying: Places of its negators.
        common: Stems that tell nothing.
    """
    for place, each in enumerate(words):
        pole = _pole(words, place) if each.points else None
        if pole is not None:
            denied = any(_reaches(words, negator, place) for negator in denying)
            around = (frozenset(each) - common for each in _around(words, place, pole))
            yield Claim(pole.axis, pole.sign, denied, *around)


def _pole(words: Sequence[Word], place: int) -> Pole | None:
    low = words[place].low
    following = words[place + 1] if place + 1 < len(words) else None
    if following and low in {"more", "less"}:
        graded = following.low in lexicon.GRADED
        counted = following.stem and following.low not in lexicon.PREPOSITIONS
        if graded or (counted and low == "more"):
            return _UP if low == "more" else _DOWN
        return None
    if low == "fewer" and following and following.low == "than":
        return None
    return words[place].pole


def _reaches(words: Sequence[Word], negator: int, place: int) -> bool:
    """Whether what stands at `place` is denied by the negator."""
    if negator >= place:
        return False
    between = words[negator + 1 : place]
    if words[negator].low == "neither" or any(w.low in EVIDENCE for w in between[:3]):
        return True
    return len(between) < _NEAR and not any(each.pole for each in between)


def _around(words: Sequence[Word], place: int, pole: Pole) -> _Around:
    """Return what a pole is said of, what brings it about, and what it is for."""
    before, after, low = words[:place], words[place + 1 :], words[place].low
    if pole.axis == "attitude":
        return _Around(_stems(words))
    if pole.axis in {"safety", "effect"}:
        target = _stems(_behind(after, _TARGET)[:_PHRASE])
        return _Around(_stems(before) or _stems(after), target=target)
    if low in {"more", "less"} and after[0].low in lexicon.GRADED:
        return _Around(_stems(_last_phrase(before)))
    if low in lexicon.NOUNS and _is_noun(before):
        return _around_noun(before, after, pole)
    passive = low.endswith("ed") and any(each.low in lexicon.AUXILIARIES for each in before[-3:])
    ahead = [] if passive else _stems(_phrase(after))
    if not ahead:
        return _Around(_stems(_last_phrase(before)))
    comparative = low in {"more", "fewer", "higher", "rarer"}
    return _Around(ahead, [] if comparative else _stems(_last_phrase(before)))


def _around_noun(before: Sequence[Word], after: Sequence[Word], pole: Pole) -> _Around:
    """Return the same for a noun: "an increase of crime", "no effect of lighting on crime"."""
    behind = _stems(_behind(after, _BEHIND_NOUN)[:_PHRASE])
    of = _stems(_phrase(_behind(after, frozenset({"of"}))))
    if pole.sign:
        return _Around(behind or of or _stems(before))
    return _Around(behind, of) if behind else _Around(_stems(before))


def _stems(words: Sequence[Word]) -> list[str]:
    return [each.stem for each in words if each.stem]


def _is_noun(before: Sequence[Word]) -> bool:
    """Whether a pole behind these words is a noun: "a clear rise", "no effect"."""
    if not before:
        return False
    last = before[-1]
    nouns = lexicon.DETERMINERS | {"no"}
    determined = any(each.low in nouns for each in before[-3:])
    return determined and not last.stem and last.low not in lexicon.AUXILIARIES | {"to", "not"}


def _phrase(words: Sequence[Word]) -> list[Word]:
    """Return the words up to the first preposition or comma."""
    found: list[Word] = []
    for each in words[:_PHRASE]:
        if each.low in lexicon.PREPOSITIONS or not each.low[0].isalpha():
            break
        if not each.low.endswith("ly"):
            found.append(each)
    return found


def _last_phrase(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words behind the last comma, if they tell anything, else all."""
    begin = max((place + 1 for place, each in enumerate(words) if each.low == ","), default=0)
    return words[begin:] if _stems(words[begin:]) else words


def _behind(words: Sequence[Word], prepositions: AbstractSet[str]) -> Sequence[Word]:
    """Return the words behind the first of some prepositions."""
    for place, each in enumerate(words):
        if each.low in prepositions:
            return words[place + 1 :]
    return ()
