"""What an outline says, whichever form it had."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costorm_widget.errors import MindMapError
from costorm_widget.mind_map.names import plain

if TYPE_CHECKING:
    from collections.abc import Collection

MOST = 2_000
"""Concepts that an outline may have: no map that people read has more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of an outline.

    Attributes:
        name: Its text on one line; may be empty.
        parent: Place of the entry above it in the list of all; None at the top.
        note: Text that belongs to it; may be empty.
    """

    name: str
    parent: int | None
    note: str = ""


@dataclass(slots=True)
class Outline:
    """An outline in reading order: each entry comes after the one above it.

    Attributes:
        title: What the whole is called; may be empty.
        entries: Its lines.
    """

    title: str = ""
    entries: list[Entry] = field(default_factory=list[Entry])

    def checked(self, topics: Collection[str]) -> list[Entry]:
        """Return the entries with names; what is below one without goes to the one above.

        An entry that is alone at the top, with others below it, and is called like the outline or
        one of `topics`, stands for the whole and is left out, too.

        Raises:
            MindMapError: If nothing is left, or too much.
        """
        tops = [place for place, each in enumerate(self.entries) if each.parent is None]
        titles = {plain(each) for each in (self.title, *topics)}
        left_out = {place for place, each in enumerate(self.entries) if not each.name}
        if len(tops) == 1 < len(self.entries) and plain(self.entries[tops[0]].name) in titles:
            left_out.add(tops[0])
        kept: list[Entry] = []
        places: dict[int, int | None] = {}
        for place, each in enumerate(self.entries):
            above = None if each.parent is None else places[each.parent]
            if place in left_out:
                places[place] = above
                continue
            places[place] = len(kept)
            kept.append(Entry(each.name, above, each.note))
        if not kept:
            message = (
                "There is no concept in this outline; give Markdown with headings or a list, "
                "or OPML with outlines in its body."
            )
            raise MindMapError(message)
        if len(kept) > MOST:
            message = (
                f"The outline has {len(kept)} concepts, and a map takes {MOST} of them at once; "
                "leave out its lower levels, or read it in parts."
            )
            raise MindMapError(message)
        return kept
