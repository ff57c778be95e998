"""Finding marks, links and addresses at a place in a stream, and what each of them means.

Nothing is changed here: the reader only says what stands at an offset of the window. The offsets
are its window's, and every method raises `MoreTextNeeded` while the text so far does not decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.evidence import marks
from costorm_widget.evidence.link_reader import (
    BLANKS,
    TITLE_REACH,
    Link,
    closing_bracket,
    read_link,
    read_target,
)
from costorm_widget.evidence.tags import is_link, tag_end
from costorm_widget.evidence.verbatim import CONTAINER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costorm_widget.evidence.window import StreamWindow

_GROUPS = {"(": ")", "（": "）"}
_GROUP_REACH = 300
_SCHEME_REACH = 64
_SCHEME_RUN = re.compile(r"[A-Za-z0-9+.%_-]*")
_ANGLE_RUN = re.compile(r"[^\s<>]*")
_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:.*|[^@]+@[^@]+")
_JOINS_BEFORE = "_/.#&=%+~\\@-"
_JOINS_AFTER = "_/#&=%+~\\@-"
_JOINS_INSIDE = ".:"


@dataclass(frozen=True, slots=True)
class Handle:
    """What a handle of one call stands for.

    Attributes:
        source_id: The source.
        snippet_id: The passage of it that the call was given.
        number: The source's number in the session, as it is printed.
    """

    source_id: str
    snippet_id: str
    number: int


@dataclass(frozen=True, slots=True)
class Found:
    """A mark, key or address.

    Attributes:
        end: Where it ends.
        handles: What it cites, in the order written.
        dropped: What of it points at nothing, as written.
        kept: The address of a source: it stays as it is.
    """

    end: int
    handles: tuple[Handle, ...] = ()
    dropped: tuple[str, ...] = ()
    kept: bool = False


class MarkReader:
    """Reads marks from a window.

    Args:
        window: The stream.
        handles: What may be cited.
        known_addresses: Addresses of sources; these alone may stay in the text.
    """

    def __init__(
        self,
        window: StreamWindow,
        handles: Mapping[int, Handle],
        known_addresses: frozenset[str],
    ) -> None:
        self._window = window
        self._handles = dict(sorted(handles.items()))
        self._known_addresses = known_addresses

    def knows(self, address: str) -> bool:
        """Say whether `address` is a source's."""
        return address in self._known_addresses

    def read(self, at: int) -> Found | None:
        """Return the mark, key or address at `at`, None if the character is ordinary text."""
        char = self._window.peek(at)
        if char in marks.BRACKETS:
            return self.read_mark(at) or self._read_definition(at)
        if char == "<":
            return self._read_autolink(at) or self._read_tag(at)
        if char == "\\":
            return self._read_escaped_mark(at)
        if char in _GROUPS:
            return self._read_group(at)
        if char == "@" or (char.isascii() and char.isalpha()):
            return self._read_address(at) or self._read_key(at)
        return None

    def read_mark(self, at: int) -> Found | None:
        """Return the bracketed mark at `at`, with the target that makes it a Markdown link."""
        window = self._window
        opening = window.peek(at)
        depth = 2 if window.peek(at + 1) == opening else 1
        body_end = window.run(marks.MARK_BODY, at + depth, marks.MARK_REACH)
        end = body_end + depth
        for place in range(body_end, end):
            if window.peek(place) != marks.BRACKETS[opening]:
                return None
        items = marks.read_items(window.text[at + depth : body_end])
        if items is None:
            return None
        return self._with_target(at, self._resolve(items, window.text[at:end], end))

    def read_link(self, at: int) -> Link | None:
        """Return the Markdown link whose opening bracket is at `at`."""
        return read_link(self._window, at)

    def read_target(self, at: int) -> Found | None:
        """Return the target at `at`, which would make a link of the bracket before it."""
        target = read_target(self._window, at)
        if target is None:
            return None
        end, address = target
        return Found(end, dropped=self._unknown(address), kept=self.knows(address))

    def links_inside(self, at: int) -> bool:
        """Say whether the character at `at`, taken as code, would make a link if it is none."""
        if self._window.peek(at) == "]":
            return self._window.peek(at + 1) == "("
        return self._read_autolink(at) is not None or tag_end(self._window, at) is not None

    def _read_escaped_mark(self, at: int) -> Found | None:
        r"""Return the mark in escaped brackets at `at`: `\[1\]` shows `[1]`, and is no math."""
        window = self._window
        if window.peek(at + 1) != "[":
            return None
        body_end = window.run(marks.MARK_BODY, at + 2, marks.MARK_REACH)
        if window.peek(body_end) != "\\" or window.peek(body_end + 1) != "]":
            return None
        items = marks.read_items(window.text[at + 2 : body_end])
        if items is None:
            return None
        return self._resolve(items, window.text[at : body_end + 2], body_end + 2)

    def _resolve(self, items: tuple[marks.MarkItem, ...], raw: str, end: int) -> Found:
        cited: list[Handle] = []
        dropped: list[str] = []
        for item in items:
            valid = [number for number in self._handles if number in item.handles]
            cited += [self._handles[number] for number in valid]
            if not valid or item.handles.stop - item.handles.start > len(valid):
                dropped.append(f"[{item.raw}]")
        return Found(end, tuple(cited), tuple(dropped) if cited else (raw,))

    def _with_target(self, at: int, mark: Found) -> Found:
        window = self._window
        target = read_target(window, mark.end)
        if target:
            end, address = target
            mark = replace(mark, end=end, dropped=mark.dropped + self._unknown(address))
        if window.peek(mark.end) == ":" and CONTAINER.fullmatch(window.line_before(at)):
            after = window.run(BLANKS, mark.end + 1, TITLE_REACH)
            if self._read_address(after) or self._read_autolink(after):
                # A reference definition would turn every such mark into a link.
                return replace(mark, end=mark.end + 1)
        return mark

    def _read_definition(self, at: int) -> Found | None:
        """Return the link reference definition at `at` (`[label]: address`)."""
        window = self._window
        if not CONTAINER.fullmatch(window.line_before(at)):
            return None
        closing = closing_bracket(window, at)
        if closing is None or window.peek(closing + 1) != ":":
            return None
        after = window.run(BLANKS, closing + 2, TITLE_REACH)
        found = self._read_address(after) or self._read_autolink(after)
        # What follows at once would belong to the address, which is a source's no more.
        return None if found and found.kept and window.peek(found.end).strip() else found

    def _read_address(self, at: int) -> Found | None:
        window = self._window
        if window.peek(at) not in marks.ADDRESS_FIRST or marks.is_letter(window.before(at)):
            return None
        if not any(self._begins(at, prefix) for prefix in marks.ADDRESS_PREFIXES):
            return None
        end = window.run(marks.ADDRESS_RUN, at, marks.ADDRESS_REACH)
        candidates = marks.address_candidates(window.text[at:end])
        known = [each for each in candidates if self.knows(each)]
        if known:
            return Found(at + len(known[0]), kept=True)
        if candidates:
            return Found(at + len(candidates[-1]), dropped=(candidates[-1],))
        return None

    def _unknown(self, address: str) -> tuple[str, ...]:
        return () if self.knows(address) else (address,)

    def _begins(self, at: int, prefix: str) -> bool:
        return all(
            self._window.peek(at + offset).lower() == char for offset, char in enumerate(prefix)
        )

    def _read_autolink(self, at: int) -> Found | None:
        window = self._window
        if window.peek(at) != "<":
            return None
        scheme_end = window.run(_SCHEME_RUN, at + 1, _SCHEME_REACH)
        if scheme_end == at + 1 or window.peek(scheme_end) not in {":", "@"}:
            return None
        end = window.run(_ANGLE_RUN, scheme_end, marks.ADDRESS_REACH)
        address = window.text[at + 1 : end]
        if window.peek(end) != ">" or not _AUTOLINK.fullmatch(address):
            return None
        return Found(end + 1, dropped=self._unknown(address), kept=self.knows(address))

    def _read_tag(self, at: int) -> Found | None:
        end = tag_end(self._window, at)
        if end is None:
            return None
        tag = self._window.text[at:end]
        return Found(end, dropped=(tag,) if is_link(tag) else ())

    def _read_key(self, at: int) -> Found | None:
        """Return the author-year key at `at` (`smith2020`, `@smith2020`), a word of its own."""
        window = self._window
        before = window.before(at)
        if marks.is_letter(before) or before in _JOINS_BEFORE:
            return None
        start = at + 1 if window.peek(at) == "@" else at
        end = window.run(marks.KEY_RUN, start, marks.MARK_REACH)
        if not marks.KEY.fullmatch(window.text, start, end):
            return None
        after = window.peek(end)
        if after and (marks.is_letter(after) or after in _JOINS_AFTER):
            return None
        if after and after in _JOINS_INSIDE and marks.is_letter(window.peek(end + 1)):
            return None
        return Found(end, dropped=(window.text[at:end],))

    def _read_group(self, at: int) -> Found | None:
        """Return the parentheses at `at` if they hold nothing but what points at nothing."""
        window = self._window
        closing = _GROUPS[window.peek(at)]
        dropped: tuple[str, ...] = ()
        place = at + 1
        while window.peek(place) != closing:
            found = None if window.peek(place) in _GROUPS else self.read(place)
            if found is None or found.handles or found.kept or found.end > at + _GROUP_REACH:
                return None
            dropped += found.dropped
            place = window.run(marks.SEPARATOR_RUN, found.end, TITLE_REACH)
        return Found(place + 1, dropped=dropped) if dropped else None
