from __future__ import annotations

import inspect
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_openai import ChatOpenAI

from costorm_widget.errors import BadSetting, UnknownName, UserError
from costorm_widget.language.models import JOB_GROUPS, ModelSet, resolve_models
from costorm_widget.language.tasks import Engine
from costorm_widget.settings import Settings
from tests.servers.listing import listing

KEY = "sk-secret-0123456789"
URL = "http://127.0.0.1:9/v1"


def resolved(spec: object, base_url: str | None = None) -> ModelSet:
    models = resolve_models(spec, base_url)
    assert models is not None
    return models


def openai(models: ModelSet, job: str = "write_answer") -> ChatOpenAI:
    model = models.for_job(job).model
    assert isinstance(model, ChatOpenAI)
    return model


def test_every_job_has_a_group_and_every_group_a_limit() -> None:
    jobs = {name for name, _ in inspect.getmembers(Engine, inspect.isfunction) if name[0] != "_"}
    assert set(JOB_GROUPS) == jobs | {"polish"}
    for group in JOB_GROUPS.values():
        assert getattr(Settings(), f"{group}_tokens") > 0


def test_the_built_in_engine_is_no_model() -> None:
    assert resolve_models("extractive") is None
    assert resolve_models(None) is None


def test_what_is_picked_says_why_and_how_to_get_the_built_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    models = resolved(None)
    assert models.name == "openai:gpt-4.1-mini"
    assert models.about == (
        "The language model openai:gpt-4.1-mini speaks here, because OPENAI_API_KEY is set; "
        'model="extractive" takes the built-in engine, which needs none.'
    )
    assert resolved("openai:gpt-9").about == "The language model openai:gpt-9 speaks here."


def test_a_server_of_ones_own_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with listing("smol", "other") as server:
        models = resolved(None, f"{server.base_url}/")
        assert models.name == "openai:smol"
        assert "because it is the first that the server lists" in models.about
        model = openai(models)
        assert model.openai_api_base == server.base_url
        # Its price is nobody's, whatever the model is called.
        assert models.for_job("outline").provider == ""
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        assert openai(resolved("openai:other")).openai_api_base == server.base_url
    with pytest.raises(UserError, match="lists no model; check that it runs"):
        resolve_models(None, URL)


def test_names_keep_their_colons_and_slashes_at_a_server() -> None:
    for spec, name in [
        ("openai:qwen3:4b", "qwen3:4b"),
        ("qwen3:4b", "qwen3:4b"),
        ("HuggingFaceTB/SmolLM2", "HuggingFaceTB/SmolLM2"),
    ]:
        assert openai(resolved(spec, URL)).model_name == name


def test_ollama_is_spoken_to_in_openais_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:12345")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    models = resolved("ollama:llama3.2:3b")
    model = openai(models)
    assert (models.name, model.model_name) == ("ollama:llama3.2:3b", "llama3.2:3b")
    assert model.openai_api_base == "http://127.0.0.1:12345/v1"
    assert model.openai_api_key.get_secret_value() == "none"  # type: ignore[union-attr]
    with listing("nomic-embed-text", "gemma") as server:
        monkeypatch.delenv("OPENAI_API_KEY")
        monkeypatch.setenv("OLLAMA_HOST", server.address)
        assert resolved(None).name == "ollama:gemma"
        assert "because an Ollama server is running" in resolved(None).about


def test_we_repeat_calls_ourselves_and_want_the_tokens_of_streams() -> None:
    model = openai(resolved("openai:smol", URL))
    assert model.max_retries == 0
    assert model.stream_usage is True
    assert model.root_client.max_retries == 0


def test_a_model_object_is_taken_as_it_is() -> None:
    fake = FakeListChatModel(responses=["yes"])
    models = resolved(fake)
    assert models.for_job("plan_turn").model is fake
    assert models.name == "FakeListChatModel"
    own = ChatOpenAI(model="gpt-4.1", api_key=KEY)  # type: ignore[arg-type]
    chosen = resolved(own).for_job("polish")
    assert (chosen.name, chosen.provider, chosen.model) == ("openai:gpt-4.1", "openai", own)


@pytest.mark.parametrize(
    ("server", "seller"),
    [
        ("https://api.openai.com/v1", "openai"),
        ("https://openrouter.ai/api/v1", "openrouter"),
        ("https://models.example.org/v1", ""),
        ("http://127.0.0.1:8000/v1", ""),
    ],
)
def test_who_is_paid_goes_by_the_address(server: str, seller: str) -> None:
    assert resolved("openai:gpt-4.1", server).for_job("polish").provider == seller


def test_six_groups_with_a_default_for_the_rest() -> None:
    small, large = FakeListChatModel(responses=[""]), "openai:large"
    models = resolved(
        {"default": large, "knowledge_base": small, "question_asking": "openai:large"}, URL
    )
    assert models.for_job("choose_placements").model is small
    assert models.for_job("write_answer").model is models.for_job("ask_as_guest").model
    assert models.name == "openai:large + FakeListChatModel"
    assert "FakeListChatModel (knowledge_base)" in models.about
    assert models.about.startswith("Language models speak here: openai:large (question_answering, ")


def test_a_dict_of_models_is_checked() -> None:
    with pytest.raises(UnknownName, match="did you mean 'question_asking'"):
        resolve_models({"default": "openai:a", "question_askin": "openai:b"}, URL)
    with pytest.raises(UserError, match=r"no model for .*question_asking.*'default' for the rest"):
        resolve_models({"question_answering": "openai:a"}, URL)
    for nothing in (None, "extractive"):
        with pytest.raises(BadSetting, match=r"knowledge_base.*is no language model; name one"):
            resolve_models({"default": "openai:a", "knowledge_base": nothing}, URL)


@pytest.mark.parametrize("spec", [42, "", " ", ["openai:a"], object()])
def test_what_is_no_model_is_told(spec: object) -> None:
    with pytest.raises(BadSetting, match="; give a name such as"):
        resolve_models(spec)


def test_a_base_url_goes_with_names_alone() -> None:
    for nameless in ("extractive", FakeListChatModel(responses=[""])):
        with pytest.raises(BadSetting, match="leave it out, or give the name"):
            resolve_models(nameless, URL)
    with pytest.raises(BadSetting, match="base_url is no address"):
        resolve_models("openai:a", "127.0.0.1:8000")


def test_a_provider_without_its_package_names_what_to_install() -> None:
    with pytest.raises(UserError, match=r"model='cohere:command-r'.*pip install langchain-cohere"):
        resolve_models("cohere:command-r")


@pytest.mark.parametrize("spec", ["nobody:model", "llama3.2:3b", "openai:gpt-4.1-mini"])
def test_a_name_without_provider_or_key_is_told(spec: str) -> None:
    with pytest.raises(UserError, match=f"model='{spec}' could not be set up.*; check the name"):
        resolve_models(spec)


def test_a_misfit_is_told_without_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def unfit(*_: object, **__: object) -> Any:
        return ChatOpenAI(model="a", api_key=KEY, max_retries="many")  # type: ignore[arg-type]

    monkeypatch.setattr("langchain.chat_models.init_chat_model", unfit)
    with pytest.raises(UserError, match="valid integer") as caught:
        resolve_models("openai:a")
    assert KEY not in str(caught.value)


def test_a_key_is_in_no_name_and_no_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    models = resolved({"default": "openai:gpt-4.1"})
    chosen = models.for_job("outline")
    for text in (repr(models), models.name, models.about, repr(chosen), chosen.name):
        assert KEY not in text
