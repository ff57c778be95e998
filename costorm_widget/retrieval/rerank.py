"""The user's own order of what was found: a function, or a LangChain document compressor."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import BadSetting, CostormError, SourceError
from costorm_widget.retrieval.failures import failed
from costorm_widget.retrieval.place import SECONDS
from costorm_widget.retrieval.threads import Apart

if TYPE_CHECKING:
    from costorm_widget.retrieval.base import Found

Scores = Sequence[float]
Hook = Callable[[str, "Sequence[Found]"], "Scores | Awaitable[Scores]"]

_PLACE = "costorm_place"
"""Key of the metadata that tells which passage a compressed document is."""


class Reranker:
    """Puts passages in another order.

    Args:
        hook: A function, plain or async, from a query and the `Found` passages to one score a
            passage, higher is better; or a LangChain `BaseDocumentCompressor`, which may leave
            passages out. What it makes of their texts is not used: quotes stay verbatim.
        seconds: Longest time it may take.

    Raises:
        BadSetting: If it is neither.
    """

    def __init__(self, hook: object, seconds: float = SECONDS) -> None:
        self._compressor: Any = hook if hasattr(hook, "compress_documents") else None
        if isinstance(hook, type) or not (self._compressor or callable(hook)):
            raise BadSetting(
                f"rerank={hook!r} cannot score passages; give a function from a query and passages "
                "to scores, or a LangChain document compressor."
            )
        self._hook: Any = hook
        self.name = str(getattr(hook, "__name__", type(hook).__name__))
        self._seconds = seconds
        self._apart = Apart(self.name)

    async def reordered(self, query: str, found: Sequence[Found]) -> list[Found]:
        """Return the passages, best first.

        Raises:
            SourceError: If the hook fails, takes too long, or gives no score for each.
        """
        try:
            async with asyncio.timeout(self._seconds):
                order = await (self._compressed if self._compressor else self._scored)(query, found)
        except CostormError:
            raise
        except TimeoutError as error:
            raise SourceError(
                f"{self.name} has not answered within {self._seconds:g} seconds; make it quicker, "
                "or leave rerank out."
            ) from error
        except Exception as error:  # a hook of the user's raises whatever it raises
            raise failed(self.name, error) from error
        return [found[place] for place in order]

    async def _scored(self, query: str, found: Sequence[Found]) -> list[int]:
        if inspect.iscoroutinefunction(self._hook):
            reply = await self._hook(query, found)
        else:
            reply = await self._apart.call(lambda: self._hook(query, found))
            reply = await reply if inspect.isawaitable(reply) else reply
        scores = [float(each) for each in reply]
        if len(scores) != len(found) or not all(map(isfinite, scores)):
            raise SourceError(
                f"{self.name} gave {len(scores)} scores for {len(found)} passages, or one that is "
                "no number; let it return one number for each."
            )
        return sorted(range(len(found)), key=lambda place: -scores[place])

    async def _compressed(self, query: str, found: Sequence[Found]) -> list[int]:
        from langchain_core.documents import BaseDocumentCompressor, Document

        documents = [
            Document(
                each.snippet.text,
                metadata={_PLACE: place, "title": each.source.title, "source": each.source.url},
            )
            for place, each in enumerate(found)
        ]
        kind: Any = type(self._compressor)
        ours = getattr(kind, "acompress_documents", BaseDocumentCompressor.acompress_documents)
        if ours is BaseDocumentCompressor.acompress_documents:  # it would only wait in a thread
            kept = await self._apart.call(
                lambda: self._compressor.compress_documents(documents, query)
            )
        else:
            kept = await self._compressor.acompress_documents(documents, query)
        places = [each.metadata.get(_PLACE) for each in kept]
        if not set(places) <= set(range(len(found))):
            raise SourceError(
                f"{self.name} lost the metadata of its documents; let it return those it was given."
            )
        return list(dict.fromkeys(places))
