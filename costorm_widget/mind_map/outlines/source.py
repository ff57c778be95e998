"""Where an outline comes from: a text, or a file in whatever encoding."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.errors import MindMapError, SourceNotFound, SourceRefused
from costorm_widget.mind_map.outlines.markdown import read_markdown
from costorm_widget.mind_map.outlines.opml import read_opml

if TYPE_CHECKING:
    from costorm_widget.mind_map.outlines.entries import Outline

_MOST_BYTES = 4_000_000
"""More than the 2,000 concepts of an outline and their notes can need."""

_HEAD = 10_000
"""Characters of comments that may come before an OPML begins."""

_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?\bencoding=[\"']([\w.-]+)[\"']")
_ENDINGS = frozenset({".opml", ".xml", ".md", ".markdown", ".txt"})


def read(source: str | Path) -> Outline:
    """Return the outline of a text, or of a file: a path, or a string that names one.

    Raises:
        SourceNotFound: If there is no file at a path.
        MindMapError: If it cannot be read, or is too large.
    """
    path = source if isinstance(source, Path) else _named(source)
    text = str(source) if path is None else _text_of(path)
    if len(text) > _MOST_BYTES:
        message = f"The outline has {len(text) / 1e6:.0f} million characters; read it in parts."
        raise MindMapError(message)
    text = text.removeprefix("\ufeff").lstrip("\r\n")
    return read_opml(text.lstrip()) if _is_xml(text.lstrip()) else read_markdown(text)


def _is_xml(text: str) -> bool:
    """Whether it begins as OPML does; a comment may begin Markdown, too."""
    return text.startswith(("<?xml", "<opml")) or (
        text.startswith("<!") and "<opml" in text[:_HEAD]
    )


def _named(text: str) -> Path | None:
    """Return the file that `text` names; None if it is an outline itself."""
    if "\n" in text or "\0" in text or not text.strip():
        return None
    path = Path(text)
    try:
        there = path.exists()
    except OSError:  # longer than a file name may be
        return None
    return path if there or path.suffix.lower() in _ENDINGS else None


def _text_of(path: Path) -> str:
    from costorm_widget.retrieval.readers import decode

    if not path.is_file():
        raise SourceNotFound(f"There is no outline {str(path)!r}; check the path.")
    try:
        raw = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else None
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"The outline {path.name!r} cannot be opened ({reason}); check its permissions."
        raise MindMapError(message) from error
    if raw is None:
        message = f"The file {path.name!r} is over {_MOST_BYTES // 1_000_000} MB; split it."
        raise MindMapError(message)
    if declared := _DECLARED.match(raw):
        with suppress(LookupError, UnicodeDecodeError):
            return raw.decode(declared[1].decode())
    try:
        return decode(raw)
    except SourceRefused as error:
        message = f"The outline {path.name!r} cannot be read: {error}."
        raise MindMapError(message) from None
