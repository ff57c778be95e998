"""What the words among `sources` stand for: `"wikipedia"`, `"web"`, an address, and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.retrieval.scholar import Arxiv, Crossref, Papers
from costorm_widget.retrieval.web import Web, WebPages
from costorm_widget.retrieval.wikipedia import Wikipedia

_WIKIPEDIA = re.compile(r"wikipedia(?::(?P<language>[\w-]+))?", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)
_NAME_OF_PAPER = re.compile(r"(?:doi|arxiv):\s*\S+", re.IGNORECASE)
_PAPER = re.compile(r"https://(?:doi\.org|arxiv\.org/abs)/.+")
_FULL_TEXT = re.compile(r"https?://(?:www\.|export\.)?arxiv\.org/html/", re.IGNORECASE)
"""The one page of arXiv that is the paper itself, and no page about it."""


def named_sources(spec: object) -> list[object]:
    """Return what is in `spec`, with what its words stand for in their places.

    Addresses are gathered: papers in one place, pages in another, where the first of them stood.
    What was read stays with the object: a session that exchanges its embedder resolves the same
    objects again, and goes on with the same versions.

    Raises:
        MissingExtra: If what a word stands for needs a package that is not installed.
    """
    given = list(spec) if isinstance(spec, Sequence) and not isinstance(spec, str) else [spec]
    words = [each.strip() if isinstance(each, str) else "" for each in given]
    papers = [each for each in words if _is_paper(each)]
    pages = [each for each in words if _LINK.fullmatch(each) and each not in papers]
    named: list[object] = []
    for place, (each, word) in enumerate(zip(given, words, strict=True)):
        if word in papers or word in pages:
            gathered = papers if word in papers else pages
            if words.index(gathered[0]) == place:
                named.append(Papers(gathered) if gathered is papers else WebPages(gathered))
        else:
            named += _named(each, word)
    return named


def _is_paper(word: str) -> bool:
    """Whether a word names a paper: by its DOI or arXiv number, or a link made of one."""
    if not _NAME_OF_PAPER.fullmatch(word) and not _LINK.fullmatch(word):
        return False
    return bool(_PAPER.fullmatch(canonical_address(word))) and not _FULL_TEXT.match(word)


def _named(given: object, word: str) -> list[object]:
    """Return what a word stands for; anything else as it is."""
    wiki = _WIKIPEDIA.fullmatch(word)
    if wiki:
        return [Wikipedia(language=(wiki["language"] or "").lower() or None)]
    match word.casefold():
        case "web":
            return [Web()]
        case "arxiv":
            return [Arxiv()]
        case "crossref":
            return [Crossref()]
        case "scholar":
            return [Arxiv(), Crossref()]
        case _:
            return [given]
