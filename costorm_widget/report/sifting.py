"""What of a written text stays in the report: sentences that their citations do not bear out go.

With a sentence go its citations, so that a source nobody cites any more gets no number; and the
line that it stood on, if nothing else does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.discourse.support import support_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.citations import Citation, Resolved
    from costorm_widget.evidence.support.verdict import SentenceSupport, Verdict
    from costorm_widget.settings import LeftOut

_LEAVES_OUT: Mapping[LeftOut, frozenset[Verdict]] = {
    "nothing": frozenset(),
    "contradicted": frozenset({"contradicted"}),
    "unsupported": frozenset({"unsupported", "contradicted"}),
}
_LINE_MARK = re.compile(r"[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_NOTHING_LEFT = "*Nothing is left of this part: what it cites does not bear it out.*"


@dataclass(frozen=True, slots=True)
class Sifted:
    """A text for the report.

    Attributes:
        text: What is left of it; says so if that is nothing.
        citations: Those of what is left, with their places in it.
        support: The sentences that are left, each with its verdict, as far as they were checked;
            their places are those in the text before.
        left_out: How many sentences went.
    """

    text: str
    citations: tuple[Citation, ...]
    support: tuple[SentenceSupport, ...] = ()
    left_out: int = 0


async def sifted(table: Table, written: Resolved) -> Sifted:
    """Return a text without the sentences that the settings do not want in a report."""
    settings = table.state.settings
    unwanted = _LEAVES_OUT[settings.report_leaves_out]
    if settings.support == "off" and not unwanted:
        return Sifted(written.text, written.citations)
    support = await support_in(table, written.text, written.citations)
    left = tuple(each for each in support if each.verdict not in unwanted)
    gone = [(each.start, each.end) for each in support if each.verdict in unwanted]
    text, citations = without(written.text, written.citations, gone)
    return Sifted(text if text.strip() else _NOTHING_LEFT, citations, left, len(gone))


def without(
    text: str, citations: Sequence[Citation], gone: Sequence[tuple[int, int]]
) -> tuple[str, tuple[Citation, ...]]:
    """Return a text and its citations without some stretches of it, which are given in order."""
    pieces: list[str] = []
    kept: list[Citation] = []
    end = taken = 0
    cuts = [_with_its_line(text, *each) for each in _joined(text, gone)]
    for start, stop in [*cuts, (len(text), len(text))]:
        pieces.append(text[end:start])
        kept += [
            replace(each, start=each.start - taken, end=each.end - taken)
            for each in citations
            if end <= each.start < start
        ]
        taken += stop - start
        end = stop
    return "".join(pieces), tuple(kept)


def unwanted_note(left_out: int, setting: LeftOut) -> str:
    """Say how many sentences a report leaves out, and why; nothing if none."""
    if not left_out:
        return ""
    sentences = "1 sentence was" if left_out == 1 else f"{left_out} sentences were"
    why = "says otherwise" if setting == "contradicted" else "does not bear it out"
    return f"*{sentences} left out of this report, where what is cited {why}.*"


def _joined(text: str, gone: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the stretches, those that nothing but space parts as one."""
    found: list[tuple[int, int]] = []
    for start, end in gone:
        goes_on = found and not text[found[-1][1] : start].strip()
        found.append((found.pop()[0] if goes_on else start, end))
    return found


def _with_its_line(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch with its whole line if it fills that, else with the space behind it."""
    begin = text.rfind("\n", 0, start) + 1
    close = text.find("\n", end) % (len(text) + 1)
    if not text[end:close].strip():
        if _LINE_MARK.fullmatch(text, begin, start):
            return begin, min(close + 1, len(text))
        return len(text[:start].rstrip(" \t")), end
    return start, end + len(text[end:close]) - len(text[end:close].lstrip())
