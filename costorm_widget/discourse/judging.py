"""Contradictions before a judge: what the local check has found is shown to the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.language.judging import DisputedPair, JudgeJob
from costorm_widget.language.tasks import Passage

if TYPE_CHECKING:
    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.disputes import Dispute, Quote

AT_ONCE = 8
"""Pairs in one call: more make a small model lose count."""

_BEFORE = 240
"""Characters shown before a statement: its year and place are often named there."""


async def judge_disputes(table: Table) -> list[Dispute]:
    """Have the open disputes judged, and return those that now have a verdict.

    A verdict is the user's doing, who asked for it, and can be taken back. What the user has ruled
    on meanwhile stays.
    """
    judged: list[Dispute] = []
    waiting = [each for each in table.state.disputes.values() if each.verdict == "open"]
    for start in range(0, len(waiting), AT_ONCE):
        some = waiting[start : start + AT_ONCE]
        pairs = tuple(_pair(table, each, 2 * place + 1) for place, each in enumerate(some))
        verdicts = await table.engine.judge_disputes(JudgeJob(table.brief, pairs))
        reached = tuple(
            replace(each, verdict=verdict)
            for each, verdict in zip(some, verdicts, strict=True)
            if verdict != "open" and table.state.disputes.get(each.id) == each
        )
        if reached:
            table.emit(ev.DisputesFound(reached, by="user"))
            judged += reached
    return judged


def _pair(table: Table, dispute: Dispute, handle: int) -> DisputedPair:
    one = _passage(table, dispute.one, handle)
    return DisputedPair(one, _passage(table, dispute.other, handle + 1), dispute.why)


def _passage(table: Table, quote: Quote, handle: int) -> Passage:
    snippet = table.state.snippets[quote.snippet_id]
    title = table.state.sources[snippet.source_id].title
    begin = max(0, quote.start - _BEFORE)
    if begin:
        begin = min(quote.start, snippet.text.find(" ", begin) + 1 or quote.start)
    return Passage(handle, snippet, title, snippet.text[begin : quote.end])
