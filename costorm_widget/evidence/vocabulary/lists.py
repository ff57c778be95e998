"""Lists of words, written as lines."""

from __future__ import annotations


def listed(line: str) -> list[str]:
    """Return the words of a line, in order."""
    return line.split()


def words(line: str) -> frozenset[str]:
    """Return the words of a line."""
    return frozenset(line.split())
