"""Where in a reply JSON stands: alone, in a fence, in the middle of prose, broken or cut off.

What is JSON as it stands is taken first; only then is broken JSON mended. Mending finds some value
in any text whatsoever, so only objects are taken from it, and only from where a brace opens one.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"(?:```|~~~)[\w+-]*[ \t]*\n?(.*?)(?:```|~~~|\Z)", re.DOTALL)
_LONGEST_REPLY = 30_000
"""Characters read of a reply: a hundred times what any shape holds."""

_OPENING = re.compile(r"[{\[]")
_LIKE_JSON = re.compile(r"\{\s*(?:[\"'“{}]|\w+\s*:)|\[\s*[\"'“{\[]")
_BROKEN_LIST = re.compile(r"\[\s*(?:[\"'“{\[].*|\d+\s*,[\d\s,\]]*\Z)", re.DOTALL)
_LEAD_IN = re.compile(r"\A[^\[\]{}]{0,200}:\s*\Z|\A\W*\Z")
_MORE = re.compile(r"[\w\[{]")
_OPEN_KEY = re.compile(r"""[,\s]*(?:"[^"\\]*"\s*:\s*)?\Z""")
_MOST_OPENINGS = 500
_MOST_MENDED = 4
_LONGEST_MENDED = 8_000
_DEEPEST_MENDED = 12
"""Mending what is nested without end takes minutes, and a small model may repeat one brace so."""


def sound(text: str) -> Iterator[Any]:
    """Yield the objects and lists in `text` that are JSON as they stand, fenced ones first.

    A list counts only if there is nothing else: in prose, `[1]` is a citation.
    """
    for part in _parts(text):
        yield from _sound(part)


def mended(text: str) -> Iterator[Any]:
    """Yield the objects, and the list that is the whole text, of JSON that is broken."""
    for part in _parts(text):
        yield from _mended(part)


def pieces(text: str) -> Iterator[Any]:
    """Yield the objects behind or inside of JSON that is broken."""
    for part in _parts(text):
        yield from _sound(part, past_broken=True)


def _parts(text: str) -> list[str]:
    text = text[:_LONGEST_REPLY]
    return [*_FENCE.findall(text), text]


def _sound(text: str, *, past_broken: bool = False) -> Iterator[Any]:
    decoder = json.JSONDecoder(strict=False)
    at = 0
    for _ in range(_MOST_OPENINGS):
        match = _OPENING.search(text, at)
        if match is None:
            return
        try:
            value, end = decoder.raw_decode(text, match.start())
        except RecursionError:
            return
        except ValueError:
            # What stands in a broken object is a part of the reply, to be taken for lack of more.
            if _LIKE_JSON.match(text, match.start()) and not past_broken:
                return
            at = match.end()
            continue
        alone = _LEAD_IN.match(text[: match.start()]) and not _MORE.search(text, end)
        if isinstance(value, dict) or alone:
            yield value
        at = end


def _mended(text: str) -> Iterator[Any]:
    from json_repair import loads

    objects = (match.start() for match in _LIKE_JSON.finditer(text) if match[0][0] == "{")
    starts = list(islice(objects, _MOST_MENDED))
    bracket = text.find("[")
    if bracket >= 0 and _LEAD_IN.match(text[:bracket]) and _BROKEN_LIST.match(text, bracket):
        starts.insert(0, bracket)
    for start in starts:
        broken = _without_open_string(text[start : start + _LONGEST_MENDED])
        if _depth(broken) > _DEEPEST_MENDED:
            continue
        try:
            value = loads(broken, skip_json_loads=True)
        except (ValueError, RecursionError):
            continue
        # Prose behind an object makes it the first of several values.
        several = value if isinstance(value, list) and text[start] == "{" else [value]
        yield from (each for each in several if isinstance(each, dict | list))


def _depth(text: str) -> int:
    steps = (1 if char in "{[(" else -1 for char in text if char in "{[()]}")
    return max(accumulate(steps), default=0)


def _without_open_string(text: str) -> str:
    """Return JSON that is cut off in a string without that string: half a sentence is no answer."""
    opened = -1
    escaped = False
    for at, char in enumerate(text):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == '"':
            opened = at if opened < 0 else -1
    if opened < 0:
        return text
    return _OPEN_KEY.sub("", text[:opened])
