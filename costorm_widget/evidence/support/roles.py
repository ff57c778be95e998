"""Who does what to whom, and what brings about what.

No parser: a relation stands at a verb or a connective, and its two sides are the words of content
on either hand of it. The sides of "A because B", of "B led to A" and of "A was caused by B" come
out in one order, and so do those of "X painted Y" and "Y was painted by X". A sentence turns a
quote round when its sides meet the quote's crosswise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.clauses import BREAKS
from costorm_widget.evidence.support.words import read_words
from costorm_widget.evidence.vocabulary.lists import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.support.words import Word

CAUSE, AFTER = "because", "after"

_BE = r"(?:is|are|was|were|been|be|being)"
_BROUGHT = (
    r"(?:caused|brought about|triggered|set off|provoked|produced|driven|forced|led|induced|"
    r"explained)"
)
_BY = rf"{_BE} (?:\w+ )?{_BROUGHT}(?: to [^,;.]{{1,50}}?)? by"
_CAUSE_BEHIND = (
    r"(?:(?:came|come|comes) about )?because(?: of)?|since(?! (?:\d|then|the \d))|"
    rf"(?:as|{_BE}) a (?:result|consequence) of|due to|owing to|thanks to|{_BY}|"
    r"result(?:s|ed|ing)? from|stem(?:s|med)? from|attribut\w+(?: [\w-]+){1,3} to"
)
_EFFECT_BEHIND = (
    r"(?:leads?|led|leading|contributed?s?) to|causes? of|causes?|caused|causing|"
    r"(?:brings?|brought) about|result(?:s|ed|ing)? in|triggers?|triggered|sets? off|provoked?|"
    r"forced|forces|makes?|made|allows?|allowed|the reasons? (?:why|for|of)|explains? why|"
    r"gave rise to|helped|prompted"
)
_SO = (
    r"(?:, so(?: that)?|(?:,| and) as a (?:result|consequence),?|, and so|for this reason|"
    r"\btherefore|\bconsequently|\bhence|\bthus|, which is why|, and this|, which)"
)
_CAUSAL = re.compile(
    rf"(?P<back>\b(?:{_CAUSE_BEHIND})\b)|(?P<on>(?:{_SO} )?\b(?:{_EFFECT_BEHIND})\b|{_SO})",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[;.]|, (?:but|although|though|whereas|while) ")


@dataclass(frozen=True, slots=True)
class Relation:
    """Something said of two sides.

    Attributes:
        kind: `because` or `after`.
        one: Classes on the side of the cause, or of who does it.
        other: Classes on the side of the effect, or of who it is done to.
    """

    kind: str
    one: frozenset[str]
    other: frozenset[str]


_ORDER = re.compile(
    r"(?P<on>, after which|, (?:and )?then|, before(?= \w+ing| the| it| they| he| she))"
    r"|(?P<back>\bafter(?=(?: [\w,%-]+){3}))",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_000)
def causes(text: str) -> tuple[Relation, ...]:
    """Return what a sentence says brings about what."""
    return tuple(_causes(text))


def _causes(text: str) -> Iterator[Relation]:
    for kind, pattern in ((CAUSE, _CAUSAL), (AFTER, _ORDER)):
        for match in pattern.finditer(text):
            left, right = text[: match.start()], text[match.end() :]
            if kind == AFTER and match["back"] and not _tells(right):
                continue
            fresh = not _classes(read_words(left))
            if match["back"] and fresh:
                # "Because B, A": the comma behind B parts the sides.
                first, comma, second = right.partition(", ")
                if comma:
                    yield _relation(kind, first, second)
                continue
            right = right[: _until(right)]
            if match["back"]:
                yield _relation(kind, right, left)
            elif not fresh:
                yield _relation(kind, left, right)


def _tells(text: str) -> bool:
    """Whether a clause stands here, not a mere *after the change*."""
    words = read_words(re.split(r"[,;.]", text, maxsplit=1)[0])
    return any(each.cls and _past(each) for each in words)


def _until(text: str) -> int:
    match = _CLAUSE_END.search(text)
    return match.start() if match else len(text)


def _relation(kind: str, cause: str, effect: str) -> Relation:
    return Relation(kind, _classes(read_words(cause)), _classes(read_words(effect)))


def _classes(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(each.cls for each in words if each.cls)


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb with its sides.

    Attributes:
        verb: Class of the verb.
        before: Classes of its subject: who does it, or in the passive who it is done to.
        after: Classes of its object, or in the passive of who does it.
        passive: Whether it is in the passive.
    """

    verb: str
    before: frozenset[str]
    after: frozenset[str]
    passive: bool

    @property
    def turned(self) -> tuple[frozenset[str], frozenset[str]]:
        """Who does it, and who it is done to."""
        return (self.after, self.before) if self.passive else (self.before, self.after)


_SIDE = 5
_NEAR = 3


def deeds(words: Sequence[Word]) -> Iterator[Deed]:
    """Yield the verbs in the past of a sentence: the passives that name who did it, and others."""
    for at, each in enumerate(words):
        before, after = words[:at], words[at + 1 :]
        if not each.cls or each.capital or not (_past(each) or _infinitive(before)):
            continue
        by = bool(after) and after[0].low == "by"
        if by or any(word.low in lexicon.BE for word in before[-_NEAR:]):
            agent = _agent(after)
            if agent is not None:
                yield Deed(each.cls, _subject(before), agent, passive=True)
            continue
        yield Deed(each.cls, _subject(before), _object(after), passive=False)


def _past(word: Word) -> bool:
    return word.low.endswith("ed") or word.low in lexicon.IRREGULAR or word.low in lexicon.PAST


def _infinitive(before: Sequence[Word]) -> bool:
    return bool(before) and before[-1].low in _BEFORE_VERB


_BEFORE_VERB = lexicon.MODALS | {"not", "to", "didn't", "don't", "doesn't", "can't", "won't"}


def _agent(after: Sequence[Word]) -> frozenset[str] | None:
    for at, each in enumerate(after[:8]):
        if each.ends:
            return None
        if each.low == "by":
            return _object(after[at + 1 :])
    return None


def _subject(before: Sequence[Word]) -> frozenset[str]:
    found: list[str] = []
    for each in reversed(before):
        if each.low in _RELATIVE and not found:
            continue
        if each.ends or each.low in BREAKS or (each.mark and found):
            break
        if each.cls:
            found.append(each.cls)
        if len(found) == _SIDE:
            break
    return frozenset(found)


_RELATIVE = frozenset({"which", "who", "that"})


def _object(after: Sequence[Word]) -> frozenset[str]:
    found: list[str] = []
    for each in after:
        if found and (each.mark or each.low in _PHRASE_ENDS):
            break
        if each.cls:
            found.append(each.cls)
        if len(found) == _SIDE:
            break
    return frozenset(found)


_PHRASE_ENDS = BREAKS | words("in on at from for with by during among between into within")
