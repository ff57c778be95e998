"""The quality gate: pages that look like a source and are none.

Bot checks, cookie walls, login forms and error pages are known by what they say, in the first
person or as a command: "We use cookies", "Verify you are human". An article about such pages says
it in quotes and says more beside it. So what counts is the share of the text that speaks like that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.page_signs import LABEL, SENTENCES, TITLES
from costorm_widget.retrieval.passages import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 1_000
"""Words of the longest consent dialogs; a longer page is about something, whatever it says."""

_SHORT = 300
"""Words up to which a page goes by its title: error pages list other pages below."""

_SHARE = 0.5
"""Share of the words, from which a page says nothing else."""

_UNIT = re.compile(r"[^.!?…。！？؟\n]+[.!?…。！？؟]*(?:[\"”’)]+)?")
_TITLE_PARTS = re.compile(r"\s+[|–—·:»-]+\s+|\s*\|\s*|:\s+")


def check_text(text: str, least_words: int, title: str = "") -> None:
    """Let `text` pass if it can be evidence.

    Args:
        text: The readable text of a page or document.
        least_words: Fewer words than this are as good as nothing.
        title: Title of the page, if it has one.

    Raises:
        SourceRefused: With the reason.
    """
    words = count_words(text)
    reason = _by_title(title, words) or _by_text(text, words)
    if reason:
        raise SourceRefused(f"it is {reason}, not the page; save it again from a browser")
    if words < least_words:
        amount = "is empty" if words == 0 else f"has {words} words only"
        raise SourceRefused(f"it {amount}; give a text of at least {least_words} words")


def _by_title(title: str, words: int) -> str:
    """Return what a page is by its title, of which its site's name may be a part."""
    if words > _SHORT:
        return ""
    parts = [part.strip(" .!?…") for part in _TITLE_PARTS.split(title)]
    return next(
        (kind for kind, titles in TITLES.items() if any(titles.fullmatch(each) for each in parts)),
        "",
    )


def _by_text(text: str, words: int) -> str:
    """Return what a page is by its sentences."""
    if words > _LONGEST:
        return ""
    counted = list(_counted(text))
    total = sum(amount for _, amount in counted)
    labels = sum(amount for unit, amount in counted if LABEL.fullmatch(unit))
    for kind, signs in SENTENCES.items():
        said = sum(
            amount for unit, amount in counted if signs.search(unit) and not LABEL.fullmatch(unit)
        )
        if said and said + labels >= _SHARE * total:
            return kind
    return ""


def _counted(text: str) -> Iterator[tuple[str, int]]:
    """Yield the sentences and lines of a text, without marks of headings and lists."""
    for unit in _UNIT.findall(text):
        plain = unit.strip().lstrip("#-*•>| ").rstrip('.!?…。！？؟"”’) ')
        amount = count_words(plain)
        if amount:
            yield plain, amount
