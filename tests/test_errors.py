"""The errors: one tree, named by who must act, and every message ends with the remedy."""

from __future__ import annotations

import inspect
import re

import pytest

from costorm_widget import errors
from costorm_widget.errors import (
    BadSetting,
    CostormError,
    MissingExtra,
    Stopped,
    UnknownName,
    UserError,
)

CLASSES = [
    each
    for _, each in inspect.getmembers(errors, inspect.isclass)
    if each.__module__ == errors.__name__
]


def drawn() -> dict[str, str]:
    """The parent of each error in the module's drawing."""
    lines = re.findall(r"^    ((?:[│├└─ ]*))(\w+)", errors.__doc__ or "", re.MULTILINE)
    parents: dict[str, str] = {}
    above: dict[int, str] = {}
    for branch, name in lines:
        depth = len(branch) // 4
        above[depth] = name
        if depth:
            parents[name] = above[depth - 1]
    return parents


def test_the_tree_is_as_drawn() -> None:
    real = {each.__name__: each.__mro__[1].__name__ for each in CLASSES if each is not CostormError}
    assert drawn() == real


def test_every_error_is_ours_and_explained() -> None:
    for each in CLASSES:
        assert issubclass(each, CostormError)
        assert each.__doc__


def test_an_unknown_name_offers_the_nearest() -> None:
    error = UnknownName("expert", "Econmist", ["Economist", "Chef"])
    assert str(error) == "There is no expert 'Econmist'; did you mean 'Economist'?"
    assert (error.kind, error.name, error.known) == ("expert", "Econmist", ("Economist", "Chef"))


def test_where_nothing_is_near_it_lists_what_there_is() -> None:
    known = [f"c{number}" for number in range(40)]
    message = str(UnknownName("concept", "Photosynthesis", known))
    assert message.startswith("There is no concept 'Photosynthesis'; known: 'c0', 'c1', ")
    assert message.endswith(", 'c11'.")
    assert str(UnknownName("concept", "x", ())).endswith("known: there are none yet.")


def test_it_can_be_caught_as_what_it_is_like() -> None:
    with pytest.raises(KeyError):
        raise UnknownName("source", "s1", ())
    with pytest.raises(ValueError, match="give 1"):
        raise BadSetting("experts=0 is not possible; give 1.")
    with pytest.raises(ImportError, match=r"pip install 'costorm-widget\[data\]'"):
        raise MissingExtra("to_pandas()", "data")
    assert MissingExtra("to_pandas()", "data").extra == "data"


def test_users_errors_and_others_are_told_apart() -> None:
    others = {each.__name__ for each in CLASSES if not issubclass(each, UserError)}
    assert {"SourceError", "EmbeddingError", "Stopped"} <= others
    assert not issubclass(Stopped, UserError)
