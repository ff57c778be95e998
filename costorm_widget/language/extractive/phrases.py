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
from costorm_widget.language.extractive.words import MEASURES, WORD, WordStats, inside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.language.tasks import Passage

Stems = tuple[str, ...]

_LONGEST = 3
_TITLE, _HEADING = 8.0, 4.0
"""How much more a word counts in a title or a heading than once in the text."""

_TOKEN = re.compile(rf"{WORD.pattern}|\n|[^\w\s]")
_ENDS = frozenset('.!?:\n“"')
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A candidate with its weight in a group.

    Attributes:
        text: As it would stand inside a sentence.
        seen: How often it stands in all evidence, titles and headings included.
        article: `the ` if the evidence mostly puts an article before the phrase, else empty.
        stems: Its stems, in order.
        weight: How telling it is for the group; comparable within one call.
    """

    text: str
    stems: tuple[str, ...]
    weight: float
    article: str = ""
    seen: int = 1

    @property
    def spoken(self) -> str:
        """The phrase with its article: "the federal report"."""
        return f"{self.article}{self.text}"


@dataclass(frozen=True, slots=True)
class _Run:
    """Content words in a row; `opens`: they begin a sentence or a heading."""

    words: list[str]
    opens: bool
    after_article: bool


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
        return Phrase(text, stems, weight, article, sum(self._texts[stems].values()))

    def _candidates(self, passage: Passage) -> dict[Stems, float]:
        counts: defaultdict[Stems, float] = defaultdict(float)
        for text, weight in (
            (passage.snippet.text, 1.0),
            (passage.title, _TITLE),
            *((heading, _HEADING) for heading in passage.snippet.heading),
        ):
            for run in self._runs(text):
                for stems, form, start in self._grams(run):
                    counts[stems] += weight
                    self._texts[stems][form] += 1
                    if text is passage.snippet.text:
                        self._in_text[stems] += 1
                        self._after_article[stems] += run.after_article and start == 0
        return counts

    def _runs(self, text: str) -> Iterable[_Run]:
        """Yield the runs of content words between stop words and punctuation."""
        stops = stop_words(self.language)
        words: list[str] = []
        before, opens = "", True
        start_opens, start_before = True, ""
        for token in (*_TOKEN.findall(text), "."):
            content = token[0].isalnum() and len(token) > 1 and token.casefold() not in stops
            if content:
                if not words:
                    start_opens, start_before = opens, before
                words.append(token)
            elif words:
                yield _Run(words, opens=start_opens, after_article=start_before in _ARTICLES)
                words = []
            opens = token in _ENDS
            before = token.casefold()

    def _form(self, part: list[str], *, opens: bool) -> str:
        """Return a phrase as it stands inside sentences."""
        phrase = " ".join(part)
        return inside(phrase, self.stats) if opens else phrase

    def _grams(self, run: _Run) -> Iterable[tuple[Stems, str, int]]:
        words = run.words
        for end in range(1, len(words) + 1):
            if not self.stats.is_noun(words[end - 1]):
                continue
            for start in range(max(0, end - _LONGEST), end):
                part = words[start:end]
                if _cuts_name(words, start, end):
                    continue
                if all(self.stats.is_modifier(word) for word in part) and not part[0].isdigit():
                    stems = tuple(stem(word.casefold(), self.language) for word in part)
                    bare = len(part) == 1 and part[0].casefold() in MEASURES
                    if not bare and not set(stems) <= self._avoid:
                        yield stems, self._form(part, opens=run.opens and start == 0), start


def _cuts_name(words: list[str], start: int, end: int) -> bool:
    """Whether words `start`..`end` are a piece of a proper name: "States" of "United States"."""

    def joined(left: int) -> bool:
        return 0 <= left < len(words) - 1 and all(
            word[0].isupper() for word in words[left : left + 2]
        )

    return joined(start - 1) or joined(end - 1)


def _distinct(phrases: list[Phrase], most: int) -> list[Phrase]:
    """Keep the best of phrases that share a word."""
    kept: list[Phrase] = []
    for phrase in phrases:
        if len(kept) == most:
            break
        if not any(set(phrase.stems) & set(other.stems) for other in kept):
            kept.append(phrase)
    return kept
