"""Many passages at a glance: the beginning of each, when what they are about is all that counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from costorm_widget.evidence.budget import count_tokens, trim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Passage

_HEAD = 12
"""Tokens of a passage's number and title, about."""


def excerpts(passages: Sequence[Passage], each: int, tokens: int) -> tuple[Passage, ...]:
    """Return beginnings of `each` tokens, as many as go into `tokens` tokens with their titles.

    When there are too many, the best of every query is taken, then the second of every query, and
    so on: the passages of a session stand query after query, and each query found another side.
    """
    by_query: dict[tuple[str, str], list[Passage]] = {}
    for passage in passages:
        query = next(iter(passage.snippet.queries), ("", ""))
        by_query.setdefault(query, []).append(passage)
    in_turn = [one for row in zip_longest(*by_query.values()) for one in row if one is not None]
    chosen = in_turn[: max(1, tokens // (each + _HEAD))]
    return tuple(
        replace(one, trimmed=beginning(one.shown, each))
        for one in sorted(chosen, key=lambda one: one.handle)
    )


def beginning(text: str, tokens: int) -> str:
    """Return `text` if it has no more than `tokens` tokens, else its beginning and `[…]`."""
    return text if count_tokens(text) <= tokens else trim(text, tokens)
