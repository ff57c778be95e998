"""What a statement can stand on: sources, and verbatim snippets of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b


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


@dataclass(frozen=True, slots=True)
class Snippet:
    """A verbatim passage: `source.text[start:end] == text`, always.

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
