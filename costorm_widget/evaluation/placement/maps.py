"""An article as a mind map: a concept a section, a snippet a sentence."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.language.tasks import Brief
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.mind_map.tree import Tree
from costorm_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from costorm_widget.evaluation.placement.articles import Article, Task
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.mind_map.ground import MapEngine

ROOT = "c0"


class ArticleMap:
    """The map of one article, with what placing works with.

    Its index lasts, as in a session: from one task to the next it follows a map that differs by
    a few sentences, and forgets the words of those that are taken out.
    """

    def __init__(self, article: Article, embedder: Embedder, engine: MapEngine) -> None:
        self.article = article
        self.embedder = embedder
        self.snippets: dict[str, Snippet] = {}
        self.sources: dict[str, Source] = {}
        self.ground = Ground(
            engine,
            PlacementIndex(embedder),
            Brief(article.title, "", Settings()),
            self.snippets,
            self.sources,
        )
        self._sentences = [self.add(each.text) for each in article.sentences]
        self._tasks: dict[str, str] = {}

    def add(self, text: str) -> str:
        """Take in a text as a snippet that has no place yet; return its id."""
        number = len(self.snippets)
        source = f"s{number}"
        self.sources[source] = Source(source, self.article.title, f"file:{source}", "web", text)
        self.snippets[f"n{number}"] = Snippet(f"n{number}", source, 0, len(text), text)
        return f"n{number}"

    def snippet(self, task: Task) -> str:
        """Return the id of a task's passage."""
        if task.reference not in self._tasks:
            self._tasks[task.reference] = self.add(task.text)
        return self._tasks[task.reference]

    def share(self, share: float, seed: int) -> set[int]:
        """Draw a share of the sentences, by number: the same ones for the same seed."""
        chance = random.Random(f"{self.article.title} {seed}")
        count = len(self.article.sentences)
        return set(chance.sample(range(count), round(share * count)))

    def tree(self, sentences: Collection[int] = (), without: str = "") -> Tree:
        """Return the outline with sentences in their places.

        Args:
            sentences: Which sentences, by number.
            without: A reference; sentences that cite it are left out.
        """
        tree = outline(self.article)
        tree.place_all(
            [
                (self._sentences[number], concept(each.section))
                for number, each in enumerate(self.article.sentences)
                if number in sentences and without not in each.references
            ]
        )
        return tree

    def with_engine(self, engine: MapEngine) -> Ground:
        """Return the ground with another engine."""
        return replace(self.ground, engine=engine)


def outline(article: Article) -> Tree:
    """Return the map with the article's sections and nothing in them."""
    tree = Tree(ROOT, article.title)
    last: dict[int, str] = {0: ROOT}
    for number, path in enumerate(article.sections):
        last[len(path)] = concept(number)
        tree.add(concept(number), path[-1] or "Untitled", last[len(path) - 1])
    return tree


def concept(section: int) -> str:
    """Return the id of a section's concept."""
    return f"c{section + 1}"


def section(concept_id: str) -> int:
    """Return the number of the section that a concept stands for; -1 for the root."""
    return int(concept_id.removeprefix("c")) - 1


def texts(article: Article, tasks: Iterable[Task]) -> list[str]:
    """Return all texts that placing an article's tasks embeds."""
    return [
        *(each.text for each in article.sentences),
        *(", ".join(path) for path in article.sections),
        *(each.text for each in tasks),
    ]
