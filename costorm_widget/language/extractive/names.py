"""Names for groups of passages: short, telling, as a person would give them.

If the passages of a group come from one source, or stand under one heading, its author has named
them already. Otherwise the two most telling phrases are joined: "Sleep and heart attacks".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stem
from costorm_widget.language.extractive.words import WORD, inside, titled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.language.extractive.phrases import Phrase, PhraseBook
    from costorm_widget.language.tasks import Passage

_LONGEST_TITLE = 6
"""Words up to which an author's title or heading serves as a name."""

_MOSTLY = 0.6
"""Share of a group that must stand under one title for the title to name the group."""


def concept_name(
    passages: Sequence[Passage], book: PhraseBook, taken: Iterable[str], topic: str
) -> str:
    """Return a name for what `passages` share, not among `taken` in any case."""
    used = {_key(each, book) for each in (*taken, topic)}
    for name in _offers(passages, book):
        if _key(name, book) not in used:
            return name
    return _numbered(passages, {each.casefold() for each in taken})


def expert_name(phrases: Sequence[Phrase], taken: Iterable[str]) -> str:
    """Return a name made of the two most telling phrases, or one; empty if all are taken."""
    words = {word for name in taken for word in name.casefold().split() if word != "and"}
    fresh = [each for each in phrases if not set(each.text.casefold().split()) & words]
    if not fresh:
        return ""
    first = fresh[0]
    room = 4 - len(first.stems)
    second = next((each for each in fresh[1:4] if len(each.stems) <= room), None)
    return titled(f"{first.text} and {second.text}" if second else first.text)


def _offers(passages: Sequence[Passage], book: PhraseBook) -> Iterable[str]:
    """Yield names from the best to the worst."""
    shares = (
        Counter(each.title for each in passages),
        Counter(each.snippet.heading[-1] for each in passages if each.snippet.heading),
    )
    for counts in shares:
        for title, count in counts.most_common(1):
            if count >= _MOSTLY * len(passages) and len(title.split()) <= _LONGEST_TITLE:
                yield title.strip()
    top = book.top((each.handle for each in passages), 6)
    for place, first in enumerate(top[:3]):
        for second in top[place + 1 : place + 3]:
            if len(first.stems) + len(second.stems) <= 4:
                yield titled(f"{first.text} and {second.text}")
        yield titled(first.text)
    for title, _ in (*shares[1].most_common(3), *shares[0].most_common(3)):
        yield titled(inside(title, book.stats)) if title.isupper() else title.strip()


def _key(name: str, book: PhraseBook) -> str:
    """Return what makes two names the same for a reader: their stems, in any order."""
    return " ".join(sorted({stem(word.casefold(), book.language) for word in WORD.findall(name)}))


def _numbered(passages: Sequence[Passage], taken: set[str]) -> str:
    """Return the first words of the evidence as a last resort, numbered if need be."""
    first = " ".join(passages[0].snippet.text.split()[:4]) if passages else "More"
    name, number = first, 1
    while name.casefold() in taken:
        number += 1
        name = f"{first} ({number})"
    return name
