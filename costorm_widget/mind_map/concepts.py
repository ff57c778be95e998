"""The mind map as the user holds it: by layer, by word, and as data for other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.mind_map import outlines, views
from costorm_widget.mind_map.board import Board
from costorm_widget.mind_map.concept import Concept
from costorm_widget.mind_map.lookup import Key, look_up, matching
from costorm_widget.mind_map.metrics import MapMetrics, Stability, measured, placed_texts, stability
from costorm_widget.mind_map.search import Shelves
from costorm_widget.mind_map.unknowns import thin_branches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import networkx as nx
    import pandas as pd
    from ipycytoscape import CytoscapeWidget

__all__ = ["Board", "Concept", "MindMap"]


class MindMap:
    """All concepts of a session.

    `len` counts concepts and iterating walks them from the top; the root is not among them.
    """

    def __init__(self, board: Board) -> None:
        """View the map of `board`."""
        self._board = board

    @property
    def root(self) -> Concept:
        """The topic itself; what is parked is under it."""
        return Concept(self._board, self._board.tree.root)

    @property
    def children(self) -> tuple[Concept, ...]:
        """The top concepts, in order."""
        return self.root.children

    def add(self, name: str) -> Concept:
        """Add a top concept and return it.

        Raises:
            MindMapError: If the name is empty.
        """
        return self.root.add(name)

    def read_outline(
        self, source: str | Path, under: Concept | Key | None = None
    ) -> tuple[Concept, ...]:
        """Put the concepts of an outline into the map, as one change, and return the new ones.

        Concepts of the same name at the same place are not added again. A single heading, or a
        single top entry called like the topic, stands for the whole and is no concept.

        Args:
            source: OPML, or Markdown headings and lists; or a file with either.
            under: The concept that takes the outline in; None for the topic itself.

        Raises:
            MindMapError: If it cannot be read, holds no concept, or more than a map takes.
            SourceNotFound: If there is no such file.
            UnknownName: If there is no concept `under`.
        """
        outline = outlines.read(source)

        def put() -> tuple[Concept, ...]:
            tree = self._board.tree
            place = tree.root if under is None else self._id_of(under)
            entries = outline.checked((tree[tree.root].name, tree[place].name))
            added = outlines.missing(tree, place, entries)
            if added:
                self._board.emit(ev.OutlineAdded(added, by="user"))
            return tuple(Concept(self._board, concept) for concept, *_ in added)

        return self._board.alone(put)

    def find(self, word: str) -> list[Concept]:
        """Return the concepts with `word` in their name, in any case, from the top."""
        wanted = word.casefold()
        return [each for each in self if wanted in each.name.casefold()]

    def search(self, text: str, count: int = 8) -> list[Concept]:
        """Return the concepts that are nearest to `text` in meaning, best first.

        Args:
            text: A few words or a sentence, in any language that the embedding knows.
            count: Most concepts wanted.

        Raises:
            EmbeddingError: If the vectors cannot be computed.
            SessionBusy: On the session's own thread, as in a listener.
        """
        board = self._board
        shelves = board.alone(lambda: Shelves.of(board.tree, board.snippets))
        if not shelves.concepts or not text.strip():
            return []
        found = shelves.nearest(board.embed((text, *shelves.texts)), count)
        return [Concept(board, each) for each in found if each in board.tree]

    def metrics(self) -> MapMetrics:
        """Return figures of the map as it is: see `MapMetrics` for what each means.

        Raises:
            EmbeddingError: If the vectors cannot be computed.
            SessionBusy: On the session's own thread, as in a listener.
        """
        board = self._board
        tree, cited, (homes, texts) = board.alone(
            lambda: (
                board.tree.copy(),
                frozenset(board.cited),
                placed_texts(board.tree, board.snippets),
            )
        )
        return measured(tree, cited, homes, board.embed(texts))

    def stability(self, before: int, after: int | None = None) -> Stability:
        """Compare the map after turn `before` with the map after turn `after`.

        Args:
            before: Number of a turn; 0 is before the first one.
            after: Number of a later turn; None is now.

        Raises:
            NotYet: If there is no such turn.
        """
        board = self._board
        now = board.alone(board.tree.copy) if after is None else board.tree_at(after)
        return stability(board.tree_at(before), now)

    @property
    def thin(self) -> list[Concept]:
        """Branches that stand on one source alone, from the top; none below another of them."""
        board = self._board
        found = board.alone(lambda: thin_branches(board.tree, board.snippets))
        return [Concept(board, each) for each in found]

    def walk(self) -> Iterator[Concept]:
        """Yield every concept, each before those below it."""
        tree = self._board.tree
        for concept in self._board.alone(lambda: [node.id for node in tree.walk()]):
            if concept != tree.root:
                yield Concept(self._board, concept)

    def _id_of(self, concept: Concept | Key) -> str:
        tree = self._board.tree
        return tree[concept.id].id if isinstance(concept, Concept) else look_up(tree, concept)

    def __getitem__(self, key: Key) -> Concept:
        """Return the concept of an id, of a name, or of a path: `mind_map["Health", "Sleep"]`.

        Raises:
            UnknownName: If there is none, with the nearest right name.
            MindMapError: If several have this name, with their ids.
        """
        return Concept(self._board, self._board.alone(lambda: look_up(self._board.tree, key)))

    def __contains__(self, key: Key | Concept) -> bool:
        """Whether there is a concept of this id, name or path, or this concept itself."""
        tree = self._board.tree
        if isinstance(key, Concept):
            return key.id in tree
        return key in tree or bool(self._board.alone(lambda: matching(tree, key)))

    def __iter__(self) -> Iterator[Concept]:
        return self.walk()

    def __len__(self) -> int:
        return len(self._board.tree.nodes) - 1

    def __repr__(self) -> str:
        root = self.root
        return f"MindMap({root.name!r}, concepts={len(self)}, parked={len(root.snippets)})"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def to_dict(self) -> dict[str, Any]:
        """Return the root with all below it as nested plain values; see `views.to_dict`."""
        return self._board.alone(lambda: views.to_dict(self._board.tree, self._board.cited))

    def to_markdown(self) -> str:
        """Return an outline, with the number of snippets of each branch."""
        return self._board.alone(lambda: views.to_markdown(self._board.tree))

    def to_opml(self) -> str:
        """Return an OPML 2.0 document, for outliners; see `views.to_opml`."""
        return self._board.alone(lambda: views.to_opml(self._board.tree))

    def to_mermaid(self) -> str:
        """Return a Mermaid mindmap, for Markdown pages that draw it."""
        return self._board.alone(lambda: views.to_mermaid(self._board.tree))

    def to_graphml(self) -> str:
        """Return a GraphML document, for programs that study graphs; see `views.to_graphml`."""
        return self._board.alone(lambda: views.to_graphml(self._board.tree, self._board.cited))

    def to_json_canvas(self) -> str:
        """Return a JSON Canvas 1.0, for Obsidian and others; see `views.to_json_canvas`."""
        return self._board.alone(lambda: views.to_json_canvas(self._board.tree))

    def to_svg(self) -> str:
        """Return a picture of the tree as one SVG file; see `views.to_svg`."""
        return self._board.alone(lambda: views.to_svg(self._board.tree))

    def to_networkx(self) -> nx.DiGraph[str]:
        """Return a graph with edges from parent to child; see `views.to_networkx`.

        Raises:
            MissingExtra: If networkx is not installed.
        """
        return self._board.alone(lambda: views.to_networkx(self._board.tree, self._board.cited))

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row a concept; see `views.to_pandas`.

        Raises:
            MissingExtra: If pandas is not installed.
        """
        return self._board.alone(lambda: views.to_pandas(self._board.tree, self._board.cited))

    def to_cytoscape(self) -> CytoscapeWidget:
        """Return the map as an ipycytoscape widget, drawn as a tree."""
        return self._board.alone(lambda: views.to_cytoscape(self._board.tree))
