"""Whether the optional packages of a source are there, told before anything is searched."""

from __future__ import annotations

from importlib.util import find_spec

from costorm_widget.errors import MissingExtra


def need(purpose: str, extra: str, *packages: str) -> None:
    """Let it pass if the packages of an extra can be imported.

    Args:
        purpose: What they are for, as the subject of a sentence.
        extra: Name of the extra of costorm-widget that brings them.
        packages: Their import names.

    Raises:
        MissingExtra: If one of them is not there.
    """
    if any(find_spec(package) is None for package in packages):
        raise MissingExtra(purpose, extra)
