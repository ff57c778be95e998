"""What models write around what was asked for, taken away; what was asked for keeps every letter.

A name may come as `- Skeptic` or `**Economist** — prices`, a question with a mark such as `[2]`.
Hyphens, colons and signs inside of names and queries stay: `T-cells`, `C#`, `COVID-19 long-haul`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.language.prompts.outside import without_marks

if TYPE_CHECKING:
    from collections.abc import Iterable

_BULLET = re.compile(r"(?:#{1,6}|[-*+•‣–—]|\(?\d{1,2}[.)])\s+")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_NAME_AND_ROLE = re.compile(r"(?P<name>.+?)(?:\s*[:：]\s+|\s+[—–-]\s+)(?P<role>.+)")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "'": "'"}


def label(text: str) -> str:
    """Return a name on one line, without bullet, bold type and the quotes around it."""
    line = " ".join(text.split())
    while match := _BULLET.match(line):
        line = line[match.end() :]
    line = _BOLD.sub(r"\1", line)
    inside = line[1:-1]
    if len(line) > 2 and _QUOTES.get(line[0]) == line[-1] and line[0] not in inside:  # noqa: PLR2004
        return inside.strip()
    return line


def name_and_role(name: str, role: str) -> tuple[str, str]:
    """Return an expert's name and role; a role that stands behind the name is found there.

    The name ends at the first colon, or dash between spaces; the role keeps all others.
    """
    name, role = label(name), label(role)
    if not role and (match := _NAME_AND_ROLE.fullmatch(name)):
        return match["name"].strip(), match["role"].strip()
    return name.removesuffix(":").strip(), role


def question(text: str) -> str:
    """Return a question on one line, without citation marks: it is searched for and shown."""
    return label(without_marks(text))


def queries(replies: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the first `most` different queries that say something."""
    lines = (" ".join(each.split()) for each in replies)
    telling = (each for each in lines if any(map(str.isalnum, each)))
    return tuple(dict.fromkeys(telling))[:most]
