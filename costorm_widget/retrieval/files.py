"""Which files make up a corpus, and what they are called in it.

A file's name in the corpus is its path from the corpus folder, so that the same corpus gives the
same names, and so the same ids, wherever it lies.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from costorm_widget.errors import SourceNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_OF_PROGRAMS = frozenset({"__pycache__", "node_modules", "site-packages"})
"""Folders that hold other people's programs, with their notices and manuals."""


def check_paths(paths: Sequence[Path]) -> None:
    """Let `paths` pass if something is at each of them.

    Raises:
        SourceNotFound: If nothing is at one of the paths.
    """
    for path in paths:
        if not path.exists():
            raise SourceNotFound(f"There is no file or folder {str(path)!r}; check the path.")


def corpus_files(paths: Sequence[Path]) -> dict[str, Path]:
    """Return the files of a corpus by their names in it, sorted by name.

    Folders are read with everything below them, and through links; hidden files and folders are
    not, nor are installed packages. A folder that links back to one above it is entered once.

    Args:
        paths: Folders and files.

    Raises:
        SourceNotFound: If nothing is at one of the paths.
    """
    check_paths(paths)
    root = _root([path.resolve() for path in paths])
    files: dict[str, Path] = {}
    for path in paths:
        for file in _below(path.resolve()) if path.is_dir() else [path.resolve()]:
            files.setdefault(_name(file, root), file)
    return dict(sorted(files.items()))


def _root(paths: Sequence[Path]) -> Path | None:
    """Return the folder that names are counted from; None where there is no common one."""
    folders = [path if path.is_dir() else path.parent for path in paths]
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # on different drives
        return None


def _below(folder: Path) -> Iterator[Path]:
    entered: set[str] = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in entered:
            folders.clear()
            continue
        entered.add(real)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _OF_PROGRAMS
        )
        yield from (Path(place, name) for name in names if not name.startswith("."))


def _name(file: Path, root: Path | None) -> str:
    # macOS gives names decomposed, other systems as they were typed.
    return normalize("NFC", (file.relative_to(root) if root else file).as_posix())
