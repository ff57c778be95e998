"""Runs of the placement benchmark: tasks one by one, and a map that grows from its names.

*Exact*: the passage is put under the section in which it stands. *Right branch*: under that
section, or one above or below it, or one with the same section at the top; that is, the first step
from the root was right. A new concept and a parked passage are neither.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from statistics import mean, stdev
from typing import TYPE_CHECKING

from costorm_widget.evaluation.placement.articles import sample_by_level
from costorm_widget.evaluation.placement.maps import ArticleMap, concept, section, texts
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.placement import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.evaluation.placement.articles import Article, Task
    from costorm_widget.evaluation.placement.placers import Placer
    from costorm_widget.evidence.embeddings import CachedEmbedder
    from costorm_widget.mind_map.ground import MapEngine

_TURN = 5
"""References that come at once while a map grows."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task.

    Attributes:
        task: The task.
        placed: Number of the section it was put under; another number for anything else.
        exact: Whether that is the right one.
        branch: Whether its branch is.
    """

    task: Task
    placed: int
    exact: bool
    branch: bool


@dataclass(slots=True)
class Corpus:
    """Articles, their tasks, and their maps.

    Args:
        articles: The articles.
        embedder: Vectors; each text is embedded once.
        engine: Who is asked where the index leaves a choice.
    """

    articles: Sequence[Article]
    embedder: CachedEmbedder
    engine: MapEngine
    maps: dict[str, ArticleMap] = field(init=False)
    tasks: dict[str, list[Task]] = field(init=False)

    def __post_init__(self) -> None:
        self.tasks = {each.title: each.tasks() for each in self.articles}
        self.maps = {
            each.title: ArticleMap(each, self.embedder, self.engine) for each in self.articles
        }

    async def embed(self) -> None:
        """Embed all texts, in few batches."""
        for each in self.articles:
            await self.embedder.embed(texts(each, self.tasks[each.title]))

    @property
    def all_tasks(self) -> list[Task]:
        """The full set: every reference that is cited in one section only."""
        return [task for tasks in self.tasks.values() for task in tasks]

    async def run(
        self, placer: Placer, tasks: Iterable[Task], share: float = 1.0, seed: int = 0
    ) -> list[Outcome]:
        """Put each task back into its article.

        Args:
            placer: Who places.
            tasks: The tasks.
            share: How much of the article's sentences is in place: the same ones for all tasks of
                an article and seed. Those that cite the task's reference never are.
            seed: Which ones.
        """
        kept = {title: made.share(share, seed) for title, made in self.maps.items()}
        outcomes: list[Outcome] = []
        for task in tasks:
            made = self.maps[task.article]
            tree = made.tree(kept[task.article], without=task.reference)
            found = await placer.place(made, tree, made.snippet(task))
            outcomes.append(outcome(made.article, task, section(found)))
        return outcomes


def outcome(article: Article, task: Task, placed: int) -> Outcome:
    """Return what it means that a task was put under a section."""
    there = 0 <= placed < len(article.sections)
    top = article.sections[placed][0] if there else ""
    right = there and top == article.sections[task.section][0]
    return Outcome(task, placed, placed == task.section, right)


async def grow(
    made: ArticleMap, tasks: Sequence[Task], *, put_right: bool, seed: int
) -> list[Outcome]:
    """Place an article's references in random order into its outline, from the names alone.

    They come in turns of five: an article has about thirty. Of references that share a citing
    sentence only the first comes.

    Args:
        made: The article's map.
        tasks: The references.
        put_right: Whether each turn's mistakes are put right before the next turn, as a user would
            do; otherwise what is placed later builds on them.
        seed: Of the order.
    """
    order = list(tasks)
    random.Random(f"{made.article.title} {seed}").shuffle(order)
    tree = made.tree()
    outcomes: list[Outcome] = []
    come = _with_own_sentences(made.article, order)
    for start in range(0, len(come), _TURN):
        snippets = {made.snippet(task): task for task in come[start : start + _TURN]}
        for event in await place(tree, list(snippets), made.ground):
            fold_map(tree, event)
        outcomes += [
            outcome(made.article, task, section(tree.home[each])) for each, task in snippets.items()
        ]
        if put_right:
            tree.place_all([(each, concept(task.section)) for each, task in snippets.items()])
    return outcomes


def _with_own_sentences(article: Article, tasks: Sequence[Task]) -> list[Task]:
    """Leave out what shares a citing sentence with one before."""
    citing: dict[str, set[int]] = {}
    for number, each in enumerate(article.sentences):
        for reference in each.references:
            citing.setdefault(reference, set()).add(number)
    seen: set[int] = set()
    own: list[Task] = []
    for task in tasks:
        if seen.isdisjoint(citing[task.reference]):
            own.append(task)
            seen |= citing[task.reference]
    return own


def curve(grown: Iterable[Sequence[Outcome]], parts: int = 5) -> list[tuple[float, float]]:
    """Return exact and right-branch accuracy in per cent for each part of the share placed."""
    bins: list[list[Outcome]] = [[] for _ in range(parts)]
    for outcomes in grown:
        for place_, each in enumerate(outcomes):
            bins[place_ * parts // len(outcomes)].append(each)
    return [(exact(each), branch(each)) for each in bins]


def exact(outcomes: Sequence[Outcome]) -> float:
    """Return the share put exactly right, in per cent."""
    return 100 * mean(each.exact for each in outcomes) if outcomes else math.nan


def branch(outcomes: Sequence[Outcome]) -> float:
    """Return the share put in the right branch, in per cent."""
    return 100 * mean(each.branch for each in outcomes) if outcomes else math.nan


def halves(articles: Sequence[Article]) -> tuple[set[str], set[str]]:
    """Return the titles for calibration, every second article from the first, and the others."""
    titles = [each.title for each in articles]
    return set(titles[::2]), set(titles[1::2])


@dataclass(frozen=True, slots=True)
class Pooled:
    """Accuracy on the paper's set, drawn with several seeds.

    Attributes:
        exact: Mean of all draws, in per cent.
        branch: The same for the right branch.
        low: Lower end of the 95 % interval of the mean of one draw, 1.96 deviations below.
        high: Upper end.
        by_level: Exact accuracy on the sections of each level.
    """

    exact: float
    branch: float
    low: float
    high: float
    by_level: dict[int, float]


def pooled(outcomes: Sequence[Outcome], seeds: Iterable[int]) -> Pooled:
    """Draw 33, 64 and 14 tasks of level 1, 2 and 3 with each seed from tasks already placed."""
    known = {(each.task.article, each.task.reference): each for each in outcomes}
    tasks = [each.task for each in outcomes]
    draws = [
        [known[each.article, each.reference] for each in sample_by_level(tasks, seed)]
        for seed in seeds
    ]
    shares = [exact(each) for each in draws]
    spread = 1.96 * stdev(shares)
    everything = [each for draw in draws for each in draw]
    return Pooled(
        mean(shares),
        branch(everything),
        mean(shares) - spread,
        mean(shares) + spread,
        {
            level: exact([each for each in everything if each.task.level == level])
            for level in sorted({each.task.level for each in everything})
        },
    )
