"""A small corpus on daylight saving time for first steps without a network or a model.

The documents disagree where the studies disagree, so that experts have something to argue about.
"""

from importlib import resources
from pathlib import Path

__all__ = ["path"]


def path() -> Path:
    """Return the folder of the sample documents, to be given as ``sources=``.

    Returns:
        The folder ``daylight_saving_time`` of the installed package; it holds Markdown files only.
    """
    return Path(str(resources.files(__name__) / "daylight_saving_time"))
