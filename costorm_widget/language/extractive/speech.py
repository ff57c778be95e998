"""What can be said as it stands: evidence and names, between citation marks that must not change.

Everything that is said goes through `CitationResolver`, which takes `[3]`, `smith2020` and web
addresses for references, and lets code and math swallow the marks in them. A sentence that would
not come out word for word is not quoted; a name or title is said without what is in the way.
"""

from __future__ import annotations

import re
from functools import lru_cache

from costorm_widget.evidence.citations import Citation, Handle, Resolved, resolve

_ACTS = re.compile(r"[\[\]【［<`~$\\]|://|www\.|[a-z](?:19|20)\d\d", re.IGNORECASE)
"""What the resolver acts on begins so: any other text comes out as it is, and need not be tried."""

_SWALLOWS = re.compile(r"[`\\]|\$(?!\d)")
"""What may open or close code or math; the other end could stand in another sentence."""

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_HANDLE = Handle("source", "snippet", 1)


@lru_cache(maxsize=20_000)
def stays(text: str) -> bool:
    """Whether `text`, cited, comes out of the resolver word for word, whatever stands around it."""
    if not _ACTS.search(text):
        return True
    if _SWALLOWS.search(text):
        return False
    mark = Citation(1, "source", "snippet", len(text), len(text) + 3)
    return resolve(f"{text}[1]", {1: _HANDLE}) == Resolved(f"{text}[1]", (mark,), ())


def sayable(name: str) -> str:
    """Return a name or title as it can be said: without marks, addresses, code, tags and quotes.

    Double quotation marks become single ones, since names are said between double ones.
    """
    name = _TAG.sub("‹", " ".join(name.split())).replace("“", "‘").replace("”", "’")
    if stays(name):
        return name
    without_marks = " ".join(resolve(_SWALLOWS.sub("", name), {}).text.split())
    if any(map(str.isalnum, without_marks)) and stays(without_marks):
        return without_marks
    return " ".join(_LETTERS_OR_DIGITS.findall(name))
