"""Several pieces of work at the same time, and none of them left behind."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

Result = TypeVar("Result")


async def together(work: Sequence[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Do all `work`; when one piece fails or is stopped, none of the others goes on."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        await ended(tasks)


async def ended(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel what is still going on, and return when all of it has cleaned up."""
    for task in tasks:
        task.cancel()  # of one that has failed already, this says that the error was seen
    if tasks:
        await asyncio.wait(tasks)
