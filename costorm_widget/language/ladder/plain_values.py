"""Texts, choices and whole numbers, as models write them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from costorm_widget.language.ladder.items import NUMBER
from costorm_widget.language.ladder.misfit import Misfit

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = frozenset({"none", "null", "n/a", "nil", "-"})
_NEAR = 0.75
"""How alike a choice must be to be meant (difflib's ratio): a letter or two may be wrong."""

_PART = 4
"""Letters of a choice that may stand for it, if they are in no other."""


def text(name: str, value: Any, longest: int | None, empty: frozenset[str]) -> str:  # noqa: ANN401
    """Return a text without the space around it, every other character kept.

    Raises:
        Misfit: When there is no letter or digit in it, or it is one of the `empty` texts.
    """
    value = _inside(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    said = value.strip() if isinstance(value, str) else ""
    if said in empty or not any(char.isalnum() for char in said):
        raise Misfit(f"`{name}` has to be a text.")
    return said if longest is None or len(said) <= longest else _shortened(said, longest)


def choice(name: str, value: Any, choices: Sequence[str]) -> str:  # noqa: ANN401 - JSON
    """Return which of `choices` is meant.

    Raises:
        Misfit: When it is none of them, or several.
    """
    by_plain = {_plain(each): each for each in choices}
    plain = _plain(value) if isinstance(value, str) else ""
    inside = [each for key, each in by_plain.items() if key in plain]
    if not inside and len(plain) >= _PART:
        inside = [each for key, each in by_plain.items() if plain in key]
    if not inside:
        inside = [by_plain[key] for key in get_close_matches(plain, by_plain, 1, _NEAR)]
    if len(inside) != 1:
        raise Misfit(f"`{name}` has to be one of: {', '.join(choices)}.")
    return inside[0]


def whole_number(name: str, value: Any) -> int:  # noqa: ANN401 - JSON
    """Return the one whole number in `value`; 0 for a word that says there is none.

    Raises:
        Misfit: When there is none, or several.
    """
    value = _inside(value)
    if value is None or (isinstance(value, str) and value.strip().lower() in _NONE):
        return 0
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    numbers = NUMBER.findall(value) if isinstance(value, str) else []
    if len(numbers) != 1:
        raise Misfit(f"`{name}` has to be whole numbers.")
    return int(numbers[0])


def _inside(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return what a list or object of one value holds; a type is a schema repeated, no value."""
    if isinstance(value, list) and len(value) == 1:
        return value[0]
    if isinstance(value, dict) and len(value) == 1 and "type" not in value:
        return next(iter(value.values()))
    return value


def _shortened(said: str, longest: int) -> str:
    """Cut at the last space, so that no word is halved; anywhere in a text without spaces."""
    beginning = said[:longest]
    return beginning.rsplit(None, 1)[0] if " " in beginning else beginning


def _plain(said: str) -> str:
    return re.sub(r"[\W_]+", "", said).casefold()
