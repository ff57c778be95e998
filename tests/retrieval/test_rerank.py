"""The user's own order: functions, and LangChain's document compressors."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from langchain_core.documents import BaseDocumentCompressor, Document

from costorm_widget.errors import SourceError
from costorm_widget.retrieval.rerank import Reranker
from tests.builders import found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.callbacks import Callbacks

    from costorm_widget.retrieval.base import Found

PASSAGES = [found(text, title=text) for text in ("Cows.", "Owls and owls.", "An owl.")]


def owls(query: str, passages: Sequence[Found]) -> list[float]:
    return [float(each.snippet.text.casefold().count(query)) for each in passages]


async def later(query: str, passages: Sequence[Found]) -> Any:
    return np.array(owls(query, passages))


class Shortest(BaseDocumentCompressor):
    """Leaves out what does not say the word, shortens the rest, and puts the shortest first."""

    forgetful: bool = False

    def compress_documents(
        self,
        documents: Sequence[Document],
        query: str,
        callbacks: Callbacks = None,  # noqa: ARG002
    ) -> list[Document]:
        kept = [each for each in documents if query in each.page_content.casefold()]
        kept.sort(key=lambda each: len(each.page_content))
        return [
            Document(each.page_content[:3], metadata={} if self.forgetful else each.metadata)
            for each in kept
        ]


class Later(Shortest):
    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks = None
    ) -> list[Document]:
        await asyncio.sleep(0)
        return self.compress_documents(documents, query, callbacks)


async def texts(hook: object) -> list[str]:
    return [each.snippet.text for each in await Reranker(hook).reordered("owl", PASSAGES)]


@pytest.mark.parametrize("hook", [owls, later, partial(later)])
async def test_a_function_scores_passages(hook: object) -> None:
    assert await texts(hook) == ["Owls and owls.", "An owl.", "Cows."]


@pytest.mark.parametrize("hook", [Shortest(), Later()])
async def test_a_compressor_orders_and_drops_but_rewrites_nothing(hook: object) -> None:
    assert await texts(hook) == ["An owl.", "Owls and owls."]


@pytest.mark.parametrize(
    ("hook", "message"),
    [
        (lambda _query, _found: [1.0], "gave 1 scores for 3 passages.*let it return one number"),
        (lambda _query, _found: [1, float("nan"), 2], "one that is no number"),
        (lambda _query, _found: ["a", "b", "c"], "failed \\(ValueError"),
        (lambda _query, _found: None, "failed \\(TypeError"),
        (Shortest(forgetful=True), "Shortest lost the metadata"),
    ],
)
async def test_a_hook_that_does_otherwise_is_told(hook: object, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        await texts(hook)


async def test_a_hook_that_hangs_is_given_up() -> None:
    gate = threading.Event()

    def hangs(_query: str, _found: Sequence[Found]) -> list[float]:
        gate.wait(60)
        return []

    try:
        with pytest.raises(SourceError, match=r"hangs has not answered within 0\.05 seconds"):
            await Reranker(hangs, 0.05).reordered("owl", PASSAGES)
    finally:
        gate.set()
