"""What the small model's server can and cannot do; the sessions' tests stand on this."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import openai
import pytest
from langchain_openai import ChatOpenAI

from costorm_widget.language.models import resolve_models
from costorm_widget.language.prompted.shapes import NameReply, QuestionReply
from tests.servers.small_model import MODEL, small_model

pytestmark = pytest.mark.model


# Asked without asyncio: LangChain keeps one pool of connections for all event loops, and each
# test has its own.


@pytest.fixture
def model(base_url: str) -> ChatOpenAI:
    models = resolve_models(f"openai:{MODEL}", base_url)
    assert models
    chosen = models.for_job("write_answer").model
    assert isinstance(chosen, ChatOpenAI)
    return chosen.model_copy(update={"max_tokens": 400})


def test_it_is_the_model_that_a_session_picks_there(base_url: str) -> None:
    models = resolve_models(None, base_url)
    assert models
    assert models.name == f"openai:{MODEL}"


def test_a_schema_is_kept_by_grammar(model: ChatOpenAI) -> None:
    form = model.with_structured_output(
        QuestionReply.model_json_schema(), method="json_schema", include_raw=True
    )
    reply: Any = form.invoke("Ask a question about street trees.")
    QuestionReply.model_validate(reply["parsed"])
    assert reply["raw"].usage_metadata["output_tokens"] > 5


def test_function_calling_gives_nothing_and_says_nothing(model: ChatOpenAI) -> None:
    form = model.with_structured_output(
        NameReply.model_json_schema(), method="function_calling", include_raw=True
    )
    reply: Any = form.invoke("Name this: roots of trees.")
    assert reply["parsed"] is None
    assert reply["parsing_error"] is None


def test_text_comes_in_pieces_with_its_tokens_at_the_end(model: ChatOpenAI) -> None:
    short = model.model_copy(update={"max_tokens": 20})
    pieces = list(short.stream("Tell me about trees."))
    assert len([piece for piece in pieces if piece.text]) > 5
    whole = pieces[0]
    for piece in pieces[1:]:
        whole += piece
    assert whole.usage_metadata
    assert whole.usage_metadata["output_tokens"] == 20
    assert whole.response_metadata["finish_reason"] == "length"


def test_a_prompt_over_its_context_is_refused_with_the_numbers(model: ChatOpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match=r"exceeds the available context size \(4096"):
        model.invoke("tree " * 6000)


def test_the_server_ends_with_the_block() -> None:
    with small_model() as address:
        port = port_of(address)
    wait_until_closed(port)


def test_the_server_ends_when_its_parent_dies_without_a_word() -> None:
    code = (
        "import os; from tests.servers.small_model import small_model\n"
        "with small_model() as address: print(address, flush=True); os._exit(9)"
    )
    environment = {**os.environ, "PYTHONPATH": "."}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 9, run.stderr
    wait_until_closed(port_of(run.stdout.strip()))


def port_of(address: str) -> int:
    port = urlsplit(address).port
    assert port
    return port


def wait_until_closed(port: int) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.2)
    pytest.fail(f"something still listens on {port}")
