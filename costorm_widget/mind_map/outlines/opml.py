"""An OPML outline, read without anything that XML would load or expand.

A document type is refused, and with it every entity but XML's own five: nothing is fetched and
nothing grows. Links and inclusions are taken by their text alone.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING
from xml.parsers.expat import ExpatError, ParserCreate

from costorm_widget.errors import MindMapError
from costorm_widget.mind_map.outlines.entries import Entry, Outline

if TYPE_CHECKING:
    from collections.abc import Mapping

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[/!?]?[A-Za-z][^<>]*>")


def read_opml(text: str) -> Outline:
    """Return the outline in `text`: names from `text`, notes from `_note`.

    Raises:
        MindMapError: If it is not well-formed, is no OPML, or has a document type.
    """
    reader = _Reader()
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = reader.refuse_doctype
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.hear
    try:
        parser.Parse(text.encode("utf-8", "replace").decode(), True)  # noqa: FBT003 - the last piece
    except ExpatError as error:
        message = f"The OPML is not well-formed ({error}); mend it, or save it anew as OPML 2.0."
        raise MindMapError(message) from None
    return reader.outline


class _Reader:
    """Hears the parser's events."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._inside: list[str] = []
        self._open: list[int | None] = [None]  # places of the entries around the next one
        self._commented = 0

    def refuse_doctype(self, *_: object) -> None:
        message = (
            "The OPML has a document type (<!DOCTYPE …>), which OPML does not need and which can "
            "load other files; take that line out."
        )
        raise MindMapError(message)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._inside and tag != "opml":
            message = f"This XML is no OPML: it begins with <{tag}>; save it as OPML 2.0."
            raise MindMapError(message)
        self._inside.append(tag)
        if tag != "outline":
            return
        self._commented += bool(self._commented) or attributes.get("isComment") == "true"
        if self._commented:
            return
        name = _plain(attributes.get("text") or attributes.get("title", ""))
        note = _plain(attributes.get("_note", "")).strip()
        entries = self.outline.entries
        entries.append(Entry(" ".join(name.split()), self._open[-1], note))
        self._open.append(len(entries) - 1)

    def end(self, tag: str) -> None:
        self._inside.pop()
        if tag != "outline":
            return
        if self._commented:
            self._commented -= 1
        else:
            self._open.pop()

    def hear(self, text: str) -> None:
        if self._inside[1:] == ["head", "title"]:
            self.outline.title += text


def _plain(text: str) -> str:
    """Return the text of an outline without the HTML that it may hold."""
    return unescape(_TAG.sub("", _BREAK.sub("\n", text)))
