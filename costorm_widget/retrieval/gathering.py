"""One text for each work, although it arrives in pieces.

A retriever gives passages, often without the document around them, and two retrievers may give
the same work in two versions. A source has one text, and every snippet is a span of it. So the
pieces of a work are gathered: what is not in its text yet is added at the end, and the spans that
were given out stay valid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.evidence.sources import snippet_id

if TYPE_CHECKING:
    from costorm_widget.evidence.sources import Snippet, Source


class Gathering:
    """The works that came in, each with the text gathered for it so far."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}

    def source(self, source: str) -> Source:
        """Return a work that was taken in, by id, with all the text gathered for it."""
        return self._sources[source]

    def take(self, source: Source, passage: str) -> tuple[Source, int]:
        """Take in a piece of a work.

        Args:
            source: The work, with what is known of its text.
            passage: A piece of it, verbatim.

        Returns:
            The work with its gathered text, and where the passage begins in it.
        """
        known = self._sources.get(source.id, source)
        provenance = tuple(dict.fromkeys((*known.provenance, *source.provenance)))
        text, start = known.text, known.text.find(passage)
        if start < 0:
            text = f"{text}\n\n{passage}" if text else passage
            start = len(text) - len(passage)
        gathered = replace(known, text=text, provenance=provenance)
        self._sources[source.id] = gathered
        return gathered, start

    def take_snippet(self, source: Source, snippet: Snippet) -> tuple[Source, Snippet]:
        """Take in a snippet of a work; return both as they are to be used."""
        known = self._sources.get(source.id, source)
        if known.text[snippet.start : snippet.end] == snippet.text:
            # It stands in the same place, so it keeps its id. An empty piece adds provenance only.
            gathered, _ = self.take(source, "")
            return gathered, snippet
        gathered, start = self.take(source, snippet.text)
        end = start + len(snippet.text)
        return gathered, replace(
            snippet, id=snippet_id(source.id, start, end), start=start, end=end
        )
