"""What could not be searched, heard by whoever asked, although the rest has answered.

Several queries are searched at once, each in several places: a place that fails is no reason to
fail the search, and the answer itself has no room for it. So the searcher listens for a while, in
its own context, which the tasks that it starts share.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Failure:
    """A place that could not be searched, or a hook that has failed, and why."""

    name: str
    error: Exception

    def __str__(self) -> str:
        """Say it to the user: the error ends with the remedy."""
        return f"{self.name} was left out: {self.error}"


_ear: ContextVar[list[Failure] | None] = ContextVar("failures", default=None)


@contextmanager
def hearing() -> Iterator[list[Failure]]:
    """Yield the list that the failures of all searches inside are added to."""
    heard: list[Failure] = []
    before = _ear.set(heard)
    try:
        yield heard
    finally:
        _ear.reset(before)


def tell(failure: Failure) -> None:
    """Let whoever listens hear of a failure."""
    heard = _ear.get()
    if heard is not None:
        heard.append(failure)


def failed(name: str, error: Exception) -> SourceError:
    """Return what is told of an `error` that code from outside has raised."""
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return SourceError(f"{name} failed ({what}); try it by itself, then run the turn again.")
