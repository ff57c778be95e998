"""Searching: all queries of a turn at once, none of them in a muted branch.

A query is about a muted branch if the concept that fits it best, as for placing evidence, lies
there, and is near as the map goes or far ahead of everything that is not muted; in a branch that
holds half of the map nothing can be nearer than the map is on the whole. On the sample corpus, with
each top concept muted in turn, that finds 16 of 19 queries whose results lie mostly in the branch,
and takes 4 of 213 others for such (`tests/discourse/test_muting.py` holds it to that). The vectors
are computed for the search anyway, so it costs no request.

What a search finds in a muted branch is kept as found, but not handed to who speaks.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.discourse.muting import muting, users_words
from costorm_widget.errors import EmbeddingError, SourceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.discourse.muting import Muting
    from costorm_widget.discourse.table import Table
    from costorm_widget.language.tasks import Passage
    from costorm_widget.mind_map.index import Candidate
    from costorm_widget.retrieval.base import Found


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
            replies = await asyncio.gather(
                *(table.retriever.search(query, limit) for query in wanted),
                return_exceptions=True,
            )
    except EmbeddingError as error:
        return Evidence(failure=str(error), queries=tuple(queries))
    lists, failure = _found(replies)
    for query, results in zip(wanted, lists, strict=True):
        for found in results:
            table.intake.take(found, question, query)
    tree = table.state.tree
    shown = [
        [each.snippet.id for each in results if not hushed.hides(tree, each.snippet.id)]
        for results in lists
    ]
    passages = table.within_budget(
        [list(at_hand), *shown] if at_hand else shown, table.state.settings.evidence_tokens
    )
    left_out = len(wanted) < len(queries) or any(lists)
    return Evidence(
        passages,
        tuple(dict.fromkeys(each.snippet.id for each in _in_turn(lists))),
        failure,
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


def _found(
    replies: Sequence[Sequence[Found] | BaseException],
) -> tuple[list[Sequence[Found]], str]:
    """Return the results of each query, and why there are none where a source has failed."""
    lists: list[Sequence[Found]] = []
    failure = ""
    for reply in replies:
        if isinstance(reply, SourceError | EmbeddingError):
            failure = str(reply)
            lists.append(())
        elif isinstance(reply, BaseException):
            raise reply
        else:
            lists.append(reply)
    return lists, failure


def _in_turn(lists: Sequence[Sequence[Found]]) -> list[Found]:
    """Return the best of each list, then the second of each, and so on."""
    longest = max((len(each) for each in lists), default=0)
    return [each[place] for place in range(longest) for each in lists if place < len(each)]
