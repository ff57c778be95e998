"""Reads the arguments of a command: what a page sends is checked before anything is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from costorm_widget.errors import UnknownName, UserError
from costorm_widget.evidence.disputes import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    Arguments = Mapping[str, Any]

_MOST_TURNS = 100


def text(arguments: Arguments, name: str) -> str:
    """Return the text of this name; it may be empty.

    Raises:
        UserError: If there is none.
    """
    value = arguments.get(name)
    if isinstance(value, str):
        return value
    message = f"{name!r} is {value!r} and no text; give a text."
    raise UserError(message)


def flag(arguments: Arguments, name: str) -> bool:
    """Return the yes or no of this name.

    Raises:
        UserError: If there is none.
    """
    value = arguments.get(name)
    if isinstance(value, bool):
        return value
    message = f"{name!r} is {value!r}; give true or false."
    raise UserError(message)


def turns(arguments: Arguments) -> int:
    """Return how many turns are wished; one if nothing is said.

    Raises:
        UserError: If it is no number of turns.
    """
    value = arguments.get("turns", 1)
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_TURNS:
        return value
    message = f"{value!r} turns cannot be run; give a whole number from 1 to {_MOST_TURNS}."
    raise UserError(message)


def verdict(arguments: Arguments) -> Verdict:
    """Return the verdict on a dispute.

    Raises:
        UserError: If there is no such verdict.
    """
    value = text(arguments, "verdict")
    for each in get_args(Verdict):
        if each == value:
            known: Verdict = each
            return known
    raise UnknownName("verdict", value, get_args(Verdict))
