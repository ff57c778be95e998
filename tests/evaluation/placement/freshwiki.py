"""Where the articles are, and a small one of our own for where they are not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget.evaluation.placement.articles import SOURCE, read_articles

if TYPE_CHECKING:
    from costorm_widget.evaluation.placement.articles import Article

FOLDER = Path(os.environ.get("FRESHWIKI", Path(__file__).parents[4] / "shared" / "freshwiki"))


def freshwiki(count: int) -> list[Article]:
    """Some articles of FreshWiki; the test is skipped where there are none."""
    if not (FOLDER / "json").is_dir():
        pytest.skip(f"FreshWiki is not in {FOLDER}. {SOURCE}")
    return read_articles(FOLDER)[:count]


def section(title: str, *sentences: tuple[str, list[str]], below: Any = ()) -> dict[str, Any]:
    """A section as the data has it: sentences with what they cite, and the sections below."""
    return {
        "section_title": title,
        "section_content": [{"sentence": text, "refs": refs} for text, refs in sentences],
        "subsections": list(below),
    }


def written(folder: Path, *content: dict[str, Any]) -> Article:
    """An article written to a folder and read again."""
    (folder / "json").mkdir()
    data = {"title": "Honey_bees", "url": "", "content": list(content)}
    (folder / "json" / "Honey_bees.json").write_text(json.dumps(data), encoding="utf-8")
    (article,) = read_articles(folder)
    return article


def bees(folder: Path) -> Article:
    return written(
        folder,
        section(
            "Food",
            ("Food", ["a"]),
            ("Bees collect nectar from clover [citation needed] and lime trees. [12]", ["a"]),
            ("Pollen feeds the larvae in spring", ["b"]),
            ("Nectar from clover becomes honey", []),
            below=[
                section(
                    "Winter",
                    ("Honey feeds the cluster through winter frost", ["c"]),
                    ("In frost the cluster of bees shivers", ["d"]),
                )
            ],
        ),
        section(
            "Dance",
            ("A waggle dance shows where clover flowers", ["d", "e"]),
            ("The dance is read in the dark by touch", ["e"]),
            ("Round dances show what is near", ["f", "a2"]),
        ),
    )
