"""Whether any citation is invented, unresolved, or not verbatim, in 50 whole sessions.

Ten topics of FreshWiki, five sessions each: a folder with the article on the topic and five on
something else; warm start, six turns, one of them a question of the user's, and a report. Half of
the sessions are extractive; in the others a scripted model cites wrongly in one sentence of three:
numbers that nobody gave, in every kind of bracket, author-year keys, addresses, links, images and
HTML, headings and reference lists with marks (`tests/trust/adversary.py`).

Checked is everything printed: each number resolves to a source and a passage of it, each passage
stands in its file word for word, each extractive sentence in the passage that it cites; the
report's numbers are contiguous and its reference list holds what is cited and nothing else; nothing
invented is left, Markdown makes no link of what was said, and exactly what was planted is counted
as dropped (`tests/trust/checks.py`).

The articles are FreshWiki (Shao et al. 2024, CC BY-SA 4.0): https://github.com/stanford-oval/storm,
branch NAACL-2024-code-backup, folder FreshWiki. Run with its folder in FRESHWIKI::

    FRESHWIKI=../shared/freshwiki python -m benchmarks.citations

The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import sys
from time import perf_counter

from tests.trust import topics
from tests.trust.checks import Tally
from tests.trust.sessions import hold

TOPICS = 10
SESSIONS = 5
SHOWN = 10
"""Faults that are printed whole."""


def main() -> int:
    """Hold the sessions, print the table, return the exit status."""
    tally = Tally()
    started = perf_counter()
    for article in topics.topics(TOPICS):
        hold(tally, article, SESSIONS)
        seconds = perf_counter() - started
        print(
            f"{seconds:6.0f} s  {tally.counts['sessions']:3} sessions  {article.stem}", flush=True
        )
    print()
    for what, count in sorted(tally.counts.items()):
        wrong = sum(fault.startswith(f"{what}: ") for fault in tally.faults)
        print(f"{what:<34}{count:>8}{wrong:>8} wrong" if wrong else f"{what:<34}{count:>8}")
    print(f"\n{len(tally.faults)} faults")
    for fault in tally.faults[:SHOWN]:
        print(f"- {fault[:1_000]}")
    return 1 if tally.faults or tally.counts["sessions"] < TOPICS * SESSIONS else 0


if __name__ == "__main__":
    if not topics.is_here():
        print(f"FreshWiki is not in {topics.FOLDER}. It comes from")
        print("https://github.com/stanford-oval/storm (branch NAACL-2024-code-backup, FreshWiki);")
        print("set FRESHWIKI to its folder.")
        sys.exit(0)
    sys.exit(main())
