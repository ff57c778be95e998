"""What must hold of every citation of a session, counted."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from tests.trust.adversary import INVENTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from markdown_it.token import Token

    from costorm_widget import Citation, CoStorm, Report, Turn
    from tests.trust.adversary import Adversary

MARK = re.compile(r"[\[【［]\s*(\d[\d\s,;–-]*)[\]】］]")
_KEY = re.compile(r"(?<!\w)@?smith[a-z]+\d{4}")
_ENTRY = re.compile(r"^(\d+)\. ", re.MULTILINE)


class Tally:
    """What was counted, and what was wrong, over many sessions."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def check(self, what: str, right: bool, fault: object) -> None:  # noqa: FBT001 - the outcome
        """Count one thing that was checked; keep the `fault` if it was not right."""
        self.counts[what] += 1
        if not right:
            self.faults.append(f"{what}: {fault}")


def check_session(
    tally: Tally, session: CoStorm, folder: Path, adversary: Adversary | None = None
) -> None:
    """Check all turns, the interviews, the evidence and the report of a session."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    _check_evidence(tally, session, texts)
    for turn in session.turns:
        if turn.role == "user":
            continue
        tally.check("turns", turn.status in {"done", "no evidence"}, turn)
        _check_text(tally, turn.utterance, adversary)
        _check_marks(tally, session, turn.utterance, turn.citations)
        if adversary is None:
            tally.check("nothing dropped", not turn.dropped_citations, turn.dropped_citations)
            _check_quotes(tally, session, turn)
        else:
            expected = adversary.expected(turn.utterance)
            tally.counts["marks dropped"] += len(turn.dropped_citations)
            right = Counter(turn.dropped_citations) == expected
            tally.check("drops counted", right, (expected, turn.dropped_citations))
    for exchange in session.archive:
        _check_text(tally, exchange.answer, adversary)
        _check_marks(tally, session, exchange.answer, exchange.citations)
    assert session.report is not None
    _check_report(tally, session, session.report)
    _check_text(tally, session.report.markdown, adversary)
    if adversary is None:
        _check_report_quotes(tally, session, session.report)
    tally.counts["sessions"] += 1


def _check_evidence(tally: Tally, session: CoStorm, texts: Mapping[str, str]) -> None:
    for source in session.sources:
        file = texts.get(source.url.removeprefix("file:"))
        tally.check("sources as filed", source.text == file, source.url)
    for snippet in session.snippets:
        source = session.sources[snippet.source_id]
        right = source.text[snippet.start : snippet.end] == snippet.text != ""
        tally.check("snippets verbatim", right, snippet)
        context = snippet.context()
        shown = f"{context.before}{context.quote}{context.after}"
        tally.check("contexts verbatim", shown in source.text, context)


def _check_marks(tally: Tally, session: CoStorm, text: str, citations: Sequence[Citation]) -> None:
    """Every printed number is a citation, of a passage that is in the source of this number."""
    printed = {(found.start(), found.end()) for found in MARK.finditer(text)}
    cited = {(each.start, each.end) for each in citations}
    tally.check("texts without invented marks", printed == cited, (text, printed ^ cited))
    for each in citations:
        source = session.sources[each.number]
        snippet = session.snippets[each.snippet_id]
        right = (
            text[each.start : each.end] == f"[{each.number}]"
            and source.id == each.source_id == snippet.source_id
        )
        tally.check("citations resolve", right, each)


def _check_quotes(tally: Tally, session: CoStorm, turn: Turn) -> None:
    """What the built-in engine says before a mark stands word for word in the passage cited."""
    for each in turn.citations:
        said = MARK.sub("\n", turn.utterance[: each.start]).strip().splitlines()[-1]
        quoted = said.rpartition("“")[2].rstrip("”").strip()
        passage = session.snippets[each.snippet_id].text
        right = said.strip() in passage or (turn.intent.asks and quoted in passage)
        tally.check("quotes verbatim", right, (said, passage))


def _check_report(tally: Tally, session: CoStorm, report: Report) -> None:
    body, _, listed = report.markdown.partition("\n## References\n")
    order = list(dict.fromkeys(MARK.findall(body)))
    numbers = [str(each.number) for each in report.references]
    entries = _ENTRY.findall(listed)
    right = order == numbers == entries == [str(each) for each in range(1, len(order) + 1)]
    tally.check("report numbers", right, (order, numbers, entries))
    for each in report.references:
        source = session.sources[each.source_id]
        right = (source.title, source.url) == (each.title, each.url)
        tally.check("references are sources", right, each)
    tally.counts["report marks"] += len(MARK.findall(body))


def _check_report_quotes(tally: Tally, session: CoStorm, report: Report) -> None:
    sources = {str(each.number): session.sources[each.source_id].text for each in report.references}
    for section in report.sections:
        end = 0
        for mark in MARK.finditer(section.markdown):
            said = section.markdown[end : mark.start()].strip().splitlines()
            end = mark.end()
            if said:
                right = said[-1].strip() in sources.get(mark[1], "")
                tally.check("report quotes verbatim", right, (said[-1], section.title))


def _check_text(tally: Tally, text: str, adversary: Adversary | None) -> None:
    """Nothing planted is left, and Markdown makes neither a link nor an image of the text."""
    planted = adversary.expected(text) if adversary else Counter[str]()
    left = [each for each in planted if each in text]
    tally.counts["sentences with wrong citations"] += len(
        adversary.marked(text) if adversary else ()
    )
    right = INVENTED not in text and not _KEY.search(text) and not left
    tally.check("texts without invention", right, (left, text))
    definitions: dict[str, Any] = {}
    parsed = MarkdownIt("commonmark", {"html": True}).parse(text, definitions)
    kinds = Counter(token.type for token in _tokens(parsed))
    right = not kinds["link_open"] + kinds["image"] and not definitions.get("references")
    tally.check("texts without links", right, text)


def _tokens(found: Iterable[Token]) -> Iterator[Token]:
    for token in found:
        yield token
        yield from _tokens(token.children or ())
