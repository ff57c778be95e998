"""Searching: all queries of a turn at once, none of them in a muted branch.

A query is about a muted branch if the concept that fits it best, as for placing evidence, lies
there, and is near as the map goes or far ahead of everything that is not muted; in a branch that
holds half of the map nothing can be nearer than the map is on the whole. On the sample corpus, with
each top concept muted in turn, that finds 15 of 19 queries whose results lie mostly in the branch,
and takes 4 of 217 others for such (`tests/discourse/test_muting.py` holds it to that). The vectors
are computed for the search anyway, so it costs no request.

What the queries find is handed over in an order in which all of it together repeats little; see
`evidence.diversity`. What lies in a muted branch is kept as found, but not handed to who speaks.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costorm_widget.discourse.muting import muting, users_words
from costorm_widget.errors import CostormError, EmbeddingError
from costorm_widget.evidence.diversity import spread
from costorm_widget.retrieval.failures import hearing
from costorm_widget.retrieval.place import NO_FAILURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.muting import Muting
    from costorm_widget.discourse.table import Table
    from costorm_widget.language.tasks import Passage
    from costorm_widget.mind_map.index import Candidate


_AHEAD = 0.5
"""How far the score of a muted concept is ahead of all others where a query is about it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a search brought.

    Attributes:
        passages: For the engine, best first.
        retrieved: Ids of all snippets that were found, best first.
        failure: Why sources could not be searched.
        queries: What was searched for.
        muted: Names of the muted concepts, if nothing is left but what lies there.
    """

    passages: tuple[Passage, ...] = ()
    retrieved: tuple[str, ...] = ()
    failure: str = ""
    queries: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()


async def search(
    table: Table, question: str, queries: Sequence[str], limit: int, at_hand: Sequence[str] = ()
) -> Evidence:
    """Search all `queries` at once; share the evidence budget fairly between them.

    Args:
        table: Where the sources are.
        question: What the queries are for.
        queries: What to search for.
        limit: Most results of a query.
        at_hand: Ids of snippets to speak from besides, best first; they have a share of their own.
    """
    hushed = muting(table.state)
    try:
        with table.timed("search"):
            wanted, hushed = await _let_through(table, question, queries, hushed)
            lists, failures = await _all_found(table, question, wanted, limit)
            shown = await _spread(table, lists, at_hand, hushed)
    except EmbeddingError as error:
        return Evidence(failure=str(error), queries=tuple(queries))
    tree = table.state.tree
    passages = table.within_budget(
        [list(at_hand), *shown] if at_hand else shown, table.state.settings.evidence_tokens
    )
    left_out = len(wanted) < len(queries) or any(lists)
    return Evidence(
        passages,
        tuple(dict.fromkeys(_in_turn(lists))),
        " ".join(failures),
        tuple(wanted),
        hushed.names(tree) if left_out and not passages else (),
    )


async def _let_through(
    table: Table, question: str, queries: Sequence[str], hushed: Muting
) -> tuple[Sequence[str], Muting]:
    """Return the queries that are about no muted branch, and what is still muted for them.

    Where that is no query, the question itself is searched for, unless it is about one, too.
    """
    state, index = table.state, table.index
    texts = [*queries]
    if table.engine.remote or hushed:
        # In one request, not one each; and with what moderator and map need soon.
        texts += (question, state.topic, *index.unread(state.tree))
    words = users_words(state) if hushed else ""
    await table.embedder.embed([*texts, *filter(None, (words,))])
    if not hushed or not queries:
        return queries, hushed
    about = await _muted(table, [*queries, question, words or question], hushed)
    if words:
        hushed = hushed.without(about[-1])
    places = range(len(queries))
    wanted = [queries[place] for place in places if about[place] not in hushed]
    if not wanted and about[-2] not in hushed:
        wanted = [question]
    return wanted, hushed


async def _muted(table: Table, texts: Sequence[str], hushed: Muting) -> list[str]:
    """Return the id of the muted concept that each text is about; empty if it is about none."""
    state, index = table.state, table.index
    vectors = await table.embedder.embed(texts)
    await index.follow(state.tree, state.snippets)
    nearest = index.nearest(state.tree, texts, vectors, len(state.tree.nodes))
    return [_is_about(each, hushed) for each in nearest]


def _is_about(nearest: Sequence[Candidate], hushed: Muting) -> str:
    """Return the best concept if it is muted, and near or far ahead of all that is not muted."""
    best = next(iter(nearest), None)
    if best is None or best.concept not in hushed:
        return ""
    others = next((each.score for each in nearest if each.concept not in hushed), float("-inf"))
    return best.concept if best.near or best.score - others >= _AHEAD else ""


async def _all_found(
    table: Table, question: str, queries: Sequence[str], limit: int
) -> tuple[list[list[str]], list[str]]:
    """Return ids of what each query finds, and what could not be searched, each thing once."""
    with hearing() as heard:
        replies = await asyncio.gather(
            *(table.retriever.search(query, limit) for query in queries), return_exceptions=True
        )
    lists: list[list[str]] = []
    reasons: list[str] = []
    for query, reply in zip(queries, replies, strict=True):
        if isinstance(reply, BaseException):
            if not isinstance(reply, CostormError) or isinstance(reply, NO_FAILURE):
                raise reply
            reasons.append(str(reply))
            lists.append([])
        else:
            lists.append([table.intake.take(each, question, query).id for each in reply])
    left_out: dict[str, str] = {}
    for failure in heard:  # it may give each query another reason; one is enough
        left_out.setdefault(failure.name, str(failure))
    return lists, list(dict.fromkeys([*reasons, *left_out.values()]))


async def _spread(
    table: Table, lists: Sequence[Sequence[str]], at_hand: Sequence[str], hushed: Muting
) -> list[list[str]]:
    """Return what may be shown of the lists, in an order in which all together repeats little."""
    tree = table.state.tree
    shown = [[each for each in ids if not hushed.hides(tree, each)] for ids in lists]
    texts = [[table.intake.snippet(each).text for each in ids] for ids in (at_hand, *shown)]
    # They were embedded to be found, or will be for the map: every vector is computed once.
    vectors = await table.embedder.embed([text for each in texts for text in each])
    first, *rest = np.split(vectors, np.cumsum([len(each) for each in texts])[:-1])
    return [
        [ids[place] for place in order]
        for ids, order in zip(shown, spread(rest, first), strict=True)
    ]


def _in_turn(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return the best of each list, then the second of each, and so on."""
    longest = max((len(each) for each in lists), default=0)
    return [each[place] for place in range(longest) for each in lists if place < len(each)]
