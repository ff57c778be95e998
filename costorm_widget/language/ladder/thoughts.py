"""What a reasoning model thinks aloud before it speaks, taken out of what it says.

Most servers send thoughts apart from the reply; the others leave them in the text, between marks
that differ by model family. A mark right behind a backtick is spoken of, not used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MARKS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "<seed:think>": "</seed:think>",
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",
}
_ALL = (*_MARKS, *_MARKS.values())
_LONGEST = max(map(len, _ALL))


def _any_of(texts: Iterable[str], end: str = "") -> re.Pattern[str]:
    options = "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
    return re.compile(rf"(?<!`)(?:{options}){end}", re.IGNORECASE | re.ASCII)


_MARK = _any_of(_ALL)
_BEGINNING_OF_MARK = _any_of({mark[:end] for mark in _ALL for end in range(1, len(mark))}, r"\Z")
_CLOSING = {closing: _any_of([closing]) for closing in _MARKS.values()}


class ThoughtFilter:
    """Takes thoughts out of a reply that comes in pieces.

    Text that may be the beginning of a mark is held back until the next piece decides. Thoughts
    that never end are thoughts to the end. A lone closing mark, left by templates that open the
    thought in the prompt, is taken out itself, but what came before it has been said by then.
    """

    def __init__(self) -> None:
        """Start outside of any thought."""
        self._held = ""
        self._closing = ""
        self._before = ""
        self._begun = False

    def feed(self, piece: str) -> str:
        """Return what of the reply can be said after `piece` more of it."""
        self._held += piece
        return self._without_lead(self._advance(at_end=False))

    def close(self) -> str:
        """Return what was held back; the reply is over."""
        return self._without_lead(self._advance(at_end=True))

    def _advance(self, *, at_end: bool) -> str:
        said = ""
        while self._held:
            if self._closing:
                if not self._thought_ends():
                    break
                continue
            # The character before decides whether a mark is spoken of.
            text, start = self._before + self._held, len(self._before)
            match = _MARK.search(text, start)
            if match:
                said += text[start : match.start()]
                self._closing = _MARKS.get(match[0].lower(), "")
                self._held, self._before = text[match.end() :], ""
                continue
            begun = _BEGINNING_OF_MARK.search(text, max(start, len(text) - _LONGEST))
            end = begun.start() if begun and not at_end else len(text)
            said += text[start:end]
            self._held, self._before = text[end:], text[max(0, end - 1) : end]
            break
        return said

    def _thought_ends(self) -> bool:
        """Drop the thought that is held; return whether it has ended."""
        match = _CLOSING[self._closing].search(self._held)
        if match is None:
            # The closing mark may have begun in what is there.
            self._held = self._held[1 - len(self._closing) :]
            return False
        self._held, self._closing = self._held[match.end() :], ""
        return True

    def _without_lead(self, said: str) -> str:
        """Return what is said, without the space between a thought and the first word."""
        if not self._begun:
            said = said.lstrip()
            self._begun = bool(said)
        return said


def without_thoughts(text: str) -> str:
    """Return a whole reply without its thoughts.

    Before a lone closing mark all is thought: the prompt had opened it.
    """
    first = _MARK.search(text)
    if first and first[0].lower() not in _MARKS:
        text = text[first.end() :]
    thoughts = ThoughtFilter()
    return thoughts.feed(text) + thoughts.close()
