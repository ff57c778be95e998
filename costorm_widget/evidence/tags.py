"""HTML in generated text: what could load, link or hide something is taken out.

Markdown hands HTML on to whoever shows it. A tag with a value in it (`<a href=…>`), one that loads
(`<img`, `<script>`) and one that opens a block of raw HTML (`<div>`) go. Those that only shape
letters (`H<sub>2</sub>O`), type names (`list<int>`) and comparisons (`a <b and c> d`) stay.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.evidence.window import StreamWindow


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_NAME_REACH = 32
_TAG_REACH = 1_000
_OTHER_REACH = 300
"""A comparison is no tag, and shall not delay a stream for long."""

_NAME = re.compile(r"/?[A-Za-z0-9-]*")
_AFTER_NAME = frozenset(" \t\r\n/>")
_STOP = re.compile(r"""[<>"']|\n[ \t]*\n""")
_QUOTED = {'"': re.compile(r'"|\n[ \t]*\n'), "'": re.compile(r"'|\n[ \t]*\n")}

_LOADS = _names(
    "applet audio base body embed form frame frameset head html iframe image img input link math "
    "meta noscript object picture script source style svg template textarea title track video "
    "xmp"
)
_BLOCKS = _names(
    "address article aside blockquote button caption center col colgroup dd details dialog dir div "
    "dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr legend li main menu nav "
    "ol optgroup option p param pre section select summary table tbody td tfoot th thead tr "
    "ul"
)


def tag_end(window: StreamWindow, at: int) -> int | None:
    """Return the end of the tag that opens at the `<` at `at`, None if it is no tag to take out.

    Raises:
        MoreTextNeeded: not decided by the text so far.
    """
    name = _name(window, at)
    start = at + 1 + len(name)
    if not name.strip("/") or window.peek(start) not in _AFTER_NAME:
        return None
    word = name.strip("/").lower()
    unwanted = word in _LOADS | _BLOCKS
    end = _closing(window, start, _TAG_REACH if unwanted or word == "a" else _OTHER_REACH)
    if end is None or not (unwanted or name.lower() == "/a" or "=" in window.text[start:end]):
        return None
    return end


def is_link(tag: str) -> bool:
    """Say whether a tag that was taken out leads or loads: those are counted."""
    name = _NAME.match(tag, 1)
    return "=" in tag or (name is not None and name[0].lower() in _LOADS)


def opens_raw(window: StreamWindow, at: int) -> bool:
    """Say whether the `<` at `at` may open HTML that no `>` ends: a comment, or what loads."""
    if window.peek(at + 1) in {"!", "?"}:
        return True
    name = _name(window, at)
    return name.lower() in _LOADS and window.peek(at + 1 + len(name)) in _AFTER_NAME


def _name(window: StreamWindow, at: int) -> str:
    return window.text[at + 1 : window.run(_NAME, at + 1, _NAME_REACH)]


def _closing(window: StreamWindow, place: int, reach: int) -> int | None:
    """Return where the tag ends whose name ends at `place`."""
    stop = place + reach
    while place < stop:
        match = window.search(_STOP, place, stop - place)
        if match is None or match[0] not in {">", '"', "'"}:
            return None
        if match[0] == ">":
            return match.end()
        quoted = window.search(_QUOTED[match[0]], match.end(), max(0, stop - match.end()))
        # An apostrophe that nothing closes is one (`<b and c's>`).
        place = quoted.end() if quoted and quoted[0] == match[0] else match.end()
    return None
