"""Times the work on a map that grows: one turn's placement, upkeep, edits, up to 20,000 snippets.

Each size is a session on a made-up map with ten snippets a concept (`grown_map.py`), which is as
many as one may hold: so every snippet placed makes a concept too full, and upkeep has the most to
do. A turn brings 20 new snippets: they are placed, then the map is kept up. A round is two such
turns, the second of which is timed: it meets what the first has added to the map. Then both are
taken back, so that each round meets the same map. Nobody but the built-in engine is asked, and
upkeep includes its clustering and naming. Embedding is told apart and is in no other line; what is
embedded are the new passages, once in a turn, and the paths of new concepts, by `follow()`, which
is a part of placement. Memory is that of Python and numpy: texts, vectors, events, state.

`python benchmarks/map_scale.py` prints the table; the exit status is 1 if a bar fails.
"""

from __future__ import annotations

import asyncio
import sys
import tracemalloc
from collections import defaultdict
from math import log
from statistics import linear_regression, median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from grown_map import SNIPPETS_EACH, SentenceSums, Stock, grown_session

from costorm_widget import events as ev
from costorm_widget.evidence.embeddings import CachedEmbedder
from costorm_widget.mind_map.placement import place
from costorm_widget.mind_map.upkeep import upkeep
from costorm_widget.state import fold_all
from costorm_widget.turns import Intent, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from costorm_widget import CoStorm
    from costorm_widget.discourse.table import Table

CONCEPTS = (125, 250, 500, 1000, 2000)
PLACED = 20
ROUNDS = 7
_WARM_UP = 2
"""Rounds before those that count: they pay for imports and caches."""

_SMALL = 20
"""Concepts of a map on which the imports are paid for."""

PLACEMENT = f"placing {PLACED} snippets"
FOLLOW = "  of it follow()"
UPKEEP = "upkeep after that"
BOTH = "placing and upkeep"
PASSAGES = "embedding: passages"
PATHS = "embedding: new paths"

Rounds = dict[str, list[float]]
"""Milliseconds of each round, by what was done."""


class Bench:
    """One session with a map of one size."""

    def __init__(self, stock: Stock, concepts: int, sums: SentenceSums) -> None:
        """Grow the session and let the index read it."""
        self.concepts = concepts
        self.rounds: Rounds = defaultdict(list)
        self._stock, self._sums = stock, sums
        self._embedder = CachedEmbedder(sums)
        tracemalloc.start()
        self._session: CoStorm = grown_session(stock, concepts, self._embedder)
        self._table: Table = self._session._conductor._lay_table()  # noqa: SLF001 - as a turn does
        index = self._table.ground.index
        asyncio.run(index.follow(self._table.state.tree, self._table.state.snippets))
        self._events = self._session.events
        self.megabytes = tracemalloc.get_traced_memory()[0] / 1e6
        tracemalloc.stop()
        self._follow = index.follow
        index.follow = self._timed_follow  # type: ignore[method-assign]

    def one_round(self) -> None:
        """Take two turns that bring new evidence, then edit; take all of it back."""
        self._turn()
        kept, self.rounds = self.rounds, defaultdict(list)
        self._turn()
        for name, times in self.rounds.items():
            kept[name] += times
        self.rounds = kept
        self._time("undo of the turn", self._session.undo)
        self._session.undo()
        self._edit()
        self._time("copy of the tree", self._table.state.tree.copy)
        self._time("fold of all events", lambda: fold_all(self._events))

    def _turn(self) -> None:
        table, number = self._table, len(self._table.state.turns) + 1
        evidence = self._stock.evidence(self._stock.some(self.concepts, PLACED))
        texts = [each.text for each in evidence.snippets]
        self._wait(PASSAGES, self._sums.whole.embed(texts))
        asyncio.run(self._embedder.embed(texts))  # the search has done that before
        intent = Intent.POTENTIAL_ANSWER
        table.emit(evidence)
        table.emit(ev.TurnTaken(Turn(f"t{number}", number, "Ann", "expert", intent, "Said.")))
        before = self._sums.seconds
        placing = self._wait(PLACEMENT, self._place())
        self.rounds[PATHS].append((self._sums.seconds - before) * 1000)
        keeping = self._wait(UPKEEP, self._keep_up())
        self.rounds[BOTH].append(placing + keeping)

    def _edit(self) -> None:
        mind_map = self._session.mind_map
        edits: tuple[tuple[str, Callable[[], object]], ...] = (
            ("rename of a top concept", lambda: mind_map["c1"].rename("Another name")),
            ("move of a branch", lambda: mind_map["c2"].move("c1")),
            ("merge of two branches", lambda: mind_map["c4"].merge("c3")),
        )
        for name, edit in edits:
            self._time(name, edit)
        for _ in edits:
            self._time("undo of an edit", self._session.undo)

    async def _place(self) -> None:
        table = self._table
        tree = table.state.tree.copy()
        for event in await place(tree, table.unplaced, table.ground):
            table.emit(event)

    async def _keep_up(self) -> None:
        for event in await upkeep(self._table.state.tree, self._table.ground):
            self._table.emit(event)

    async def _timed_follow(self, *arguments: Any) -> None:  # noqa: ANN401 - handed on
        begun, embedding = perf_counter(), self._sums.seconds
        await self._follow(*arguments)
        own = perf_counter() - begun - (self._sums.seconds - embedding)
        self.rounds[FOLLOW].append(own * 1000)

    def _wait(self, name: str, work: Coroutine[Any, Any, object]) -> float:
        return self._time(name, lambda: asyncio.run(work))

    def _time(self, name: str, work: Callable[[], object]) -> float:
        """Do `work`, keep and return its milliseconds without those of embedding."""
        begun, embedding = perf_counter(), self._sums.seconds
        work()
        own = (perf_counter() - begun - (self._sums.seconds - embedding)) * 1000
        self.rounds[name].append(own)
        return own


def measured(stock: Stock, concepts: int, sums: SentenceSums) -> Bench:
    """Return a bench of one size after its rounds."""
    bench = Bench(stock, concepts, sums)
    for _ in range(_WARM_UP):
        bench.one_round()
    bench.rounds.clear()
    for _ in range(ROUNDS):
        bench.one_round()
    return bench


def exponent(benches: Sequence[Bench], name: str) -> float:
    """Return the power of the number of concepts that the time of `name` grows with."""
    sizes = [log(each.concepts) for each in benches]
    times = [log(median(each.rounds[name])) for each in benches]
    return linear_regression(sizes, times).slope


def table(benches: Sequence[Bench]) -> str:
    """Return all times as a table: the median, and the least and the most."""
    lines = [
        f"{'concepts':<26}" + "".join(f"{each.concepts:>22,}" for each in benches),
        f"{'snippets':<26}" + "".join(f"{each.concepts * SNIPPETS_EACH:>22,}" for each in benches),
        f"{'memory, MB':<26}" + "".join(f"{each.megabytes:>22.0f}" for each in benches),
    ]
    first = (PLACEMENT, FOLLOW, UPKEEP, BOTH, PASSAGES, PATHS)
    for name in dict.fromkeys((*first, *benches[0].rounds)):
        cells = (each.rounds[name] for each in benches)
        shown = (f"{median(cell):.1f} ({min(cell):.1f}–{max(cell):.1f})" for cell in cells)
        lines.append(f"{name + ', ms':<26}" + "".join(f"{each:>22}" for each in shown))
    return "\n".join(lines)


def bars(benches: Sequence[Bench]) -> list[tuple[str, float, float]]:
    """Return what is held: what it is, how much it is, and below what it must be."""
    largest = benches[-1]
    size = f"into {largest.concepts:,} concepts"
    return [
        (f"{PLACEMENT} {size}, ms", median(largest.rounds[PLACEMENT]), 50),
        (f"upkeep of {largest.concepts:,} concepts, ms", median(largest.rounds[UPKEEP]), 1000),
        ("placement grows with concepts to the power of", exponent(benches, PLACEMENT), 1),
        ("placement and upkeep, to the power of", exponent(benches, BOTH), 1),
    ]


def main() -> int:
    """Print the table; return the exit status."""
    sums, stock = SentenceSums(), Stock(CONCEPTS[-1])
    asyncio.run(sums.embed(stock.sentences))
    Bench(stock, _SMALL, sums).one_round()
    benches = [measured(stock, each, sums) for each in CONCEPTS]
    print(f"Medians of {ROUNDS} rounds, least and most in brackets; {sums.whole.name}.\n")
    print(table(benches), end="\n\n")
    held = bars(benches)
    for name, ours, most in held:
        print(f"{name:<50}{ours:>10.2f}, must be below {most:>5,}  {_verdict(ours, most)}")
    return 0 if all(ours < most for _, ours, most in held) else 1


def _verdict(ours: float, most: float) -> str:
    return "ok" if ours < most else "FAILS"


if __name__ == "__main__":
    sys.exit(main())
