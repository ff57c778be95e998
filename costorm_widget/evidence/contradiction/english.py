"""English sentences as statements: their clauses, and when, where and for whom each holds.

Every snippet that a turn brings is read, so this is made to be quick: what a word is, is looked up
once and kept (`words`), and each word of a clause is touched once before there is a claim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.evidence.contradiction import lexicon
from costorm_widget.evidence.contradiction.claims import denied_word, read_claims
from costorm_widget.evidence.contradiction.quantities import Numbers, read_numbers
from costorm_widget.evidence.contradiction.statement import Statement
from costorm_widget.evidence.contradiction.words import word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.contradiction.words import Word

_TOKEN = re.compile(r"[^\W\d_]+(?:[-'.][^\W\d_]+)*|\d[\d.,]*|[,;:()%$€£\u2013\u2014]")
_NO_NUMBERS = Numbers()

Tokens = list[tuple[str, int]]
"""Words of a sentence as they are written, and where they begin."""


class Sentence:
    """A sentence, cut into words.

    Attributes:
        tells: Whether there is a number, a direction or a negation in it: else it can be denied by
            others and contradicts nothing by itself.
    """

    __slots__ = ("_common", "_numbered", "_span", "_text", "_tokens", "_words", "tells")

    def __init__(self, text: str, start: int, end: int, common: AbstractSet[str]) -> None:
        """Cut `text`, which is a snippet's from `start` to `end`."""
        self._text = text.replace("’", "'")
        self._span = start, end
        self._common = common
        self._tokens: Tokens = [(each[0], each.start()) for each in _TOKEN.finditer(self._text)]
        self._words = [word(token.lower()) for token, _ in self._tokens]
        self._numbered = self.tells = False
        for each in self._words:
            self._numbered = self._numbered or each.counts
            self.tells = self.tells or each.tells

    def statements(self) -> Iterator[Statement]:
        """Yield what the sentence states, clause by clause.

        A year that is named in it holds for every clause that names none itself.
        """
        numbers = read_numbers(self._text, "en") if self._numbered else _NO_NUMBERS
        names = self._names()
        for begin, stop in _clauses(self._words):
            found = self._statement(begin, stop, numbers, names)
            if found is not None:
                yield found

    def _names(self) -> frozenset[str]:
        """Return the words whose capital says that they name something."""
        return frozenset(
            each.low.removesuffix("'s")
            for (token, start), each in zip(self._tokens, self._words, strict=True)
            if start and token[0].isupper() and not each.scope
        )

    def _statement(
        self, begin: int, stop: int, numbers: Numbers, names: frozenset[str]
    ) -> Statement | None:
        words = self._words[begin:stop]
        about: set[str] = set()
        scope: dict[str, set[str]] = {}
        denying: list[int] = []
        claims = hedged = supposed = once = False
        for place, each in enumerate(words):
            if each.stem:
                about.add(each.stem)
            if each.special:
                if each.scope:
                    scope.setdefault(each.scope[0], set()).add(each.scope[1])
                if each.negates and not _let_off(words, place):
                    denying.append(place)
                claims = claims or each.points
                hedged = hedged or each.hedges
                supposed = supposed or each.supposes
                once = once or each.once
        about -= self._common
        if not about:
            return None
        tokens = self._tokens[begin:stop]
        amounts, years = numbers.within(tokens[0][1], tokens[-1][1] + 1)
        return Statement(
            *self._span,
            frozenset(about),
            read=True,
            amounts=amounts,
            years=years,
            scope=tuple((kind, frozenset(values)) for kind, values in scope.items()),
            places=_places(tokens, words),
            names=names,
            claims=tuple(read_claims(words, denying, self._common)) if claims else (),
            denied=frozenset(filter(None, (denied_word(words, each) for each in denying))),
            hedged=hedged,
            supposed=supposed,
            once=once,
        )


def _let_off(words: Sequence[Word], negator: int) -> bool:
    """Whether the word behind a negator takes its force: *not only*, *no longer*."""
    return negator + 1 < len(words) and words[negator + 1].low in lexicon.NOT_NEGATING


def _clauses(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield where the clauses begin and end; a part that says too little stays with the others."""
    begin = told = 0
    for place, each in enumerate(words):
        if each.parts or (each.joins and place and words[place - 1].low == ","):
            if told > 1 and _says_enough(words[place:]):
                yield begin, place
                begin, told = place, 0
        elif each.stem:
            told += 1
    if begin < len(words):
        yield begin, len(words)


def _says_enough(words: Sequence[Word]) -> bool:
    return any(each.stem for each in words) and sum(bool(w.stem or w.pole) for w in words) > 1


def _places(tokens: Tokens, words: Sequence[Word]) -> frozenset[str]:
    """Return the beginnings of names of places: behind *in* or *at*, or *Swedish* and the like."""
    places: set[str] = set()
    for at, (token, _) in enumerate(tokens):
        if not token[0].isupper() or words[at].scope:
            continue
        name = words[at].low.removesuffix("'s")
        before = [each.low for each in words[max(0, at - 2) : at] if each.low != "the"]
        if name in lexicon.DEMONYMS or (before and before[-1] in lexicon.LOCATIVES):
            places.add(lexicon.PLACES.get(name[:4], name[:4]))
    return frozenset(places)
