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

from costorm_widget.evidence.lexical import is_stop_word, stem
from costorm_widget.language.extractive.words import WORD, WordStats, inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costorm_widget.language.tasks import Passage

_LONGEST = 3
_NAME_PART = 3.0
"""How much more a word counts in a title or heading than once in the text."""

_BREAK = re.compile(r"[^\w\s'’·.-]|\.\s|\n")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A candidate with its weight in a group.

    Attributes:
        text: As it would stand inside a sentence.
        stems: Its stems, in order.
        weight: How telling it is for the group; comparable within one call.
    """

    text: str
    stems: tuple[str, ...]
    weight: float


class PhraseBook:
    """Candidates of a whole body of passages, to be weighed for groups of them."""

    def __init__(self, passages: Sequence[Passage], language: str, avoid: str = "") -> None:
        """Collect candidates; words of `avoid` (the topic) never make up a phrase alone."""
        self.language = language
        self.stats = WordStats.of((each.snippet.text for each in passages), language)
        self._avoid = {stem(word.casefold(), language) for word in WORD.findall(avoid)}
        self._by_passage: dict[int, Counter[tuple[str, ...]]] = {}
        self._spread: Counter[tuple[str, ...]] = Counter()
        self._texts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for passage in passages:
            counts = self._candidates(passage)
            self._by_passage[passage.handle] = counts
            self._spread.update(counts.keys())

    def top(self, handles: Iterable[int], most: int) -> list[Phrase]:
        """Return the `most` telling phrases of the passages with these handles."""
        group = [self._by_passage[each] for each in handles if each in self._by_passage]
        if not group:
            return []
        total = len(self._by_passage)
        sums: Counter[tuple[str, ...]] = Counter()
        within: Counter[tuple[str, ...]] = Counter()
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
        stems: tuple[str, ...],
        weight: float,
        share: float,
        outside: int,
        within: Counter[tuple[str, ...]],
    ) -> Phrase:
        elsewhere = self._spread[stems] - within[stems]
        rarity = math.log((1 + outside) / (1 + elsewhere)) + 0.3
        known = sum(each in self._avoid for each in stems)
        fresh = 1 - 0.7 * known / len(stems)
        length = (1.0, 1.25, 1.1)[len(stems) - 1]
        text = self._texts[stems].most_common(1)[0][0]
        return Phrase(text, stems, weight * math.sqrt(share) * rarity * fresh * length)

    def _candidates(self, passage: Passage) -> Counter[tuple[str, ...]]:
        counts: Counter[tuple[str, ...]] = Counter()
        for text, weight in (
            (passage.snippet.text, 1.0),
            (passage.title, _NAME_PART),
            *((heading, _NAME_PART) for heading in passage.snippet.heading),
        ):
            for words in self._runs(text):
                for stems, form in self._grams(words):
                    counts[stems] += weight
                    self._texts[stems][form] += 1
        return counts

    def _runs(self, text: str) -> Iterable[list[str]]:
        """Yield the runs of content words between stop words and punctuation."""
        for part in _BREAK.split(text):
            run: list[str] = []
            for word in WORD.findall(part):
                if is_stop_word(word.casefold(), self.language) or len(word) < 2:
                    if run:
                        yield run
                    run = []
                else:
                    run.append(word)
            if run:
                yield run

    def _grams(self, words: list[str]) -> Iterable[tuple[tuple[str, ...], str]]:
        for end in range(1, len(words) + 1):
            if not self.stats.is_noun(words[end - 1]):
                continue
            for start in range(max(0, end - _LONGEST), end):
                part = words[start:end]
                if all(self.stats.is_modifier(word) for word in part) and not part[0].isdigit():
                    stems = tuple(stem(word.casefold(), self.language) for word in part)
                    if not set(stems) <= self._avoid:
                        yield stems, inside(" ".join(part), self.stats)


def _distinct(phrases: list[Phrase], most: int) -> list[Phrase]:
    """Keep the best of phrases that share a word."""
    kept: list[Phrase] = []
    for phrase in phrases:
        if len(kept) == most:
            break
        if not any(set(phrase.stems) & set(other.stems) for other in kept):
            kept.append(phrase)
    return kept
