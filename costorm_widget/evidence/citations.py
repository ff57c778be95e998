"""Citations that cannot be invented: handles of one call become the session's source numbers.

In a prompt every passage carries a short handle, 1…n, valid for that call only. `CitationResolver`
reads the answer as it streams in, prints the number of the source for every handle it knows, and
takes out, and counts, whatever else claims to be a reference: unknown handles, author-year keys,
web addresses. Code and math pass untouched. `resolve` does the same for a whole text.

How it works: the resolver stands at a place in a `StreamWindow` and asks `MarkReader` what is
there. Every question is answered from the text itself or not at all, so that the chunks in which
the text arrives make no difference.
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from costorm_widget.evidence import marks
from costorm_widget.evidence.link_reader import Link, opens_angle, target_follows
from costorm_widget.evidence.mark_reader import Found, Handle, MarkReader
from costorm_widget.evidence.tags import opens_raw
from costorm_widget.evidence.verbatim import (
    Fence,
    code_end,
    fence_opening,
    lead_end,
    math_end,
    ticks_end,
)
from costorm_widget.evidence.window import MoreTextNeeded, StreamWindow
from costorm_widget.evidence.written import Citation, Resolved, Written

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Citation", "CitationResolver", "Handle", "Resolved", "resolve"]

_SPACES = " \u00a0"
_ORDINARY = re.compile(
    rf"[A-Za-z0-9]+|[^A-Za-z0-9 \u00a0`~$\\\[【［!<(（@:{marks.SEPARATORS}]+|.", re.DOTALL
)
_FENCED_LINE = re.compile(r"[^\n]*\n?")
_PART_OF_LINE = re.compile(r"[\]<]?[^\n\]<]*\n?")
_CLOSING = frozenset(".,;:!?)]}%…»”’。，、；：！？）】］」』》")
_OPENING = frozenset("\n([{（【［「『《“‘«")
_ESCAPABLE = frozenset(string.punctuation)
_MARK_REST = re.compile(rf"[\s\d{marks.SEPARATORS}{marks.DASHES}]*")


class CitationResolver:
    """Resolves the citations of one answer while it streams.

    Args:
        handles: The handles of the call and what they stand for.
        known_addresses: Addresses of sources, which may stay in the text.
    """

    def __init__(
        self,
        handles: Mapping[int, Handle],
        known_addresses: frozenset[str] = frozenset(),
    ) -> None:
        self._window = StreamWindow()
        self._reader = MarkReader(self._window, handles, known_addresses)
        self._written = Written()
        self._fence: Fence | None = None
        # Whether some fence may have been none: then what looks like code may be prose.
        self._doubt = False
        # Numbers printed in the marks that stand together here; None after anything else.
        self._run: dict[int, tuple[int, int]] | None = None
        self._citations: dict[Citation, None] = {}
        self._dropped: list[str] = []

    def feed(self, chunk: str) -> str:
        """Take the next chunk and return the text that can be shown now."""
        self._window.append(chunk)
        return self._advance()

    def close(self) -> str:
        """End the text and return what was still held back."""
        self._window.finish()
        shown = self._advance()
        held = self._written.space
        self._written.write("")
        return shown + held

    @property
    def text(self) -> str:
        """The text shown so far."""
        return self._written.text

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations so far, in the order of the text."""
        return tuple(self._citations)

    @property
    def dropped(self) -> tuple[str, ...]:
        """What was taken out so far, as written."""
        return tuple(self._dropped)

    def _advance(self) -> str:
        shown = len(self._written.pieces)
        try:
            while self._window.peek(self._window.position):
                self._step()
        except MoreTextNeeded:
            pass
        return "".join(self._written.pieces[shown:])

    def _step(self) -> None:
        """Read one thing at the position and write what becomes of it.

        Everything is read before anything is written: when text is missing, nothing has changed.
        """
        at = self._window.position
        char = self._window.peek(at)
        if self._fence:
            self._copy_fenced(at, self._fence)
        elif char in _SPACES:
            self._keep(at)
            self._written.space = char
            self._window.advance(at + 1)
        elif found := self._found_at(at, char):
            self._settle(found)
        elif char in "`~$\\":
            self._copy_verbatim(at, char)
        elif char in "[!" and (link := self._link_at(at, char)):
            self._unlink(at, link)
        elif char == "<" and opens_raw(self._window, at):
            self._replace("‹", at + 1)
        elif char == "(" and self._written.last == "]" and opens_angle(self._window, at):
            self._replace(" (", at + 1)
        elif char == ":" and self._written.ends_in_label() and target_follows(self._window, at):
            self._replace(" :", at + 1)
        else:
            self._keep(self._window.available(_ORDINARY, at))

    def _link_at(self, at: int, char: str) -> Link | None:
        bracket = at + 1 if char == "!" else at
        if self._window.peek(bracket) != "[" or (char == "!" and self._reader.read_mark(bracket)):
            return None
        return self._reader.read_link(bracket)

    def _found_at(self, at: int, char: str) -> Found | None:
        if char == "(" and self._written.last == "]":
            return self._reader.read_target(at)
        if char not in marks.SEPARATORS:
            return self._reader.read(at)
        if self._run is None:
            return None
        # "[1], [7]": the comma goes with the mark that goes.
        after = self._window.run(marks.SEPARATOR_RUN, at, marks.MARK_REACH)
        found = self._reader.read(after)
        return found if found and not found.handles and not found.kept else None

    def _copy_verbatim(self, at: int, char: str) -> None:
        """Copy from a character that may open code or math."""
        window = self._window
        if char in "`~" and (opening := fence_opening(window, at, self._written.line)):
            self._fence, body = opening
            self._doubt |= self._fence.doubtful
            self._keep(body)
        elif char == "`":
            self._keep(code_end(window, at) or ticks_end(window, at))
        elif char in "$\\" and (end := math_end(window, at)):
            self._replace(window.text[at:end].replace("](", "] ("), end)
        else:
            escapes = char == "\\" and window.peek(at + 1) in _ESCAPABLE
            self._keep(at + 2 if escapes else at + 1)

    def _copy_fenced(self, at: int, fence: Fence) -> None:
        window = self._window
        if at == window.line_start:
            lead = lead_end(window, at)
            blank = window.peek(lead) in {"", "\n"}
            if not fence.holds(window.text[at:lead], blank=blank):
                self._fence = None
                return
        if self._doubt and self._reader.links_inside(at):
            self._replace(f"{window.text[at]} ", at + 1)
            return
        end = window.available(_PART_OF_LINE if self._doubt else _FENCED_LINE, at)
        line = window.line_before(end)
        if line.endswith("\n") and fence.is_closed_by(line[:-1]):
            self._fence = None
        self._keep(end)

    def _settle(self, found: Found) -> None:
        if found.kept:
            self._keep(found.end)
        elif found.handles:
            self._cite(found.handles)
            self._dropped += found.dropped
            self._window.advance(found.end)
        else:
            self._drop(found)

    def _cite(self, handles: tuple[Handle, ...]) -> None:
        run = {} if self._run is None else self._run
        for handle in handles:
            if handle.number not in run:
                mark = f"[{handle.number}]"
                self._written.write(mark)
                run[handle.number] = (self._written.length - len(mark), self._written.length)
            start, end = run[handle.number]
            self._citations[
                Citation(handle.number, handle.source_id, handle.snippet_id, start, end)
            ] = None
        self._run = run

    def _unlink(self, at: int, link: Link) -> None:
        """Keep the text of a link, and the link itself only if it leads to a source."""
        window = self._window
        self._rest_of_mark(link.end)  # read before anything is written
        known = self._reader.knows(link.address) and window.text[at] == "["
        if known:
            self._keep(link.text_start)
        before = self._written.length
        with window.inside(link.text_start, link.text_end):
            while window.peek(window.position):
                self._step()
        if known:
            self._keep(link.end)
        elif self._written.length > before:
            if self._would_forge(link.end):
                self._written.write("…")
            self._dropped.append(link.address)
            window.advance(link.end)
        else:
            self._drop(Found(link.end, dropped=(link.address,)))

    def _drop(self, found: Found) -> None:
        """Take a mark out so that the words around it still stand well."""
        end = found.end
        after = self._window.peek(end)
        forges = self._would_forge(end)
        last = self._written.last
        if not after or after.isspace() or after in _CLOSING:
            self._written.space = ""
        elif (marks.is_letter(last) and marks.is_letter(after)) or last + after == "](":
            self._written.write(" ")  # what stood apart stays apart
        if last in _OPENING and after == " ":
            end += 1
        if forges:
            self._written.write("…")
        elif self._written.leaves_target_open():
            self._written.write("… …")  # without a space it could be a target
        self._dropped += found.dropped
        self._run = self._run or {}
        self._window.advance(end)

    def _would_forge(self, end: int) -> bool:
        """Say whether taking out what lies before `end` would leave a mark nobody wrote."""
        return self._written.leaves_mark_open() and self._rest_of_mark(end)

    def _rest_of_mark(self, at: int) -> bool:
        """Say whether what follows `at` would close a mark that is open before it."""
        rest = self._window.run(_MARK_REST, at, marks.MARK_REACH)
        return self._window.peek(rest) in marks.BRACKETS.values()

    def _keep(self, end: int) -> None:
        """Show the text up to `end` as it is."""
        self._replace(self._window.text[self._window.position : end], end)

    def _replace(self, text: str, end: int) -> None:
        """Show `text` in the place of what stands up to `end`."""
        self._written.write(text)
        self._run = None
        self._window.advance(end)


def resolve(
    text: str,
    handles: Mapping[int, Handle],
    known_addresses: frozenset[str] = frozenset(),
) -> Resolved:
    """Resolve the citations of a whole text; see `CitationResolver`."""
    resolver = CitationResolver(handles, known_addresses)
    resolver.feed(text)
    resolver.close()
    return Resolved(resolver.text, resolver.citations, resolver.dropped)
