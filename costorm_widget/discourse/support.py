"""How well what was said is borne out by what it cites: checked here, and by a model if wished.

The local check takes a millisecond or two a sentence, which is too long for the thread that the
whole session runs on; so it has a thread of its own. It goes without an embedding: of sentences
that cite whole sections, as they do here, it finds the same with vectors and without
(`make bench-support`), and most vectors cost a request.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from costorm_widget.errors import BudgetReached, ModelError
from costorm_widget.evidence.support.turns import check_sentence, cited_sentences
from costorm_widget.language.judging import CitedClaim, SupportJob
from costorm_widget.language.tasks import Passage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.citations import Citation
    from costorm_widget.evidence.disputes import Quote
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.turns import CitedSentence
    from costorm_widget.evidence.support.verdict import SentenceSupport, Support

AT_ONCE = 24
"""Sentences that a model is asked about: more than a turn has, and a section rarely has."""

_AROUND = 300
"""Characters before and after a quote that a model is shown."""


async def support_in(
    table: Table, text: str, citations: Sequence[Citation]
) -> tuple[SentenceSupport, ...]:
    """Return how well each cited sentence of a text is borne out.

    A model that does not answer, whose reply cannot be used, or that the budget has no room for,
    leaves it at what the local check says.

    Args:
        table: Where it was said.
        text: What was said.
        citations: Its citations, with the places of their marks.
    """
    if not citations:
        return ()
    settings = table.state.settings
    snippets = {each.snippet_id: table.intake.snippet(each.snippet_id) for each in citations}
    titles = {each.source_id: table.intake.source(each.source_id).title for each in citations}

    def check() -> list[tuple[CitedSentence, Support | None]]:
        sentences = cited_sentences(text, citations, settings.language)
        return [
            (each, check_sentence(each, snippets, settings.language, titles)) for each in sentences
        ]

    checked = await asyncio.to_thread(check)
    if checked and settings.support == "model":
        told = await _judged(table, checked[:AT_ONCE], snippets)
        checked[:AT_ONCE] = zip((each for each, _ in checked), told, strict=False)
    return tuple(
        sentence.with_support(support) for sentence, support in checked if support is not None
    )


async def _judged(
    table: Table,
    checked: Sequence[tuple[CitedSentence, Support | None]],
    snippets: Mapping[str, Snippet],
) -> tuple[Support | None, ...]:
    handles = {each: number for number, each in enumerate(snippets, 1)}
    quotes = [found.quote for _, found in checked if found and found.quote]
    job = SupportJob(
        table.brief,
        tuple(
            CitedClaim(sentence.text, tuple(handles[each] for each in sentence.snippets), found)
            for sentence, found in checked
        ),
        tuple(_passage(table, snippets[each], number, quotes) for each, number in handles.items()),
    )
    try:
        return await table.engine.check_support(job)
    except (ModelError, BudgetReached):
        return tuple(found for _, found in checked)


def _passage(table: Table, snippet: Snippet, handle: int, quotes: Sequence[Quote]) -> Passage:
    """Return a snippet as it is shown: from its first quote to its last, and what is around."""
    title = table.intake.source(snippet.source_id).title
    own = [each for each in quotes if each.snippet_id == snippet.id]
    text = snippet.text
    begin = max(0, min((each.start for each in own), default=0) - _AROUND)
    end = max((each.end for each in own), default=len(text)) + _AROUND
    begin = text.find(" ", begin) + 1 if begin else 0
    space = text.rfind(" ", 0, end) if end < len(text) else -1
    end = space if space > begin else len(text)
    if (begin, end) == (0, len(text)):
        return Passage(handle, snippet, title)
    before, after = "[…] " if begin else "", " […]" if end < len(text) else ""
    return Passage(handle, snippet, title, f"{before}{text[begin:end]}{after}")
