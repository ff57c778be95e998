"""Muted branches: what gets no more queries, and whose evidence nobody brings up (DESIGN §6).

A muted concept mutes all that is below it. Two things open a muted branch again for one question:
the user asks about a concept in it, or the user's own words are about it. What is asked for is
answered, whatever was muted before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.discourse.policy import said

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Turn


@dataclass(frozen=True, slots=True)
class Muting:
    """What is muted while a turn is taken.

    Attributes:
        branches: The concepts of each muted branch, by the muted concept at its top.
        opened: Concepts of these that the user has asked about.
    """

    branches: dict[str, frozenset[str]]
    opened: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything is muted."""
        return bool(self.branches)

    def __contains__(self, concept: object) -> bool:
        """Whether the concept of this id is muted."""
        muted = any(concept in branch for branch in self.branches.values())
        return muted and concept not in self.opened

    def hides(self, tree: Tree, snippet: str) -> bool:
        """Whether a snippet lies in a muted branch."""
        return bool(self.branches) and tree.home.get(snippet, tree.root) in self

    def without(self, concept: str) -> Muting:
        """Return this muting without the branches that the concept is in."""
        kept = {top: each for top, each in self.branches.items() if concept not in each}
        return Muting(kept, self.opened)

    def names(self, tree: Tree) -> tuple[str, ...]:
        """Return the names of the muted concepts, without those whose branch is asked about."""
        closed = [top for top, branch in self.branches.items() if not branch & self.opened]
        return tuple(tree[top].name for top in closed)


def muting(state: SessionState) -> Muting:
    """Return what is muted for the question in hand."""
    tree = state.tree
    tops = [node.id for node in tree.nodes.values() if node.muted]
    if not tops:
        return Muting({})
    branches = {top: frozenset(node.id for node in tree.walk(top)) for top in tops}
    question = question_in_hand(state)
    if question is None or question.role != "user" or question.concept not in tree:
        return Muting(branches)
    return Muting(branches, _opened(tree, branches, question.concept))


def question_in_hand(state: SessionState) -> Turn | None:
    """Return the last turn that asked."""
    return next((turn for turn in said(state) if turn.intent.asks), None)


def users_words(state: SessionState) -> str:
    """Return what the user said, if that is the question in hand and about no concept."""
    question = question_in_hand(state)
    if question is None or question.role != "user" or question.concept in state.tree:
        return ""
    return question.utterance


def open_names(tree: Tree, hushed: Muting) -> tuple[str, ...]:
    """Return the names of the concepts that are not muted, from the top."""
    nodes = (node for node in tree.walk() if node.parent is not None)
    if not hushed:
        return tuple(node.name for node in nodes)  # every prompt asks for this
    return tuple(node.name for node in nodes if node.id not in hushed)


def _opened(tree: Tree, branches: dict[str, frozenset[str]], concept: str) -> frozenset[str]:
    """Return what a question about a concept opens: what is below it, but not what is muted there.

    A concept in no muted branch opens nothing.
    """
    if not any(concept in branch for branch in branches.values()):
        return frozenset()
    below = frozenset(node.id for node in tree.walk(concept))
    return below.difference(*(branches[top] for top in below & branches.keys() - {concept}))
