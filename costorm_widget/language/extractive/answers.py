"""Which sentences answer a question, and in what order they read.

Relevance is half meaning (cosine of question and sentence), half words: the share of the
question's terms that the sentence holds, each weighed by how rare it is in the evidence. Sentences
are then taken one by one, each time the most relevant that is least like those already taken
(maximal marginal relevance, Carbonell and Goldstein 1998). Whether the sources answer at all is
judged by words alone: what is merely near in meaning answers nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costorm_widget.evidence.lexical import terms
from costorm_widget.language.extractive.units import units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.extractive.units import Unit
    from costorm_widget.language.tasks import Passage

    Scores = NDArray[np.float32]

_DIVERSITY = 0.45
_LEAST_COVERED = 0.34
"""Share of the question's own terms, by weight, that a passage must hold to answer it."""

_TOPIC_WORD = 0.2
_ROLE = 0.35
_PLACE = 0.25
"""What a sentence of the last passage loses against one of the first: retrieval has ranked them
by everything the passage says."""

_ENOUGH = 0.5
"""Relevance, as a share of the best sentence's, below which nothing more is taken."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: the question, the speaker's angle, and how much may be said.

    Words of the `topic` count little: every source holds them.
    """

    topic: str
    question: str
    angle: str
    sentences: int
    words: int
    per_source: int


async def choose(
    wish: Wish,
    passages: Sequence[Passage],
    said: frozenset[str],
    embedder: Embedder,
    language: str,
) -> list[Unit]:
    """Return the sentences to say, in reading order; none if none is relevant."""
    pool = units(passages, language)
    if not pool:
        return []
    vectors = await embedder.embed([unit.text for unit in pool])
    asked = await embedder.embed([wish.question, wish.angle or wish.question])
    context = {each.handle: " ".join((each.title, *each.snippet.heading)) for each in passages}
    rank = {each.handle: place for place, each in enumerate(passages)}
    near = np.asarray((vectors @ asked.T).clip(0, 1), dtype=np.float32)
    relevance = _relevance(wish, pool, near, context, language)
    relevance -= np.array([_PLACE * rank[unit.handle] / len(passages) for unit in pool])
    taken = _take(wish, pool, vectors, relevance, said)
    return _in_reading_order([pool[place] for place in taken])


def _relevance(
    wish: Wish, pool: Sequence[Unit], near: Scores, context: dict[int, str], language: str
) -> Scores:
    """Return how relevant each sentence is.

    Args:
        wish: What is looked for.
        pool: The sentences.
        near: Cosines of each sentence with the question and with the angle, shape (sentences, 2).
        context: Title and headings by handle; their words count half.
        language: Language of the evidence.
    """
    bags = [set(terms(unit.text, language)) for unit in pool]
    frames = [set(terms(context[unit.handle], language)) for unit in pool]
    rarity = _Rarity([bag | frame for bag, frame in zip(bags, frames, strict=True)])
    common = set(terms(wish.topic, language))
    idle = set(terms(_ASKING, "en"))

    def covered(text: str) -> Scores:
        weights = {
            term: rarity.of(term) * (_TOPIC_WORD if term in common else 1.0)
            for term in terms(text, language)
            if term not in idle
        }
        total = sum(weights.values()) or 1.0
        shares = [
            sum(
                weight * (1.0 if term in bag else 0.5 if term in frame else 0.0)
                for term, weight in weights.items()
            )
            for bag, frame in zip(bags, frames, strict=True)
        ]
        return np.array(shares, dtype=np.float32) / total

    by_angle = 0.5 * (near[:, 1] + covered(wish.angle))
    return np.asarray(
        0.5 * near[:, 0] + 0.5 * covered(wish.question) + _ROLE * by_angle, dtype=np.float32
    )


class _Rarity:
    """How much a term tells: more, the fewer of the texts hold it."""

    def __init__(self, bags: Sequence[set[str]]) -> None:
        self._spread = Counter(term for bag in bags for term in bag)
        self._total = len(bags)

    def of(self, term: str) -> float:
        return math.log(1 + self._total / (0.5 + self._spread[term]))


def _take(
    wish: Wish, pool: Sequence[Unit], vectors: Scores, relevance: Scores, said: frozenset[str]
) -> list[int]:
    """Return the places of what is taken, in the order of taking."""
    taken: list[int] = []
    words = 0
    best = 0.0
    likeness = np.zeros(len(pool), dtype=np.float32)
    open_places = {place for place, unit in enumerate(pool) if unit.plain not in said}
    while open_places and len(taken) < wish.sentences:
        allowed = [each for each in open_places if _allowed(pool, each, taken, wish.per_source)]
        if not allowed:
            break
        gain = {each: float(relevance[each] - _DIVERSITY * likeness[each]) for each in allowed}
        place = max(allowed, key=lambda each: (gain[each], -each))
        best = best or float(relevance[place])
        if relevance[place] < _ENOUGH * best:
            break
        open_places.discard(place)
        if taken and words + pool[place].words > wish.words:
            continue
        taken.append(place)
        words += pool[place].words
        likeness = np.maximum(likeness, (vectors @ vectors[place]).clip(0, 1))
    return taken


def _allowed(pool: Sequence[Unit], place: int, taken: Sequence[int], per_source: int) -> bool:
    unit = pool[place]
    if unit.leans and unit.after not in taken:
        return False
    return sum(pool[each].source == unit.source for each in taken) < per_source


def _in_reading_order(chosen: list[Unit]) -> list[Unit]:
    """Keep a source's sentences together and in its order; sources in the order of relevance."""
    order = {source: place for place, source in enumerate(dict.fromkeys(u.source for u in chosen))}
    return sorted(chosen, key=lambda unit: (order[unit.source], unit.at))


def unanswered(question: str, passages: Sequence[Passage], topic: str, language: str) -> list[str]:
    """Return the question's own terms that no passage holds, when too little of it is covered.

    Terms of the topic count for nothing: every source holds them. A question without terms of
    its own is open, and always answered.
    """
    common = set(terms(topic, language)) | set(terms(_ASKING, "en"))
    wanted = [each for each in dict.fromkeys(terms(question, language)) if each not in common]
    if not wanted:
        return []
    bags = [
        set(terms(" ".join((each.title, *each.snippet.heading, each.snippet.text)), language))
        for each in passages
    ]
    rarity = _Rarity(bags)
    total = sum(rarity.of(term) for term in wanted)
    covered = max(
        (sum(rarity.of(term) for term in wanted if term in bag) / total for bag in bags),
        default=0.0,
    )
    if covered >= _LEAST_COVERED:
        return []
    anywhere: set[str] = set().union(*bags)
    return [term for term in wanted if term not in anywhere] or wanted


_ASKING = (
    "source sources say said know known think tell mean means evidence question answer show shows "
    "matter matters people thing things happen happened result affect effect change changes role "
    "story view agree disagree figure claim hold holds true case"
)
