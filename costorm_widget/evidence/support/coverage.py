"""How much of what a sentence says a quote has the words for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.support import lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

_NAME, _WORD, _NUMBER = 1.5, 1.0, 1.0
_AROUND = 0.5
"""What a name counts that stands around the quote, not in it."""


def weights(sentence: Side) -> tuple[float, ...]:
    """Return what each word of content and each number of a sentence counts."""
    words = (_NAME if each.capital else _WORD for each in _counted(sentence))
    return (*words, *(_NUMBER for _ in sentence.numbers))


def gains(sentence: Side, quote: Side, context: Side) -> tuple[float, ...]:
    """Return how much of each of them a quote covers, in the order of `weights`."""
    found: list[float] = []
    for each in _counted(sentence):
        weight = _NAME if each.capital else _WORD
        if quote.has(each.cls) or (each.capital and quote.names(each.low)):
            found.append(weight)
        else:
            found.append(weight * _AROUND if each.capital and context.names(each.low) else 0.0)
    borne_out = (any(mine.agrees(each) for each in quote.numbers) for mine in sentence.numbers)
    return (*found, *(_NUMBER if each else 0.0 for each in borne_out))


def together(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return what two quotes cover between them."""
    return tuple(map(max, one, other))


def share(gained: Sequence[float], whole: Sequence[float]) -> float:
    """Return the coverage, 0 to 1; a sentence that says nothing is covered."""
    return sum(gained) / sum(whole) if whole else 1.0


def _counted(sentence: Side) -> list[Word]:
    return [each for each in sentence.words if each.cls and each.low not in lexicon.GENERIC]
