"""What the README shows runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import costorm_widget
from costorm_widget import CoStorm, samples

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_example_is_python(block: str) -> None:
    compile(block, "README.md", "exec")


@pytest.mark.parametrize("block", BLOCKS)
def test_every_name_that_an_example_imports_is_public(block: str) -> None:
    for names in re.findall(r"^from costorm_widget import (.+)$", block, re.MULTILINE):
        assert set(names.split(", ")) <= set(costorm_widget.__all__)


def test_the_speaker_of_the_readme_speaks() -> None:
    block = next(each for each in BLOCKS if "class Librarian" in each)
    names: dict[str, Any] = {}
    exec(block.partition("s = CoStorm")[0], names)  # noqa: S102 - it is ours
    session = CoStorm(
        "Daylight saving time",
        sources=samples.path(),
        model="extractive",
        embeddings="hashed",
        policy=names["every_fifth"],
    )
    turns = session.run(5)
    spoken = [turn for turn in turns if turn.speaker == "Librarian"]
    assert spoken
    assert all(turn.citations and turn.status == "done" for turn in spoken)
