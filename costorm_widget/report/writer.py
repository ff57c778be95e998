"""The report: title, lead, sections from the map, reference list (paper, section 3.4).

The lead is written from the evidence that the talk has cited, each section from what stands under
its concept. Whoever writes is told what was said before, so that no sentence comes twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.evidence.citations import Handle, resolve
from costorm_widget.evidence.literal import literal, literal_reference
from costorm_widget.evidence.plain import plain_sentences
from costorm_widget.language.tasks import LeadJob, Passage, SectionJob
from costorm_widget.report.outline import outline
from costorm_widget.report.references import References
from costorm_widget.reports import Report, Section

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.citations import Resolved
    from costorm_widget.report.outline import Heading
    from costorm_widget.reports import Reference

_LEAD_SHARE = 3
"""Passages of each section that the lead is written from."""

_NOTHING = (
    "There is no evidence yet, so there is nothing to report. Give the session sources, or take "
    "some turns, and write the report again."
)


async def write_report(table: Table) -> Report:
    """Return the report on the map as it is now."""
    headings = outline(table.state.tree)
    texts: list[Resolved] = []
    said: set[str] = set()
    lead = await _lead(table, headings, said)
    for place, heading in enumerate(headings):
        table.emit(ev.Progress("report", place, len(headings), heading.title))
        texts.append(await _section(table, heading, said))
    references = References()
    opening = references.renumber(lead.text, lead.citations) if headings else _NOTHING
    sections = [Section("", 1, opening)]
    for heading, text in zip(headings, texts, strict=True):
        markdown = references.renumber(text.text, text.citations)
        sections.append(Section(heading.title, heading.level, markdown, heading.concept))
    entries = references.entries(table.state.sources)
    title = title_of(table.state.topic, table.state.goal)
    table.emit(ev.Progress("report", len(headings), len(headings)))
    return Report(title, as_markdown(title, sections, entries), tuple(sections), entries)


def title_of(topic: str, goal: str) -> str:
    """Return the report's title."""
    return f"{topic}: {goal}" if goal else topic


def as_markdown(title: str, sections: Sequence[Section], references: Sequence[Reference]) -> str:
    """Return the whole report as one Markdown text.

    Names of concepts and titles of sources are shown letter by letter, whatever they hold.
    """
    parts = [f"# {literal(title)}"]
    for section in sections:
        if section.title:
            parts.append(f"{'#' * section.level} {literal(section.title)}")
        if section.markdown:
            parts.append(section.markdown)
    if references:
        parts.append("## References")
        entries = (f"{each.number}. {literal_reference(each.text)}" for each in references)
        parts.append("\n".join(entries))
    return "\n\n".join(parts) + "\n"


async def _section(table: Table, heading: Heading, said: set[str]) -> Resolved:
    passages = table.within_budget([heading.snippets], table.state.settings.section_tokens)
    job = SectionJob(
        brief=table.brief,
        path=heading.path,
        before=heading.before,
        children=heading.children,
        passages=passages,
        said=frozenset(said),
    )
    return await _written(table, table.engine.write_section(job), passages, said)


async def _lead(table: Table, headings: Sequence[Heading], said: set[str]) -> Resolved:
    """Write the lead from what the talk has cited of each section, else from its first passages."""
    cited = table.state.cited
    shares: list[tuple[str, ...]] = []
    for heading in headings:
        used = [each for each in heading.snippets if each in cited]
        shares.append(tuple((used or heading.snippets)[:_LEAD_SHARE]))
    passages = table.within_budget(shares, table.state.settings.section_tokens)
    tops = tuple(heading.title for heading in headings if len(heading.path) == 1)
    job = LeadJob(table.brief, tops, passages, frozenset(said))
    return await _written(table, table.engine.write_lead(job), passages, said)


async def _written(
    table: Table, words: AsyncIterator[str], passages: Sequence[Passage], said: set[str]
) -> Resolved:
    text = "".join([piece async for piece in words])
    said.update(plain_sentences(text, table.state.settings.language))
    handles = {
        each.handle: Handle(
            source_id=each.snippet.source_id,
            snippet_id=each.snippet.id,
            number=table.state.sources[each.snippet.source_id].number,
        )
        for each in passages
    }
    return resolve(text, handles)
