"""A statement: one clause of a sentence, in a form that two of them can be compared in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.contradiction.lexicon import Axis
    from costorm_widget.evidence.contradiction.quantities import Quantity

Scope = tuple[tuple[str, frozenset[str]], ...]
"""When, where and for whom something holds: values by kind."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something goes up or down, is safe or not, is supported or not.

    Attributes:
        axis: What kind of claim.
        sign: 1 or -1; 0 for a mere "changes".
        denied: Whether it is denied: "did not rise", "no effect".
        theme: Stems of what it is said of.
        cause: Stems of what brings it about, if that is said.
        target: Stems of what it is for or against: "safe for children".
    """

    axis: Axis
    sign: int
    denied: bool
    theme: frozenset[str]
    cause: frozenset[str] = frozenset()
    target: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """What a clause states.

    Attributes:
        start: Where its sentence begins in the snippet's text.
        end: Where its sentence ends.
        about: Stems of what it is about, without numbers, directions and negations.
        read: Whether names, groups and claims were read; else only numbers and `denial` were.
        amounts: Numbers with a unit.
        years: Years it is about.
        scope: When and for whom it holds.
        places: Beginnings of names of places.
        names: Proper names in its sentence.
        claims: What it says of something.
        denied: Stems that it negates.
        hedged: Whether it nearly negates (*hardly*, *few*), or turns round (*lack of*).
        supposed: Whether it tells of what would be, not of what is.
        once: Whether it tells of what happens once.
        denial: In Chinese and Korean, whether it is negated; None where that cannot be told.
    """

    start: int
    end: int
    about: frozenset[str]
    read: bool = False
    amounts: tuple[Quantity, ...] = ()
    years: frozenset[str] = frozenset()
    scope: Scope = ()
    places: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    claims: tuple[Claim, ...] = ()
    denied: frozenset[str] = frozenset()
    hedged: bool = False
    supposed: bool = False
    once: bool = False
    denial: bool | None = None
