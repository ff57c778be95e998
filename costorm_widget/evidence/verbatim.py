r"""Code and math: the stretches of a text in which a bracket is never a citation.

Inline code and inline math end on the line they begin on and within `INLINE_REACH` characters;
display math (`$$…$$`, `\[…\]`) may span lines but neither a blank line nor `DISPLAY_REACH`
characters. What is not closed within that is ordinary text. So a lone dollar or backtick delays
a stream by a known length at most, and cannot hide the citations behind it. A fenced block goes
on to its closing fence, to the end of the list item or quotation it is in, or to the end of the
text, as in CommonMark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.window import StreamWindow

INLINE_REACH = 300
DISPLAY_REACH = 2_000
SHORTEST_FENCE = 3
# Block quotes and list bullets: what may stand before a fence, or before a definition.
CONTAINER = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*")

_FENCE_RUN = {"`": re.compile("`+"), "~": re.compile("~+")}
_AFTER_FENCE = {"`": re.compile(r"[`\n]"), "~": re.compile(r"\n")}
_TICKS_OR_BREAK = re.compile(r"`+|\n")
_DISPLAY_DOLLARS = re.compile(r"\$\$|\n[ \t]*\n")
_DISPLAY_BRACKET = re.compile(r"\\\]|\n[ \t]*\n")
_INLINE_PARENTHESIS = re.compile(r"\\\)|\n")
_INLINE_DOLLAR = re.compile(r"(?<![\s\\])\$(?!\d)|\n")
_AMOUNT_RUN = re.compile(r"[\d.,]*[A-Za-z]{0,2} ?[A-Za-z]{0,2}")
_LINK = re.compile(
    r"(?:https?|ftp)://|www\.|<[A-Za-z][\w+.-]*[:@]|<[A-Za-z][\w-]*(?:[\s/][^<>]*)?>", re.IGNORECASE
)
_AMOUNT = re.compile(r"\d[\d.,]*[A-Za-z]{0,2} [A-Za-z]{2}")


_LEAD = re.compile(r"[ \t>]*")
_MARGIN = 3


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block that is open.

    Attributes:
        mark: The backticks or tildes that opened it.
        prefix: What stood before them on their line.
    """

    mark: str
    prefix: str

    @property
    def doubtful(self) -> bool:
        """Whether Markdown sees no code here in some surroundings, such as below a list item."""
        return bool(self.prefix)

    def holds(self, lead: str, *, blank: bool) -> bool:
        """Say whether a line that begins with `lead` still belongs to the block."""
        if ">" in self.prefix:
            return lead.count(">") >= self.prefix.count(">")
        loose = not self.prefix.strip() and _width(self.prefix) <= _MARGIN
        return blank or loose or _width(lead) >= _width(self.prefix)

    def is_closed_by(self, line: str) -> bool:
        """Say whether `line` (without its line break) closes the block."""
        mark = line.strip(" \t\r>")
        margin = _width(line[: len(line) - len(line.lstrip(" \t>"))]) - _width(self.prefix)
        return len(mark) >= len(self.mark) and not mark.strip(self.mark[0]) and margin <= _MARGIN


def lead_end(window: StreamWindow, at: int) -> int:
    """Return where the spaces and quote marks end with which the line at `at` begins."""
    return window.run(_LEAD, at, INLINE_REACH)


def _width(lead: str) -> int:
    return len(lead.expandtabs(4))


def ticks_end(window: StreamWindow, at: int) -> int:
    """Return the end of the run of backticks that begins at `at`."""
    return window.run(_FENCE_RUN["`"], at, INLINE_REACH)


def code_end(window: StreamWindow, at: int) -> int | None:
    """Return the end of the inline code that opens at the backtick at `at`, None if none does.

    Raises:
        MoreTextNeeded: not decided by the text so far.
    """
    place = ticks_end(window, at)
    length, stop = place - at, place + INLINE_REACH
    while place < stop:
        match = window.search(_TICKS_OR_BREAK, place, stop - place)
        if match is None or match[0] == "\n":
            return None
        if len(match[0]) == length:
            return match.end()
        place = match.end()
    return None


def math_end(window: StreamWindow, at: int) -> int | None:
    """Return the end of the math that opens at the dollar or backslash at `at`, None if none does.

    Raises:
        MoreTextNeeded: not decided by the text so far.
    """
    opening = window.text[at] + window.peek(at + 1)
    if opening == "$$":
        return _closed(window, _DISPLAY_DOLLARS, at + 2, DISPLAY_REACH)
    if opening == r"\[":
        return _closed(window, _DISPLAY_BRACKET, at + 2, DISPLAY_REACH)
    if opening == r"\(":
        return _closed(window, _INLINE_PARENTHESIS, at + 2, INLINE_REACH)
    if opening[0] != "$" or not opening[1:].strip() or _is_amount(window, at + 1):
        return None
    return _closed(window, _INLINE_DOLLAR, at + 1, INLINE_REACH)


def fence_opening(window: StreamWindow, at: int, prefix: str) -> tuple[Fence, int] | None:
    """Return the fence that opens at `at` and where its first line ends, None if none does.

    `prefix` is what is shown before it on its line.

    Raises:
        MoreTextNeeded: not decided by the text so far.
    """
    mark = window.text[at]
    if not CONTAINER.fullmatch(prefix):
        return None
    end = window.run(_FENCE_RUN[mark], at, INLINE_REACH)
    if end - at < SHORTEST_FENCE:
        return None
    match = window.search(_AFTER_FENCE[mark], end, INLINE_REACH)
    if match is None:
        return Fence(window.text[at:end], prefix), end
    if match[0] == "`":
        return None
    return Fence(window.text[at:end], prefix), match.end()


def _closed(window: StreamWindow, closing: re.Pattern[str], start: int, reach: int) -> int | None:
    match = window.search(closing, start, reach)
    if match is None or "\n" in match[0] or match.start() == start:
        return None
    return None if _LINK.search(window.text, start, match.start()) else match.end()


def _is_amount(window: StreamWindow, at: int) -> bool:
    """Say whether money stands here (`$5 million`): waiting for a closing dollar is no use then."""
    end = window.run(_AMOUNT_RUN, at, INLINE_REACH)
    return _AMOUNT.fullmatch(window.text, at, end) is not None
