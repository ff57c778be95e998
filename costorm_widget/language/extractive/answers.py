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

_ROLE = 0.35
_PLACE = 0.06
_ENOUGH = 0.42
"""Relevance, as a share of the best sentence's, below which nothing more is taken."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: the question, the speaker's angle, and how much may be said."""

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
    relevance = _relevance(wish, pool, vectors, asked, context, language)
    relevance -= np.array([_PLACE * rank[unit.handle] / len(passages) for unit in pool])
    taken = _take(wish, pool, vectors, relevance, said)
    return _in_reading_order([pool[place] for place in taken])


def _relevance(  # noqa: PLR0913 - one number a sentence out of all that is known about it
    wish: Wish,
    pool: Sequence[Unit],
    vectors: Scores,
    asked: Scores,
    context: dict[int, str],
    language: str,
) -> Scores:
    bags = [Counter(terms(unit.text, language)) for unit in pool]
    framed = [set(bag) | set(terms(context[u.handle], language)) for bag, u in zip(bags, pool, strict=True)]
    weights = _rarity(framed)
    wanted = dict.fromkeys(terms(wish.question, language))
    angle = dict.fromkeys(terms(wish.angle, language))

    def covered(of: dict[str, None], bag: Counter[str], frame: set[str]) -> float:
        total = sum(weights(term) for term in of) or 1.0
        inside = sum(weights(term) for term in of if term in bag)
        around = sum(weights(term) for term in of if term in frame and term not in bag)
        return (inside + 0.5 * around) / total

    pairs = list(zip(bags, framed, strict=True))
    by_word = np.array([covered(wanted, *pair) for pair in pairs], dtype=np.float32)
    by_angle = np.array([covered(angle, *pair) for pair in pairs], dtype=np.float32)
    near = (vectors @ asked.T).clip(0, 1)
    return 0.5 * near[:, 0] + 0.5 * by_word + _ROLE * 0.5 * (near[:, 1] + by_angle)


def _rarity(framed: Sequence[set[str]]):  # noqa: ANN202 - a local weighing
    spread = Counter(term for frame in framed for term in frame)
    total = len(framed)

    def weight(term: str) -> float:
        return math.log(1 + total / (0.5 + spread[term]))

    return weight


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
    weight = _rarity(bags)
    total = sum(weight(term) for term in wanted)
    covered = max(
        (sum(weight(term) for term in wanted if term in bag) / total for bag in bags), default=0.0
    )
    if covered >= _LEAST_COVERED:
        return []
    anywhere = set().union(*bags)
    return [term for term in wanted if term not in anywhere] or wanted


_ASKING = (
    "source sources say said know known think tell mean means evidence question answer show shows "
    "matter matters people thing things happen happened result affect effect change changes role "
    "story view agree disagree figure claim hold holds true case"
)
