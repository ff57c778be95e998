"""The order in which what several queries find is read: little is said twice."""

from __future__ import annotations

import asyncio
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.diversity import spread
from costorm_widget.evidence.embeddings import HashedWords, unit
from tests.builders import sample_documents, sample_embedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors

SIZES = st.lists(st.integers(0, 6), max_size=4)


def embedded(texts: Sequence[str]) -> Vectors:
    return asyncio.run(HashedWords().embed(texts))


@given(SIZES, st.integers(0, 3), st.integers(0, 999))
def test_every_list_is_only_put_in_another_order(sizes: list[int], taken: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    *lists, before = [
        unit(random.normal(size=(size, 5)).astype(np.float32)) for size in (*sizes, taken)
    ]
    orders = spread(lists, before)
    assert [sorted(order) for order in orders] == [list(range(size)) for size in sizes]


def test_what_repeats_nothing_keeps_its_order() -> None:
    assert spread([np.eye(6, dtype=np.float32)]) == [[0, 1, 2, 3, 4, 5]]
    assert spread([]) == []


WIRE = [
    "Heart attacks rose by a quarter on the Monday after clocks went forward.",
    "On the Monday after the clocks went forward heart attacks rose by a quarter, a study says.",
    "Heart attacks, a study says, rose by a quarter on the Monday after the clocks went forward.",
    "A quarter more heart attacks on the Monday after the clocks went forward, says a study.",
    "In autumn, when the night is longer, fewer strokes are seen in hospitals.",
    "Doctors advise to go to bed a little earlier in the days before the change.",
    "Ticket prices for the railway will rise again in December.",
]


def test_one_report_in_four_wordings_does_not_fill_the_answer() -> None:
    vectors = embedded(WIRE)
    (order,) = spread([vectors])
    assert order[0] == 0, "the best stays the best"
    first = order[:3]
    assert set(first) & {4, 5}, "something else is among the first"
    assert order[-1] == 6 or order.index(6) >= 3, "what is far from the query does not win by that"

    def repeats(places: Sequence[int]) -> float:
        pairs = [float(vectors[one] @ vectors[other]) for one, other in combinations(places, 2)]
        return sum(pairs) / len(pairs)

    assert repeats(first) < 0.6 * repeats([0, 1, 2])


def test_a_second_query_does_not_begin_with_what_the_first_has_said() -> None:
    lists = [embedded([WIRE[0], WIRE[4]]), embedded([WIRE[1], WIRE[5]])]
    assert spread(lists) == [[0, 1], [1, 0]]
    # What is on the table already counts, too.
    assert spread([lists[0]], embedded([WIRE[2]])) == [[1, 0]]


QUESTIONS = (
    ("health effects of clock changes", "heart attacks after the change"),
    ("energy saved by daylight saving time", "electricity use in summer"),
    ("history of daylight saving time", "who invented summer time"),
    ("farmers and daylight saving", "cows and milking time"),
    ("traffic accidents after the change", "road safety in the evening"),
    ("which countries abolished it", "European Union vote to abolish clock changes"),
)


def reworded(text: str) -> str:
    """The same passage as another place has it: other order, other ends."""
    return " ".join(["As agencies report:", *reversed(text.split(". "))])


async def test_with_several_places_a_prompt_shows_half_as_much_again_and_as_near() -> None:
    """Two places with the sample corpus, one of them in other words, and two queries a turn."""
    documents, embedder = await asyncio.to_thread(sample_documents), sample_embedder()
    different: dict[str, list[int]] = {"by rank": [], "spread": []}
    near: dict[str, list[float]] = {"by rank": [], "spread": []}
    for queries in QUESTIONS:
        texts: list[list[str]] = []
        for query in queries:
            found = [each.snippet.text for each in await documents.search(query, 10)]
            texts.append([text for each in found for text in (each, reworded(each))])
        lists = [await embedder.embed(each) for each in texts]
        asked = await embedder.embed(queries)
        by_rank = [list(range(len(each))) for each in lists]
        for name, orders in (("by rank", by_rank), ("spread", spread(lists))):
            shown = [
                (query, order[place]) for place in range(4) for query, order in enumerate(orders)
            ]
            different[name].append(len({texts[query][place - place % 2] for query, place in shown}))
            near[name] += [float(lists[query][place] @ asked[query]) for query, place in shown]
    assert sum(different["spread"]) >= 1.4 * sum(different["by rank"])
    assert np.mean(near["spread"]) >= 0.97 * np.mean(near["by rank"])
