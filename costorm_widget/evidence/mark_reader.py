"""Finding marks, links and addresses at a place in a stream, and what each of them means.

Nothing is changed here: the reader only says what stands at an offset of the window. The offsets
are its window's, and every method raises `MoreTextNeeded` while the text so far does not decide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.evidence import marks
from costorm_widget.evidence.verbatim import CONTAINER, code_end, ticks_end

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costorm_widget.evidence.window import StreamWindow

_GROUPS = {"(": ")", "（": "）"}
_LINK_TEXT_REACH = 200
_DEEPEST_BRACKETS = 4
_DEEPEST_PARENTHESES = 8
_TITLE_REACH = 300
_SCHEME_REACH = 64
_LINK_STOP = re.compile(r"\\.|[`\[\]\n]", re.DOTALL)
_TARGET_STOP = re.compile(r"\\.|[()\s]", re.DOTALL)
_ANGLE_STOP = re.compile(r"[<>\n]")
_TITLE_CLOSING = {
    '"': re.compile(r'(?<!\\)"|\n'),
    "'": re.compile(r"(?<!\\)'|\n"),
    "(": re.compile(r"(?<!\\)\)|\n"),
}
_BLANKS = re.compile(r"[ \t]*")
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


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link: its text is `text_start:text_end`, and the whole goes on to `end`."""

    text_start: int
    text_end: int
    end: int
    address: str


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
            return self._read_autolink(at)
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
        closing = self._closing_bracket(at)
        if closing is None:
            return None
        target = self._read_target(closing + 1)
        return target and Link(at + 1, closing, *target)

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
        while target := self._read_target(mark.end):
            end, address = target
            dropped = () if self.knows(address) else (address,)
            mark = replace(mark, end=end, dropped=mark.dropped + dropped)
        if window.peek(mark.end) == ":" and CONTAINER.fullmatch(window.line_before(at)):
            after = window.run(_BLANKS, mark.end + 1, _TITLE_REACH)
            if self._read_address(after) or self._read_autolink(after):
                # A reference definition would turn every such mark into a link.
                return replace(mark, end=mark.end + 1)
        return mark

    def _read_definition(self, at: int) -> Found | None:
        """Return the link reference definition at `at` (`[label]: address`)."""
        window = self._window
        if not CONTAINER.fullmatch(window.line_before(at)):
            return None
        closing = self._closing_bracket(at)
        if closing is None or window.peek(closing + 1) != ":":
            return None
        after = window.run(_BLANKS, closing + 2, _TITLE_REACH)
        return self._read_address(after) or self._read_autolink(after)

    def _closing_bracket(self, at: int) -> int | None:
        window = self._window
        if window.peek(at) != "[":
            return None
        depth, place, stop = 1, at + 1, at + _LINK_TEXT_REACH
        while place < stop and depth <= _DEEPEST_BRACKETS:
            match = window.search(_LINK_STOP, place, stop - place)
            if match is None or match[0] == "\n":
                return None
            place = match.end()
            if match[0] == "`":
                start = match.start()
                place = code_end(window, start) or ticks_end(window, start)
            depth += {"[": 1, "]": -1}.get(match[0], 0)
            if depth == 0:
                return match.start()
        return None

    def _read_target(self, at: int) -> tuple[int, str] | None:
        """Return the end and the address of the link target that opens at `at`."""
        window = self._window
        if window.peek(at) != "(":
            return None
        start = window.run(_BLANKS, at + 1, _TITLE_REACH)
        if window.peek(start) == "<":
            match = window.search(_ANGLE_STOP, start + 1, marks.ADDRESS_REACH)
            if match is None or match[0] != ">":
                return None
            address, place = window.text[start + 1 : match.start()], match.end()
        else:
            place = self._target_end(start)
            address = window.text[start:place]
        after = window.run(_BLANKS, place, _TITLE_REACH)
        closing = _TITLE_CLOSING.get(window.peek(after)) if after > place else None
        if closing:
            match = window.search(closing, after + 1, _TITLE_REACH)
            if match is None or match[0] == "\n":
                return None
            after = window.run(_BLANKS, match.end(), _TITLE_REACH)
        return (after + 1, address) if window.peek(after) == ")" else None

    def _target_end(self, start: int) -> int:
        window = self._window
        depth, place, stop = 0, start, start + marks.ADDRESS_REACH
        while place < stop and depth <= _DEEPEST_PARENTHESES:
            match = window.search(_TARGET_STOP, place, stop - place)
            if match is None or match[0].isspace() or (match[0] == ")" and depth == 0):
                return match.start() if match else place
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            place = match.end()
        return place

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
        if self.knows(address):
            return Found(end + 1, kept=True)
        return Found(end + 1, dropped=(address,))

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
            if found is None or found.handles or found.kept:
                return None
            dropped += found.dropped
            place = window.run(marks.SEPARATOR_RUN, found.end, _TITLE_REACH)
        return Found(place + 1, dropped=dropped) if dropped else None
