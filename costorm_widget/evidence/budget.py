"""A token budget shared fairly, so that no query's evidence starves another's.

Two rules. Between queries: each gets an equal share, and what one does not need goes to the others
that do. Within a query: texts are taken best first, and a text that would leave nothing for the
next is trimmed and marked, never a reason to drop them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

TRIMMED = " […]"
"""What a trimmed text ends with."""

_USEFUL = 24
"""A rest of fewer tokens is not worth showing."""

_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_GOOD_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")
_BETWEEN_WORDS = re.compile(rf"\s+|(?<=[{UNSPACED}])")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text that goes into the prompt.

    Attributes:
        query: Index of the query it was found by.
        place: Its place among the texts of that query, from 0.
        text: The text, or its beginning and the mark `[…]`.
        trimmed: Whether it was cut.
    """

    query: int
    place: int
    text: str
    trimmed: bool = False


def count_tokens(text: str) -> int:
    """Return about how many tokens a language model makes of `text`.

    Four characters a token for ASCII, two for other letters, one for scripts without spaces such
    as Chinese. Real tokenisers differ by model and most must be downloaded; this estimate errs
    high for current ones, so a prompt that fits by it fits.
    """
    return ceil(_weight(text))


def fit(texts_by_query: Sequence[Sequence[str]], tokens: int) -> tuple[Fitted, ...]:
    """Choose what of the texts goes into `tokens` tokens.

    Args:
        texts_by_query: For each query its texts, best first. A text that two queries found goes
            in once.
        tokens: The budget, by `count_tokens`.

    Returns:
        The chosen texts: the best of each query, then the second of each, and so on.
    """
    unique = _without_repeats(texts_by_query)
    needs = [sum(count_tokens(text) for _, text in texts) for texts in unique]
    shares = _fair_shares(needs, tokens)
    chosen = [
        fitted
        for query, (texts, share) in enumerate(zip(unique, shares, strict=True))
        for fitted in _fill(query, texts, share)
    ]
    return tuple(sorted(chosen, key=lambda each: (each.place, each.query)))


def trim(text: str, tokens: int) -> str:
    """Return the beginning of `text` and the mark `[…]`, together at most `tokens` tokens.

    It ends with a whole sentence if that keeps more than half of the room, else with a whole word.
    Empty if nothing fits.
    """
    fits = _characters_within(text, tokens - _weight(TRIMMED))
    ends = [match.end() for match in _GOOD_END.finditer(text, 0, fits)]
    if ends and ends[-1] > fits / 2:
        fits = ends[-1]
    elif fits < len(text):
        # One character more, to see whether a word ends right here.
        borders = (match.start() for match in _BETWEEN_WORDS.finditer(text, 0, fits + 1))
        fits = max((border for border in borders if border <= fits), default=0)
    kept = text[:fits].rstrip()
    return kept + TRIMMED if kept else ""


def _characters_within(text: str, tokens: float) -> int:
    """Return the length of the longest beginning of `text` that has at most `tokens` tokens."""
    most = min(len(text), max(0, int(tokens * 4)))
    if text.isascii():
        return most
    fits, too_long = 0, most + 1
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if _weight(text[:middle]) <= tokens:
            fits = middle
        else:
            too_long = middle
    return fits


def _weight(text: str) -> float:
    """Return the tokens of `text` before rounding, which can be added up; in whole quarters."""
    if text.isascii():
        return len(text) / 4
    plain = len(text.encode("ascii", "ignore"))
    unspaced = len(_UNSPACED_CHARACTER.findall(text))
    return plain / 4 + (len(text) - plain - unspaced) / 2 + unspaced


def _without_repeats(texts_by_query: Sequence[Sequence[str]]) -> list[list[tuple[int, str]]]:
    """Return the texts with their places, each with the query that ranks it best."""
    owner: dict[str, tuple[int, int]] = {}
    for query, texts in enumerate(texts_by_query):
        for place, text in enumerate(texts):
            owner[text] = min(owner.get(text, (place, query)), (place, query))
    result: list[list[tuple[int, str]]] = [[] for _ in texts_by_query]
    for text, (place, query) in sorted(owner.items(), key=lambda item: item[1]):
        result[query].append((place, text))
    return result


def _fair_shares(needs: Sequence[int], tokens: int) -> list[int]:
    """Share `tokens` equally; what one need leaves over goes to the others."""
    shares = [0] * len(needs)
    open_needs = sorted((need, query) for query, need in enumerate(needs))
    left = tokens
    for waiting, (need, query) in zip(range(len(needs), 0, -1), open_needs, strict=True):
        shares[query] = min(need, left // waiting)
        left -= shares[query]
    return shares


def _fill(query: int, texts: Sequence[tuple[int, str]], share: int) -> list[Fitted]:
    sizes = [count_tokens(text) for _, text in texts]
    result: list[Fitted] = []
    left = share
    for index, ((place, text), size) in enumerate(zip(texts, sizes, strict=True)):
        # Half of the share is for one text at most, unless the others need less than the rest.
        room = min(left, max(share // 2, left - sum(sizes[index + 1 :])))
        if size <= room:
            result.append(Fitted(query, place, text))
            left -= size
        elif room >= _USEFUL and (beginning := trim(text, room)):
            result.append(Fitted(query, place, beginning, trimmed=True))
            left -= count_tokens(beginning)
    return result
