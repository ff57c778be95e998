"""Two statements: whether they contradict each other, and how.

First they must be about the same thing, in the same year, place, season and group: what differs in
one of these does not contradict. Then numbers of one unit, claims on one axis, and what one side
denies of the other are compared. The shares below were set on the first half of a hand-made set of
pairs and measured on the second (`tests/evidence/contradiction/pairs.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.contradiction.statement import Claim, Statement
    from costorm_widget.evidence.disputes import DisputeKind

LEAST_SHARED = 2
"""Stems in common, of two statements that may be about the same thing."""

_SURELY_SHARED = 3
"""Stems in common that tell of the same thing more surely than two."""

_ALIKE = 0.6
"""Dice coefficient of the stems from which two statements say it in much the same words."""

_THE_SAME = 0.8
"""The same for statements whose names, places and groups are not read, or that share two stems."""

_CLAIM_ALIKE = 0.5
"""The same for a claim that is denied: its theme is known, so the rest may differ more."""

_STANCE_ALIKE = 0.35
"""The same for opposite claims of one theme, which do not need the same words around them."""

_SAME_THEME = 0.5
"""Share of the shorter theme's stems that both claims have."""

_MATTERS_FOR_NUMBERS = frozenset({"weekday", "daypart", "month", "group"})
"""What a number holds for: if one side alone names it, the numbers are of different things."""

_MOST_AMOUNTS = 2
"""Numbers of one unit in a statement; of more nobody can tell which is which."""

_WHY: dict[DisputeKind, str] = {
    "stance": "they go in opposite directions",
    "negation": "one side denies it",
}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What two statements contradict each other in.

    Attributes:
        kind: Number, negation or stance.
        why: What differs, in a few words.
        score: How sure this is, 0 to 1.
    """

    kind: DisputeKind
    why: str
    score: float


def compare(one: Statement, other: Statement) -> Contradiction | None:
    """Return what two statements contradict each other in; None if in nothing."""
    shared = len(one.about & other.about)
    alike = 2 * shared / (len(one.about) + len(other.about))
    if alike < _STANCE_ALIKE or shared < LEAST_SHARED or _elsewhere(one, other):
        return None
    if not one.read or not other.read:
        return _unread(one, other, alike)
    same = alike >= _ALIKE and (shared >= _SURELY_SHARED or alike >= _THE_SAME)
    return (
        _in_claims(one, other, alike, shared)
        or (_in_number(one, other, alike) if same else None)
        or (_in_denial(one, other, alike) if same else None)
    )


def _elsewhere(one: Statement, other: Statement) -> bool:
    """Whether the statements hold for different years, places, seasons or groups."""
    if _apart(one.places, other.places):
        return True
    if _apart(one.years, other.years) and not _one_event(one, other):
        return True
    theirs = dict(other.scope)
    return any(_apart(values, theirs.get(kind, frozenset())) for kind, values in one.scope)


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other and one.isdisjoint(other))


def _one_event(one: Statement, other: Statement) -> bool:
    """Whether both tell the one year of something that happens once, and nothing else."""
    return all(
        each.once and len(each.years) == 1 and not each.amounts and not each.denied
        for each in (one, other)
    )


def _unread(one: Statement, other: Statement, alike: float) -> Contradiction | None:
    if alike < _THE_SAME:
        return None
    if one.denial is not None and other.denial is not None and one.denial != other.denial:
        return Contradiction("negation", _WHY["negation"], alike)
    return _amounts(one, other, alike)


def _in_number(one: Statement, other: Statement, alike: float) -> Contradiction | None:
    if one.hedged != other.hedged or bool(one.denied) != bool(other.denied):
        return None
    kinds = {kind for kind, _ in one.scope} ^ {kind for kind, _ in other.scope}
    if one.names != other.names or one.places != other.places or kinds & _MATTERS_FOR_NUMBERS:
        return None
    if bool(one.years) != bool(other.years):
        return None
    if _apart(one.years, other.years):
        return Contradiction("number", f"{min(one.years)} against {min(other.years)}", alike)
    return _amounts(one, other, alike)


def _amounts(one: Statement, other: Statement, alike: float) -> Contradiction | None:
    for unit in dict.fromkeys(each.unit for each in one.amounts):
        mine = [each for each in one.amounts if each.unit == unit]
        yours = [each for each in other.amounts if each.unit == unit]
        if not yours or max(len(mine), len(yours)) > _MOST_AMOUNTS:
            continue
        if all(each.contradicts(every) for each in mine for every in yours):
            return Contradiction("number", f"{mine[0].shown} against {yours[0].shown}", alike)
    return None


def _in_claims(one: Statement, other: Statement, alike: float, shared: int) -> Contradiction | None:
    if one.hedged or other.hedged or one.supposed != other.supposed:
        return None
    for mine in one.claims:
        for yours in other.claims:
            kind = _opposed(mine, yours)
            if kind is None or _apart(mine.target, yours.target):
                continue
            common = len(mine.theme & yours.theme)
            share = common / (min(len(mine.theme), len(yours.theme)) or 1)
            if kind == "stance":
                near = alike >= (_STANCE_ALIKE if common >= LEAST_SHARED else _CLAIM_ALIKE)
            else:
                near = alike >= (_CLAIM_ALIKE if shared >= _SURELY_SHARED else _ALIKE)
            if not near or share < _SAME_THEME:
                continue
            if _brought_about(mine, other) and _brought_about(yours, one):
                return Contradiction(kind, _WHY[kind], (share + alike) / 2)
    return None


def _opposed(one: Claim, other: Claim) -> DisputeKind | None:
    if one.axis != other.axis:
        # "Improves" against "no effect": a change that is denied is neither for better nor worse.
        still = any(each.denied and not each.sign for each in (one, other))
        moved = {one.axis, other.axis} == {"change", "quality"}
        return "negation" if moved and still and one.denied != other.denied else None
    if one.denied != other.denied:
        denied, said = (one, other) if one.denied else (other, one)
        return "negation" if said.sign and denied.sign in {0, said.sign} else None
    return "stance" if not one.denied and one.sign * other.sign < 0 else None


def _brought_about(claim: Claim, other: Statement) -> bool:
    """Whether the other side speaks of what is said to bring it about, if anything is."""
    return not claim.cause or not claim.cause.isdisjoint(other.about)


def _in_denial(one: Statement, other: Statement, alike: float) -> Contradiction | None:
    """One side denies what the other says in much the same words."""
    if one.hedged or other.hedged or bool(one.denied) == bool(other.denied):
        return None
    if one.supposed != other.supposed:
        return None
    denying, saying = (one, other) if one.denied else (other, one)
    if denying.denied.isdisjoint(saying.about):
        return None
    return Contradiction("negation", _WHY["negation"], alike)
