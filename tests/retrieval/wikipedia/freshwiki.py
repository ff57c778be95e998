"""FreshWiki's articles as pages for a wiki: headings and sentences of real articles.

FreshWiki (Shao et al. 2024, CC BY-SA 4.0) is not part of this project: FRESHWIKI names its folder.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.servers.mediawiki import Article

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(os.environ.get("FRESHWIKI", Path(__file__).parents[4] / "shared/freshwiki"))

_SENTENCES = 5
"""Sentences of a paragraph."""

_MARKUP = re.compile(r"''+|~{3,}|__(?=[A-Z])|[\[\]{}|<>]")


def is_here() -> bool:
    """Whether there is anything to read."""
    return (FOLDER / "json").is_dir()


def articles(count: int) -> list[Article]:
    """Return the shortest `count` of the middling articles, which are whole but quick to parse."""
    files = sorted(FOLDER.glob("json/*.json"), key=lambda file: (file.stat().st_size, file.name))
    return [_article(json.loads(file.read_text(encoding="utf-8"))) for file in files[30:][:count]]


def _article(content: dict[str, Any]) -> Article:
    lead = _plain(content["summary"])
    body = "\n\n".join(part for each in content["content"] for part in _section(each, 2))
    references = "\n".join(f"* {url}" for url in list(content["references"].values())[:5])
    title = content["title"].replace("_", " ")
    return Article(title, f"{lead}\n\n{body}\n\n== References ==\n{references}\n")


def _section(section: dict[str, Any], level: int) -> Iterator[str]:
    marks = "=" * min(level, 6)
    yield f"{marks} {_plain(section['section_title'])} {marks}"
    sentences = [_sentence(each["sentence"]) for each in section["section_content"]]
    for start in range(0, len(sentences), _SENTENCES):
        yield " ".join(sentences[start : start + _SENTENCES])
    for each in section["subsections"]:
        yield from _section(each, level + 1)


def _sentence(words: str) -> str:
    plain = _plain(words).lstrip("*#:;= ")
    return plain if plain.endswith((".", "!", "?", ":")) else f"{plain}."


def _plain(text: str) -> str:
    """Return text that a wiki shows as it is."""
    coded = _MARKUP.sub(lambda marks: "".join(f"&#{ord(each)};" for each in marks[0]), text)
    return " ".join(coded.split())
