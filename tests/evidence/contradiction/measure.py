"""How well the local check does on the hand-made pairs.

`python -m tests.evidence.contradiction.measure` prints it for both halves.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.evidence.contradiction.finding import surest
from costorm_widget.evidence.contradiction.reading import Reading
from tests.evidence.contradiction.pairs import FIRST_HALF, SECOND_HALF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.evidence.disputes import DisputeKind
    from tests.evidence.contradiction.pairs import Pair


@dataclass
class Score:
    """What was found of one half: right and wrong findings, what was missed, and right kinds."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    kind: int = 0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)

    def __str__(self) -> str:
        found = f"precision {self.precision:.2f}, recall {self.recall:.2f}"
        return f"{found}; {self.right} right, {self.wrong} wrong, {self.missed} missed"


def found(language: str, one: str, other: str) -> DisputeKind | None:
    """The kind of contradiction that the check finds between two texts."""
    result = surest(Reading(one, language), Reading(other, language))
    return result.contradiction.kind if result else None


def score(pairs: Iterable[Pair]) -> Score:
    total = Score()
    for language, one, other, kind in pairs:
        result = found(language, one, other)
        total.right += bool(kind and result)
        total.wrong += bool(result and not kind)
        total.missed += bool(kind and not result)
        total.kind += bool(kind and result == kind)
    return total


if __name__ == "__main__":
    sys.stdout.write(f"first half, thresholds set on it: {score(FIRST_HALF)}\n")
    sys.stdout.write(f"second half, counted only: {score(SECOND_HALF)}\n")
