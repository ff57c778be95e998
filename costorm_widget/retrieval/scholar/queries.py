"""What can be asked of scholarly catalogues, whatever the user or a model has typed.

arXiv refuses a query with one bracket or quote too many, reads a hyphen as "not", and knows ASCII
alone; so its queries are built from words: `all:solar AND all:"x ray"`. Crossref takes any words.
"""

from __future__ import annotations

import re
from unicodedata import name, normalize

from costorm_widget.evidence.lexical import is_stop_word

_MOST_WORDS = 12
_LONGEST_WORD = 60
_LONGEST = 300
"""Characters of a query to Crossref: more words find nothing better."""

_WORD = re.compile(r"\S+")
_PART = re.compile(r"[a-z0-9]+")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_EDGES = "?.,;:!\"'()[]{}«»„“”‘’"


def arxiv_queries(query: str, language: str) -> tuple[str, ...]:
    """Return what to ask arXiv for, in turn while too little is found; nothing if there is no word.

    First the papers with every word, then those with any, which it ranks by how many they have.

    Args:
        query: Any text.
        language: ISO 639-1 code, for the stop words.
    """
    plain = query.encode("utf-8", "ignore").decode()
    words = [each.strip(_EDGES) for each in _WORD.findall(plain)]
    telling = [each for each in words if not is_stop_word(each, language)]
    terms = list(dict.fromkeys(filter(None, map(_arxiv_term, telling or words))))[:_MOST_WORDS]
    if len(terms) < 2:  # noqa: PLR2004 - one word is every word and any
        return tuple(terms)
    return " AND ".join(terms), " OR ".join(terms)


def crossref_query(query: str) -> str:
    """Return a query as Crossref takes it; empty if there is no word in it."""
    plain = normalize("NFC", query.encode("utf-8", "ignore").decode())
    shown = "".join(letter if letter.isprintable() else " " for letter in plain)
    legal = ""
    for word in shown.split():
        longer = f"{legal} {word}".strip()
        if len(longer) > _LONGEST:
            break
        legal = longer
    return legal if re.search(r"\w", legal) else ""


def _arxiv_term(word: str) -> str:
    """Return a word as arXiv looks for it: parts of a hyphenated one as a phrase."""
    parts = _PART.findall(_ascii(word)[:_LONGEST_WORD])
    if not parts:
        return ""
    return f"all:{parts[0]}" if len(parts) == 1 else f'all:"{" ".join(parts)}"'


def _ascii(word: str) -> str:
    """Return a word in lower case without accents, Greek letters by their names."""
    letters: list[str] = []
    for letter in normalize("NFKD", word.casefold().translate(_LETTERS)):
        if letter.isascii():
            letters.append(letter)
        elif name(letter, "").startswith("GREEK SMALL LETTER "):
            letters.append(f" {name(letter).split()[3].lower()} ")
    return "".join(letters)
