"""What a branch of the map does not know: evidence nobody has used, and one voice alone.

The page computes the same from its own state (`js/src/gaps.ts`). The rules, for a concept and all
below it, the root counting as parked evidence and not as a concept:

- *unused*: the snippets that no turn cites, concepts as one walks them from the top, snippets in
  the order of placement;
- *thin*: there is at least one snippet, and all of them are from one source;
- the *thin branches* of a map are its thin concepts from the top, without those below a thin one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree


def unused(tree: Tree, concept: str, cited: AbstractSet[str]) -> tuple[str, ...]:
    """Return the ids of the snippets under the concept and below that are not in `cited`."""
    return tuple(each for each in tree.below(concept) if each not in cited)


def is_thin(tree: Tree, concept: str, snippets: Mapping[str, Snippet]) -> bool:
    """Whether the concept and all below it stand on one source alone."""
    return len({snippets[each].source_id for each in tree.below(concept)}) == 1


def thin_branches(tree: Tree, snippets: Mapping[str, Snippet]) -> list[str]:
    """Return the ids of the thin concepts from the top, without those below a thin one."""
    below: dict[str, set[str]] = {}
    for node in reversed(list(tree.walk())):  # each after all that is below it
        sources = {snippets[each].source_id for each in node.snippets}
        below[node.id] = sources.union(*(below[child] for child in node.children))
    thin: list[str] = []
    waiting = list(reversed(tree[tree.root].children))
    while waiting:
        concept = waiting.pop()
        if len(below[concept]) == 1:
            thin.append(concept)
        else:
            waiting.extend(reversed(tree[concept].children))
    return thin
