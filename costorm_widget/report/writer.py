"""The report: title, lead, sections from the map, reference list (paper, section 3.4).

The lead is written from the evidence that the talk has cited, each section from what stands under
its concept. With a model all are written at the same time; an engine that answers at once is told
what was said before, so that no sentence comes twice. When the budget is spent or the model is
out, what was written stays: the report says what is missing, or a fallback writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.together import together
from costorm_widget.discourse.utterance import whole
from costorm_widget.errors import BudgetReached, ModelError
from costorm_widget.evidence.citations import resolve
from costorm_widget.evidence.literal import literal, literal_reference
from costorm_widget.evidence.plain import plain_sentences
from costorm_widget.evidence.support.verdict import counted
from costorm_widget.language.tasks import LeadJob, SectionJob
from costorm_widget.report.outline import outline
from costorm_widget.report.references import References
from costorm_widget.report.sifting import sifted, unwanted_note
from costorm_widget.reports import Report, Section
from costorm_widget.usage import charging

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from costorm_widget.discourse.table import Table
    from costorm_widget.evidence.citations import Resolved
    from costorm_widget.language.tasks import Engine, Passage
    from costorm_widget.report.outline import Heading
    from costorm_widget.report.sifting import Sifted
    from costorm_widget.reports import Reference

_LEAD_SHARE = 3
"""Passages of each section that the lead is written from."""

_NOTHING = (
    "There is no evidence yet, so there is nothing to report. Give the session sources, or take "
    "some turns, and write the report again."
)

REPORT = "report"
"""Whom the calls of a report are charged to."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the report to be written: how, and from what.

    `heading` is None for the lead.
    """

    heading: Heading | None
    passages: tuple[Passage, ...]


async def write_report(table: Table) -> Report:
    """Return the report on the map as it is now.

    Raises:
        ModelError: If the model fails before anything is written, and there is no fallback.
        BudgetReached: If the budget is spent before anything is written; likewise.
    """
    headings = outline(table.state.tree)
    pieces = [_lead(table, headings), *(_section(table, each) for each in headings)]
    with charging(REPORT, ""):
        texts, failure = await _written(table, pieces if headings else [])
    lead, *bodies = texts or [None]
    references = References()
    opening = _NOTHING if not headings else _shown(lead, references)
    left_out = sum(each.left_out for each in texts if each)
    notes = [
        _partial(table, failure) if failure else "",
        unwanted_note(left_out, table.state.settings.report_leaves_out),
    ]
    sections = [Section("", 1, each) for each in (*filter(None, notes), opening)]
    for heading, body in zip(headings, bodies, strict=True):
        markdown = _shown(body, references) if body else "*Not written.*"
        sections.append(Section(heading.title, heading.level, markdown, heading.concept))
    entries = references.entries(table.state.sources, table.state.snippets)
    title = title_of(table.state.topic, table.state.goal)
    table.emit(ev.Progress("report", len(headings), len(headings)))
    markdown = as_markdown(title, sections, entries)
    support = [each for text in texts if text for each in text.support]
    return Report(
        title,
        markdown,
        tuple(sections),
        entries,
        partial=failure is not None,
        support=counted(support) if support else {},
        left_out=left_out,
    )


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


def _section(table: Table, heading: Heading) -> _Piece:
    tokens = table.state.settings.section_tokens
    return _Piece(heading, table.within_budget([heading.snippets], tokens))


def _lead(table: Table, headings: Sequence[Heading]) -> _Piece:
    """Write the lead from what the talk has cited of each section, else from its first passages."""
    cited = table.state.cited
    shares: list[tuple[str, ...]] = []
    for heading in headings:
        used = [each for each in heading.snippets if each in cited]
        shares.append(tuple((used or heading.snippets)[:_LEAD_SHARE]))
    return _Piece(None, table.within_budget(shares, table.state.settings.section_tokens))


async def _written(
    table: Table, pieces: Sequence[_Piece]
) -> tuple[list[Sifted | None], Exception | None]:
    """Return the text of each piece, None for what could not be written, and why it could not."""
    said: set[str] = set()
    tops = tuple(
        piece.heading.title for piece in pieces if piece.heading and len(piece.heading.path) == 1
    )
    done = 0
    failure: Exception | None = None

    async def write(piece: _Piece, engine: Engine) -> Sifted | None:
        nonlocal done, failure
        try:
            written = await whole(partial(_words, table, piece, engine, tops, said))
        except (ModelError, BudgetReached) as error:
            failure = failure or error
            return None
        text = _resolved(table, piece, written)
        said.update(plain_sentences(text.text, table.state.settings.language))
        title = piece.heading.title if piece.heading else ""
        table.emit(ev.Progress("report", done, len(pieces), title))
        done += 1
        return await sifted(table, text)

    if table.engine.remote:
        texts = await together([write(piece, table.engine) for piece in pieces])
    else:
        texts = [await write(piece, table.engine) for piece in pieces]
    if failure is not None and table.state.settings.fallback == "extractive":
        for place, piece in enumerate(pieces):
            texts[place] = texts[place] or await write(piece, table.engine.fallback)
    elif failure is not None and not any(texts):
        raise failure
    return texts, failure


def _words(
    table: Table, piece: _Piece, engine: Engine, tops: tuple[str, ...], said: set[str]
) -> AsyncIterator[str]:
    if piece.heading is None:
        return engine.write_lead(LeadJob(table.brief, tops, piece.passages, frozenset(said)))
    job = SectionJob(
        brief=table.brief,
        path=piece.heading.path,
        before=piece.heading.before,
        children=piece.heading.children,
        passages=piece.passages,
        said=frozenset(said),
    )
    return engine.write_section(job)


def _resolved(table: Table, piece: _Piece, text: str) -> Resolved:
    return resolve(text, table.handles(piece.passages), table.addresses(piece.passages))


def _shown(text: Sifted | None, references: References) -> str:
    return references.renumber(text.text, text.citations) if text else ""


def _partial(table: Table, failure: Exception) -> str:
    """Say at the top of a partial report why it is one."""
    if table.state.settings.fallback == "extractive":
        how = "where the model could not write, sentences are quoted from the sources"
    else:
        how = "sections that could not be written say so"
    return f"*This report is partial: {how}. {literal(str(failure))}*"
