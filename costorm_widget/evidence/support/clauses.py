"""Clauses: how far a negation, a hedge or a verb reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.vocabulary.lists import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

BREAKS = words(
    "and but or nor although though while whereas which who whose that because since when if so "
    "until where yet unlike"
)
"""Words at which another clause may begin."""


def clause_around(text: Sequence[Word], at: int) -> tuple[int, int]:
    """Return where the clause begins and ends that holds the word `at`.

    What follows it without a word of content is no clause by itself.
    """
    begin = at
    while begin > 0 and not _breaks(text[begin - 1]):
        begin -= 1
    end = at + 1
    while end < len(text) and not (_breaks(text[end]) and _tells(text[at + 1 : end])):
        end += 1
    return begin, end


def _breaks(word: Word) -> bool:
    return word.mark or word.low in BREAKS


def _tells(part: Sequence[Word]) -> bool:
    return any(each.cls for each in part)


def shared_part(part: Sequence[Word], side: Side) -> float:
    """Return the share of the words of content that a side has, too, 0 to 1."""
    classes = {each.cls for each in part if each.cls}
    return sum(map(side.has, classes)) / len(classes) if classes else 0.0
