"""Words as they stand in the evidence: their stems, their usual form, and whether they are nouns.

There is no tagger that is light, well kept and ships its data, so nouns are told by company: a
noun is often followed by "of", a verb form or a stop, and seldom by an article; a verb often
follows "to" or a pronoun. Counted over the evidence itself, that separates "attacks" from
"showed" well enough for names. The lists are English; in other languages every content word may
stand in a name.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stem, stop_words

if TYPE_CHECKING:
    from collections.abc import Sequence


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


WORD = re.compile(r"[^\W_]+(?:[-'’·.][^\W_]+)*", re.UNICODE)
_TOKEN = re.compile(r"[^\W_]+(?:[-'’·.][^\W_]+)*|[.,;:!?()]", re.UNICODE)
_BLOCK_BORDER = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•#>|]|\d+[.)])\s)")

_BEFORE_VERB = _listed("""
    to will would could can cannot may might must should not they it we he she who i you did do does
    has have had be been being was were is are also then never often always
""")
_AFTER_NOUN = _listed("""
    of in and or is was are were has have had for on at by from with after before during than as
    will would could may can did do does between among through under over within per when where who
    which . , ; : ) ? !
""")
_AFTER_VERB = _listed("the a an no that their its his her how whether any it them him")
MEASURES = _listed("""
    percent per cent share number rate year years decade decades month months week weeks day days
    hour hours minute minutes time times people way ways thing things case cases kind kinds
    part parts effect effects result results change changes difference example reason reasons
    figure figures
""")
"""Nouns that every text is full of: alone they name nothing."""

_NO_NOUN_ENDING = ("ed", "ly", "ously", "ive", "ful", "less", "able", "ible", "ical", "ous")
_OFTEN_NO_NOUN = ("al", "ic", "ary", "ing", "ent", "ant", "er", "est")
_SURELY_NOUN = 0.5
"""Least score of a word whose ending is more often an adjective's or a verb's."""

_PROPER = 2
"""Times a word must open a sentence, and never stand inside one, to be taken for a name."""

_COMMON = 0.2
"""Share of small letters from which a word is no name: "energy" is not, in spite of the many
departments of Energy."""

_SHOULD_BE_NOUN = 0.34
"""Least score of a word that may end a name; set on the headings of the sample corpus."""


@dataclass(slots=True)
class WordStats:
    """Counts over a body of evidence.

    Attributes:
        language: ISO 639-1 code of the evidence.
        forms: How often each form of a stem stands inside a sentence, by stem.
    """

    language: str
    forms: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    _opening: Counter[str] = field(default_factory=Counter[str])
    _seen: Counter[str] = field(default_factory=Counter[str])
    _noun: Counter[str] = field(default_factory=Counter[str])
    _verb: Counter[str] = field(default_factory=Counter[str])

    def count(self, text: str) -> None:
        """Count the words of one text."""
        for block in _BLOCK_BORDER.split(text):
            self._count(_TOKEN.findall(block))

    def _count(self, tokens: Sequence[str]) -> None:
        before = "."
        for place, token in enumerate(tokens):
            if token[0].isalnum():
                low = token.casefold()
                after = tokens[place + 1].casefold() if place + 1 < len(tokens) else "."
                self._seen[low] += 1
                self._noun[low] += after in _AFTER_NOUN and not _compares(low, after)
                self._verb[low] += (before in _BEFORE_VERB) + (after in _AFTER_VERB)
                if before == ".":
                    self._opening[low] += token[:1].isupper()
                else:
                    self.forms.setdefault(stem(low, self.language), Counter())[token] += 1
            before = token.casefold()

    def is_noun(self, word: str) -> bool:
        """Whether `word` may end a name."""
        low = word.casefold()
        if self.language != "en":
            return low not in stop_words(self.language)
        if (
            low.endswith((*_NO_NOUN_ENDING, "'s", "’s"))
            or low in stop_words(self.language)
            or low.isdigit()
        ):
            return False
        seen = self._seen[low]
        if not seen:
            return not low.endswith("ing")
        score = (self._noun[low] - self._verb[low]) / (seen + 1)
        return score >= (_SURELY_NOUN if low.endswith(_OFTEN_NO_NOUN) else _SHOULD_BE_NOUN)

    def is_modifier(self, word: str) -> bool:
        """Whether `word` may stand before a noun in a name."""
        low = word.casefold()
        return low not in stop_words(self.language) and not low.endswith("ly")

    def cased(self, word: str) -> str:
        """Return `word` as it stands inside sentences: lower case unless it is a proper name."""
        if word == word.casefold():
            return word
        base, mark, possessive = word.partition("'s") if "'" in word else word.partition("’s")
        low = base.casefold()
        inside = Counter(
            {
                form: count
                for form, count in self.forms.get(stem(low, self.language), Counter()).items()
                if form.casefold() == low
            }
        )
        if inside:
            common = inside[low] >= _COMMON * inside.total()
            return (low if common else inside.most_common(1)[0][0]) + mark + possessive
        proper = self._opening[low] >= _PROPER or base[1:] != base[1:].lower()
        return word if proper else low + mark + possessive


def _compares(word: str, after: str) -> bool:
    """Whether the word is a comparative: "slower than" tells of no noun."""
    return after == "than" and word.endswith("er")


def inside(phrase: str, stats: WordStats) -> str:
    """Return `phrase` as it would stand inside a sentence.

    Only its first word can be in doubt: the capitals of the others were chosen. Before another
    capitalized word it is part of a name, as in "Uniform Time Act".
    """
    first = WORD.match(phrase)
    if first is None:
        return phrase
    rest = phrase[first.end() :]
    second = WORD.match(rest, 1)
    if second and rest[0] == " " and second.group().istitle():
        return phrase
    return stats.cased(first.group()) + rest


def titled(phrase: str) -> str:
    """Return `phrase` with a capital at its beginning and nothing else changed."""
    return phrase[:1].upper() + phrase[1:]
