"""A session whose map is large: thousands of concepts, ten snippets each; for `map_scale.py`.

Its passages are made up: five sentences of sixteen words, two about the concept that the passage
belongs to, one about the concept above it, two about anything. So concepts have neighbours, as in
a real map. Vectors are the session's default embedding, with one abridgement: a passage of the
grown map is the sum of its sentences, which are drawn from a stock and embedded once; to embed
20,000 whole passages takes minutes and changes nothing of what is measured here.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from costorm_widget import CoStorm
from costorm_widget import events as ev
from costorm_widget.evidence.embeddings import CachedEmbedder, unit
from costorm_widget.evidence.sources import Snippet, Source, snippet_id
from costorm_widget.language.embeddings import resolve_embeddings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.embeddings import Vectors

SNIPPETS_EACH = 10
"""Snippets of a concept: as many as it may hold, so that every one that is placed fills one."""

_TOPS = 10
_BELOW_EACH = 6
"""Concepts at the top, and below each: 2,000 of them are four levels deep."""

_OWN_SENTENCES = 3
_COMMON_SENTENCES = 300
_WORDS = 16
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeiou"]


class SentenceSums:
    """Embeds a text as the sum of its sentences, each embedded once; counts the time it takes."""

    def __init__(self) -> None:
        """Start with nothing embedded."""
        self.whole = resolve_embeddings(None)
        """The session's default embedding."""
        self._sentences = CachedEmbedder(self.whole)
        self.seconds = 0.0
        """Time spent on embedding so far."""

    @property
    def name(self) -> str:
        """Name of the embedding."""
        return f"{self.whole.name}, by sentence"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text."""
        begun = perf_counter()
        cut = [text.split(". ") for text in texts]
        flat = await self._sentences.embed([each for sentences in cut for each in sentences])
        starts = np.cumsum([0, *map(len, cut[:-1])])
        sums = unit(np.add.reduceat(flat, starts, axis=0))
        self.seconds += perf_counter() - begun
        return sums


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept of the made-up map: its parent's place, its name, and sentences about it."""

    parent: int | None
    name: str
    sentences: tuple[str, ...]


class Stock:
    """Concepts and sentences to make maps of any size from; the same ones each time."""

    def __init__(self, concepts: int) -> None:
        """Make up so many concepts."""
        self._chance = random.Random(0)
        self._words = [self._word() for _ in range(2000)]
        self._common = [self._sentence(self._words) for _ in range(_COMMON_SENTENCES)]
        self.concepts = [self._concept(place) for place in range(concepts)]
        self._texts = 0

    @property
    def sentences(self) -> list[str]:
        """All sentences that passages are made of, and all names of concepts."""
        about = [sentence for each in self.concepts for sentence in each.sentences]
        return [*self._common, *about, *(each.name for each in self.concepts)]

    def passage(self, place: int, query: str) -> tuple[Source, Snippet]:
        """Make up a passage about the concept at `place`, found by `query`."""
        concept = self.concepts[place]
        above = concept if concept.parent is None else self.concepts[concept.parent]
        sentences = [
            *self._chance.sample(concept.sentences, 2),
            self._chance.choice(above.sentences),
            *self._chance.sample(self._common, 2),
        ]
        text = ". ".join(sentences)
        self._texts += 1
        source = f"s{self._texts // SNIPPETS_EACH}"
        start = 1000 * (self._texts % SNIPPETS_EACH)
        end = start + len(text)
        pair = ("What is known?", query)
        return (
            Source(source, f"About {concept.name}", f"file:{source}", "document", ""),
            Snippet(snippet_id(source, start, end), source, start, end, text, queries=(pair,)),
        )

    def evidence(self, places: Sequence[int]) -> ev.EvidenceFound:
        """Make up a passage about each of the concepts at `places`; ten share a query."""
        found = [self.passage(each, f"query {at // 10}") for at, each in enumerate(places)]
        sources = {source.id: source for source, _ in found}
        return ev.EvidenceFound(tuple(sources.values()), tuple(snippet for _, snippet in found))

    def some(self, concepts: int, count: int) -> list[int]:
        """Return places of `count` different ones of the first `concepts`."""
        return self._chance.sample(range(concepts), count)

    def _concept(self, place: int) -> Concept:
        own = self._chance.sample(self._words, 6)
        sentences = tuple(
            self._sentence([*own, *self._chance.sample(self._words, 8)])
            for _ in range(_OWN_SENTENCES)
        )
        parent = (place - _TOPS) // _BELOW_EACH if place >= _TOPS else None
        return Concept(parent, f"{own[0]} {own[1]}".capitalize(), sentences)

    def _sentence(self, words: Sequence[str]) -> str:
        return " ".join(self._chance.choices(words, k=_WORDS)).capitalize()

    def _word(self) -> str:
        return "".join(self._chance.choices(_SYLLABLES, k=self._chance.randint(2, 4)))


def grown_session(stock: Stock, concepts: int, embedder: CachedEmbedder) -> CoStorm:
    """Return a session with the first `concepts` of the stock in its map, ten snippets each."""
    session = CoStorm(
        "Daylight saving time", sources=lambda _: [], model="extractive", embeddings=embedder
    )
    for event in _past(stock, concepts):
        session._journal.emit(event)  # noqa: SLF001 - nothing runs yet, and no file can be opened
    return session


def _past(stock: Stock, concepts: int) -> Iterator[ev.KeptEvent]:
    for place, concept in enumerate(stock.concepts[:concepts]):
        parent = 0 if concept.parent is None else concept.parent + 1
        yield ev.ConceptAdded(f"c{place + 1}", concept.name, f"c{parent}")
    # By concept within each round, as evidence about many things comes in over time.
    places = [place for _ in range(SNIPPETS_EACH) for place in range(concepts)]
    for start in range(0, len(places), 20):
        some = places[start : start + 20]
        evidence = stock.evidence(some)
        yield evidence
        yield ev.SnippetsPlaced(
            tuple(
                (snippet.id, f"c{place + 1}")
                for snippet, place in zip(evidence.snippets, some, strict=True)
            )
        )
    yield ev.WarmStartEnded()
