"""The demo: a session in the terminal, and what it writes down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import CoStorm, ScriptedModel, __main__, demo
from costorm_widget import events as ev
from costorm_widget.session import _RUNNER
from tests.fixtures.sessions import ROOT, SMALL, Gated, open_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costorm_widget.language.doubles import Asked


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> CoStorm:
    """The session that the demo holds: small documents and quick embeddings in these tests."""
    session = open_session()
    monkeypatch.setattr(CoStorm, "sample", lambda **_: session)
    monkeypatch.setenv("COLUMNS", "72")
    return session


def run_main(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["costorm-widget", *arguments])
    __main__.main()


def test_the_demo_shows_the_talk_and_writes_report_and_map(
    session: CoStorm,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "new" / "démo"
    run_main(monkeypatch, "demo", "--turns", "3", "--out", str(folder))
    shown = " ".join(capsys.readouterr().out.split())
    assert [each.opening for each in session.turns].count(False) == 3
    for turn in session.turns:
        assert " ".join(turn.utterance.split()) in shown
        assert f"{turn.speaker} {turn.intent}" in shown
    assert "7 turns, 4 sources, 4 concepts" in shown
    assert session.report is not None
    assert (folder / "report.md").read_text(encoding="utf-8") == session.report.markdown
    assert (folder / "map.md").read_text(encoding="utf-8") == session.mind_map.to_markdown()


def test_the_words_keep_within_the_terminal(
    session: CoStorm, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.demo(4, tmp_path)
    lines = capsys.readouterr().out.splitlines()
    said = [line for line in lines if not line.startswith("Written")]
    assert max(map(len, said)) <= 72
    assert not [line for line in said if line.startswith(" ") and line.strip()]
    assert session.turns


def test_what_was_said_is_never_markup(
    session: CoStorm, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session.say("What of [bold red]trees[/] and [link=https://example.com]links[/link]?")
    session.settings.experts = 1
    session.experts.add("Law [red]")
    demo.demo(4, tmp_path)
    shown = capsys.readouterr().out
    assert "\x1b]8" not in shown
    assert "Law [red]" in shown


@pytest.mark.parametrize("turns", ["0", "-2", "many"])
def test_a_count_that_is_none_is_refused_by_the_command(
    session: CoStorm,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    turns: str,
) -> None:
    with pytest.raises(SystemExit) as end:
        run_main(monkeypatch, "demo", "--turns", turns)
    assert end.value.code == 2
    assert "--turns" in capsys.readouterr().err
    assert session.turns == []


def test_without_a_model_the_demo_is_the_same_everywhere(
    session: CoStorm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[object, object]] = []

    def sample(**wanted: object) -> CoStorm:
        asked.append((wanted["model"], wanted["base_url"]))
        return session

    monkeypatch.setattr(CoStorm, "sample", sample)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    address = "http://127.0.0.1:8000/v1"
    run = ("demo", "--turns", "1", "--out", str(tmp_path))
    run_main(monkeypatch, *run)
    run_main(monkeypatch, *run, "--model", "openai:gpt-9")
    run_main(monkeypatch, *run, "--base-url", address)
    run_main(monkeypatch, *run, "--base-url", address, "--model", "smol")
    assert asked == [
        ("extractive", None),
        ("openai:gpt-9", None),
        (None, address),
        ("smol", address),
    ]


def test_pauses_failed_turns_and_what_was_spent_are_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def reply(asked: Asked) -> Any:
        # Only turns after the opening are planned.
        return ConnectionError("no [route]") if asked.job == "plan_turn" else asked.default()

    settings = SMALL.with_values(retries=1, cache=False)
    session = open_session(model=ScriptedModel(reply), settings=settings)
    monkeypatch.setattr(CoStorm, "sample", lambda **_: session)
    with pytest.raises(SystemExit) as end:
        run_main(monkeypatch, "demo", "--turns", "4", "--out", str(tmp_path))
    assert end.value.code == 1
    shown = " ".join(capsys.readouterr().out.split())
    failed = [turn for turn in session.turns if turn.status == "failed"]
    assert failed
    assert shown.count("no [route]") >= len(failed)
    assert "waiting 0." in shown
    assert f"Turn {failed[0].number} of {failed[0].speaker}: The connection to " in shown
    assert f"{len(failed)} of {len(session.turns)} turns failed." in shown
    assert f"Models: {session.usage.total.requests} requests" in shown
    assert (tmp_path / "report.md").exists()


@pytest.fixture
def gated() -> Iterator[Gated]:
    gated = Gated()
    yield gated
    gated.release()


def test_an_error_of_ours_is_a_line_and_no_traceback(
    session: CoStorm, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.start()
    with pytest.raises(SystemExit, match="call stop"):
        run_main(monkeypatch, "demo")
    session.stop()


def test_an_interrupt_ends_the_demo_and_the_work(
    session: CoStorm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(_: object, event: ev.Event) -> None:
        if isinstance(event, ev.TurnTaken):
            raise KeyboardInterrupt

    monkeypatch.setattr(demo._Show, "take", interrupt)
    with pytest.raises(SystemExit) as end:
        run_main(monkeypatch, "demo", "--out", str(tmp_path / "out"))
    assert end.value.code == 130
    _RUNNER.call(lambda: None)
    assert not session.busy
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_the_command_holds_a_session_on_the_sample(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "costorm_widget", "demo", "--turns", "2", "--out", "out"],
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
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "10 turns" in done.stdout
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# Daylight saving time")
    cited = set(re.findall(r"\[(\d+)\]", report.partition("## References")[0]))
    listed = set(re.findall(r"^(\d+)\. ", report.partition("## References")[2], re.MULTILINE))
    assert cited == listed
    assert (tmp_path / "out" / "map.md").read_text(encoding="utf-8").count("\n") > 5
