"""What the next answer is about: the concept of the question in hand, and what is wanted of it.

A wish of the user's about a concept (DESIGN §6), and a question that the moderator has asked about
one, are answered with that concept as the focus, and with the evidence that lies there at hand:
what nobody has used first. A wish whose concept went away meanwhile is a question like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.discourse.muting import muting
from costorm_widget.discourse.policy import said
from costorm_widget.discourse.steering import own_words
from costorm_widget.language.tasks import Focus
from costorm_widget.mind_map.unknowns import thin_branches

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.language.tasks import Plan
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Steer


@dataclass(frozen=True, slots=True)
class Aim:
    """What an answer is about, besides its question.

    Attributes:
        concept: Id of the concept; empty if none in particular.
        focus: The same for a job of language.
        at_hand: Ids of snippets to speak from besides what is searched for, best first.
    """

    concept: str = ""
    focus: Focus | None = None
    at_hand: tuple[str, ...] = ()

    @property
    def steer(self) -> Steer:
        """What is wanted of the concept."""
        return self.focus.steer if self.focus else ""


def aim_of(state: SessionState) -> Aim:
    """Return what the question in hand is about; an empty aim if nothing is asked."""
    last = next(said(state), None)
    if last is None or not last.intent.asks:
        return Aim()
    shown = tuple(each for each in last.about if each in state.snippets)
    if last.concept not in state.tree or last.concept in muting(state):
        return Aim(at_hand=shown)
    words = own_words(last.question)
    focus = focus_on(state.tree, last.concept, last.steer or "ask", words)
    near = evidence_about(state, last.concept, focus.steer)
    most = state.settings.results_per_query
    return Aim(last.concept, focus, tuple(dict.fromkeys((*shown, *near)))[:most])


def focus_on(tree: Tree, concept: str, steer: Steer = "", words: str = "") -> Focus:
    """Return a focus on a concept; the root stands for the topic."""
    return Focus(tree.path(concept) or (tree[concept].name,), steer, words)


def evidence_about(state: SessionState, concept: str, steer: Steer) -> tuple[str, ...]:
    """Return the ids of what lies under a concept and below, in the order in which it helps.

    What nobody has cited goes first. Who looks for the opposite, or speaks against, has before
    that both sides of the disputes there. Who looks for what is missing has only what nobody has
    cited; where that is nothing, what stands on one source alone.
    """
    hushed = muting(state)
    below = [each for each in state.tree.below(concept) if not hushed.hides(state.tree, each)]
    unused = [each for each in below if each not in state.cited]
    if steer == "missing":
        return tuple(unused or _thin(state, concept, below))
    disputed = _disputed(state, below) if steer in {"challenge", "opposite"} else ()
    used = (each for each in below if each in state.cited)
    return tuple(dict.fromkeys((*disputed, *unused, *used)))


def looking_there(plan: Plan, focus: Focus | None, most: int) -> Plan:
    """Return the plan with at least one query that names the concept in focus with its path."""
    if focus is None or not plan.queries:
        return plan
    name = focus.path[-1].casefold()
    if any(name in query.casefold() for query in plan.queries):
        return plan
    kept = plan.queries[: max(0, most - 1)]
    return replace(plan, queries=(*kept, focus.place))


def _disputed(state: SessionState, below: Iterable[str]) -> list[str]:
    """Return both sides of every dispute of which one side lies there."""
    there = set(below)
    return [
        quote.snippet_id
        for dispute in state.disputes.values()
        if dispute.verdict != "rejected"
        and {dispute.one.snippet_id, dispute.other.snippet_id} & there
        for quote in (dispute.one, dispute.other)
    ]


def _thin(state: SessionState, concept: str, below: Iterable[str]) -> list[str]:
    """Return what stands on one source alone, of what lies there."""
    tree = state.tree
    inside = {node.id for node in tree.walk(concept)}
    thin = [each for each in thin_branches(tree, state.snippets) if each in inside]
    alone = {snippet for each in thin for snippet in tree.below(each)}
    return [each for each in below if each in alone]
