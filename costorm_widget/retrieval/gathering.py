"""One text for each work, although it arrives in pieces and in several versions.

A retriever gives passages, often without the document around them; two retrievers may give the
same work in two versions, and a page that is read again may have changed. A source has one text,
and every snippet is a span of it. So the pieces of a work are gathered: a text that goes on where
the known one ends takes its place, a passage of another version that is not in it yet is added at
its end, and the spans that were given out stay valid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.evidence.sources import snippet_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.evidence.sources import Snippet, Source


class Gathering:
    """The works that came in, each with the text gathered for it so far.

    Args:
        record: Returns a work, by id, as it is known elsewhere; its text is what counts there,
            so what comes in here only ever goes on from it.
    """

    def __init__(self, record: Callable[[str], Source | None] | None = None) -> None:
        self._sources: dict[str, Source] = {}
        self._record = record

    def source(self, source: str) -> Source:
        """Return a work that was taken in, by id, with all the text gathered for it."""
        return self._sources[source]

    def take(self, source: Source, passage: str) -> tuple[Source, int]:
        """Take in a piece of a work.

        Args:
            source: The work, with what is known of its text.
            passage: A piece of it, verbatim; an empty one adds what `source` knows alone.

        Returns:
            The work with its gathered text, and where the passage begins in it.
        """
        known = self._known(source)
        start = known.text.find(passage)
        if start < 0:
            text = f"{known.text}\n\n{passage}" if known.text else passage
            start = len(text) - len(passage)
            known = replace(known, text=text)
        self._sources[source.id] = known
        return known, start

    def take_snippet(self, source: Source, snippet: Snippet) -> tuple[Source, Snippet]:
        """Take in a snippet of a work; return both as they are to be used."""
        known = self._known(source)
        if known.text[snippet.start : snippet.end] == snippet.text:
            self._sources[source.id] = known
            return known, snippet  # it stands in the same place, so it keeps its id
        known, start = self.take(source, snippet.text)
        end = start + len(snippet.text)
        return known, replace(snippet, id=snippet_id(source.id, start, end), start=start, end=end)

    def _known(self, source: Source) -> Source:
        """Return what is known of a work, now that it came as `source`."""
        known = self._sources.get(source.id)
        recorded = self._record(source.id) if self._record else None
        if recorded is not None:
            known = recorded.joined(known) if known else recorded
        return known.joined(source) if known else source
