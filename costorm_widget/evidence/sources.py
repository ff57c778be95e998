"""What a statement can stand on: sources, and verbatim snippets of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from costorm_widget.errors import NotYet, SourceChanged
from costorm_widget.evidence.context import Context, context


def source_id(address: str) -> str:
    """Return the stable id of the work at a canonical `address`."""
    return "s" + blake2b(address.encode(), digest_size=5).hexdigest()


def snippet_id(source: str, start: int, end: int) -> str:
    """Return the stable id of the span `start`..`end` of a source."""
    return f"{source}:{start}-{end}"


@dataclass(frozen=True, slots=True)
class Source:
    """A page or document.

    Attributes:
        id: Stable id, made from the canonical address.
        number: Number as printed in the talk, from 1 in the order of finding; 0 until the
            session has taken it in.
        title: Title for people.
        url: Canonical address (a `file:` name relative to the corpus for documents).
        kind: What it is: `document`, `notebook`, `web page`, …
        text: The whole text; snippets are spans of it, in code points.
        authors: Author names, when known.
        date: Date of the work as it gives it, when known.
        retrieved_at: Time of retrieval, ISO 8601, UTC.
        permalink: Address of this very version, when there is one.
        provenance: Where it was found or what it is based on, one line each.
    """

    id: str
    title: str
    url: str
    kind: str
    text: str
    number: int = 0
    authors: tuple[str, ...] = ()
    date: str = ""
    retrieved_at: str = ""
    permalink: str = ""
    provenance: tuple[str, ...] = ()

    def joined(self, other: Source) -> Source:
        """Return this work as it is known after it was found again as `other`.

        Provenances are kept, each once. The other text takes the place of this one only if it
        goes on where this one ends: in any other version the spans of this one would be wrong.
        """
        provenance = tuple(dict.fromkeys((*self.provenance, *other.provenance)))
        text = other.text if other.text.startswith(self.text) else self.text
        if provenance == self.provenance and len(text) == len(self.text):
            return self
        return replace(self, text=text, provenance=provenance)

    def numbered(self, number: int) -> Source:
        """Return this source with its printed `number`."""
        return replace(self, number=number)


class _InSource:
    """Room for a passage's source beside its fields, so that it is neither compared nor written."""

    __slots__ = ("_source",)
    _source: Source


@dataclass(frozen=True, slots=True)
class Snippet(_InSource):
    """A verbatim passage: `source.text[start:end] == text`, always.

    Those of `session.snippets` know their source, so that `context()` and `verify()` need nothing.

    Attributes:
        id: Stable id of the span.
        source_id: The source it is cut from.
        start: First code point of the span in the source's text.
        end: Code point after the last.
        text: The passage itself.
        heading: Headings above it in the source, outermost first.
        page: Page of a paged document, from 1; None elsewhere.
        queries: The (question, query) pairs that found it, in order.
    """

    id: str
    source_id: str
    start: int
    end: int
    text: str
    heading: tuple[str, ...] = ()
    page: int | None = None
    queries: tuple[tuple[str, str], ...] = ()

    def found_by(self, question: str, query: str) -> Snippet:
        """Return this snippet with one more provenance, each kept once."""
        pair = (question, query)
        return self if pair in self.queries else replace(self, queries=(*self.queries, pair))

    @property
    def hash(self) -> str:
        """Hash of the text, 16 hexadecimal digits: the same words have the same anywhere."""
        return blake2b(self.text.encode(errors="surrogatepass"), digest_size=8).hexdigest()

    def within(self, source: Source) -> Snippet:
        """Return this snippet as one that knows its source; equal to this one."""
        known = replace(self)
        object.__setattr__(known, "_source", source)
        return known

    def verify(self, source: Source | None = None) -> None:
        """Check that the passage stands in its source word for word.

        Args:
            source: The source as it is now, such as a file that was read again; None takes the
                one that the session holds.

        Raises:
            SourceChanged: If it does not.
            NotYet: If the snippet knows no source and none is given.
        """
        source = source or self._known_source()
        if source.id != self.source_id or source.text[self.start : self.end] != self.text:
            message = (
                f"The passage {self.id} does not stand in {source.title!r} word for word: the "
                "source has changed since it was quoted. Open a new session to read it again."
            )
            raise SourceChanged(message)

    def context(self, characters: int = 300) -> Context:
        """Return the passage with what stands around it in its source.

        Args:
            characters: At most so many on either side; cut where sentences or words end.

        Raises:
            SourceChanged: If the passage does not stand in its source word for word.
            NotYet: If the snippet knows no source.
        """
        self.verify()
        return context(self._known_source().text, self.start, self.end, max(0, characters))

    def _known_source(self) -> Source:
        source: Source | None = getattr(self, "_source", None)
        if source is None:
            message = (
                f"The passage {self.id} does not know its source; take it from session.snippets, "
                "or call within(source) first."
            )
            raise NotYet(message)
        return source
