"""No prompt takes more evidence than its budget, whatever the sources hold (C05, C06)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costorm_widget.evidence.budget import count_tokens
from tests.builders import brief, passages
from tests.language.prompts import test_jobs as jobs

if TYPE_CHECKING:
    from costorm_widget.language.prompts.prompt import Prompt
    from costorm_widget.language.tasks import Passage

CHINESE = "光速约为每秒三十万公里，" * 420
WORDS = "word " * 1001
WITH_EVIDENCE = [name for name, case in jobs.CASES.items() if case.evidence]

MOST = 6100
"""Tokens of the largest budget, that of a section, and a little for its fence."""


def prompt_with(name: str, texts: list[str], monkeypatch: pytest.MonkeyPatch) -> Prompt:
    """The prompt of a job, with `texts` where it has its evidence."""
    made: tuple[Passage, ...] = tuple(passages(*texts))
    monkeypatch.setattr(jobs, "EVIDENCE", made)
    monkeypatch.setattr(jobs, "ASKS", replace(jobs.ASKS, passages=made))
    monkeypatch.setattr(jobs, "ANSWER", replace(jobs.ANSWER, passages=made))
    # Jobs about groups have one passage a group here, and are asked about few groups a call.
    groups = [replace(jobs.GROUPS[0], passages=(each,)) for each in made[:24]]
    monkeypatch.setattr(jobs, "GROUPS", tuple(groups))
    walking = [replace(jobs.WALKING[0], passages=(each,)) for each in made[:24]]
    monkeypatch.setattr(jobs, "WALKING", tuple(walking))
    return jobs.CASES[name].make(brief())


def evidence_of(prompt: Prompt) -> str:
    return prompt.user_text().removesuffix(prompt.request)


@pytest.mark.parametrize("name", WITH_EVIDENCE)
def test_c06_every_prompt_stays_within_its_budget(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = prompt_with(
        name, [CHINESE, *(f"{number} {CHINESE}" for number in range(60))], monkeypatch
    )
    shown = count_tokens(evidence_of(prompt))
    assert 30 < shown <= prompt.tokens + 2 <= MOST


@pytest.mark.parametrize("name", WITH_EVIDENCE)
def test_c05_a_long_first_passage_starves_no_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidence = evidence_of(prompt_with(name, [WORDS, "Short fact."], monkeypatch))
    assert "Short fact." in evidence
    assert ("[…]" in evidence) is (WORDS.strip() not in evidence), "what is cut is marked"
