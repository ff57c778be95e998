"""Asking an engine about many groups of evidence: so many in one call, all calls at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

Group = TypeVar("Group")
Answer = TypeVar("Answer")

_GROUPS_A_CALL = 24
"""Groups that one call is asked about: more than a turn brings, few enough to keep apart."""


async def in_calls(
    groups: Sequence[Group], ask: Callable[[Sequence[Group]], Awaitable[Sequence[Answer]]]
) -> list[Answer]:
    """Return the answers to all groups, in their order.

    What a turn brings goes into one call; what a warm start finds, into a few at the same time.

    Args:
        groups: What is asked about.
        ask: Asks about some groups in one call; returns one answer a group.
    """
    calls = [
        groups[start : start + _GROUPS_A_CALL] for start in range(0, len(groups), _GROUPS_A_CALL)
    ]
    replies = await asyncio.gather(*map(ask, calls))
    return [answer for reply in replies for answer in reply]
