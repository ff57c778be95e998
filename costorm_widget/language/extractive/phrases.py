"""Key phrases: what a group of passages is about, in words a person would use.

A candidate is one to three words in a row, ending in a noun, from the text, the headings or the
titles. Its weight grows with the share of the group's passages that hold it and with how rare it
is outside (the idea of c-TF-IDF, Grootendorst 2022), and headings and titles count more, since
their authors have chosen those words as names already.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stem, stop_words
from costorm_widget.language.extractive.words import WORD, WordStats, inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.language.tasks import Passage

Stems = tuple[str, ...]

_LONGEST = 3
_NAME_PART = 3.0
"""How much more a word counts in a title or heading than once in the text."""

_BREAK = re.compile(r"[^\w\s'’·.-]|\.\s|\n")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A candidate with its weight in a group.

    Attributes:
        text: As it would stand inside a sentence.
        article: `the ` if the evidence mostly puts an article before the phrase, else empty.
        stems: Its stems, in order.
        weight: How telling it is for the group; comparable within one call.
    """

    text: str
    stems: tuple[str, ...]
    weight: float
    article: str = ""

    @property
    def spoken(self) -> str:
        """The phrase with its article: "the federal report"."""
        return f"{self.article}{self.text}"


class PhraseBook:
    """Candidates of all passages seen so far, to be weighed for groups of them."""

    def __init__(self, language: str, avoid: str = "") -> None:
        """Start empty; words of `avoid` (the topic) never make up a phrase alone."""
        self.language = language
        self.stats = WordStats(language)
        self._avoid = {stem(word.casefold(), language) for word in WORD.findall(avoid)}
        self._by_passage: dict[str, dict[Stems, float]] = {}
        self._spread: Counter[Stems] = Counter()
        self._texts: dict[Stems, Counter[str]] = defaultdict(Counter)
        self._in_text: Counter[Stems] = Counter()
        self._after_article: Counter[Stems] = Counter()
        self._names: set[str] = set()

    def add(self, passages: Iterable[Passage]) -> None:
        """Take in passages; those known already are passed over."""
        new = [each for each in passages if each.snippet.id not in self._by_passage]
        for passage in new:
            names = {passage.title, *passage.snippet.heading} - self._names
            self._names |= names
            for text in (passage.snippet.text, *sorted(names)):
                self.stats.count(text)
        for passage in new:
            counts = self._candidates(passage)
            self._by_passage[passage.snippet.id] = counts
            self._spread.update(counts.keys())

    def top(self, passages: Iterable[Passage], most: int) -> list[Phrase]:
        """Return the `most` telling phrases of a group of passages."""
        group = [self._by_passage[each.snippet.id] for each in passages]
        if not group:
            return []
        total = len(self._by_passage)
        sums: defaultdict[Stems, float] = defaultdict(float)
        within: Counter[Stems] = Counter()
        for counts in group:
            within.update(counts.keys())
            for stems, count in counts.items():
                sums[stems] += math.log1p(count)
        weighed = [
            self._weigh(stems, weight, within[stems] / len(group), total - len(group), within)
            for stems, weight in sums.items()
        ]
        weighed.sort(key=lambda phrase: (-phrase.weight, phrase.text))
        return _distinct(weighed, most)

    def _weigh(
        self,
        stems: Stems,
        weight: float,
        share: float,
        outside: int,
        within: Counter[Stems],
    ) -> Phrase:
        elsewhere = self._spread[stems] - within[stems]
        rarity = math.log((1 + outside) / (1 + elsewhere)) + 0.3
        known = sum(each in self._avoid for each in stems)
        fresh = 1 - 0.7 * known / len(stems)
        length = (1.0, 1.25, 1.1)[len(stems) - 1]
        text = self._texts[stems].most_common(1)[0][0]
        article = "the " if 2 * self._after_article[stems] > self._in_text[stems] else ""
        weight = weight * math.sqrt(share) * rarity * fresh * length
        return Phrase(text, stems, weight, article)

    def _candidates(self, passage: Passage) -> dict[Stems, float]:
        counts: defaultdict[Stems, float] = defaultdict(float)
        for text, weight in (
            (passage.snippet.text, 1.0),
            (passage.title, _NAME_PART),
            *((heading, _NAME_PART) for heading in passage.snippet.heading),
        ):
            for words, after_article in self._runs(text):
                for stems, form, start in self._grams(words):
                    counts[stems] += weight
                    self._texts[stems][form] += 1
                    if text is passage.snippet.text:
                        self._in_text[stems] += 1
                        self._after_article[stems] += after_article and start == 0
        return counts

    def _runs(self, text: str) -> Iterable[tuple[list[str], bool]]:
        """Yield the runs of content words, and whether an article stands before each."""
        stops = stop_words(self.language)
        for part in _BREAK.split(text):
            run: list[str] = []
            before = ""
            for word in (*WORD.findall(part), ""):
                if word and word.casefold() not in stops and len(word) > 1:
                    run.append(word)
                    continue
                if run:
                    yield run, before in {"the", "a", "an"}
                run, before = [], word.casefold()

    def _grams(self, words: list[str]) -> Iterable[tuple[Stems, str, int]]:
        for end in range(1, len(words) + 1):
            if not self.stats.is_noun(words[end - 1]):
                continue
            for start in range(max(0, end - _LONGEST), end):
                part = words[start:end]
                if all(self.stats.is_modifier(word) for word in part) and not part[0].isdigit():
                    stems = tuple(stem(word.casefold(), self.language) for word in part)
                    if not set(stems) <= self._avoid:
                        yield stems, inside(" ".join(part), self.stats), start


def _distinct(phrases: list[Phrase], most: int) -> list[Phrase]:
    """Keep the best of phrases that share a word."""
    kept: list[Phrase] = []
    for phrase in phrases:
        if len(kept) == most:
            break
        if not any(set(phrase.stems) & set(other.stems) for other in kept):
            kept.append(phrase)
    return kept
