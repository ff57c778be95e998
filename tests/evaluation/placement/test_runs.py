"""The runs of the benchmark: what is in the map, what counts as right, and the bars on a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget.evaluation.placement.calls import count_calls
from costorm_widget.evaluation.placement.maps import concept, section
from costorm_widget.evaluation.placement.placers import (
    CountedEngine,
    LayerByLayer,
    NamesAlone,
    Ours,
    Reference,
)
from costorm_widget.evaluation.placement.runs import (
    Corpus,
    branch,
    curve,
    exact,
    grow,
    halves,
    outcome,
    pooled,
)
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.tasks import Step
from tests.evaluation.placement.freshwiki import bees, freshwiki

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costorm_widget.evaluation.placement.articles import Article, Task
    from costorm_widget.language.tasks import Brief, NavigationGroup, PlacementGroup
    from costorm_widget.mind_map.tree import Tree


def corpus(articles: Sequence[Article]) -> Corpus:
    embedder = CachedEmbedder(HashedWords())
    return Corpus(articles, embedder, ExtractiveEngine(embedder, "en"))


class Watching:
    """Puts everything at the top and keeps what was in the map."""

    name = "watching"

    def __init__(self) -> None:
        self.held: list[list[str]] = []

    async def place(self, made: object, tree: Tree, snippet: str) -> str:  # noqa: ARG002
        snippets = made.snippets  # type: ignore[attr-defined]
        self.held.append([snippets[each].text for each in tree.home])
        return concept(0)


async def test_sentences_that_cite_the_same_reference_are_not_in_the_map(tmp_path: Path) -> None:
    article = bees(tmp_path)
    watching = Watching()
    tasks = [each for each in article.tasks() if each.reference in {"e", "c"}]
    await corpus([article]).run(watching, tasks)
    for task, held in zip(tasks, watching.held, strict=True):
        citing = [each.text for each in article.sentences if task.reference in each.references]
        assert set(held) == {each.text for each in article.sentences} - set(citing)


async def test_a_share_of_the_article_is_in_place_the_same_for_all_its_tasks(
    tmp_path: Path,
) -> None:
    article = bees(tmp_path)
    made = corpus([article]).maps[article.title]
    assert len(made.share(0.5, 1)) == len(article.sentences) // 2
    assert made.share(0.5, 1) == made.share(0.5, 1)
    assert len({frozenset(made.share(0.5, seed)) for seed in range(9)}) > 1
    assert made.share(1.0, 0) == set(range(len(article.sentences)))


def test_exact_is_the_section_and_the_branch_is_its_first_step(tmp_path: Path) -> None:
    article = bees(tmp_path)
    winter = next(each for each in article.tasks() if each.reference == "c")
    judged = {placed: outcome(article, winter, placed) for placed in (-1, 0, 1, 2, 3)}
    assert [each.exact for each in judged.values()] == [False, False, True, False, False]
    assert [each.branch for each in judged.values()] == [False, True, True, False, False]
    assert section(concept(1)) == 1


class Walker:
    """Says none to every choice, then goes to the last child and stays there."""

    def __init__(self) -> None:
        self.walked: list[tuple[str, ...]] = []

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        assert brief.topic == "Honey bees"
        return (None,) * len(groups)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        assert brief.topic == "Honey bees"
        self.walked += [each.children for each in groups]
        return tuple(Step(0) if each.children[0] == "Food" else Step() for each in groups)


async def test_the_baselines_walk_layer_by_layer_and_are_counted(tmp_path: Path) -> None:
    part = corpus([bees(tmp_path)])
    walker = Walker()
    counted = CountedEngine(walker)  # type: ignore[arg-type]
    tasks = part.all_tasks[:2]
    alone = await part.run(LayerByLayer(counted), tasks)
    assert counted.calls == 4, "two layers for each"
    assert walker.walked[:2] == [("Food", "Dance"), ("Winter",)]
    assert {each.placed for each in alone} == {0}
    counted.calls = 0
    both = await part.run(Reference(counted), tasks)
    assert counted.calls == 6, "and the choice before"
    assert [each.placed for each in both] == [each.placed for each in alone]


async def test_a_map_grows_from_its_names(tmp_path: Path) -> None:
    part = corpus([bees(tmp_path)])
    made = part.maps["Honey bees"]
    tasks = part.tasks["Honey bees"]
    one = await grow(made, tasks, put_right=True, seed=1)
    # f and a2 share their sentence: only one of them comes.
    assert len(one) == len(tasks) - 1
    assert one == await grow(made, tasks, put_right=True, seed=1)
    assert len(curve([one], 5)) == 5


@pytest.fixture(scope="module")
def some() -> Corpus:
    return corpus(freshwiki(8))


async def test_on_a_part_of_freshwiki_we_are_far_better_than_names_alone(some: Corpus) -> None:
    tasks = some.all_tasks[::2]
    assert len(tasks) > 50
    names = await some.run(NamesAlone(), tasks)
    ours = await some.run(Ours(some.engine), tasks)
    few = await some.run(Ours(some.engine), tasks, share=0.3)
    assert exact(names) < 30
    assert exact(ours) >= 55
    assert exact(names) + 10 < exact(few) < exact(ours) < branch(ours)


async def test_draws_are_pooled_with_their_interval(some: Corpus) -> None:
    tasks: list[Task] = some.all_tasks
    ours = await some.run(Ours(some.engine), tasks[:150])
    drawn = pooled(ours, range(5))
    assert drawn.low <= drawn.exact <= drawn.high
    assert drawn.exact == pytest.approx(pooled(ours, range(5)).exact)
    assert min(drawn.by_level.values()) <= drawn.exact <= max(drawn.by_level.values())


async def test_a_model_that_often_says_none_is_asked_at_most_02_times_a_snippet() -> None:
    calls = await count_calls(freshwiki(3), CachedEmbedder(HashedWords()), none=0.3)
    assert calls.placed >= 100
    assert 0.2 < calls.none < 0.4
    assert calls.steps > 0
    assert calls.others == 0
    assert calls.each <= 0.2


async def test_without_none_nobody_walks(tmp_path: Path) -> None:
    article = bees(tmp_path)
    longer = type(article)(article.title, article.sections, article.sentences * 6)
    calls = await count_calls([longer], CachedEmbedder(HashedWords()), none=0)
    assert calls.placed == 20
    assert (calls.steps, calls.none) == (0, 0)


def test_one_half_is_for_calibration(tmp_path: Path) -> None:
    article = bees(tmp_path)
    titles = [type(article)(f"t{each}", (), ()) for each in range(5)]
    assert halves(titles) == ({"t0", "t2", "t4"}, {"t1", "t3"})
