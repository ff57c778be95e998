"""Counts and times the calls of a session, beside the recorded figures of the reference code.

First a session on the sample corpus through the real stack: langchain-openai over HTTP to a server
that takes 50 ms a call (`fake_server.py`), vectors from the same server, no cache. Requests for
embeddings are answered at once, as they must have been when the reference code was measured: its
11.1 s hold 150 calls in sequence and 966 such requests. What they cost is told apart.

Then the own time of a turn: a model that answers at once, with replies and vectors that are known
beforehand, in a session of 1,000 snippets and 200 concepts (`grown_session.py`).

Counts are the highest of all runs, times the lowest: other work on the machine only adds to them.
`python benchmarks/calls.py` prints the table; the exit status is 1 if a bar fails.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from fake_server import fake_server
from grown_session import CONCEPTS, SNIPPETS, own_times

from costorm_widget import CoStorm, Settings
from costorm_widget import events as ev

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fake_server import FakeServer, Served

    from costorm_widget.turns import Turn

DELAY = 0.05
TURNS = 20
SESSIONS = 4
"""The first one pays for imports, the best one is told."""

LONG_TALK = 200


@dataclass(frozen=True, slots=True)
class Timed:
    """One call, by the session's own account.

    Attributes:
        job: What was asked for.
        turn: For which turn.
        began: Seconds of this process's clock.
        ended: The same.
    """

    job: str
    turn: str
    began: float
    ended: float


@dataclass(slots=True)
class Watch:
    """Listens to a session: its calls, and when the first word of each turn was shown."""

    calls: list[Timed] = field(default_factory=list[Timed])
    first_words: dict[str, float] = field(default_factory=dict[str, float])

    def __call__(self, event: ev.Event) -> None:
        """Hear one event."""
        now = perf_counter()
        match event:
            case ev.ModelCalled() if event.call.job != "embed":
                call = event.call
                self.calls.append(Timed(call.job, call.turn, now - call.seconds, now))
            case ev.Token():
                self.first_words.setdefault(event.id, now)
            case _:
                pass

    def calls_to_first_word(self, turn: Turn) -> int:
        """Return how many calls of a turn lie in sequence before its first word.

        These are the call that says it and those that were over when it began; others may run
        beside it.
        """
        shown = self.first_words[turn.id]
        own = [call for call in self.calls if call.turn == turn.id]
        speaking = next(call for call in own if call.job == "write_answer" and call.ended > shown)
        return 1 + sum(call.ended <= speaking.began for call in own)


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a part of a session has cost.

    Attributes:
        calls: Chat completions.
        in_sequence: Length of the longest chain of them in which none began before the last ended.
        tokens: Of all prompts, schemas included.
        embedding_requests: Requests for embeddings.
        texts: Texts embedded.
        seconds: How long it took.
    """

    calls: int
    in_sequence: int
    tokens: int
    embedding_requests: int
    texts: int
    seconds: float

    @classmethod
    def of(cls, served: Sequence[Served], seconds: float) -> Stretch:
        """Return the sums of what a server has served."""
        chat = [each for each in served if each.job != "embed"]
        other = [each for each in served if each.job == "embed"]
        return cls(
            len(chat),
            in_sequence([(each.began, each.ended) for each in chat]),
            sum(each.tokens for each in chat),
            len(other),
            sum(each.texts for each in other),
            seconds,
        )


@dataclass(frozen=True, slots=True)
class Run:
    """One session.

    Attributes:
        warm_start: The warm start, from its first call on.
        preparing: Seconds before that: reading and indexing the sources.
        turns: The turns.
        to_first_word: The most calls in sequence before the first word of an answering turn.
    """

    warm_start: Stretch
    preparing: float
    turns: Stretch
    to_first_word: int


def in_sequence(calls: Sequence[tuple[float, float]]) -> int:
    """Return the length of the longest chain of calls that do not overlap.

    Args:
        calls: Beginning and end of each.
    """
    length, free = 0, float("-inf")
    for began, ended in sorted(calls, key=lambda each: each[1]):
        if began >= free:
            length, free = length + 1, ended
    return length


def run_session(server: FakeServer) -> Run:
    """Hold one session, with an empty cache, and return its figures."""
    with TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        session = CoStorm.sample(
            model="openai:fake",
            base_url=server.base_url,
            embeddings="openai:fake",
            settings=Settings(cache=False),
        )
        watch = Watch()
        session.on_event(watch)
        server.served()
        opened = perf_counter()
        session.warm_start()
        warm = perf_counter()
        first_call = min(call.began for call in watch.calls)
        warm_start = Stretch.of(server.served(), warm - first_call)
        begun = perf_counter()
        turns = session.run(TURNS)
        ended = perf_counter()
        if any(turn.status != "done" for turn in turns) or len(turns) != TURNS:
            sys.exit(f"Not all turns came: {[turn.status for turn in turns]}")
        to_first_word = max(
            watch.calls_to_first_word(turn) for turn in turns if not turn.intent.asks
        )
        return Run(
            warm_start,
            first_call - opened,
            Stretch.of(server.served(), ended - begun),
            to_first_word,
        )


def run_sessions(embedding_delay: float) -> list[Run]:
    """Hold several sessions, one after the other."""
    with fake_server(DELAY, embedding_delay) as server:
        return [run_session(server) for _ in range(SESSIONS)]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a figure, the most it may be, and the reference code's."""

    name: str
    ours: float
    most: float
    reference: str = ""

    @property
    def passes(self) -> bool:
        """Whether the bar holds."""
        return self.ours <= self.most

    def __str__(self) -> str:
        """Show it as a line."""
        ours = f"{self.ours:,}" if isinstance(self.ours, int) else f"{self.ours:.2f}"
        verdict = "ok" if self.passes else "FAILS"
        return f"{self.name:<46}{ours:>9}{self.most:>9,}   {self.reference:<14}{verdict}"


def call_rows(runs: Sequence[Run]) -> list[Row]:
    """Return the lines about calls."""
    warm, turns = [run.warm_start for run in runs], [run.turns for run in runs]
    return [
        Row("20 turns: calls", max(each.calls for each in turns), 80, "177"),
        Row("  in sequence", max(each.in_sequence for each in turns), 50, "150"),
        Row("  prompt tokens", max(each.tokens for each in turns), 75_000, "123,000"),
        Row("  requests for embeddings", max(each.embedding_requests for each in turns), 60, "966"),
        Row("  seconds", min(each.seconds for each in turns), 3.5, "11.1"),
        Row("warm start: calls in sequence", max(each.in_sequence for each in warm), 9, "32 of 49"),
        Row("  seconds from the first call on", min(each.seconds for each in warm), 0.8, "2.4"),
        Row(
            "an answer: calls in sequence to its first word",
            max(run.to_first_word for run in runs),
            2,
            "6.4 (to all)",
        ),
    ]


def own_rows(short: float, long: float) -> list[Row]:
    """Return the lines about own time."""
    return [
        Row(f"own time of a turn after {TURNS}, in ms (median)", short, 20),
        Row(f"own time of a turn after {LONG_TALK}, in ms (median)", long, 20),
        Row("  the second against the first", long / short, 1.5),
    ]


def notes(runs: Sequence[Run], slow: Sequence[Run]) -> str:
    """Return what else there is to know about the sessions."""
    warm = [run.warm_start for run in runs]
    return (
        f"The warm start has {max(each.calls for each in warm)} calls, "
        f"{max(each.tokens for each in warm):,} prompt tokens and "
        f"{max(each.embedding_requests for each in warm)} requests for embeddings of "
        f"{max(each.texts for each in warm)} texts; with reading and indexing the sources it took "
        f"{min(run.warm_start.seconds + run.preparing for run in runs):.2f} s.\n"
        f"With {DELAY * 1000:.0f} ms a request for embeddings too, 20 turns took "
        f"{min(run.turns.seconds for run in slow):.2f} s and the warm start "
        f"{min(run.warm_start.seconds for run in slow):.2f} s.\n"
        f"Over the {len(runs)} runs, 20 turns took "
        f"{', '.join(f'{run.turns.seconds:.2f}' for run in runs)} s and the warm start "
        f"{', '.join(f'{run.warm_start.seconds:.2f}' for run in runs)} s.\n"
        f"Own time is measured with {SNIPPETS:,} snippets and {CONCEPTS} concepts."
    )


def main() -> int:
    """Print the table; return the exit status."""
    runs, slow = run_sessions(0.0), run_sessions(DELAY)
    rows = [*call_rows(runs), *own_rows(*own_times(TURNS, LONG_TALK))]
    print(f"{'':<46}{'ours':>9}{'at most':>9}   reference")
    print(*rows, sep="\n")
    print(f"\n{notes(runs, slow)}")
    return 0 if all(row.passes for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
