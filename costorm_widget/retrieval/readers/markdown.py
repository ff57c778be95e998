"""Markdown and plain text, with or without front matter."""

from __future__ import annotations

import re
from typing import Any

from costorm_widget.retrieval.passages import Heading, outline
from costorm_widget.retrieval.readers.reading import Reading

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def read_markdown(text: str) -> Reading:
    """Return a Markdown file: its text as it is, after the front matter."""
    meta, body = _front_matter(text)
    headings = (each for each in outline(body) if isinstance(each, Heading) and each.title)
    first = next(headings, None)
    return Reading(
        kind="document",
        title=_line(meta.get("title")) or (first.title if first else ""),
        text=body,
        authors=_lines(meta.get("authors") or meta.get("author")),
        date=_line(meta.get("date")),
        provenance=_lines(meta.get("from")),
    )


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the YAML between `---` lines at the top, and the rest; all is rest if it is none."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return {}, text
    import yaml

    try:
        meta = yaml.safe_load(match["yaml"])
    except yaml.YAMLError:
        return {}, text
    return (meta, text[match.end() :]) if isinstance(meta, dict) else ({}, text)


def _line(value: object) -> str:
    """Return a YAML value as one line; what is no single value is nothing."""
    return "" if value is None or isinstance(value, list | dict) else " ".join(str(value).split())


def _lines(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(line for each in values if (line := _line(each)))
