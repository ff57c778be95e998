"""What a reasoning model thinks aloud before it speaks, taken out of what it says.

Most servers send thoughts apart from the reply; the others leave them in the text, between marks
that differ by model family. A mark right behind a backtick is spoken of, not used.
"""

from __future__ import annotations

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
_LONGEST = max(len(mark) for mark in (*_MARKS, *_MARKS.values()))
_FIRST_CHARACTERS = frozenset(mark[0] for mark in _MARKS)


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
        self._said_something = False
        self._last = ""

    def feed(self, piece: str) -> str:
        """Return what of the reply can be said after `piece` more of it."""
        self._held += piece
        return self._lead(self._advance(at_end=False))

    def close(self) -> str:
        """Return what was held back; the reply is over."""
        return self._lead(self._advance(at_end=True))

    def _advance(self, *, at_end: bool) -> str:
        said = ""
        while self._held:
            if self._closing:
                if not self._skip_thought(at_end=at_end):
                    break
                continue
            before, rest = self._before_mark()
            said += before
            self._last = before[-1:] or self._last
            self._held = rest
            if not rest or not (at_end or self._decided()):
                break
            said += self._take_mark()
        return said

    def _skip_thought(self, *, at_end: bool) -> bool:
        """Drop the thought; return whether its end has come."""
        at = _lower(self._held).find(self._closing)
        if at < 0:
            # The closing mark may have begun in what is there.
            self._held = "" if at_end else self._held[-(len(self._closing) - 1) :]
            return False
        self._held = self._held[at + len(self._closing) :]
        self._closing = ""
        return True

    def _before_mark(self) -> tuple[str, str]:
        """Cut what is held at the first character that may begin a mark."""
        for at, char in enumerate(self._held):
            if char in _FIRST_CHARACTERS and (self._held[at - 1] if at else self._last) != "`":
                return self._held[:at], self._held[at:]
        return self._held, ""

    def _decided(self) -> bool:
        """Return whether what is held is more than the beginning of a mark."""
        held = _lower(self._held[:_LONGEST])
        marks = (*_MARKS, *_MARKS.values())
        return any(held.startswith(mark) for mark in marks) or not any(
            mark.startswith(held) for mark in marks
        )

    def _take_mark(self) -> str:
        """Take the mark at the beginning of what is held; return its character if it is none."""
        held = _lower(self._held[:_LONGEST])
        for opening, closing in _MARKS.items():
            if held.startswith(opening):
                self._held = self._held[len(opening) :]
                self._closing = closing
                return ""
            if held.startswith(closing):
                self._held = self._held[len(closing) :]
                return ""
        char, self._held = self._held[0], self._held[1:]
        self._last = char
        return char

    def _lead(self, said: str) -> str:
        """Return what is said, without the space between a thought and the first word."""
        if not self._said_something:
            said = said.lstrip()
            self._said_something = bool(said)
        return said


def without_thoughts(text: str) -> str:
    """Return a whole reply without its thoughts.

    Before a lone closing mark all is thought: the prompt had opened it.
    """
    lowered = _lower(text)
    for opening, closing in _MARKS.items():
        first = lowered.find(closing)
        if first >= 0 and opening not in lowered[:first]:
            text = text[first + len(closing) :]
            lowered = _lower(text)
    thoughts = ThoughtFilter()
    return thoughts.feed(text) + thoughts.close()


def _lower(text: str) -> str:
    """Return `text` in small ASCII letters, of the same length whatever it holds."""
    return text.translate(_SMALL)


_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
