"""What was given as a source and is none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file or page that was not taken in.

    Attributes:
        path: Its name in the corpus, or its address.
        reason: Why, and what to do.
    """

    path: str
    reason: str
