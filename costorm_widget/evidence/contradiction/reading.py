"""What the sentences of a snippet state.

English is read in full (`english`); in Chinese and Korean numbers and plain negations, in other
languages numbers.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from costorm_widget.evidence.contradiction.english import Sentence
from costorm_widget.evidence.contradiction.quantities import read_numbers
from costorm_widget.evidence.contradiction.statement import Statement
from costorm_widget.evidence.lexical import language_code, terms
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.evidence.vocabulary.unspaced import denies

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

_MARK = re.compile(r"\[\d+(?:[-,; ]+\d+)*\]")
_QUESTION = re.compile(r"[?\uff1f][\"”’)\]\s\d\[]*$")
_WITH_DENIAL = frozenset({"zh", "ko"})

_LONGEST = 600
"""Characters of a sentence; what is longer is a list or a table, and no statement."""


class Reading:
    """What a snippet states.

    Attributes:
        telling: Statements with a number, a direction or a negation, in order.
        denies: Whether one of them denies something.
    """

    def __init__(self, text: str, language: str, common: AbstractSet[str] = frozenset()) -> None:
        """Read `text`.

        Args:
            text: A snippet's text.
            language: Language of the evidence.
            common: Stems that tell nothing: those of the session's topic, which everybody
                speaks of.
        """
        code = language_code(language)
        telling: list[Statement] = []
        self._others: list[Sentence] = []
        for span in split_sentences(text, code):
            words = text[span.start : span.end]
            if len(words) > _LONGEST or _QUESTION.search(words):
                continue
            if "[" in words:
                words = _MARK.sub("", words)
            if code != "en":
                telling += _in_other_languages(words, span.start, span.end, common, code)
                continue
            sentence = Sentence(words, span.start, span.end, common)
            if sentence.tells:
                telling += sentence.statements()
            else:
                self._others.append(sentence)
        self.telling = tuple(telling)
        self.denies = any(each.denied for each in telling)

    @cached_property
    def others(self) -> tuple[Statement, ...]:
        """The other statements: others can deny them. Read when somebody does."""
        return tuple(each for sentence in self._others for each in sentence.statements())


def _in_other_languages(
    sentence: str, start: int, end: int, common: AbstractSet[str], language: str
) -> Iterator[Statement]:
    numbers = read_numbers(sentence, language)
    bare, denial = denies(sentence, language) if language in _WITH_DENIAL else (sentence, None)
    amounts, years = numbers.within(0, len(sentence))
    if amounts or denial is not None:
        words = (each for each in terms(bare, language) if not each[0].isdigit())
        about = frozenset(words) - common
        yield Statement(start, end, about, amounts=amounts, years=years, denial=denial)
