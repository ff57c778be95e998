"""What an English word is for the check: looked up once, then kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from costorm_widget.evidence.contradiction import lexicon
from costorm_widget.evidence.lexical import is_stop_word, stem
from costorm_widget.evidence.vocabulary.negation import NEGATORS
from costorm_widget.evidence.vocabulary.numbers import CARDINALS

if TYPE_CHECKING:
    from costorm_widget.evidence.contradiction.lexicon import Pole


@dataclass(frozen=True, slots=True)
class Word:
    """A word in lower case, and what it does in a statement.

    Attributes:
        low: The word.
        stem: Its stem if it tells what a statement is about, else empty.
        pole: Where it stands, if it says by itself which way something goes.
        points: Whether it may say which way something goes, with the word behind it.
        scope: Kind and value, if it says when or for whom something holds.
        negates: Whether it is a negator.
        hedges: Whether it nearly negates, or turns round what follows.
        supposes: Whether it makes of what is what would be.
        once: Whether it names what happens once.
        counts: Whether it is a number.
        parts: Whether another clause begins here, whatever stands before.
        joins: Whether one begins here if a comma stands before.
        special: Whether it does any of these but counting, parting and joining.
        tells: Whether a sentence with it can contradict another by itself.
    """

    low: str
    stem: str
    pole: Pole | None
    points: bool
    scope: tuple[str, str] | None
    negates: bool
    hedges: bool
    supposes: bool
    once: bool
    counts: bool
    parts: bool
    joins: bool
    special: bool
    tells: bool


@lru_cache(maxsize=50_000)
def word(low: str) -> Word:
    """Return what a word in lower case is."""
    base = low.removesuffix("'s")
    scope = lexicon.SCOPES.get(base)
    pole = lexicon.POLES.get(base)
    points = pole is not None or base in {"more", "less"}
    negates = base in NEGATORS or base.endswith("n't")
    hedges = base in lexicon.QUASI or base in lexicon.INVERTERS
    supposes = base in lexicon.SUPPOSING
    once = base in lexicon.ONCE
    counts = low[0].isdigit() or low in CARDINALS
    return Word(
        low=low,
        stem="" if scope else _stem(base, pole),
        pole=pole,
        points=points,
        scope=scope,
        negates=negates,
        hedges=hedges,
        supposes=supposes,
        once=once,
        counts=counts,
        parts=base in lexicon.CONJUNCTIONS or base in lexicon.BREAKS,
        joins=base in {"and", "so", "or"},
        special=bool(scope) or points or negates or hedges or supposes or once,
        tells=points or negates or counts,
    )


def _stem(low: str, pole: Pole | None) -> str:
    if low in lexicon.SAME:
        return stem(lexicon.SAME[low])
    if len(low) == 1 or not low[0].isalpha():
        return ""
    if (is_stop_word(low) and low not in lexicon.TELLING) or low in CARDINALS:
        return ""
    if (pole and low not in {"change", "changes"}) or low in lexicon.GENERIC:
        return ""
    return stem(low)
