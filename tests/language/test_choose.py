from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import UserError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.choose import choose_engine
from costorm_widget.language.doubles import ScriptedModel
from costorm_widget.language.tasks import Brief
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage

if TYPE_CHECKING:
    from costorm_widget import events as ev
    from costorm_widget.language.tasks import Engine


def chosen(model: object, base_url: str | None = None) -> tuple[Engine, list[ev.Event]]:
    events: list[ev.Event] = []
    ledger = Ledger(Settings, Usage, events.append)
    engine = choose_engine(
        model,
        base_url,
        HashedWords(),
        "en",
        ledger=ledger,
        settings=lambda: Settings(cache=False),
        emit=events.append,
    )
    return engine, events


def test_without_a_model_the_built_in_engine_says_how_to_get_one() -> None:
    engine, _ = chosen(None)
    assert (engine.name, engine.remote) == ("extractive", False)
    assert engine.about.startswith("Built-in extractive engine: no model is used")
    assert "set OPENAI_API_KEY or OPENAI_BASE_URL, start Ollama, or give model=" in engine.about


def test_who_asks_for_the_built_in_engine_is_not_told_of_others() -> None:
    engine, _ = chosen("extractive")
    assert engine.name == "extractive"
    assert "OPENAI_API_KEY" not in engine.about


async def test_a_model_speaks_through_the_prompted_engine_and_is_counted() -> None:
    model = ScriptedModel()
    engine, events = chosen(model)
    assert engine.remote
    assert engine.about == f"The language model {engine.name} speaks here."
    assert engine.fallback.name == "extractive"
    plan = await engine.plan_background(Brief("Clocks", "", Settings()))
    assert plan.queries
    assert [asked.job for asked in model.asked] == ["plan_background"]
    assert [event.type for event in events] == ["model_called"]


def test_a_model_that_cannot_be_had_is_told() -> None:
    with pytest.raises(UserError, match="check the name"):
        chosen("nobody:model")


def test_the_built_in_engine_needs_no_langchain() -> None:
    code = (
        "import sys; from costorm_widget.language.choose import choose_engine as choose;"
        "from costorm_widget.evidence.embeddings import HashedWords;"
        "choose('extractive', None, HashedWords(), 'en', ledger=None, settings=None, emit=None);"
        "choose(None, None, HashedWords(), 'en', ledger=None, settings=None, emit=None);"
        "print(sorted({'langchain', 'langchain_core', 'openai'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
