"""What is read from a file, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says.

    Attributes:
        kind: `document`, `web page`, `notebook`, `slides` or `table`.
        title: Its title, or empty when it gives none.
        text: Its text, which snippets are cut from.
        authors: Author names, when given.
        date: Date, as it is given.
        provenance: What it is based on or where it is from.
        pages: Where each page begins in `text`, in code points; empty if it has no pages.
    """

    kind: str
    title: str
    text: str
    authors: tuple[str, ...] = ()
    date: str = ""
    provenance: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


def people(names: str) -> tuple[str, ...]:
    """Return the authors named in a file's properties, without names that are accounts.

    Word processors write down whose account it was: one word, or "Microsoft Office User".
    """
    several = [" ".join(name.split()) for name in names.replace("\n", ";").split(";")]
    accounts = {"user", "admin", "administrator", "owner"}
    return tuple(
        name for name in several if " " in name and accounts.isdisjoint(name.casefold().split())
    )
