"""How a shape of reply is described to a model: as a JSON schema, as JSON to fill in.

What stands in angle brackets is to be replaced; a reply that repeats it has nothing to say.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

NUMBER = "<number>"


@cache
def json_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of `shape` without references, which small servers do not follow."""
    from langchain_core.utils.function_calling import convert_to_openai_function

    function = convert_to_openai_function(shape)
    return {
        "title": function["name"],
        "description": function["description"],
        **function["parameters"],
    }


def json_form(shape: type[BaseModel]) -> str:
    """Return what to say to a model that it replies with JSON of `shape`."""
    schema = json_schema(shape)
    # Numbers stand there without quotes, as they are wanted.
    skeleton = json.dumps(_skeleton(schema), ensure_ascii=False).replace(f'"{NUMBER}"', NUMBER)
    return (
        "Reply with one JSON object and nothing else. "
        f"{schema['description']} In this form:\n{skeleton}"
    )


@cache
def placeholders(shape: type[BaseModel]) -> frozenset[str]:
    """Return the texts in angle brackets that stand for what is wanted in `json_form`."""
    return frozenset(_strings(_skeleton(json_schema(shape))))


def placeholder(schema: dict[str, Any]) -> str:
    """Return what stands for a value: its choices, or what it is."""
    if choices := schema.get("enum"):
        return f"<one of: {', '.join(choices)}>"
    return f"<{schema.get('description', 'text')}>"


def _skeleton(schema: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
    match schema.get("type"):
        case "object":
            return {name: _skeleton(each) for name, each in schema["properties"].items()}
        case "array":
            # Strings in a list have no description of their own: the list's says what they are.
            about = {"description": schema.get("description", "text")}
            return [_skeleton({**about, **schema["items"]})]
        case "integer":
            return NUMBER
        case _:
            return placeholder(schema)


def _strings(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inner for text in _strings(each)]
