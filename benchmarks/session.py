"""Times the demo's session: first words, each turn, the report; with an empty cache and a full one.

`python benchmarks/session.py`; the figures of the README come from here.
"""

from __future__ import annotations

import os
import tempfile
from statistics import median
from time import perf_counter

from costorm_widget import CoStorm
from costorm_widget import events as ev

TURNS = 12


def measure(title: str) -> None:
    """Run one session and print its times in seconds."""
    session = CoStorm.sample()
    first_words: list[float] = []
    started = perf_counter()

    def notice(event: ev.Event) -> None:
        if isinstance(event, ev.Token) and not first_words:
            first_words.append(perf_counter() - started)

    session.on_event(notice)
    session.warm_start()
    warm = perf_counter() - started
    turns: list[float] = []
    for _ in range(TURNS):
        before = perf_counter()
        session.step()
        turns.append(perf_counter() - before)
    before = perf_counter()
    report = session.generate_report()
    ended = perf_counter()
    print(
        f"{title}: first words {first_words[0]:.1f} s, warm start {warm:.1f} s, "
        f"a turn {median(turns):.2f} s (median of {TURNS}, longest {max(turns):.2f} s), "
        f"report {ended - before:.2f} s, all {ended - started:.1f} s; "
        f"{len(session.mind_map)} concepts, {len(report.references)} documents cited"
    )


def main() -> None:
    """Measure with an empty cache of vectors, then with the one that this has filled."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        measure("empty cache")
        measure("full cache ")


if __name__ == "__main__":
    main()
