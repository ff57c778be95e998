"""A passage with what stands around it in its source, cut where sentences or words end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from unicodedata import category

from costorm_widget.evidence.sentences import split_sentences

_SPACE = re.compile(r"\s")
_LINE_MARKUP = re.compile(r"[ \t>#*+•-]*(?:\d{1,3}[.)][ \t]+)?")
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Context:
    """A passage in its surroundings: `source.text[start:end] == before + quote + after`.

    Attributes:
        before: What stands before the passage, from a border of sentences or else of words.
        quote: The passage.
        after: What stands behind it, up to such a border.
        start: Where `before` begins in the source's text, in code points.
        end: Where `after` ends.
        more_before: Whether the source has more before it.
        more_after: Whether it goes on behind.
    """

    before: str
    quote: str
    after: str
    start: int
    end: int
    more_before: bool
    more_after: bool

    def __str__(self) -> str:
        """Return the whole as one text, with `…` where the source goes on."""
        return self._joined(self.before, self.quote, self.after)

    def _repr_html_(self) -> str:
        before, after = escape(self.before), escape(self.after)
        shown = self._joined(before, f"<mark>{escape(self.quote)}</mark>", after)
        return f'<blockquote style="white-space:pre-wrap">{shown}</blockquote>'

    def _joined(self, before: str, quote: str, after: str) -> str:
        opening, closing = "… " * self.more_before, " …" * self.more_after
        return f"{opening}{before}{quote}{after}{closing}"


def context(text: str, start: int, end: int, characters: int) -> Context:
    """Return `text[start:end]` with at most `characters` code points on either side."""
    first = _opening(text, start, characters)
    last = _closing(text, end, characters)
    return Context(
        before=text[first:start],
        quote=text[start:end],
        after=text[end:last],
        start=first,
        end=last,
        more_before=bool(text[:first].strip()),
        more_after=bool(text[last:].strip()),
    )


def _opening(text: str, start: int, characters: int) -> int:
    """Return where what is shown before `start` begins."""
    lowest = max(0, start - characters)
    if lowest == 0:
        return start - len(text[:start].lstrip())
    window = text[lowest:start]
    # The first sentence of the window may have begun before it.
    sentences = split_sentences(window)[1:]
    if sentences:
        at = sentences[0].start
        line = window.rfind("\n", 0, at) + 1
        return lowest + (line if _LINE_MARKUP.fullmatch(window, line, at) else at)
    if space := _SPACE.search(window):
        return lowest + space.end()
    while lowest < start and _clings(text, lowest):
        lowest += 1
    return lowest


def _closing(text: str, end: int, characters: int) -> int:
    """Return where what is shown behind `end` ends."""
    highest = end + characters
    if highest >= len(text):
        return end + len(text[end:].rstrip())
    window = text[end:highest]
    # The last sentence of the window may go on behind it, and a heading opens what is not shown.
    whole = split_sentences(window)[:-1]
    while whole and window[window.rfind("\n", 0, whole[-1].start) + 1] == "#":
        whole = whole[:-1]
    if whole:
        return end + whole[-1].end
    spaces = list(_SPACE.finditer(window))
    if spaces:
        return end + len(window[: spaces[-1].start()].rstrip())
    while highest > end and _clings(text, highest):
        highest -= 1
    return highest


def _clings(text: str, at: int) -> bool:
    """Say whether the character at `at` is drawn together with the one before it."""
    return category(text[at]).startswith("M") or _JOINER in text[at - 1 : at + 1]
