"""What a citation resolver writes: a text with its citations, and what its end may turn into.

One space is held back, because it goes when the mark behind it goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from costorm_widget.evidence import marks
from costorm_widget.evidence.verbatim import CONTAINER

_TAIL_LENGTH = 1_000
_TARGET_LEFT_OPEN = re.compile(r"\]\([^)]*\Z")
_MARK_LEFT_OPEN = re.compile(rf"[\[【［][\s\d^{marks.SEPARATORS}{marks.DASHES}]*\Z")
_LABEL = re.compile(rf"(?:{CONTAINER.pattern}\[)?(?:\\.|[^\[\\])*\]")


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a text that stands on a snippet.

    Attributes:
        number: The source's number, as printed.
        source_id: The source.
        snippet_id: The passage of it.
        start: Where the printed mark `[number]` begins, in code points of the final text.
        end: Where it ends.
    """

    number: int
    source_id: str
    snippet_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Resolved:
    """A text with its citations resolved.

    Attributes:
        text: The text as it is shown.
        citations: Its citations in order; two may share one printed mark.
        dropped: The marks, keys and addresses that were taken out, as written.
    """

    text: str
    citations: tuple[Citation, ...]
    dropped: tuple[str, ...]


class Written:
    """The text shown, in pieces.

    Attributes:
        pieces: What was written, in order.
        length: Code points of it, without the space held back.
        tail: Its last characters.
        space: The space held back; empty if none is.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.tail = ""
        self.space = ""

    @property
    def text(self) -> str:
        """The whole."""
        return "".join(self.pieces)

    @property
    def last(self) -> str:
        """The last character, held back or not; the start counts as a new line."""
        return self.space or self.tail[-1:] or "\n"

    @property
    def line(self) -> str:
        """The last line."""
        return self.tail.rpartition("\n")[2] + self.space

    def write(self, text: str) -> None:
        """Add `text`, with the space before it."""
        piece = self.space + text
        self.space = ""
        if piece:
            self.pieces.append(piece)
            self.length += len(piece)
            self.tail = (self.tail + piece)[-_TAIL_LENGTH:]

    def leaves_mark_open(self) -> bool:
        """Say whether a mark is open at the end."""
        return _MARK_LEFT_OPEN.search(self.tail) is not None

    def leaves_target_open(self) -> bool:
        """Say whether parentheses are open at the end that could be the target of a link."""
        return _TARGET_LEFT_OPEN.search(self.tail) is not None

    def ends_in_label(self) -> bool:
        """Say whether a colon would make the end a label of a link's target (`[label]: target`).

        A label may have begun on an earlier line; of the last line only a label may come before.
        """
        return _LABEL.fullmatch(self.line) is not None
