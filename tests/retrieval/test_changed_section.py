"""A changed section is embedded anew, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.evidence.sources import Source
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.passages import cut

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costorm_widget.evidence.embeddings import Vectors

TOPICS = ("sleep", "heart", "traffic", "energy", "farms")


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return await HashedWords(256).embed(texts)


def written(changed: str = "") -> str:
    parts = ["# Clock changes"]
    for topic in TOPICS:
        parts.append(f"## On {topic}")
        for number in range(4):
            words = f"Sentence {{}} of paragraph {number} tells something else about {topic}."
            parts.append(" ".join(words.format(each) for each in range(10)))
        if topic == changed:
            parts.append("A new sentence, longer than all before: " + "it goes on and on, " * 40)
    return "\n\n".join(parts) + "\n"


def passages_of(text: str) -> set[str]:
    return {each.text for each in cut(Source("s", "Clock changes", "", "document", text))}


@pytest.mark.parametrize("new_process", [False, True])
async def test_only_the_passages_of_a_changed_section_are_embedded(
    tmp_path: Path, *, new_process: bool
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    paper = folder / "paper.md"
    paper.write_text(written())
    (folder / "other.md").write_text(written().replace("Clock", "Time"))
    first = Counting()
    documents = Documents(folder, CachedEmbedder(first, tmp_path / "cache"))
    await documents.prepare()
    assert passages_of(written()) < set(first.asked)

    paper.write_text(written("traffic"))
    again = Counting() if new_process else first
    if new_process:
        documents = Documents(folder, CachedEmbedder(again, tmp_path / "cache"))
    again.asked.clear()
    await documents.prepare()
    new = passages_of(written("traffic")) - passages_of(written())
    assert new
    assert sorted(again.asked) == sorted(new)
    assert all("traffic" in each or "on and on" in each for each in new)
