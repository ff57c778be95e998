"""A sentence or a quote, read once for all checks."""

from __future__ import annotations

from functools import cached_property, lru_cache

from costorm_widget.evidence.lexical import stem
from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.numbers import read_numbers
from costorm_widget.evidence.support.words import alike, read_words

_HEAD = 5
_NAME_HEAD = 4
_NAME_SHARE = 0.6
_SHORT_FORM = 2


class Side:
    """A sentence, or a quote of one or several sentences.

    Attributes:
        text: As it is written, without citation marks.
        words: Its words.
        numbers: Its numbers.
        classes: Classes of the words that say something.
        lows: All words in lower case.
    """

    def __init__(self, text: str, language: str) -> None:
        """Read `text` in `language`, an ISO 639-1 code."""
        self.text = text
        self.words = read_words(text, language)
        self.numbers = read_numbers(text, language)
        self.classes = frozenset(each.cls for each in self.words if each.cls)
        self.lows = frozenset(each.low for each in self.words)
        self._heads: dict[str, list[str]] = {}
        for each in self.classes:
            self._heads.setdefault(each[:_HEAD], []).append(each)

    def has(self, cls: str) -> bool:
        """Whether a class, or one of its family, is among the words."""
        if cls in self.classes:
            return True
        return any(alike(cls, each) for each in self._heads.get(cls[:_HEAD], ()))

    def names(self, low: str) -> bool:
        """Whether a name stands here: as it is, in another form, or as its initials."""
        if low in self.lows or self.has(stem(low)) or self.has(lexicon.CLASSES.get(low, low)):
            return True
        letters = low.replace(".", "")
        if _SHORT_FORM <= len(letters) <= _HEAD and letters in self._initials:
            return True
        return any(_one_name(low, each) for each in self._named)

    @cached_property
    def _named(self) -> tuple[str, ...]:
        return tuple(each.low for each in self.words if each.low[:1].isalpha())

    @cached_property
    def _initials(self) -> str:
        return "".join(each.low[:1] for each in self.words if not each.mark)


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
