"""Lists and their items, in the ways that models write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Schema = dict[str, Any]

NUMBER = re.compile(r"(?<![\w.-])\d{1,9}(?!\w|\.\d)")
"""A whole number; not part of a word, of `2.5`, nor negative."""

BULLET = re.compile(r"^[ \t]*(?:[-*•–+]|\#{1,6}|\(?\d{1,3}[.)])[ \t]+(?=\S)")
"""What begins a list's item or a heading, at the beginning of a line."""

_BOLD = re.compile(r"\*\*(.+?)\*\*[\s:—–|-]*(.*)", re.DOTALL)
_BORDERED = re.compile(r"(.+?)(?:\s*\|\s*|:\s+|\s+[—–-]\s+)(.*)", re.DOTALL)
_NUMBERED = re.compile(r"(.+?)\s*[|:(\[]\s*(\d[\d\s,;.()\[\]]*)")


def items(value: Any, item: Schema) -> Iterable[Any]:  # noqa: ANN401 - JSON
    """Return the items of what stands for a list.

    That is a list; lines of a text; numbers in a text; an object with numbered fields; for objects
    also names with what belongs to each; else one item.
    """
    if isinstance(value, dict):
        return _items_of_object(value, item)
    if not isinstance(value, str):
        return value if isinstance(value, list) else [value]
    if item["type"] == "integer" and only_numbers(value):
        return NUMBER.findall(value)
    return [BULLET.sub("", line).strip() for line in value.splitlines() if line.strip()]


def item_of_line(line: str, item: Schema) -> dict[str, Any]:
    """Return the fields of an item written on one line, such as `Chef: pastry` or `Sleep | 1, 4`.

    What stands before the first border is the first field. Between bars follow the others, of
    which the last keeps what is left.
    """
    line = BULLET.sub("", line).strip()
    first, *others = item["properties"]
    if not others:
        return {first: line}
    match = _BOLD.fullmatch(line)
    if match is None and item["properties"][others[-1]]["type"] == "array":
        match = _NUMBERED.fullmatch(line)
    match = match or _BORDERED.fullmatch(line)
    if match is None:
        return {first: line}
    parts = [part.strip() for part in match[2].split("|", len(others) - 1)]
    return {first: match[1].strip(" :*"), **dict(zip(others, parts, strict=False))}


def same_name(key: str, names: Iterable[str]) -> str | None:
    """Return which of `names` is meant by `key`, in any case, spacing and grammatical number."""
    plain = _singular(re.sub(r"[\W_]+", "", key).casefold())
    return next((name for name in names if _singular(name.replace("_", "")) == plain), None)


def only_numbers(text: str) -> bool:
    """Return whether there is nothing but numbers and what stands between them."""
    return NUMBER.search(text) is not None and not re.sub(r"\band\b|[\s\d,;.&#()\[\]]", "", text)


def _items_of_object(value: dict[str, Any], item: Schema) -> Iterable[Any]:
    if numbers := _numbered_fields(value):
        return [value[key] for key in sorted(value, key=lambda key: numbers[key])]
    if item["type"] == "object" and not any(same_name(key, item["properties"]) for key in value):
        return [_item_of_pair(key, each, item) for key, each in value.items()]
    return [value]


def _numbered_fields(value: dict[str, Any]) -> dict[str, int]:
    """Return the number of each field, if each has one, as in `{"1": …, "group 2": …}`."""
    numbers = {key: NUMBER.findall(str(key)) for key in value}
    if any(len(found) != 1 for found in numbers.values()):
        return {}
    return {key: int(found[0]) for key, found in numbers.items()}


def _item_of_pair(key: str, value: Any, item: Schema) -> dict[str, Any]:  # noqa: ANN401 - JSON
    first, *others = item["properties"]
    if isinstance(value, dict):
        return {first: key, **value}
    return {first: key, **dict.fromkeys(others[:1], value)}


def _singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
