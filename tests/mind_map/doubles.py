"""A small engine and embedding that work by words alone, for maps in tests."""

from __future__ import annotations

import asyncio
import random
import re
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costorm_widget.evidence.sources import Snippet, Source
from costorm_widget.language.tasks import Brief, NameJob, Part, Step
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.ground import Ground
from costorm_widget.mind_map.index import PlacementIndex
from costorm_widget.mind_map.tree import Tree
from costorm_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.language.tasks import NavigationGroup, PlacementGroup, SplitJob
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.ground import MapEngine
    from costorm_widget.turns import OpenQuestion, Steer, Turn

Result = TypeVar("Result")

TOPIC = "Daylight saving time"


def words(text: str) -> list[str]:
    return re.findall(r"\w{3,}", text.casefold())


class WordEmbedder:
    """Texts are near when they share words; counts what it is asked for."""

    name = "words-256"

    def __init__(self, dimensions: int = 256) -> None:
        self.dimensions = dimensions
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in words(text) or [text]:
                vectors[row, zlib.crc32(word.encode()) % self.dimensions] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
        return unit


@dataclass
class WordEngine:
    """Splits by the first word of a passage, names by the commonest, chooses by shared words.

    It says "none" when a group shares no word with any candidate. Tests override one job each to
    have a reply of their own.
    """

    asked: Counter[str] = field(default_factory=Counter[str])
    groups: list[PlacementGroup] = field(default_factory=list["PlacementGroup"])
    walked: list[tuple[NavigationGroup, ...]] = field(
        default_factory=list[tuple["NavigationGroup", ...]]
    )

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        self.asked["split_concept"] += 1
        parts: dict[str, list[int]] = {}
        for passage in job.passages:
            parts.setdefault(words(passage.snippet.text)[0], []).append(passage.handle)
        return tuple(Part(name.title(), tuple(members)) for name, members in parts.items())

    async def name_concept(self, job: NameJob) -> str:
        self.asked["name_concept"] += 1
        taken = {name.casefold() for name in job.taken}
        common = Counter(word for each in job.passages for word in words(each.snippet.text))
        return next((word.title() for word, _ in common.most_common() if word not in taken), "")

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        assert brief.topic == TOPIC
        self.asked["choose_placements"] += 1
        self.groups += groups
        return tuple(self._choose(group) for group in groups)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        self.asked["navigate"] += 1
        self.walked.append(groups)
        return tuple([await self._step(brief, group) for group in groups])

    async def _step(self, brief: Brief, group: NavigationGroup) -> Step:
        """Go where most of the near concepts lie, as the extractive engine does."""
        for child, votes in enumerate(group.near):
            if 2 * votes > group.nearest:
                return Step(child)
        taken = (*group.path, *group.children)
        return Step(name=await self.name_concept(NameJob(brief, group.passages, taken)))

    def _choose(self, group: PlacementGroup) -> int | None:
        said = {word for each in group.passages for word in words(each.snippet.text)}
        shared = [len(said & set(words(" ".join(path)))) for path in group.candidates]
        best = max(range(len(shared)), key=lambda place: shared[place])
        return best if shared[best] else None


@dataclass
class World:
    """A tree with evidence, as a session would hold it."""

    engine: MapEngine
    settings: Settings = field(default_factory=Settings)
    embedder: WordEmbedder = field(default_factory=WordEmbedder)
    tree: Tree = field(default_factory=lambda: Tree("c0", TOPIC))
    snippets: dict[str, Snippet] = field(default_factory=dict[str, Snippet])
    sources: dict[str, Source] = field(default_factory=dict[str, Source])
    ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        self.ground = Ground(
            self.engine,
            PlacementIndex(self.embedder),
            Brief(TOPIC, "", self.settings),
            self.snippets,
            self.sources,
        )

    def concept(self, name: str, parent: str = "c0", texts: Iterable[str] = ()) -> str:
        """Add a concept with snippets of these texts; return its id."""
        concept = self.tree.new_id()
        self.tree.add(concept, name, parent)
        for each in texts:
            self.tree.place(self.snippet(each), concept)
        return concept

    def snippet(self, text: str, query: tuple[str, str] = ("Why?", "why")) -> str:
        """Add a snippet that has no place yet; return its id."""
        name = f"n{len(self.snippets)}"
        source = f"s{len(self.sources)}"
        self.sources[source] = Source(source, f"Title of {source}", f"file:{source}", "d", text)
        self.snippets[name] = Snippet(name, source, 0, len(text), text, queries=(query,))
        return name

    def fold(self, events: Iterable[MapEvent]) -> None:
        for event in events:
            fold_map(self.tree, event)

    def home(self, snippet: str) -> str:
        """Return the name of the concept that a snippet is under."""
        return self.tree[self.tree.home[snippet]].name

    def outline(self) -> dict[str, int]:
        """Return how many snippets are directly under each path."""
        return {
            " > ".join(self.tree.path(node.id)): len(node.snippets) for node in self.tree.walk()
        }


class WorldBoard:
    """A board over a world's tree, as a session is one; keeps what is emitted."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.cited: set[str] = set()
        self.events: list[MapEvent] = []
        self.wishes: list[tuple[str, Steer, str]] = []
        self.disputes: list[Dispute] = []
        self.past: dict[int, Tree] = {}
        self.questions: list[OpenQuestion] = []

    @property
    def tree(self) -> Tree:
        return self._world.tree

    @property
    def snippets(self) -> Mapping[str, Snippet]:
        return self._world.snippets

    def emit(self, event: MapEvent) -> None:
        fold_map(self.tree, event)
        self.events.append(event)

    def alone(self, function: Callable[[], Result]) -> Result:
        return function()

    def steer(self, concept: str, steer: Steer, text: str = "") -> Turn | None:
        self.wishes.append((concept, steer, text))
        return None

    def embed(self, texts: Sequence[str]) -> Vectors:
        return asyncio.run(self._world.embedder.embed(texts))

    def tree_at(self, turn: int) -> Tree:
        return self.past[turn]


def check_tree(tree: Tree, snippets: Mapping[str, object] | Iterable[str]) -> None:
    """Assert that `tree` is a tree, and that every one of `snippets` is in it exactly once."""
    walked = list(tree.walk())
    ids = [node.id for node in walked]
    assert len(ids) == len(set(ids)) == len(tree.nodes)
    assert set(ids) == set(tree.nodes)
    for node in walked:
        assert node.name.strip()
        for child in node.children:
            assert tree[child].parent == node.id
        if node.id != tree.root:
            assert node.parent is not None
            assert tree[node.parent].children.count(node.id) == 1
    held = [snippet for node in walked for snippet in node.snippets]
    assert len(held) == len(set(held))
    assert set(held) == set(tree.home) == set(snippets)
    for snippet, concept in tree.home.items():
        assert snippet in tree[concept].snippets


class ChaoticEngine:
    """Gives any reply that a broken model may give, from a seeded chance."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        size = len(job.passages)
        return tuple(
            Part(
                self._name(job.path),
                tuple(
                    self._chance.randint(-1, size + 2) for _ in range(self._chance.randint(0, size))
                ),
            )
            for _ in range(self._chance.randint(0, 4))
        )

    async def name_concept(self, job: NameJob) -> str:
        return self._name(job.taken)

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        assert brief.topic == TOPIC
        count = len(groups) + self._chance.choice((-1, 0, 0, 0, 1))
        return tuple(self._chance.choice((None, None, -1, 0, 1, 99)) for _ in range(count))

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        assert brief.topic == TOPIC
        count = len(groups) + self._chance.choice((-1, 0, 0, 0, 1))
        steps = (None, Step(), Step(-1), Step(0), Step(1), Step(99))
        return tuple(
            self._chance.choice((*steps, Step(name=self._name(("Sleep",))))) for _ in range(count)
        )

    def _name(self, known: Sequence[str]) -> str:
        return self._chance.choice(("", " ", "Owls", "Larks", "A -> B", "x" * 300, "\n#", *known))
