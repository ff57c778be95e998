"""What the words among `sources` stand for: `"wikipedia"` and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from costorm_widget.retrieval.wikipedia import Wikipedia

_WIKIPEDIA = re.compile(r"wikipedia(?::(?P<language>[\w-]+))?", re.IGNORECASE)


def named_sources(spec: object) -> list[object]:
    """Return what is in `spec`, with what its words stand for in their places.

    Articles that were read stay with the object: a session that exchanges its embedder resolves
    the same objects again, and goes on with the same revisions.
    """
    given = list(spec) if isinstance(spec, Sequence) and not isinstance(spec, str) else [spec]
    return [_named(each) for each in given]


def _named(given: object) -> object:
    """Return what a word stands for; anything else as it is."""
    word = _WIKIPEDIA.fullmatch(given.strip()) if isinstance(given, str) else None
    return given if word is None else Wikipedia(language=(word["language"] or "").lower() or None)
