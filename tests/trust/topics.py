"""FreshWiki's articles as a folder of Markdown files: one about the topic, others beside it.

FreshWiki (Shao et al. 2024, CC BY-SA 4.0) is not part of this project: FRESHWIKI names its folder.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = Path(os.environ.get("FRESHWIKI", Path(__file__).parents[3] / "shared" / "freshwiki"))
OTHERS = 5
"""Articles on something else in each folder."""

_MIDDLING = (30_000, 60_000)
"""Bytes of articles that are whole but quick to read."""

GOALS = (
    "What happened, and why?",
    "Who was affected?",
    "What do the figures say?",
    "What is disputed about it?",
    "What came of it?",
)


def is_here() -> bool:
    """Whether there is anything to read."""
    return (FOLDER / "json").is_dir()


def topics(count: int) -> list[Path]:
    """Return the files of `count` articles of middling length, spread over the alphabet."""
    middling = [each for each in _articles() if _MIDDLING[0] < each.stat().st_size < _MIDDLING[1]]
    return middling[:: max(1, len(middling) // count)][:count]


def write_folder(article: Path, folder: Path) -> str:
    """Write an article and some others into `folder`; return the topic."""
    others = [
        each for each in _articles() if each != article and each.stat().st_size < _MIDDLING[1]
    ]
    chosen = random.Random(article.stem).sample(others, OTHERS)
    for place, each in enumerate([article, *chosen]):
        data = json.loads(each.read_text(encoding="utf-8"))
        text = "\n\n".join(_lines(data))
        (folder / f"{place}-{each.stem[:40]}.md").write_text(text, encoding="utf-8")
    return article.stem.replace("_", " ")


def _articles() -> list[Path]:
    return sorted((FOLDER / "json").glob("*.json"))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    yield f"# {data['title'].replace('_', ' ')}"
    yield from _sections(data["content"], 2)


def _sections(sections: Iterable[dict[str, Any]], level: int) -> Iterator[str]:
    for section in sections:
        yield f"{'#' * min(level, 6)} {section['section_title']}"
        said = (each["sentence"].strip() for each in section["section_content"])
        text = " ".join(each if each.endswith((".", "!", "?")) else f"{each}." for each in said)
        if text:
            yield text
        yield from _sections(section["subsections"], level + 1)
