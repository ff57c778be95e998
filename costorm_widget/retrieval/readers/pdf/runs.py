"""From the characters of a PDF page to runs: pieces of a line, with place, size and weight.

A PDF page is characters at places. PDFium gives them in the order of drawing, with the spaces it
infers; a run is a stretch of them on one baseline without a wide gap, so that it never reaches
over from one column into the next. Coordinates are points, x to the right, y upwards. Text that
stands at an angle to most of the page (a stamp in the margin, a label of an axis) is left out;
where most of a page is turned, the page is turned.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Edges = tuple[float, float, float, float]

HYPHEN = "\u00ad"
"""A hyphen at a line's end that may be part of the word or not."""

UNKNOWN = "\ufffd"
"""A character that its font gives no meaning."""

_GAP = 0.8
"""Width of a gap that ends a run, in sizes of the font."""

_OVERLAP = -0.3
"""The same for words that overlap, as kerning and slanted letters make them."""

_SPACE = 0.08
"""Width of a gap between words, in sizes of the font."""

_AT_LINE_END = {0x02: HYPHEN, 0xFFFE: HYPHEN, 0xFFFF: UNKNOWN}
"""What PDFium makes of a hyphen at the end of a line, and of what is no character."""

_WORD = re.compile(rf"[^\s{HYPHEN}]+{HYPHEN}?|{HYPHEN}")
_LINE_ENDS = f"\r\n{HYPHEN}"
_CODES = 0x110000

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

FROM_THE_RIGHT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Hebrew, Arabic and their kin."""

_BOLD_NAMES = (b"bold", b"black", b"heavy", b"cmbx", b"-medi", b"demi")
_BOLD_FLAG = 1 << 18

_LETTERS = str.maketrans(
    {
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "ﬅ": "st",
        "ﬆ": "st",
        "\u2010": "-",
        "\u2011": "-",
        "\u00a0": " ",
        "\uf0b7": "•",
        "\uf0a7": "•",
        **dict.fromkeys(map(chr, range(9))),
        **dict.fromkeys(map(chr, range(14, 32))),
    }
)
"""Ligatures as letters, bullets of the symbol fonts, no control characters."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line: where it stands, in points, and how it is set.

    Attributes:
        text: Its characters.
        left: Where it begins.
        right: Where it ends.
        base: Its baseline, upwards from the bottom.
        size: Size of its font.
        bold: Whether its font is bold.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False


@dataclass(slots=True)
class _Look:
    """How a word is set: its quarter turns, its baseline, size and weight."""

    turn: int
    base: float
    size: float
    bold: bool


@dataclass(slots=True)
class _Stretch:
    """Words that follow one another on a line: to the right, or to the left as Arabic does.

    `last` is the place of the last character.
    """

    words: list[str]
    left: float
    right: float
    look: _Look
    last: int
    rightward: bool

    def takes(self, look: _Look) -> bool:
        """Whether a word set like `look` goes on with this stretch."""
        mine = self.look
        return look is mine or (
            look.turn == mine.turn
            and look.bold == mine.bold
            and abs(look.base - mine.base) < 0.05 * mine.size
            and abs(look.size - mine.size) < 0.1 * mine.size
        )


def page_runs(text_page: Any) -> tuple[Run, ...]:  # noqa: ANN401 - pypdfium2 has no types
    """Return the runs of a page in the order of drawing.

    Args:
        text_page: The raw handle of a PDFium text page.
    """
    characters = _Characters(text_page)
    stretches = list(characters.stretches())
    turns = Counter[int]()
    for each in stretches:
        turns[each.look.turn] += sum(map(len, each.words))
    upright = max(turns, key=turns.__getitem__, default=0)
    return tuple(
        Run(
            "".join(each.words).translate(_LETTERS),
            each.left,
            each.right,
            each.look.base,
            each.look.size,
            each.look.bold and characters.is_bold(each.last),
        )
        for each in stretches
        if each.look.turn == upright
    )


class _Characters:
    """The characters of one text page.

    Asking PDFium costs some microseconds a question. So places are asked for by word, of its first
    and its last character, and how a word is set only where its height changes or a line begins.
    """

    def __init__(self, text_page: Any) -> None:  # noqa: ANN401 - pypdfium2 has no types
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._page = text_page
        self._matrix = pdfium.FS_MATRIX()
        self._box = pdfium.FS_RECTF()
        self._bold: dict[int | None, bool] = {}
        self._count: int = pdfium.FPDFText_CountChars(text_page)

    def stretches(self) -> Iterator[_Stretch]:
        """Yield the stretches of words in the order of drawing."""
        text = self._text()
        height = (0.0, 0.0)
        stretch: _Stretch | None = None
        look: _Look | None = None
        for word in _WORD.finditer(text):
            start, end = word.span()
            first = self._edges(start)
            last = self._edges(end - 1) if end - start > 1 else first
            begins = text[start - 1 : start] in _LINE_ENDS
            if look is None or begins or look.turn or _differ(height, first):
                look = self._look(start)
            height = first[1], first[3]
            letters = word[0]
            left, right = _along(look.turn, first, last)
            rightward = FROM_THE_RIGHT.search(letters) is None
            if not rightward and look.turn == 0:
                letters = self._from_the_right(start, letters)
            elif letters[-1].isdigit() and _is_raised(first, last):
                letters = self._with_raised_end(start, letters, first)
            if stretch and stretch.rightward == rightward and stretch.takes(look):
                gap = left - stretch.right if rightward else stretch.left - right
                if _OVERLAP < gap / look.size < _GAP:
                    stretch.words.append(f" {letters}" if gap > _SPACE * look.size else letters)
                    stretch.left, stretch.right = min(stretch.left, left), max(stretch.right, right)
                    stretch.last = end - 1
                    continue
            if stretch:
                yield stretch
            stretch = _Stretch([letters], left, right, look, end - 1, rightward)
        if stretch:
            yield stretch

    def _text(self) -> str:
        """Return the text of the page, one character for each that PDFium counts."""
        units = (ctypes.c_ushort * (self._count + 1))()
        written = self._pdfium.FPDFText_GetText(self._page, 0, self._count, units)
        text = bytes(units)[: 2 * max(written - 1, 0)].decode("utf-16-le", errors="replace")
        if len(text) != self._count:
            # It leaves out what has no Unicode, so that places would not fit.
            ask = self._pdfium.FPDFText_GetUnicode
            codes = (ask(self._page, place) for place in range(self._count))
            text = "".join(chr(code) if 0 < code < _CODES else UNKNOWN for code in codes)
        return text.translate(_AT_LINE_END)

    def _from_the_right(self, start: int, letters: str) -> str:
        """Return the letters of a word by place: PDFium gives some words from their end."""
        places = sorted(range(len(letters)), key=lambda place: -self._edges(start + place)[0])
        return "".join(letters[place] for place in places)

    def _with_raised_end(self, start: int, letters: str, first: Edges) -> str:
        """Return a word with its note's number as such: "word²", not "word2"."""
        cut = len(letters)
        while (
            cut > 1
            and letters[cut - 1].isdigit()
            and _is_raised(first, self._edges(start + cut - 1))
        ):
            cut -= 1
        return letters[:cut] + letters[cut:].translate(RAISED)

    def _look(self, place: int) -> _Look:
        pdfium, matrix = self._pdfium, self._matrix
        pdfium.FPDFText_GetMatrix(self._page, place, matrix)
        turn = round(math.degrees(math.atan2(matrix.b, matrix.a)) / 90) % 4
        base = (matrix.f, -matrix.e, -matrix.f, matrix.e)[turn]
        scale = math.hypot(matrix.c, matrix.d)
        size = pdfium.FPDFText_GetFontSize(self._page, place) * scale
        return _Look(turn, base, size or 1.0, self.is_bold(place))

    def _edges(self, place: int) -> Edges:
        box = self._box
        self._pdfium.FPDFText_GetLooseCharBox(self._page, place, box)
        return box.left, box.bottom, box.right, box.top

    def is_bold(self, place: int) -> bool:
        """Whether the character at `place` is set in a bold font."""
        pdfium = self._pdfium
        drawn = pdfium.FPDFText_GetTextObject(self._page, place)
        font = pdfium.FPDFTextObj_GetFont(drawn) if drawn else None
        key = ctypes.cast(font, ctypes.c_void_p).value if font else None
        if key not in self._bold:
            name = ctypes.create_string_buffer(200)
            flags = ctypes.c_int()
            pdfium.FPDFText_GetFontInfo(self._page, place, name, 200, flags)
            named = any(part in name.value.lower() for part in _BOLD_NAMES)
            self._bold[key] = named or bool(flags.value & _BOLD_FLAG)
        return self._bold[key]


def _is_raised(first: Edges, last: Edges) -> bool:
    """Whether a character is smaller than the first one of its word, and higher."""
    height = first[3] - first[1]
    return last[3] - last[1] < 0.9 * height and last[1] - first[1] > 0.1 * height


def _differ(height: tuple[float, float], edges: Edges) -> bool:
    return abs(height[0] - edges[1]) > 0.1 or abs(height[1] - edges[3]) > 0.1  # noqa: PLR2004


def _along(
    turn: int,
    first: Edges,
    last: Edges,
) -> tuple[float, float]:
    """Return where a word begins and ends from the left; its first letter may be its rightmost."""
    if turn % 2:
        low, high = min(first[1], last[1]), max(first[3], last[3])
    else:
        low, high = min(first[0], last[0]), max(first[2], last[2])
    return (low, high) if turn < 2 else (-high, -low)  # noqa: PLR2004 - half a turn
