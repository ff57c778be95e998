"""A sentence or a quote, read once for all checks."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stem
from costorm_widget.evidence.support.numbers import read_numbers
from costorm_widget.evidence.support.roles import causes, deeds
from costorm_widget.evidence.support.synonyms import CLASSES
from costorm_widget.evidence.support.words import alike, read_words
from costorm_widget.evidence.vocabulary.numbers import NUMBER_WORDS

if TYPE_CHECKING:
    from costorm_widget.evidence.support.numbers import Number
    from costorm_widget.evidence.support.roles import Deed, Relation
    from costorm_widget.evidence.support.words import Word

_DIGIT = re.compile(r"\d")
_HEAD = 5
_NAME_HEAD = 4
_NAME_SHARE = 0.6
_SHORT_FORM = 2
_AMERICA = CLASSES["american"]


class Side:
    """A sentence, or a quote of one or several sentences.

    What is read of it is read when it is first asked for: of most sentences of a snippet nobody
    wants more than the words.

    Attributes:
        text: As it is written, without citation marks.
    """

    def __init__(self, text: str, language: str) -> None:
        """Keep `text`, which is in `language`, an ISO 639-1 code."""
        self.text = text
        self._language = language

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words."""
        return read_words(self.text, self._language)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Its numbers."""
        if NUMBER_WORDS.isdisjoint(self.lows) and not _DIGIT.search(self.text):
            return ()
        return read_numbers(self.text, self._language)

    @cached_property
    def causes(self) -> tuple[Relation, ...]:
        """What it says brings about what."""
        return causes(self.text)

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """What it says somebody did."""
        return tuple(deeds(self.words))

    @cached_property
    def classes(self) -> frozenset[str]:
        """Classes of the words that say something."""
        return frozenset(each.cls for each in self.words if each.cls)

    @cached_property
    def lows(self) -> frozenset[str]:
        """All words in lower case."""
        return frozenset(each.low for each in self.words)

    @cached_property
    def _heads(self) -> dict[str, list[str]]:
        heads: dict[str, list[str]] = {}
        for each in sorted(self.classes):
            heads.setdefault(each[:_HEAD], []).append(each)
        return heads

    def has(self, cls: str) -> bool:
        """Whether a class, or one of its family, is among the words."""
        if cls in self.classes:
            return True
        return any(alike(cls, each) for each in self._heads.get(cls[:_HEAD], ()))

    def names(self, low: str) -> bool:
        """Whether a name stands here: as it is, in another form, or as its initials."""
        if low in self.lows or self.has(stem(low)) or self.has(CLASSES.get(low, low)):
            return True
        if CLASSES.get(low) == _AMERICA and "states" in self.lows:
            return True
        letters = low.replace(".", "")
        if self._abbreviated(letters) or self._abbreviated(letters.removesuffix("s")):
            return True
        return any(_one_name(low, each) for each in self._named)

    def _abbreviated(self, letters: str) -> bool:
        """Whether letters are the initials of words that stand here one after the other."""
        if not _SHORT_FORM <= len(letters) <= _HEAD:
            return False
        # Two initials meet by chance in any text.
        words = [each for each in self.words if not each.mark]
        if len(letters) == _SHORT_FORM:
            words = [each for each in words if each.capital]
        return letters in "".join(each.low[:1] for each in words)

    @cached_property
    def _named(self) -> tuple[str, ...]:
        return tuple(each.low for each in self.words if each.low[:1].isalpha())


def _one_name(one: str, other: str) -> bool:
    """Whether two words are forms of one name: *Californians* and *California*, *Danish* not."""
    shorter = min(len(one), len(other))
    if shorter < _NAME_HEAD:
        return False
    same = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    return same >= _NAME_HEAD and same >= _NAME_SHARE * max(len(one), len(other))


@lru_cache(maxsize=1_000)
def read_side(text: str, language: str) -> Side:
    """Return `text`, read; the same object for the same text."""
    return Side(text, language)
