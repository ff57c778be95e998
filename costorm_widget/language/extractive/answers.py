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
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from costorm_widget.evidence.lexical import language_code, terms
from costorm_widget.language.extractive.questions import asking_words, doubts
from costorm_widget.language.extractive.units import units

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

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

_DOUBTING = 0.3
"""What a sentence that doubts is worth more, where an objection is looked for: about what a third
of the question's words are worth."""

_LOOKED_AT = 28
"""Sentences whose meaning is looked at, the best by words."""

_ENOUGH = 0.5
"""Relevance, as a share of the best sentence's, below which nothing more is taken."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for, and how much may be said.

    Attributes:
        question: What is asked; its words are looked for.
        sentences: Most sentences.
        words: Most words.
        per_source: Most sentences of one source.
        angle: What the speaker looks at.
        topic: Its words count little in an answer: every source holds them.
        meaning: What the sentences shall be near to in meaning, where that is not the question.
        against: Whether sentences that doubt something are wanted before others.
    """

    question: str
    sentences: int
    words: int
    per_source: int
    angle: str = ""
    topic: str = ""
    meaning: str = ""
    against: bool = False


async def choose(
    wish: Wish,
    passages: Sequence[Passage],
    said: AbstractSet[str],
    embedder: Embedder,
    language: str,
) -> list[Unit]:
    """Return the sentences to say, in reading order; none if none is relevant."""
    pool = units(passages, language)
    if not pool:
        return []
    by_word = _by_word(wish, pool, passages, language)
    if wish.against:
        by_word += np.array([_DOUBTING * doubts(unit.text) for unit in pool], dtype=np.float32)
    looked_at = _promising(pool, by_word, said)
    vectors = np.zeros((len(pool), 1), dtype=np.float32)
    if looked_at:
        aims = [wish.meaning or wish.question, wish.angle or wish.question]
        found = await embedder.embed([*(pool[place].text for place in looked_at), *aims])
        vectors = np.zeros((len(pool), found.shape[1]), dtype=np.float32)
        vectors[looked_at] = found[:-2]
        near = (vectors @ found[-2:].T).clip(0, 1)
        by_word += 0.5 * near[:, 0] + 0.5 * _ROLE * near[:, 1]
    taken = _take(wish, pool, vectors, by_word, set(looked_at))
    return _in_reading_order([pool[place] for place in taken])


def _promising(pool: Sequence[Unit], by_word: Scores, said: AbstractSet[str]) -> list[int]:
    """Return the places of what may be said and is worth a look at its meaning.

    Meaning costs far more to find than words; and what a sentence leans on comes along with it.
    """
    order = [int(each) for each in np.argsort(-by_word, kind="stable")]
    fresh = [place for place in order if pool[place].plain not in said][:_LOOKED_AT]
    before = [pool[place].after for place in fresh if pool[place].leans]
    wanted = {*fresh, *(place for place in before if place is not None)}
    return sorted(place for place in wanted if pool[place].plain not in said)


def _by_word(
    wish: Wish, pool: Sequence[Unit], passages: Sequence[Passage], language: str
) -> Scores:
    """Return what words and the order of the passages say about each sentence's relevance.

    Words of a passage's title and headings count half for its sentences.
    """
    context = {each.handle: " ".join((each.title, *each.snippet.heading)) for each in passages}
    rank = {each.handle: place / len(passages) for place, each in enumerate(passages)}
    bags = [set(terms(unit.text, language)) for unit in pool]
    frames = [set(terms(context[unit.handle], language)) for unit in pool]
    rarity = _Rarity([bag | frame for bag, frame in zip(bags, frames, strict=True)])
    common = set(terms(wish.topic, language))
    idle = _idle(language_code(language))

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

    places = np.array([_PLACE * rank[unit.handle] for unit in pool], dtype=np.float32)
    return 0.5 * covered(wish.question) + 0.5 * _ROLE * covered(wish.angle) - places


class _Rarity:
    """How much a term tells: more, the fewer of the texts hold it."""

    def __init__(self, bags: Sequence[set[str]]) -> None:
        self._spread = Counter(term for bag in bags for term in bag)
        self._total = len(bags)

    def of(self, term: str) -> float:
        return math.log(1 + self._total / (0.5 + self._spread[term]))


def _take(
    wish: Wish, pool: Sequence[Unit], vectors: Scores, relevance: Scores, looked_at: set[int]
) -> list[int]:
    """Return the places of what is taken, in the order of taking."""
    taken: list[int] = []
    words = 0
    best = 0.0
    likeness = np.zeros(len(pool), dtype=np.float32)
    open_places = set(looked_at)
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


@dataclass(frozen=True, slots=True)
class Gap:
    """What the passages do not say.

    Attributes:
        terms: The question's terms in question.
        scattered: Every one of them is in some passage, but no passage holds enough of them.
    """

    terms: tuple[str, ...]
    scattered: bool = False


def unanswered(question: str, passages: Sequence[Passage], topic: str, language: str) -> Gap | None:
    """Return what of the question no passage speaks of; None if enough of it is covered.

    Terms of the topic count for nothing: every source holds them. A question without terms of
    its own is open, and always answered.
    """
    common = set(terms(topic, language)) | _idle(language_code(language))
    wanted = [each for each in dict.fromkeys(terms(question, language)) if each not in common]
    if not wanted:
        return None
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
        return None
    anywhere: set[str] = set().union(*bags)
    missing = tuple(term for term in wanted if term not in anywhere)
    return Gap(missing) if missing else Gap(tuple(wanted), scattered=True)


@cache
def _idle(language: str) -> frozenset[str]:
    """Return terms that ask without saying about what.

    The engine asks in English whatever the evidence is in, so the words that carry its questions
    are stemmed as the questions themselves will be.
    """
    return frozenset(terms(" ".join((_ASKING, *asking_words())), language))


_ASKING = (
    "source sources say said know known think tell mean means evidence question answer show shows "
    "matter matters people thing things happen happened result affect effect change changes role "
    "story view agree disagree figure claim hold holds true case else speak speaks against find "
    "finds opposite missing"
)
