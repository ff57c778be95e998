"""The plain form of a sentence, so that two sayings of it can be told to be the same."""

from __future__ import annotations

import re

from costorm_widget.evidence.sentences import split_sentences

_MARK = re.compile(r"\[\d+(?:[,;–-] ?\d+)*\]")
_QUOTED = re.compile(r"“([^”]+)”|「([^」]+)」")
_NOT_WORD = re.compile(r"[^\w%]+")


def plain(sentence: str) -> str:
    """Return `sentence` in lower case without citation marks, punctuation and markup."""
    return _NOT_WORD.sub(" ", _MARK.sub(" ", sentence)).strip().casefold()


def plain_sentences(text: str, language: str) -> list[str]:
    """Return the plain form of every sentence of `text`, and of every quotation in it."""
    quoted = [first or second for first, second in _QUOTED.findall(text)]
    parts = [text, *quoted]
    return [
        form
        for part in parts
        for span in split_sentences(part, language)
        if (form := plain(part[span.start : span.end]))
    ]
