"""The quality gate: pages that look like a source and are none."""

from __future__ import annotations

import re

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.passages import count_words

_SHORT = 150
"""A page with more words than this is about something, whatever else it says."""

_NO_SOURCE = {
    "it is a bot check, not the page": re.compile(
        r"enable javascript and cookies|checking your browser|verify (?:that )?you are (?:a )?human"
        r"|\bray id\b|complete the captcha|unusual traffic",
        re.IGNORECASE,
    ),
    "it is a cookie notice, not the page": re.compile(
        r"(?:accept|reject|manage) (?:all )?cookies|we (?:and our partners )?use cookies",
        re.IGNORECASE,
    ),
    "it is a login form, not the page": re.compile(
        r"(?:sign|log) in to (?:continue|your account|read)|forgot(?:ten)? (?:your )?password",
        re.IGNORECASE,
    ),
}


def check_text(text: str, least_words: int) -> None:
    """Let `text` pass if it can be evidence.

    Args:
        text: The readable text of a page or document.
        least_words: Fewer words than this are as good as nothing.

    Raises:
        SourceRefused: With the reason.
    """
    words = count_words(text)
    if words < least_words:
        amount = "is empty" if words == 0 else f"has {words} words only"
        raise SourceRefused(f"it {amount}; give a text of at least {least_words} words")
    if words <= _SHORT:
        for reason, signs in _NO_SOURCE.items():
            if signs.search(text):
                raise SourceRefused(f"{reason}; save it again from a browser that shows it")
