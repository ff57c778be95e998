"""The jobs of `tasks` that judge: whether passages contradict each other or bear a sentence out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.support.verdict import Support
    from costorm_widget.language.tasks import Brief, Passage


@dataclass(frozen=True, slots=True)
class DisputedPair:
    """Two passages that may contradict each other; the statement is the last sentence of each.

    `why` says in a few words what differs.
    """

    one: Passage
    other: Passage
    why: str


@dataclass(frozen=True, slots=True)
class JudgeJob:
    """Tell which of the pairs contradict each other."""

    brief: Brief
    pairs: tuple[DisputedPair, ...]


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """A sentence that was said, without citation marks, and what it stands on.

    `handles` are the passages that it cites; `found` is what the local check says of it, None if
    that cannot tell.
    """

    text: str
    handles: tuple[int, ...]
    found: Support | None


@dataclass(frozen=True, slots=True)
class SupportJob:
    """Tell of each sentence whether the passages that it cites say so."""

    brief: Brief
    claims: tuple[CitedClaim, ...]
    passages: tuple[Passage, ...]
