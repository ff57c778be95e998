"""Words that a line's end divides: made one again, with their hyphen where it is their own.

A hyphen at the end of a line does not tell whether it belongs to the word. What decides, in this
order: how the document writes the word elsewhere, whether both halves are words of the document,
and a few first halves that are seldom the beginning of an undivided word.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import UNSPACED
from costorm_widget.retrieval.readers.pdf.runs import HYPHEN

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_END = re.compile(rf"(?P<half>[\w'’-]*\w)(?P<hyphen>[-{HYPHEN}])\Z")
_BEGIN = re.compile(r"(?P<half>[^\W\d_]+)")

_UNSPACED = re.compile(rf"[{UNSPACED}\u3000-\u303f\uff00-\uff65]")
"""Scripts without spaces, and their punctuation."""

_OWN = re.compile(
    "all|anti|cross|double|ex|first|full|great|half|high|ill|large|left|light|long|low|middle|multi"
    "|near|non|one|open|part|post|pre|quasi|real|right|second|self|semi|short|single|six|small|so"
    "|social|state|ten|third|three|time|top|two|well|wide|year"
)
"""First halves of words that are written with a hyphen."""

_CLOSED = re.compile(
    "any|every|here|how|in|net|out|over|some|there|through|under|up|when|where|with"
)
"""First halves of words that are not, although both halves are words."""

_SUSPENDED = re.compile("and|or|to|und|oder|bis|bzw|et|ou|y|o|e|en|of|och|eller")
"""Words before which a hyphen stands for what is not repeated: "short- and long-term"."""


class Vocabulary:
    """The words of a document, as far as no line's end divides them."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._seen = Counter[str]()
        for line in lines:
            words = _WORDS.findall(line.casefold())
            cut = line.endswith(("-", HYPHEN)) and words
            self._seen.update(words[:-1] if cut else words)

    def joined(self, text: str, following: str) -> str:
        """Return `text` with what is to stand between it and the `following` line."""
        end = _END.search(text)
        if end is None and _UNSPACED.search(text[-1:]) and _UNSPACED.match(following):
            return text
        if end is None:
            return text.rstrip(HYPHEN) if text.endswith(HYPHEN) else f"{text} "
        whole = text[: end.start("hyphen")]
        begin = _BEGIN.match(following)
        if begin is None or not begin["half"][0].islower():
            return f"{whole}-"  # COVID-19, Anglo-Saxon
        if _SUSPENDED.fullmatch(begin["half"]):
            return f"{whole}- "
        return f"{whole}-" if self._keeps(end["half"], begin["half"]) else whole

    def _keeps(self, first: str, second: str) -> bool:
        """Whether the hyphen between two halves belongs to the word."""
        first = first.rpartition("-")[2] if "-" in first else first
        start, rest = first.casefold(), second.casefold()
        one, two = self._seen[start + rest], self._seen[f"{start}-{rest}"]
        if one or two:
            return two > one
        if len(first) == 1 or first.isupper() or any(letter.isdigit() for letter in first):
            return True  # T-cells, DNA-based
        if _OWN.fullmatch(start) and len(rest) > 3:  # noqa: PLR2004 - "high-est" is an undivided word
            return True
        both_words = bool(self._seen[start] and self._seen[rest])
        return both_words and len(start) > 2 and not _CLOSED.fullmatch(start)  # noqa: PLR2004
