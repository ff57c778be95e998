"""Names for groups of passages: short, telling, as a person would give them.

If the passages of a group come from one source, or stand under one heading, its author has named
them already. Otherwise the group is named after its two most central *blocks* (sources, or
sections of a long one), each by its own most telling phrase: "Heart attacks and sleep loss". A
phrase that fits the whole group is mostly too general to tell it from another.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stem, stop_words
from costorm_widget.language.extractive.words import WORD, titled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.language.extractive.phrases import Phrase, PhraseBook
    from costorm_widget.language.tasks import Passage

_LONGEST_TITLE = 6
"""Words up to which an author's title or heading serves as a name."""

_BLOCKS = 5
"""Central blocks that are tried for a name."""

_TELLING = 0.5
"""Share of the best phrase's weight that another must have to stand beside it."""

_MOSTLY = 0.6
"""Share of a group that must stand under one title for the title to name the group."""


def concept_name(
    passages: Sequence[Passage],
    central: Sequence[Sequence[Passage]],
    book: PhraseBook,
    taken: Iterable[str],
    topic: str,
) -> str:
    """Return a name for what `passages` share.

    Args:
        passages: The group.
        central: The group's blocks, the most central first.
        book: The phrases of everything the group is to be told from.
        taken: Names not to be given again, in any case or order of words.
        topic: The session's topic, which is no name either.
    """
    used = (*taken, topic)
    keys = {_key(each, book) for each in used}
    for name in (*_given(passages), *joined(central, book), *_left(passages, book)):
        label = usable(name)
        if label and _key(label, book) not in keys:
            return label
    return _numbered(passages, {each.casefold() for each in used})


def expert_name(
    central: Sequence[Sequence[Passage]], book: PhraseBook, taken: Iterable[str]
) -> str:
    """Return a name for who looks at a group; empty if all its words are taken."""
    words = {word for name in taken for word in _key(name, book).split()}
    for name in joined(central, book):
        if not words & set(_key(name, book).split()):
            return name
    return ""


def joined(central: Sequence[Sequence[Passage]], book: PhraseBook) -> Iterable[str]:
    """Yield "this and that" for the central blocks, then single phrases."""
    tops = [_sure(book.top(block, 5))[:2] for block in central[:_BLOCKS]]
    firsts = [phrases[0] for phrases in tops if phrases]
    least = _TELLING * max((phrase.weight for phrase in firsts), default=0)
    firsts = [phrase for phrase in firsts if phrase.weight >= least]
    for first, second in combinations(firsts, 2):
        if not set(first.stems) & set(second.stems):
            yield titled(f"{first.text} and {second.text}")
    for phrases in tops:
        if len(phrases) > 1:
            yield titled(f"{phrases[0].text} and {phrases[1].text}")
    for phrases in tops:
        yield from (titled(phrase.text) for phrase in phrases)


def _sure(phrases: list[Phrase]) -> list[Phrase]:
    """Put what was seen once behind the rest: it is told to be a noun by too little company."""
    return sorted(phrases, key=lambda phrase: phrase.seen == 1)


def _given(passages: Sequence[Passage]) -> Iterable[str]:
    """Yield the title or heading that most of the group stands under, if it is short."""
    titles = Counter(each.title for each in passages)
    headings = Counter(_heading(each) for each in passages if each.snippet.heading)
    for counts in (titles, headings):
        for title, count in counts.most_common(1):
            if count >= _MOSTLY * len(passages) and len(title.split()) <= _LONGEST_TITLE:
                yield title


def _left(passages: Sequence[Passage], book: PhraseBook) -> Iterable[str]:
    """Yield what else could be a name when all better ones are taken."""
    for phrase in book.top(passages, 6):
        yield titled(phrase.text)
    headings = Counter(_heading(each) for each in passages if each.snippet.heading)
    for heading, _ in headings.most_common():
        yield heading


def _heading(passage: Passage) -> str:
    """Return the heading above a passage; a single word says too little without its parent."""
    *above, last = passage.snippet.heading
    return f"{above[-1]}: {last}" if above and len(last.split()) == 1 else last


def usable(name: str) -> str:
    """Return `name` on one line; empty if it holds no letter and no digit."""
    return " ".join(name.split()) if any(map(str.isalnum, name)) else ""


def _key(name: str, book: PhraseBook) -> str:
    """Return what makes two names the same for a reader: their stems, in any order."""
    return " ".join(sorted(set(_stems(name, book))))


def _stems(name: str, book: PhraseBook) -> list[str]:
    stops = stop_words(book.language)
    words = [word.casefold() for word in WORD.findall(name)]
    return [stem(word, book.language) for word in words if word not in stops]


def _numbered(passages: Sequence[Passage], taken: set[str]) -> str:
    """Return the first words of the evidence as a last resort, numbered if need be."""
    beginnings = (" ".join(each.snippet.text.split()[:4]) for each in passages)
    first = next(filter(usable, beginnings), "More")
    name, number = first, 1
    while name.casefold() in taken:
        number += 1
        name = f"{first} ({number})"
    return name
