"""What placing and upkeep work with besides the tree: evidence, vectors, and who chooses names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from costorm_widget.language.tasks import Passage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.language.tasks import (
        Brief,
        NameJob,
        NavigationGroup,
        Part,
        PlacementGroup,
        SplitJob,
        Step,
    )
    from costorm_widget.mind_map.index import Candidate, PlacementIndex
    from costorm_widget.mind_map.tree import Tree


class MapEngine(Protocol):
    """The jobs of `language.tasks.Engine` that the map asks for."""

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        """Return at least two parts, or nothing when the concept is fine as it is."""
        ...

    async def name_concept(self, job: NameJob) -> str:
        """Return a short, telling name."""
        ...

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        """Return for each group the index of the candidate it belongs to, or None."""
        ...

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        """Return for each group where it goes from where it stands; None if that is not known."""
        ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What the map stands on.

    Attributes:
        engine: Chooses between candidates, splits concepts and names them.
        index: The map's vectors; the same one for all calls of a session, so that it grows
            with the map.
        brief: Topic, goal and settings.
        snippets: The session's snippets by id.
        sources: The session's sources by id.
    """

    engine: MapEngine
    index: PlacementIndex
    brief: Brief
    snippets: Mapping[str, Snippet]
    sources: Mapping[str, Source]

    def passages(self, snippets: Iterable[str], first: int = 1) -> tuple[Passage, ...]:
        """Return snippets, given by id, as passages numbered from `first`."""
        found = (self.snippets[each] for each in snippets)
        return tuple(
            Passage(handle, snippet, self.sources[snippet.source_id].title)
            for handle, snippet in enumerate(found, first)
        )

    async def vectors(self, snippets: Sequence[str]) -> Vectors:
        """Return one unit vector for each snippet, given by id."""
        return await self.index.vectors([self.snippets[each] for each in snippets])

    async def nearest(self, tree: Tree, snippets: Sequence[str]) -> list[list[Candidate]]:
        """Return for each snippet, given by id, the concepts nearest to it, best first."""
        texts = [self.snippets[each].text for each in snippets]
        vectors = await self.vectors(snippets)
        await self.index.follow(tree, self.snippets)
        most = self.brief.settings.placement_candidates
        return self.index.nearest(tree, texts, vectors, most)
