from __future__ import annotations

import logging
import time

import pytest

from costorm_widget.errors import BadSetting
from costorm_widget.language.found import (
    OPENAI_DEFAULT,
    Found,
    checked_base_url,
    find_model,
    first_model,
    ollama_base_url,
)
from tests.servers.listing import listing


def test_without_key_and_server_there_is_nothing_and_it_takes_no_time() -> None:
    began = time.perf_counter()
    assert find_model() is None
    assert time.perf_counter() - began < 0.5


def test_a_key_alone_means_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert find_model() == Found(f"openai:{OPENAI_DEFAULT}", None, "OPENAI_API_KEY is set")
    monkeypatch.setenv("OPENAI_MODEL", "gpt-9")
    found = find_model()
    assert found
    assert found.model == "openai:gpt-9"
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert find_model() is None


@pytest.mark.parametrize("variable", ["OPENAI_BASE_URL", "OPENAI_API_BASE"])
def test_a_server_that_the_environment_names_is_asked_what_it_has(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    with listing("text-embedding-nomic", "bge-m3", "qwen3:4b", "other") as server:
        monkeypatch.setenv(variable, f"{server.base_url}/")
        why = "OPENAI_BASE_URL names its server"
        assert find_model() == Found("openai:qwen3:4b", server.base_url, why)
        assert server.keys == [None]
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        find_model()
        assert server.keys[1] == "Bearer sk-secret"
        monkeypatch.setenv("OPENAI_MODEL", "mine")
        assert find_model() == Found("openai:mine", server.base_url, why)
        assert len(server.keys) == 2


def test_a_named_server_that_does_not_answer_is_told_and_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with listing("llama3.2:3b") as server, caplog.at_level(logging.WARNING):
        monkeypatch.setenv("OLLAMA_HOST", server.address)
        found = find_model()
        assert found == Found("ollama:llama3.2:3b", server.base_url, "an Ollama server is running")
        # The key is OpenAI's; Ollama never sees it.
        assert server.keys == [None]
    assert "start it, or set OPENAI_MODEL" in caplog.text
    assert "sk-secret" not in caplog.text


def test_openais_own_list_is_no_choice() -> None:
    # It begins with whatever is oldest; and tests have no network.
    assert first_model("https://api.openai.com/v1") == OPENAI_DEFAULT


def test_a_server_without_chat_models_has_none() -> None:
    with listing("nomic-embed-text", "whisper-1") as server:
        assert first_model(server.base_url) is None
        assert first_model(f"{server.base_url}/nowhere") is None
        server.body = b"<html>"
        assert first_model(server.base_url) is None
        server.body = b'{"data": ["x"]}'
        assert first_model(server.base_url) is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", "http://127.0.0.1:11434/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),  # noqa: S104 - what Ollama users write
        (":8000", "http://127.0.0.1:8000/v1"),
        ("box.local", "http://box.local:11434/v1"),
        ("box.local:80/", "http://box.local:80/v1"),
        ("https://box.local/ollama", "https://box.local/ollama/v1"),
        ("[::1]:11434", "http://[::1]:11434/v1"),
    ],
)
def test_ollamas_own_variable_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, given: str, expected: str
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", given)
    assert ollama_base_url() == expected


def test_what_is_no_address_is_told_but_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("sk-secret", "127.0.0.1:8000", "file:///etc", ""):
        with pytest.raises(BadSetting, match="give one such as") as caught:
            checked_base_url(address)
        assert "sk-secret" not in str(caught.value)
    monkeypatch.setenv("OLLAMA_HOST", "here:there")
    with pytest.raises(BadSetting, match="set it as in"):
        ollama_base_url()
