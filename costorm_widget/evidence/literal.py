"""Names and titles in Markdown, so that they are shown letter by letter and do nothing.

Only what would act is escaped, so that the Markdown reads well as text, too.
"""

from __future__ import annotations

import re

_ACTS = re.compile(
    r"[\\`*\[\]<$]"  # code, emphasis, links, images, citations, HTML, math
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; inside a word it is none
    r"|~(?=~)|(?<=~)~"  # struck out
    r"|&(?=#?\w+;)"  # an entity
    r"|:(?=//)|(?<=\bwww)\."  # an address that would be made a link
    r"|(?<=\s)#(?=#*$)",  # would be taken for the close of a heading
    re.IGNORECASE,
)
_ACTS_AT_START = re.compile(r"^(?:(?P<number>\d{1,9})(?P<after>[.)])|(?P<mark>[#>+=~-]))")


def literal(text: str) -> str:
    """Return `text` on one line, to be put into Markdown."""
    line = _ACTS.sub(r"\\\g<0>", " ".join(text.split()))
    return _ACTS_AT_START.sub(
        lambda found: f"{found['number'] or ''}\\{found['after'] or found['mark']}", line
    )


def literal_reference(entry: str) -> str:
    """Return an entry of a reference list; the address at its end alone may become a link."""
    before, space, address = entry.rpartition(" ")
    if re.match(r"https?://", address, re.IGNORECASE):
        return f"{literal(before)}{space}{_NO_ADDRESS.sub(_percent, address)}"
    return literal(entry)


_NO_ADDRESS = re.compile(r"[<>\[\]`*\\|\"]")


def _percent(found: re.Match[str]) -> str:
    return f"%{ord(found[0]):02X}"
