"""Sentences of the evidence as things to quote.

A quotation has to stand on its own. A sentence that opens with "It", "However" or "These" leans
on the one before it; it is only used directly after that one. And it has to come out of the
citation resolver as it went in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.evidence.plain import plain
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.language.extractive.speech import stays
from costorm_widget.language.extractive.words import WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.language.tasks import Passage

_LEANS = re.compile(
    r"\W*(?:this|these|those|that|it|its|they|their|them|he|she|his|her|such|however|but|and|or|"
    r"so|also|then|thus|therefore|hence|moreover|furthermore|instead|nevertheless|nonetheless|"
    r"meanwhile|similarly|likewise|conversely|consequently|accordingly|otherwise|both|here|there|"
    r"another|others?|the (?:latter|former|same|other)|in contrast|by contrast|as a result|"
    r"for example|for instance|in addition|on the other hand|at the same time|"
    r"(?:(?:some|most|all|many|few|none|one|both) of|because of|"
    r"in|of|for|at|by|despite|after|before|from|among|with|to|on|under|since|until) "
    r"(?:this|that|these|those|it|them|him|her|then)|"
    r"we|our|i|my|you|your|see|note)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[|<>{}=]|\]\(|^\s*(?:[#>*+-]|\d+[.)])\s")
_LEANS_INSIDE = re.compile(
    r"^(?:\S+\s+){1,6}(?:thus|therefore|also|however|then|too|hence|instead|likewise|in turn)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[.!。！…؟।][\"'”’»)\]]*$")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_SHORTEST, _LONGEST = 7, 48
"""Words of a sentence that is worth quoting whole."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable sentence.

    Attributes:
        text: The sentence, verbatim.
        plain: Its plain form, to know it again.
        handle: Handle of its passage.
        source: Id of its source.
        at: Place of its first code point in the source.
        leans: Whether it needs the sentence before it.
        after: Place in the list of the sentence before it; None at a passage's beginning.
        words: Number of words.
    """

    text: str
    plain: str
    handle: int
    source: str
    at: int
    leans: bool
    after: int | None
    words: int


def units(passages: Sequence[Passage], language: str) -> list[Unit]:
    """Return all sentences of the passages that can be quoted; each text once."""
    found: list[Unit] = []
    seen: set[str] = set()
    for passage in passages:
        before: int | None = None
        for span in split_sentences(passage.snippet.text, language):
            raw = passage.snippet.text[span.start : span.end]
            text = raw.strip()
            form = plain(text)
            if not _quotable(text) or form in seen:
                before = None
                continue
            seen.add(form)
            start = passage.snippet.start + span.start + len(raw) - len(raw.lstrip())
            found.append(
                Unit(
                    text=text,
                    plain=form,
                    handle=passage.handle,
                    source=passage.snippet.source_id,
                    at=start,
                    leans=bool(_LEANS.match(text) or _LEANS_INSIDE.match(text)),
                    after=before,
                    words=_length(text),
                )
            )
            before = len(found) - 1
    return found


def total_words(chosen: Iterable[Unit]) -> int:
    """Return the words of all of them together."""
    return sum(unit.words for unit in chosen)


def _quotable(text: str) -> bool:
    if not _SHORTEST <= _length(text) <= _LONGEST or not _CLOSED.search(text):
        return False
    # Behind another sentence and its mark, a small letter would read as that sentence going on.
    goes_on = next((each for each in text if each.isalnum()), "").islower()
    whole = text.count('"') % 2 == 0 and text.count("“") == text.count("”")
    return whole and not goes_on and not _MARKUP.search(text) and "\n\n" not in text and stays(text)


def _length(text: str) -> int:
    """Return the number of words; in scripts without spaces, of characters by two."""
    unspaced = len(_UNSPACED.findall(text))
    return len(WORD.findall(_UNSPACED.sub(" ", text))) + unspaced // 2
