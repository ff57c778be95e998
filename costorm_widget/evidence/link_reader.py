"""Finding Markdown's links in a stream: their text, their target, and definitions of targets.

As in `mark_reader` nothing is changed here, and every function raises `MoreTextNeeded` while the
text so far does not decide. What is longer than the reach of a rule is no link, so that a bracket
alone delays a stream by a known length at most.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.evidence import marks
from costorm_widget.evidence.verbatim import code_end, ticks_end

if TYPE_CHECKING:
    from costorm_widget.evidence.window import StreamWindow

TITLE_REACH = 300
BLANKS = re.compile(r"[ \t]*")
_TEXT_REACH = 200
_DEEPEST_BRACKETS = 4
_DEEPEST_PARENTHESES = 8
_TEXT_STOP = re.compile(r"\\.|[`\[\]\n]", re.DOTALL)
_LINE_BREAK = re.compile(r"[ \t\r]*\n?[ \t\r]*")
_TARGET_STOP = re.compile(r"\\.|[()\s]", re.DOTALL)
_ANGLE_STOP = re.compile(r"[<>\n]")
_TITLE_CLOSING = {
    '"': re.compile(r'(?<!\\)"|\n[ \t]*\n'),
    "'": re.compile(r"(?<!\\)'|\n[ \t]*\n"),
    "(": re.compile(r"(?<!\\)\)|\n[ \t]*\n"),
}


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link: its text is `text_start:text_end`, and the whole goes on to `end`."""

    text_start: int
    text_end: int
    end: int
    address: str


def read_link(window: StreamWindow, at: int) -> Link | None:
    """Return the link whose opening bracket is at `at`."""
    closing = closing_bracket(window, at)
    if closing is None:
        return None
    target = read_target(window, closing + 1)
    return target and Link(at + 1, closing, *target)


def closing_bracket(window: StreamWindow, at: int) -> int | None:
    """Return where the bracket that opens at `at` closes, on its line and not in code."""
    if window.peek(at) != "[":
        return None
    depth, place, stop = 1, at + 1, at + _TEXT_REACH
    while place < stop and depth <= _DEEPEST_BRACKETS:
        match = window.search(_TEXT_STOP, place, stop - place)
        if match is None or match[0] == "\n":
            return None
        place = match.end()
        if match[0] == "`":
            start = match.start()
            place = code_end(window, start) or ticks_end(window, start)
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        if depth == 0:
            return match.start()
    return None


def read_target(window: StreamWindow, at: int) -> tuple[int, str] | None:
    """Return the end and the address of the link target that opens at `at`."""
    if window.peek(at) != "(":
        return None
    start = window.run(_LINE_BREAK, at + 1, TITLE_REACH)
    if window.peek(start) == "<":
        match = window.search(_ANGLE_STOP, start + 1, marks.ADDRESS_REACH)
        if match is None or match[0] != ">":
            return None
        address, place = window.text[start + 1 : match.start()], match.end()
    else:
        place = _target_end(window, start)
        address = window.text[start:place]
    after = window.run(_LINE_BREAK, place, TITLE_REACH)
    closing = _TITLE_CLOSING.get(window.peek(after)) if after > place else None
    if closing:
        match = window.search(closing, after + 1, TITLE_REACH)
        if match is None or "\n" in match[0]:
            return None
        after = window.run(_LINE_BREAK, match.end(), TITLE_REACH)
    return (after + 1, address) if window.peek(after) == ")" else None


def opens_angle(window: StreamWindow, at: int) -> bool:
    """Say whether the parenthesis at `at` opens a target in angle brackets, closed or not."""
    return window.peek(window.run(_LINE_BREAK, at + 1, TITLE_REACH)) == "<"


def target_follows(window: StreamWindow, colon: int) -> bool:
    """Say whether the colon at `colon` opens a target, if a label stands before it.

    The target may stand on the next line. What comes behind it may be taken out, so that it does
    not matter here.
    """
    return window.peek(window.run(_LINE_BREAK, colon + 1, TITLE_REACH)) not in {"", "\n"}


def _target_end(window: StreamWindow, start: int) -> int:
    depth, place, stop = 0, start, start + marks.ADDRESS_REACH
    while place < stop and depth <= _DEEPEST_PARENTHESES:
        match = window.search(_TARGET_STOP, place, stop - place)
        if match is None or match[0].isspace() or (match[0] == ")" and depth == 0):
            return match.start() if match else place
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        place = match.end()
    return place
