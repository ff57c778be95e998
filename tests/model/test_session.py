"""Whole sessions on a real model of 135 million parameters: what it says is poor, nothing is lost.

`SESSIONS=3 make e2e-model` holds three, with different seeds, and one through the command.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from costorm_widget import CoStorm, Settings
from costorm_widget import events as ev
from costorm_widget.language.ladder.ladder import RUNGS, Ladder
from costorm_widget.language.prompted.engine import PromptedEngine
from tests.fixtures.sessions import ROOT
from tests.servers.small_model import MODEL

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.model

SESSIONS = int(os.environ.get("SESSIONS", "1"))
NAME = f"openai:{MODEL}"
ANSWER_TOKENS = 120


def settings(seed: int) -> Settings:
    """Everything bounded to what a processor writes in a few seconds."""
    return Settings(
        seed=seed,
        interview_turns=1,
        opening_concepts=2,
        queries_per_question=1,
        results_per_query=3,
        snippets_per_concept=15,
        evidence_tokens=200,
        section_tokens=300,
        question_answering_tokens=ANSWER_TOKENS,
        utterance_polishing_tokens=ANSWER_TOKENS,
        question_asking_tokens=60,
        knowledge_base_tokens=80,
        discourse_management_tokens=150,
        outline_generation_tokens=150,
        # The server answers one call at a time; what queues there would look like silence.
        concurrent_calls=1,
        silence_seconds=300,
        cache=False,
    )


@pytest.fixture(scope="module", params=range(SESSIONS))
def held(request: pytest.FixtureRequest, base_url: str) -> tuple[CoStorm, list[ev.Event]]:
    """A session with warm start, eight turns and a report, and all that was told meanwhile."""
    session = CoStorm.sample(
        model=NAME, base_url=base_url, embeddings="hashed", settings=settings(request.param)
    )
    told: list[ev.Event] = []
    session.on_event(told.append)
    turns = session.run(8)
    assert len(turns) == 8
    session.generate_report()
    return session, told


def test_no_turn_is_lost(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, told = held
    assert {turn.status for turn in session.turns} <= {"done", "no evidence"}
    assert all(turn.utterance.strip() for turn in session.turns)
    assert [turn.number for turn in session.turns] == list(range(1, len(session.turns) + 1))
    assert Counter(turn.opening for turn in session.turns)[False] == 8
    started = [event.id for event in told if isinstance(event, ev.TurnStarted)]
    assert started == [turn.id for turn in session.turns]
    ended = [event for event in told if isinstance(event, ev.WorkEnded)]
    assert {event.outcome for event in ended} == {"done"}


def test_the_warm_start_is_whole(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, _ = held
    assert list(session.experts)
    assert session.archive
    assert all(exchange.answer.strip() for exchange in session.archive)
    assert len(session.mind_map) > 1


def test_every_citation_leads_to_its_passage(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, _ = held
    for turn in session.turns:
        for citation in turn.citations:
            snippet = session.snippets[citation.snippet_id]
            source = session.sources[citation.source_id]
            assert snippet.source_id == source.id
            assert source.text[snippet.start : snippet.end] == snippet.text
            assert str(source.number) in turn.utterance[citation.start : citation.end]


def test_the_report_lists_what_it_cites(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, _ = held
    report = session.report
    assert report is not None
    assert not report.partial
    assert report.sections
    text, _, references = report.markdown.partition("## References")
    listed = set(re.findall(r"^(\d+)\. ", references, re.MULTILINE))
    assert set(re.findall(r"\[(\d+)\]", text)) == listed


def test_structured_replies_came_by_json_schema(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, _ = held
    engine = session._parts.engine
    assert isinstance(engine, PromptedEngine)
    ladder = engine._ladder
    assert isinstance(ladder, Ladder)
    memory = ladder._memories[NAME]
    assert memory.usual is not None
    assert RUNGS[memory.usual].name == "json_schema"
    assert not memory.by_shape


def test_every_request_is_on_the_account(held: tuple[CoStorm, list[ev.Event]]) -> None:
    session, told = held
    calls = [event.call for event in told if isinstance(event, ev.ModelCalled)]
    usage = session.usage
    assert usage.total.requests == len(calls)
    assert usage.total.input_tokens == sum(call.input_tokens for call in calls) > 1000
    assert usage.total.output_tokens == sum(call.output_tokens for call in calls) > 1000
    assert set(usage.by_model) == {NAME}
    jobs = {"plan_background", "propose_experts", "plan_turn", "write_answer", "write_section"}
    assert jobs <= set(usage.by_job)
    # Nobody sells it, so nobody knows what it costs.
    assert usage.total.cost is None
    answers = [call.output_tokens for call in calls if call.job == "write_answer"]
    assert max(answers) <= ANSWER_TOKENS


@pytest.mark.skipif(SESSIONS == 1, reason="takes minutes: SESSIONS=3 make e2e-model")
def test_the_demo_holds_a_session_with_it(base_url: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "costorm_widget", "demo", "--turns", "1", "--out", "out"]
    done = subprocess.run(
        [*command, "--model", NAME, "--base-url", base_url],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "PYTHONIOENCODING": "utf-8",
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert f"The language model {NAME} speaks here." in " ".join(done.stdout.split())
    assert re.search(r"Models: \d+ requests", done.stdout)
    assert "failed." not in done.stdout
    assert (tmp_path / "out" / "report.md").read_text(encoding="utf-8").startswith("# Daylight")
