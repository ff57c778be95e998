"""The demo: a real session on the sample corpus, shown as it happens, and written down."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from time import perf_counter
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from costorm_widget import events as ev
from costorm_widget.session import CoStorm
from costorm_widget.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import TaskID

    from costorm_widget.reports import Report

_COLOURS = {
    "moderator": "magenta",
    "general knowledge": "yellow",
    "expert": "cyan",
    "guest": "green",
    "user": "green",
}
_STAGES = {
    "reading": "Reading documents",
    "indexing": "Indexing passages",
    "background": "Looking for background",
    "interviews": "Interviewing experts",
    "map": "Drawing the first map",
    "opening": "Opening",
    "report": "Writing the report",
}

# A server of one's own often answers one call at a time, and without a graphics card slowly: long
# prompts and a small model that rambles would take minutes each.
_OWN_SERVER = Settings(
    interview_turns=1,
    opening_concepts=2,
    results_per_query=5,
    evidence_tokens=600,
    section_tokens=1000,
    question_answering_tokens=250,
    knowledge_base_tokens=250,
    concurrent_calls=1,
    silence_seconds=300,
)


def demo(
    turns: int, folder: Path, model: str | None = "extractive", base_url: str | None = None
) -> bool:
    """Run a session of `turns` turns after the opening; write report and map into `folder`.

    Args:
        turns: How many turns.
        folder: Made when needed.
        model: Who speaks, as in `CoStorm`.
        base_url: Its server, as in `CoStorm`.

    Returns:
        Whether all turns are whole: none has failed.
    """
    console = Console(highlight=False, soft_wrap=False)
    settings = _OWN_SERVER if base_url else Settings()
    session = CoStorm.sample(model=model, base_url=base_url, settings=settings)
    console.print(f"[bold]{escape(session.topic)}[/] [dim]{escape(session.goal)}[/]")
    console.print(f"[dim]{escape(session.about)}[/]\n")
    started = perf_counter()
    show = _Show(console)
    asyncio.run(_talk(session, turns, show))
    console.print("\n[dim]Writing the report …[/]")
    report = _written(session, show)
    seconds = perf_counter() - started
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.md").write_text(report.markdown, encoding="utf-8")
    (folder / "map.md").write_text(session.mind_map.to_markdown(), encoding="utf-8")
    console.print(
        f"\n{len(session.turns)} turns, {len(session.sources)} sources, "
        f"{len(session.mind_map)} concepts; report with {len(report.references)} references; "
        f"{seconds:.1f} s.\nWritten: {folder / 'report.md'} and {folder / 'map.md'}"
    )
    return _account(session, console)


async def _talk(session: CoStorm, turns: int, show: _Show) -> None:
    try:
        async with aclosing(session.stream(turns)) as events:
            async for event in events:
                show.take(event)
    finally:
        show.end()


def _written(session: CoStorm, show: _Show) -> Report:
    """Return the report; how far it is shows meanwhile."""
    end = session.on_event(show.take)
    try:
        return session.generate_report()
    finally:
        end()
        show.end()


def _account(session: CoStorm, console: Console) -> bool:
    """Print what was spent and what went wrong; return whether nothing did."""
    if session.usage.total.requests:
        console.print(f"Models: {session.usage.total}")
    failed = [turn for turn in session.turns if turn.status == "failed"]
    for turn in failed:
        console.print(f"[red]Turn {turn.number} of {escape(turn.speaker)}: {escape(turn.error)}[/]")
    if failed:
        console.print(f"[red]{len(failed)} of {len(session.turns)} turns failed.[/]")
    return not failed


class _Show:
    """Prints events as they come."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = Progress(
            TextColumn("[dim]{task.description}"),
            BarColumn(24),
            MofNCompleteColumn(),
            console=console,
            transient=True,
        )
        self._bars: dict[str, TaskID] = {}
        self._column = 0

    def take(self, event: ev.Event) -> None:
        match event:
            case ev.Progress():
                self._bar(event)
            case ev.TurnStarted():
                self.end()
                colour = _COLOURS[event.role]
                speaker = escape(event.speaker)
                self._console.print(f"\n[bold {colour}]{speaker}[/] [dim]{event.intent}[/]")
            case ev.TurnSearched():
                queries = escape(", ".join(f"“{query}”" for query in event.queries))
                found = f"{event.snippets} passages in {event.sources} sources"
                self._console.print(f"[dim]searched {queries} · {found}[/]")
            case ev.Token():
                self._say(event.text)
            case ev.TurnTaken(turn) if turn.status == "failed":
                self._say("\n")
                self._console.print(f"[red]{escape(turn.error)}[/]")
            case ev.TurnTaken() | ev.TurnDropped():
                self._say("\n")
            case ev.Waiting():
                reason = escape(event.reason)
                self._console.print(f"[yellow]waiting {event.seconds:.1f} s: {reason}[/]")
            case ev.WorkEnded() if event.outcome == "failed":
                self._console.print(f"[red]{escape(event.message)}[/]")
            case _:
                pass

    def end(self) -> None:
        """Take progress bars away; words follow."""
        self._progress.stop()
        for bar in self._bars.values():
            self._progress.remove_task(bar)
        self._bars.clear()

    def _say(self, text: str) -> None:
        """Print a piece of an utterance; a word that would cross the border begins a new line."""
        for piece in re.findall(r"\n|[^\S\n]+|\S+", text):
            if self._column + cell_len(piece) > self._console.width or piece == "\n":
                self._console.print()
                self._column = 0
            if not piece.isspace() or (piece != "\n" and self._column):
                self._console.print(piece, end="", markup=False, soft_wrap=True)
                self._column += cell_len(piece)

    def _bar(self, event: ev.Progress) -> None:
        if event.stage == "opening":
            return
        self._progress.start()
        if event.stage not in self._bars:
            self._bars[event.stage] = self._progress.add_task(_STAGES[event.stage])
        self._progress.update(
            self._bars[event.stage], completed=event.done, total=event.total or None
        )
