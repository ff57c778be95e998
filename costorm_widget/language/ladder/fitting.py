"""A value that was read is brought into the shape that was asked for, or it is said what misfits.

Models give the right content in shapes near the right one: another case or number of a field's
name, a bare list for an object that holds one list, a name and a role as a pair, numbers with words
around them. Each is unambiguous by the fields' types, so each is taken. What is not there is never
made up, except that a list may be left out beside other fields, and that an item of a list may
lack what describes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from costorm_widget.language.ladder.forms import json_schema, placeholders
from costorm_widget.language.ladder.items import item_of_line, items, same_name
from costorm_widget.language.ladder.misfit import Misfit
from costorm_widget.language.ladder.plain_values import choice, text, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Shape = TypeVar("Shape", bound=BaseModel)
Schema = dict[str, Any]

_CALL_ARGUMENTS = ("arguments", "parameters", "properties", "args", "input")
_DEEPEST_WRAP = 3


def fit(value: Any, shape: type[Shape]) -> Shape:  # noqa: ANN401 - JSON
    """Return `value` as a `shape`.

    Raises:
        Misfit: With what the model is told: which field is missing or wrong.
    """
    schema = json_schema(shape)
    fields = _Fitting(placeholders(shape)).fields(_unwrapped(value, schema), schema)
    try:
        return shape.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(each) for each in first["loc"])
        raise Misfit(f"`{where}`: {first['msg']}.") from error


def only_list(schema: Schema) -> str | None:
    """Return the name of an object's only field, if that is a list."""
    (first, field), *others = schema["properties"].items()
    return first if field["type"] == "array" and not others else None


def _unwrapped(value: Any, schema: Schema) -> Mapping[str, Any]:  # noqa: ANN401 - JSON
    """Return the object that holds the fields, whatever is wrapped around it."""
    listed = only_list(schema)
    for _ in range(_DEEPEST_WRAP):
        if isinstance(value, list):
            if len(value) == 1 and _has_fields(value[0], schema):
                value = value[0]
            break
        inner = _wrapped(value, schema)
        if inner is None:
            break
        value = inner
    if isinstance(value, dict) and _has_fields(value, schema):
        return value
    # A bare list; one item of it; or a name and what belongs to it, several times.
    if listed and isinstance(value, list | dict) and not _is_scrap(value, schema, listed):
        return {listed: value}
    message = f"It has to be one JSON object with {_names(schema['properties'])}."
    raise Misfit(message, formed=isinstance(value, list | dict))


def _wrapped(value: Any, schema: Schema) -> Any:  # noqa: ANN401 - JSON
    """Return what a wrapper holds; None if `value` is no wrapper.

    Wrappers are a tool call in words, `{"name": tool, "arguments": {…}}`, and an object with one
    field that is none of the schema's.
    """
    if not isinstance(value, dict):
        return None
    for key in _CALL_ARGUMENTS:
        if _has_fields(value.get(key), schema):
            return value[key]
    if _has_fields(value, schema) or len(value) != 1:
        return None
    inner = next(iter(value.values()))
    return inner if isinstance(inner, dict | list) else None


def _has_fields(value: object, schema: Schema) -> bool:
    names = schema["properties"]
    return isinstance(value, dict) and any(same_name(str(key), names) for key in value)


def _is_scrap(value: list[Any] | dict[str, Any], schema: Schema, listed: str) -> bool:
    """Return whether an object is neither an item nor several, such as an error message."""
    item = schema["properties"][listed]["items"]
    is_item = item["type"] == "object" and _has_fields(value, item)
    return isinstance(value, dict) and len(value) == 1 and not is_item


class _Fitting:
    """Brings values to their types; texts in `empty` are the form's own, not filled in."""

    def __init__(self, empty: frozenset[str]) -> None:
        self._empty = empty

    def fields(
        self, value: Mapping[str, Any], schema: Schema, *, in_list: bool = False
    ) -> dict[str, Any]:
        """Return the fields of an object, each brought to its type."""
        names = schema["properties"]
        given = {same_name(str(key), names): each for key, each in value.items()}
        fields: dict[str, Any] = {}
        for place, (name, field) in enumerate(names.items()):
            if given.get(name) not in (None, ""):
                fields[name] = self._fitted(name, given[name], field)
            elif field["type"] == "array" and len(names) > 1:
                fields[name] = []
            elif in_list and place > 0 and field["type"] == "string":
                fields[name] = ""
            else:
                raise Misfit(f"`{name}` is missing.")
        return fields

    def _fitted(self, name: str, value: Any, schema: Schema) -> Any:  # noqa: ANN401 - JSON
        if schema["type"] == "array":
            return self._list(name, value, schema)
        if schema["type"] == "object":
            return self._object(name, value, schema)
        if schema["type"] == "integer":
            return whole_number(name, value)
        if choices := schema.get("enum"):
            return choice(name, value, choices)
        return text(name, value, schema.get("maxLength"), self._empty)

    def _list(self, name: str, value: Any, schema: Schema) -> list[Any]:  # noqa: ANN401 - JSON
        item = schema["items"]
        fitted: list[Any] = []
        problems: list[Misfit] = []
        for each in items(value, item):
            try:
                fitted.append(self._fitted(name, each, item))
            except Misfit as misfit:
                problems.append(misfit)
        # The order of numbers means something, so one that cannot be read spoils the rest.
        if problems and (not fitted or item["type"] == "integer"):
            raise problems[0]
        return fitted[: schema.get("maxItems")]

    def _object(self, name: str, value: Any, schema: Schema) -> dict[str, Any]:  # noqa: ANN401
        if isinstance(value, str):
            value = item_of_line(value, schema)
        if not isinstance(value, dict):
            raise Misfit(f"`{name}` has to be objects with {_names(schema['properties'])}.")
        return self.fields(value, schema, in_list=True)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
