"""What is denied: a negator that one side has and the other has not."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.support import lexicon
from costorm_widget.evidence.support.clauses import clause_around, shared_part
from costorm_widget.evidence.support.synonyms import class_of
from costorm_widget.evidence.support.words import alike
from costorm_widget.evidence.vocabulary import negation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.support.side import Side
    from costorm_widget.evidence.support.words import Word

_REACH, _HALF_REACH, _NEAR = 7, 4, 3
_HEADS = 2

_SAME_CLAUSE = 0.6
"""Share of a denied clause that the other side has, from which it speaks of the same."""


class Denial(NamedTuple):
    """A negator, what it denies, and the clause it stands in.

    Attributes:
        negator: The negator.
        behind: The words behind it.
        heads: Classes of the first words of content in its reach.
        clause: The words of the clause.
    """

    negator: str
    behind: tuple[str, ...]
    heads: tuple[str, ...]
    clause: tuple[Word, ...]

    @property
    def classes(self) -> frozenset[str]:
        """Classes of the words of its clause."""
        return frozenset(each.cls for each in self.clause if each.cls)


def denials(words: Sequence[Word]) -> list[Denial]:
    """Return the negators of a text with what they deny."""
    found: list[Denial] = []
    for at, each in enumerate(words):
        if not (each.low in lexicon.NEGATORS or each.low.endswith("n't")):
            continue
        following = words[at + 1].low if at + 1 < len(words) else ""
        if following in negation.LETS_OFF or _bounds(words, at):
            continue  # *not only*, *no more than*
        begin, end = clause_around(words, at)
        if any(word.low in lexicon.EVIDENTIAL for word in words[at + 1 : at + 1 + _HALF_REACH]):
            # "No sign that": what is denied is what there is no sign of.
            end = clause_around(words, min(end, len(words) - 1))[1]
        heads = _ahead(words[at + 1 : end]) or _behind(words[begin:at])
        behind = tuple(word.low for word in words[at + 1 : at + 1 + _NEAR])
        found.append(Denial(each.low, behind, heads, tuple(words[begin:end])))
    return found


def _bounds(words: Sequence[Word], at: int) -> bool:
    """Whether a negator only bounds something: *no more than*, *did not rise until*."""
    if any(each.low == "than" for each in words[at + 2 : at + 3]):
        return True
    return any(each.low in {"until", "before"} for each in words[at + 1 : at + 1 + _HALF_REACH])


def _ahead(after: Sequence[Word]) -> tuple[str, ...]:
    told = (each for each in after[:_REACH] if each.low not in lexicon.EVIDENTIAL)
    return tuple(each.cls for each in told if each.cls)[:_HEADS]


def _behind(before: Sequence[Word]) -> tuple[str, ...]:
    return tuple(each.cls for each in before[-_REACH:] if each.cls)[-_HEADS:]


def denied_otherwise(sentence: Side, quote: Side) -> str:
    """Return what one side denies and the other does not; empty if nothing."""
    mine, theirs = denials(sentence.words), denials(quote.words)
    for denial in mine:
        partner = next((each for each in theirs if _meet(denial, each)), None) or next(
            (each for each in theirs if _may_meet(denial, each, sentence)), None
        )
        if partner is not None:
            theirs.remove(partner)
        elif not _denied_in_words(denial, quote):
            return "the quote does not deny it"
    for denial in theirs:
        told = denial.heads and sentence.has(denial.heads[0])
        same = shared_part(denial.clause, sentence) >= _SAME_CLAUSE
        if told and same and not _denied_in_words(denial, sentence):
            return "the quote denies it"
    return ""


def _meet(one: Denial, other: Denial) -> bool:
    """Whether two denials are of the same thing.

    Either each one's head is in the other's clause, or the clauses have much in common.
    """
    if _in(one.heads, other.classes) and _in(other.heads, one.classes):
        return True
    shared = sum(_in((each,), other.classes) for each in one.classes)
    return shared >= _MUCH


def _may_meet(one: Denial, other: Denial, sentence: Side) -> bool:
    """Whether two denials may be of the same thing, said in other words."""
    told = other.heads and sentence.has(other.heads[0])
    return not told and any(_in((each,), other.classes) for each in one.classes)


_MUCH = 3


def _in(heads: Sequence[str], classes: frozenset[str]) -> bool:
    return any(head in classes or any(alike(head, each) for each in classes) for head in heads)


def _denied_in_words(denial: Denial, other: Side) -> bool:
    """Whether the other side denies it without a negator: *refused*, *lacked*, *few*."""
    if any(_prefixed(each.low, denial) for each in other.words):
        return True
    denying = lexicon.DENYING
    if denial.negator not in _ABSOLUTE:
        denying = denying | negation.NEARLY_NEGATING
    for at, each in enumerate(other.words):
        if each.low in denying and each.cls not in denial.heads:
            if _without_object(other.words[at + 1 : at + 2]):
                begin, end = clause_around(other.words, at)
                told = frozenset(word.cls for word in other.words[begin:end] if word.cls)
                if other.words[at + 1].low in _IT or _in(tuple(denial.classes), told):
                    return True
            behind = (word.cls for word in other.words[at + 1 :] if word.cls)
            if any(_in(denial.heads, frozenset({cls})) for cls in islice(behind, _NEAR)):
                return True
    return False


def _without_object(behind: Sequence[Word]) -> bool:
    """Whether a verb has no object of its own: *stopped in 2015*, *avoided it*."""
    return any(each.low in _IT or each.low in _WHEN for each in behind)


def _prefixed(low: str, denial: Denial) -> bool:
    """Whether a word denies by its prefix what a negator denies: *dislike*, *unchanged*."""
    prefix = next((each for each in _PREFIXES if low.startswith(each)), "")
    if not prefix:
        return False
    cls = class_of(low.removeprefix(prefix))
    return cls in denial.heads or any(class_of(each) == cls for each in denial.behind)


_IT = frozenset({"it", "them", "this", "these", "that"})
"""*Avoided it*: what is denied was named before."""

_WHEN = frozenset({"in", "on", "after", "since", "by", "when"})
_PREFIXES = ("dis", "un", "in", "im", "ir", "non")
_ABSOLUTE = frozenset({"never", "no", "none", "nobody"})
