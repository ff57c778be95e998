"""Two snippets: the statements of one that cannot hold beside those of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.contradiction.comparing import LEAST_SHARED, compare

if TYPE_CHECKING:
    from costorm_widget.evidence.contradiction.comparing import Contradiction
    from costorm_widget.evidence.contradiction.reading import Reading
    from costorm_widget.evidence.contradiction.statement import Statement


class Found(NamedTuple):
    """A contradiction and its two sides."""

    contradiction: Contradiction
    one: Statement
    other: Statement


def surest(one: Reading, other: Reading) -> Found | None:
    """Return the surest contradiction between two snippets; None if there is none."""
    best = _surest(one.telling, other.telling, None)
    if other.denies:
        best = _surest(one.others, other.telling, best)
    if one.denies:
        best = _surest(one.telling, other.others, best)
    return best


def _surest(
    ones: tuple[Statement, ...], others: tuple[Statement, ...], best: Found | None
) -> Found | None:
    for one in ones:
        about = one.about
        for other in others:
            if len(about & other.about) >= LEAST_SHARED:
                found = compare(one, other)
                if found and (best is None or found.score > best.contradiction.score):
                    best = Found(found, one, other)
    return best
