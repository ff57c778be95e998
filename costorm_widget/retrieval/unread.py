"""Works that were asked for and could not be taken in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOLD = 3
"""Works that are named when none could be read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A page or paper that was not taken in: its address, and why."""

    url: str
    reason: str


def told(unread: Sequence[Unread]) -> str:
    """Return the first of the works that could not be read, each with the reason."""
    return "; ".join(f"{each.url}: {each.reason}" for each in unread[:_TOLD])
