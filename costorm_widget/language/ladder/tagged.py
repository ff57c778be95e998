"""The plainest form: a line for each field, `name: value`. Every model can write lines.

A list repeats its name, or lists its items below it; an object is written `a | b | c` in the order
of its fields. Plain bullets are read too, where the shape holds nothing but one list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from costorm_widget.language.ladder.forms import json_schema, placeholder
from costorm_widget.language.ladder.items import BULLET, only_numbers, same_name

if TYPE_CHECKING:
    from pydantic import BaseModel

Schema = dict[str, Any]

_TAG = re.compile(
    r"[ \t]*(?:[-*•+]|\#{1,6}|\d{1,2}[.)])?[ \t]*[*_`]{0,3}(?P<name>[^\W\d][\w ]{1,30}?)"
    r"(?:[ \t]*\#?\d{1,2})?[*_`]{0,3}[ \t]*[:=：][*_`]{0,3}[ \t]*(?P<value>.*)"
)


def tagged_form(shape: type[BaseModel]) -> str:
    """Return what to say to a model that it replies with lines."""
    schema = json_schema(shape)
    lines = [
        f"{_tag(name, field)}: {_value_form(field)}" for name, field in schema["properties"].items()
    ]
    repeated = any(_is_repeated(field) for field in schema["properties"].values())
    more = " Write one line for each, as many as there are." if repeated else ""
    return (
        f"Reply with lines in this form and nothing else. {schema['description']}{more}\n"
        + "\n".join(lines)
    )


def tagged_values(text: str, shape: type[BaseModel]) -> dict[str, Any] | None:
    """Return the fields that lines of `text` give; None if no line gives any."""
    properties = json_schema(shape)["properties"]
    found: dict[str, Any] = {}
    open_list: str | None = None
    for line in text.splitlines():
        match = _TAG.fullmatch(line)
        name = same_name(match["name"], properties) if match else None
        if match and name:
            _take(found, name, match["value"].strip(), properties[name])
            open_list = name if properties[name]["type"] == "array" else None
        elif open_list and BULLET.match(line):
            found[open_list].append(BULLET.sub("", line).strip())
        elif line.strip():
            open_list = None
    return found or _bullets(text, properties)


def _take(found: dict[str, Any], name: str, value: str, field: Schema) -> None:
    if field["type"] != "array":
        # The first one counts: what a model repeats later is its own echo.
        found.setdefault(name, value)
    elif field["items"]["type"] == "integer" and only_numbers(value):
        found.setdefault(name, []).extend(re.findall(r"\d+", value))
    else:
        found.setdefault(name, []).extend([value] if value else [])


def _bullets(text: str, properties: Schema) -> dict[str, Any] | None:
    """Return the items of a plain list, if a list is all that the shape holds."""
    (name, field), *others = properties.items()
    if others or field["type"] != "array":
        return None
    bullets = [BULLET.sub("", line).strip() for line in text.splitlines() if BULLET.match(line)]
    return {name: bullets} if bullets else None


def _tag(name: str, field: Schema) -> str:
    """Return the name that a line begins with: one item's, where each has its line."""
    if not _is_repeated(field):
        return name
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _is_repeated(field: Schema) -> bool:
    return bool(field["type"] == "array" and field["items"]["type"] != "integer")


def _value_form(field: Schema) -> str:
    if field["type"] != "array":
        return placeholder(field)
    item = field["items"]
    if item["type"] == "object":
        return " | ".join(_value_form(each) for each in item["properties"].values())
    if item["type"] == "integer":
        return "<numbers, with commas between them>"
    return placeholder({"description": field.get("description", "text"), **item})
