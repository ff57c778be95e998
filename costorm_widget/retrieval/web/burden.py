"""How much work a page would be: some are made so that reading them takes for ever.

A thread that reads cannot be stopped. Parsers and extractors take time with the square of the
depth, and of the number of cells in a row; so both are counted first, in one pass over the text.
"""

from __future__ import annotations

import re

from costorm_widget.errors import SourceRefused

MOST_DEPTH = 500
"""Elements within one another; pages made with page builders have some forty."""

MOST_TAGS = 20_000
"""Tags up to which the main part is looked for, which takes some seconds then. A page with more is
read whole."""

_MOST_TAGS_AT_ALL = 300_000

_TAG = re.compile(r"<(?P<closing>/?)(?P<name>[a-zA-Z][\w:-]*)(?=[\s/>])")
_NEVER_DEEP = re.compile(
    "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|thead|"
    "tbody|tfoot|option|optgroup|colgroup|caption|rt|rp|html|head|body|path|circle|rect|line|polygon|"
    "polyline|use|g",
    re.IGNORECASE,
)
"""Elements without content, or whose end may be left out."""


def check_burden(html: str) -> None:
    """Let a page pass that can be read in a reasonable time.

    Raises:
        SourceRefused: If it cannot.
    """
    if count_tags(html) > _MOST_TAGS_AT_ALL:
        raise SourceRefused("it has too many parts; give its text as a file")
    depth = 0
    for tag in _TAG.finditer(html):
        if _NEVER_DEEP.fullmatch(tag["name"]):
            continue
        depth = max(0, depth - 1) if tag["closing"] else depth + 1
        if depth > MOST_DEPTH:
            raise SourceRefused("its parts lie too deep in one another; give its text as a file")


def count_tags(html: str) -> int:
    """Return how many tags a page has at most."""
    return html.count("<")
