"""Articles of FreshWiki as maps with a known truth: sections, sentences, and what they cite.

FreshWiki is the data set of the STORM paper (Shao et al. 2024): 100 Wikipedia articles as JSON,
each sentence with the addresses that it cites. It is not part of this package; it comes with the
repository stanford-oval/storm, branch NAACL-2024-code-backup, under CC BY-SA 4.0.

A task is a reference that is cited in one section only. Its passage are the sentences that cite
it, without their marks; the truth is that section. The passage has no heading in it: headings are
a field of their own in the data, and a sentence that is nothing but one is left out.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

LEVELS = {1: 33, 2: 64, 3: 14}
"""Tasks of the Co-STORM paper's set by the level of the section: 111 together."""

SOURCE = (
    "FreshWiki comes with stanford-oval/storm, branch NAACL-2024-code-backup (CC BY-SA 4.0); "
    "set FRESHWIKI to the folder that holds its json folder."
)

_MARK = re.compile(r"\[(?:\d+|[a-z]|(?:citation|clarification|page)s? needed|[^\[\]]{1,40}\?)\]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an article: its section by number, and the references that it cites."""

    section: int
    text: str
    references: frozenset[str]


@dataclass(frozen=True, slots=True)
class Task:
    """A passage to put back.

    Attributes:
        article: Title of its article.
        reference: Address of what is cited.
        text: The sentences that cite it.
        section: Number of the section in which they stand.
        level: How deep that section lies, from 1.
    """

    article: str
    reference: str
    text: str
    section: int
    level: int


@dataclass(frozen=True, slots=True)
class Article:
    """An article with its outline.

    Attributes:
        title: Its title, which is the map's topic.
        sections: The headings on the way to each section, in the article's order.
        sentences: All sentences, in order.
    """

    title: str
    sections: tuple[tuple[str, ...], ...]
    sentences: tuple[Sentence, ...]

    def tasks(self) -> list[Task]:
        """Return a task for every reference that is cited in one section only."""
        citing: dict[str, list[Sentence]] = {}
        for sentence in self.sentences:
            for reference in sorted(sentence.references):
                citing.setdefault(reference, []).append(sentence)
        return [
            Task(
                self.title,
                reference,
                " ".join(dict.fromkeys(each.text for each in sentences)),
                sentences[0].section,
                len(self.sections[sentences[0].section]),
            )
            for reference, sentences in citing.items()
            if len({each.section for each in sentences}) == 1
        ]

    def names(self, task: Task) -> bool:
        """Say whether a task's passage happens to contain the heading of its section."""
        return _plain(self.sections[task.section][-1]) in _plain(task.text)


def read_articles(folder: Path) -> list[Article]:
    """Return the articles in `folder`, or in its subfolder `json`, by file name.

    Raises:
        UserError: If there are none.
    """
    files = sorted((folder / "json").glob("*.json")) or sorted(folder.glob("*.json"))
    if not files:
        raise UserError(f"There are no articles in {folder}. {SOURCE}")
    return [_article(json.loads(file.read_text(encoding="utf-8"))) for file in files]


def sample_by_level(tasks: Sequence[Task], seed: int) -> list[Task]:
    """Draw the paper's set: 33, 64 and 14 tasks with their section on level 1, 2 and 3."""
    chance = random.Random(seed)
    return [
        task
        for level, count in LEVELS.items()
        for task in _drawn(chance, [each for each in tasks if each.level == level], count)
    ]


def _drawn(chance: random.Random, tasks: Sequence[Task], count: int) -> list[Task]:
    return chance.sample(tasks, min(count, len(tasks)))


def _article(data: dict[str, Any]) -> Article:
    sections: list[tuple[str, ...]] = []
    sentences: list[Sentence] = []
    for path, content in _walk(data["content"], ()):
        for each in content:
            text = " ".join(_MARK.sub("", each["sentence"]).split())
            if text and _plain(text) != _plain(path[-1]):
                sentences.append(Sentence(len(sections), text, frozenset(each["refs"])))
        sections.append(path)
    return Article(data["title"].replace("_", " "), tuple(sections), tuple(sentences))


def _walk(
    sections: Sequence[dict[str, Any]], above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    for each in sections:
        path = (*above, each["section_title"])
        yield path, each["section_content"]
        yield from _walk(each["subsections"], path)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
