"""Names of concepts as they come back from an engine: which can be used, which are the same."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LONGEST = 120
"""Characters that a name from an engine may have: what is longer is an answer, not a name.

The user may give longer names.
"""


def usable(name: str) -> str:
    """Return `name` on one line, or nothing if it says nothing or is no name at all."""
    label = " ".join(name.split())
    says_something = any(character.isalnum() for character in label)
    return label if says_something and len(label) <= _LONGEST else ""


def plain(name: str) -> str:
    """Return what of a name counts when names are compared."""
    return " ".join(name.casefold().split())


def free_name(names: Sequence[str], taken: Iterable[str]) -> str:
    """Return the first usable one of `names` that is not `taken`.

    If there is none, the last of them gets a number.
    """
    refused = {plain(each) for each in taken}
    for label in filter(None, map(usable, names)):
        if plain(label) not in refused:
            return label
    numbers = count(2)
    return next(
        label for number in numbers if plain(label := f"{names[-1]} {number}") not in refused
    )


def says_no_more(name: str, other: str) -> bool:
    """Whether every word of `name` is in `other` already; "C#" is another word than "C"."""
    return _words(name) <= _words(other)


def _words(name: str) -> set[str]:
    return {word.strip(".,;:()") for word in name.casefold().split()}
