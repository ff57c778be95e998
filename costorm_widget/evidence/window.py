"""A stream read with lookahead: what the text so far can answer, and what it cannot yet.

A scanner asks the window about the characters at and after its position. A question whose answer
could still change with text that has not arrived raises `MoreTextNeeded`; the scanner then waits
for the next chunk and asks again. No decision can therefore depend on where a chunk ended, and
that is what makes a stream and the same text in one piece come out alike.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Generator


LINE_REACH = 1_000
"""How far into a line it still matters what it began with."""


class MoreTextNeeded(Exception):
    """The answer depends on text that has not arrived: a signal to wait, not a failure."""


class StreamWindow:
    """The part of a stream that is still needed: the current line, if short, and what follows.

    Attributes:
        text: what is kept of the stream; offsets below are code points in it.
        position: where the scanner stands.
        line_start: where the line with `position` begins; below 0 where that is forgotten.
    """

    def __init__(self) -> None:
        self.text = ""
        self.position = 0
        self.line_start = 0
        self._limit = 0
        self._complete = False

    def append(self, chunk: str) -> None:
        """Take the next chunk; what has been left behind is forgotten."""
        in_line = self.position - self.line_start
        left = self.line_start if in_line <= LINE_REACH else self.position - 1
        left = max(0, left)
        self.text = self.text[left:] + chunk
        self.position -= left
        self.line_start -= left
        self._limit = len(self.text)

    def finish(self) -> None:
        """Say that no text will follow: from now on every question has an answer."""
        self._complete = True

    def advance(self, end: int) -> None:
        """Move the position to `end`."""
        newline = self.text.rfind("\n", self.position, end)
        if newline >= 0:
            self.line_start = newline + 1
        self.position = end

    @contextmanager
    def inside(self, start: int, end: int) -> Generator[None]:
        """Read `text[start:end]` as if it were a whole text of its own."""
        outer = self._limit, self._complete
        self.advance(start)
        self._limit, self._complete = end, True
        try:
            yield
        finally:
            self._limit, self._complete = outer

    def peek(self, at: int) -> str:
        """Return the character at `at`, or "" after the end of the text.

        Raises:
            MoreTextNeeded: `at` has not arrived.
        """
        if at < self._limit:
            return self.text[at]
        if self._complete:
            return ""
        raise MoreTextNeeded

    def before(self, at: int) -> str:
        """Return the character before `at`; the start of the text counts as a new line."""
        return self.text[at - 1] if at else "\n"

    def line_before(self, at: int) -> str:
        """Return what stands between the beginning of the current line and `at`.

        Far into a line, where nothing depends on its beginning any more, it is `…`.
        """
        return self.text[self.line_start : at] if at - self.line_start <= LINE_REACH else "…"

    def available(self, pattern: re.Pattern[str], start: int) -> int:
        """Return where a match of `pattern` at `start` ends in the text so far, without waiting."""
        match = pattern.match(self.text, start, self._limit)
        return match.end() if match else start

    def run(self, pattern: re.Pattern[str], start: int, reach: int) -> int:
        """Return where the run of `pattern` from `start` ends, at most `reach` characters on.

        `pattern` must be greedy and must never give back what it has taken when more text comes.

        Raises:
            MoreTextNeeded: the run goes up to the end of the text so far and may go on.
        """
        end, decided = self._horizon(start, reach)
        match = pattern.match(self.text, start, end)
        stop = match.end() if match else start
        if stop == end and not decided:
            raise MoreTextNeeded
        return stop

    def search(self, pattern: re.Pattern[str], start: int, reach: int) -> re.Match[str] | None:
        """Return the first match of `pattern` in the `reach` characters from `start`.

        `pattern` may look at one character after the match, not further.

        Raises:
            MoreTextNeeded: text that has not arrived may hold the match or change it.
        """
        end, decided = self._horizon(start, reach)
        match = pattern.search(self.text, start, end)
        if not decided and (match is None or match.end() == end):
            raise MoreTextNeeded
        return match

    def _horizon(self, start: int, reach: int) -> tuple[int, bool]:
        """Return how far can be read, and whether nothing beyond that can matter."""
        end = min(start + reach, self._limit)
        return end, self._complete or end == start + reach
