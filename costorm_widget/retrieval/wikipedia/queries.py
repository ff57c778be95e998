"""What can be asked of a wiki's search, and what to ask when that finds too little.

A wiki finds the articles that have every word of a query. A question seldom has all its words in
one article, so it is asked again in fewer words: first without the stop words, then each half of
what is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

from costorm_widget.evidence.lexical import is_stop_word

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 300
"""Characters that Wikipedia's search takes."""

_LONGEST_TITLE = 255
"""Bytes of a title."""

_TITLE_WORDS = 6
"""A query of more words is no title of an article."""

_NO_TITLE = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f]")
_OPERATOR = re.compile(r"(?<!\S)[-!~+]+(?=\S)|:|[\x00-\x1f\x7f]")
"""A leading minus leaves words out, a colon names a namespace: no query of ours means that."""


def search_query(query: str) -> str:
    """Return `query` as a wiki's search takes it; empty if there is no word in it."""
    plain = query.encode("utf-8", "ignore").decode()
    words = _OPERATOR.sub(" ", normalize("NFC", plain)).split()
    legal = ""
    for word in words:
        longer = f"{legal} {word}".strip()
        if len(longer) > _LONGEST:
            break
        legal = longer
    return legal if re.search(r"\w", legal) else ""


def fewer_words(query: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Return what to search for when `query` finds too little, in rounds.

    Args:
        query: A query that `search_query` returned.
        language: ISO 639-1 code, for the stop words.
    """
    words = [word for word in query.split() if not is_stop_word(word.strip("?.,;!\"'()"), language)]
    rounds: list[tuple[str, ...]] = []
    if words and len(words) < len(query.split()):
        rounds.append((" ".join(words),))
    if len(words) > 2:  # noqa: PLR2004 - two words are halved to one each: too little to go by
        middle = (len(words) + 1) // 2
        rounds.append((" ".join(words[:middle]), " ".join(words[-middle:])))
    return tuple(rounds)


def as_title(text: str) -> str:
    """Return `text` as the title of an article; empty if it can be none."""
    title = " ".join(normalize("NFC", text.encode("utf-8", "ignore").decode()).split("_"))
    title = " ".join(title.split())
    return "" if _NO_TITLE.search(title) or len(title.encode()) > _LONGEST_TITLE else title


def may_be_title(query: str) -> bool:
    """Whether it is worth a request to ask for the article named like the query."""
    few = len(query.split()) <= _TITLE_WORDS
    # `de:Berlin` would be in another wiki.
    return few and ":" not in query and not query.endswith("?") and as_title(query) != ""


def not_meant(titles: Iterable[str], query: str) -> frozenset[str]:
    """Return the titles that are of other works than the query names, by its own spelling.

    Titles that differ in case only are different works: `red dwarfs` are stars, `Red Dwarf` is a
    series. Where the query spells none of them as it is, any may be meant.
    """
    twins: dict[str, set[str]] = {}
    for title in titles:
        twins.setdefault(title.casefold(), set()).add(title)
    out: set[str] = set()
    for group in twins.values():
        named = {title for title in group if _spelled(title, query)}
        if named:
            out |= group - named
    return frozenset(out)


def _spelled(title: str, query: str) -> bool:
    return title in query or title[:1].lower() + title[1:] in query
