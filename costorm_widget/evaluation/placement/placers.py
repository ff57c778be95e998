"""Ways to place a passage: ours, and the baselines of the Co-STORM paper.

All get the same map and the same passage and return the id of a concept. The baselines compare the
passage with the names on the path to each concept, never with what is under it:

- *names alone*: the nearest path by the vectors. The paper's "embedding only".
- *layer by layer*: a model walks down from the top, a concept a call. The paper's "language model
  only".
- *the reference's procedure*: the nearest paths, a model's choice among them, and layer by layer
  where it says "none". Without a model this is names alone.
- *ours*: `mind_map.placement.place` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from costorm_widget import events as ev
from costorm_widget.evaluation.placement.maps import ROOT
from costorm_widget.language.tasks import NavigationGroup, PlacementGroup
from costorm_widget.mind_map.placement import place

if TYPE_CHECKING:
    from costorm_widget.evaluation.placement.maps import ArticleMap
    from costorm_widget.language.tasks import Brief, NameJob, Part, SplitJob, Step
    from costorm_widget.mind_map.ground import MapEngine
    from costorm_widget.mind_map.tree import Tree

_CANDIDATES = 8
"""Paths that the reference's procedure lets a model choose from."""


class Placer(Protocol):
    """Puts one passage into a map."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        ...

    async def place(self, made: ArticleMap, tree: Tree, snippet: str) -> str:
        """Return the id of the concept that a snippet belongs to; another one for a new concept."""
        ...


class Ours:
    """The map's own placement.

    Args:
        engine: Chooses where the index leaves a choice.
    """

    name = "ours"

    def __init__(self, engine: MapEngine) -> None:
        self._engine = engine

    async def place(self, made: ArticleMap, tree: Tree, snippet: str) -> str:
        """Return where `mind_map.placement.place` puts it."""
        placed = await place(tree, [snippet], made.with_engine(self._engine))
        return next(
            concept
            for event in placed
            if isinstance(event, ev.SnippetsPlaced)
            for _, concept in event.placements
        )


class NamesAlone:
    """The nearest path."""

    name = "names alone"

    async def place(self, made: ArticleMap, tree: Tree, snippet: str) -> str:
        """Return the concept with the nearest path."""
        return (await nearest_paths(made, tree, snippet))[0]


class LayerByLayer:
    """A model walks down from the top, one concept a call."""

    name = "layer by layer"

    def __init__(self, engine: MapEngine) -> None:
        self._engine = engine

    async def place(self, made: ArticleMap, tree: Tree, snippet: str) -> str:
        """Return where the walk ends; a new concept has an id of its own."""
        concept = ROOT
        while children := tree[concept].children:
            group = NavigationGroup(
                "",
                "",
                made.ground.passages([snippet]),
                tree.path(concept),
                tuple(tree[each].name for each in children),
                (0,) * len(children),
                0,
            )
            (step,) = await self._engine.navigate(made.ground.brief, (group,))
            if step is None or step.child is None:
                return tree.new_id() if step and step.name else concept
            concept = children[step.child]
        return concept


class Reference:
    """The reference's procedure: the nearest paths, a choice, layer by layer for "none"."""

    name = "the reference's"

    def __init__(self, engine: MapEngine) -> None:
        self._engine = engine
        self._walk = LayerByLayer(engine)

    async def place(self, made: ArticleMap, tree: Tree, snippet: str) -> str:
        """Return the choice, or where the walk ends."""
        candidates = (await nearest_paths(made, tree, snippet))[:_CANDIDATES]
        passages = made.ground.passages([snippet])
        paths = tuple(tree.path(each) for each in candidates)
        group = PlacementGroup("", "", passages, paths)
        (choice,) = await self._engine.choose_placements(made.ground.brief, (group,))
        if choice is None:
            return await self._walk.place(made, tree, snippet)
        return candidates[choice]


class CountedEngine:
    """An engine whose jobs are counted.

    Attributes:
        calls: Jobs asked so far.
    """

    def __init__(self, inner: MapEngine) -> None:
        self._inner = inner
        self.calls = 0

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        """Hand the job on."""
        self.calls += 1
        return await self._inner.split_concept(job)

    async def name_concept(self, job: NameJob) -> str:
        """Hand the job on."""
        self.calls += 1
        return await self._inner.name_concept(job)

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        """Hand the job on."""
        self.calls += 1
        return await self._inner.choose_placements(brief, groups)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        """Hand the job on."""
        self.calls += 1
        return await self._inner.navigate(brief, groups)


async def nearest_paths(made: ArticleMap, tree: Tree, snippet: str) -> list[str]:
    """Return all concepts, those first whose paths are nearest to a snippet."""
    paths = tree.paths()
    vectors = await made.embedder.embed([", ".join(each) for each in paths.values()])
    (own,) = await made.embedder.embed([made.snippets[snippet].text])
    concepts = list(paths)
    return [concepts[place] for place in np.argsort(-(vectors @ own), kind="stable").tolist()]
