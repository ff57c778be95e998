"""Cuts a source into passages along its headings, with exact offsets.

Works on Markdown and on plain text, line by line: headings open a section; paragraphs, list items,
table rows and code blocks are its pieces. Neighbouring pieces are joined until a passage has
60 to 140 words; a paragraph that is longer is cut between sentences. A passage is always one
stretch of the source: `source.text[start:end]`, markup and all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.lexical import UNSPACED
from costorm_widget.evidence.sentences import Span, split_sentences
from costorm_widget.evidence.sources import Snippet, snippet_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.sources import Source

_ENOUGH = 60
_MOST = 140
_AT_NEED = 170
"""Words of a passage: enough to be understood alone, few enough to be about one thing,
and what is still better than a passage of a few words beside it."""

_WORD = re.compile(rf"[{UNSPACED}]{{1,2}}|[^\W{UNSPACED}]+(?:[-'’.,][^\W{UNSPACED}]+)*")
"""A word; two characters count as one in scripts without spaces."""

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<title>.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(?P<marks>=+|-{2,})[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S")
_ROW = re.compile(r"[ \t]*\|")
_APART = re.compile(
    r"\s*$"  # blank
    r"| {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$"  # rule
    r"|[ \t]*\[[^\]]+\]:[ \t]*\S+"  # link definition
)
_COMMENT = re.compile(r"[ \t]*<!--")

_MARKUP = re.compile(r"!?\[(?P<shown>[^\]]*)\]\([^)]*\)|[*`]+|(?<!\w)_+|_+(?!\w)")

_NO_EVIDENCE = frozenset(
    """
references|notes|notes and references|references and notes|footnotes|citations|sources
bibliography|works cited|further reading|external links|see also
einzelnachweise|literatur|weblinks|siehe auch|quellen|anmerkungen|fußnoten
références|notes et références|bibliographie|liens externes|voir aussi
referencias|bibliografía|enlaces externos|véase también|notas
referências|ligações externas|ver também|bibliografia
riferimenti|collegamenti esterni|voci correlate
المراجع|مراجع|مصادر|هوامش|وصلات خارجية|روابط خارجية|انظر أيضا|انظر أيضًا|اقرأ أيضا|ملاحظات
примечания|литература|ссылки|см. также
参考文献|参考资料|外部链接|外部連結|参见|參見|延伸阅读|注释|脚注|出典|外部リンク|関連項目
각주|참고 문헌|참고문헌|외부 링크|같이 보기
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""Sections that list other works; what they say is in those works, not here."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line: level from 1, and its words."""

    level: int
    title: str


def cut(source: Source, language: str = "en", pages: Sequence[int] = ()) -> tuple[Snippet, ...]:
    """Return the passages of `source`, in order.

    Sections that only list other works (References, See also, …) give none, unless there is
    nothing else.

    Args:
        source: A source whose text is Markdown or plain text.
        language: ISO 639-1 code, for the borders of sentences.
        pages: Where each page begins in the text, in order. A passage has the number of its page
            and holds no paragraph that begins on the next one, so that it is found where it is
            cited.
    """
    sections = list(_sections(source))
    kept = [section for section in sections if not any(map(lists_other_works, section[0]))]
    if not any(pieces for _, pieces in kept):
        kept = sections
    return tuple(
        Snippet(
            id=snippet_id(source.id, span.start, span.end),
            source_id=source.id,
            start=span.start,
            end=span.end,
            text=source.text[span.start : span.end],
            heading=heading,
            page=page or None,
        )
        for heading, pieces in kept
        for page, together in groupby(pieces, lambda piece: bisect_right(pages, piece.start))
        for span in _packed(source.text, list(together), language)
    )


def outline(text: str) -> Iterator[Heading | Span]:
    """Yield the headings and the pieces of a Markdown or plain text, in order.

    A piece is a paragraph, a list item, a table row or a code block. Blank lines, rules, link
    definitions and comments belong to none.
    """
    piece = _Piece()
    for start, line in _lines(text):
        if piece.takes_all(line):
            piece.grow(start, line)
            continue
        heading = _HEADING.match(line)
        underline = _UNDERLINE.match(line) if piece.kind == "paragraph" else None
        if heading:
            yield from piece.close()
            yield Heading(len(heading["marks"]), plain_heading(heading["title"] or ""))
        elif underline and piece.lines == 1:
            yield Heading(1 if "=" in underline["marks"] else 2, plain_heading(piece.shown(text)))
            piece.forget()
        elif _APART.match(line):
            yield from piece.close()
        else:
            kind = _kind(line)
            if kind != "paragraph" or piece.kind not in {"paragraph", "item"}:
                yield from piece.close()
            piece.grow(start, line, kind)
    yield from piece.close()


def count_words(text: str) -> int:
    """Return the number of words in `text`; two characters count as one in Chinese and the like."""
    return len(_WORD.findall(text))


def lists_other_works(heading: str) -> bool:
    """Whether a section of this name only lists other works (References, See also, …)."""
    return heading.casefold().rstrip(": ") in _NO_EVIDENCE


def plain_heading(title: str) -> str:
    """Return the words of a Markdown heading, without links and emphasis."""
    return _MARKUP.sub(lambda match: match["shown"] or "", title).strip()


@dataclass(slots=True)
class _Piece:
    """The piece that is being read, if any."""

    kind: str = ""
    start: int = 0
    end: int = 0
    lines: int = 0
    closing: str = ""

    def takes_all(self, line: str) -> bool:
        """Whether `line` is inside a code block or comment, whatever it looks like."""
        if not self.closing:
            return False
        if line.strip().startswith(self.closing) or (self.kind == "comment" and "-->" in line):
            self.closing = ""
        return True

    def grow(self, start: int, line: str, kind: str = "") -> None:
        """Take in a line; the first one decides what kind of piece it is."""
        if not self.kind:
            self.kind, self.lines = kind, 0
            self.start = start + len(line) - len(line.lstrip())
            if kind == "code":
                self.closing = line.strip()[:3]
            elif kind == "comment" and "-->" not in line:
                self.closing = "-->"
        self.end = max(self.end, start + len(line.rstrip()))
        self.lines += 1

    def shown(self, text: str) -> str:
        """Return what the piece says."""
        return text[self.start : self.end]

    def close(self) -> Iterator[Span]:
        """Yield the piece as a span, unless it is a comment, and forget it."""
        if self.kind and self.kind != "comment":
            yield Span(self.start, self.end)
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.kind, self.closing = "", ""


def _kind(line: str) -> str:
    kinds = {"code": _FENCE, "comment": _COMMENT, "item": _ITEM, "row": _ROW}
    return next((kind for kind, mark in kinds.items() if mark.match(line)), "paragraph")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield where each line begins, and the line without its end."""
    start = 0
    for line in text.split("\n"):
        yield start, line.rstrip("\r")
        start += len(line) + 1


def _sections(source: Source) -> Iterator[tuple[tuple[str, ...], list[Span]]]:
    """Yield for each section the headings above it, outermost first, and its pieces."""
    above: list[Heading] = []
    names: tuple[str, ...] = ()
    pieces: list[Span] = []
    for each in outline(source.text):
        if isinstance(each, Span):
            pieces.append(each)
            continue
        yield names, pieces
        above = [heading for heading in above if heading.level < each.level] + [each]
        # The title of the work stands in the source already.
        names = tuple(it.title for it in above if it.title and it.title != source.title)
        pieces = []
    yield names, pieces


def _packed(text: str, pieces: Sequence[Span], language: str) -> Iterator[Span]:
    """Yield passages made of neighbouring pieces."""
    start, end, words = 0, 0, 0
    passages: list[_Part] = []
    for part in (part for piece in pieces for part in _small_enough(text, piece, language)):
        if words and words + part.words > (_MOST if words >= _ENOUGH else _AT_NEED):
            passages.append(_Part(start, end, words))
            words = 0
        start, end, words = (start if words else part.start), part.end, words + part.words
    if passages and words < _ENOUGH and words + passages[-1].words <= _AT_NEED:
        # A short rest says more together with what was before it.
        start, words = passages.pop().start, _ENOUGH
    if words:
        passages.append(_Part(start, end, words))
    yield from (Span(each.start, each.end) for each in passages)


class _Part(NamedTuple):
    """A stretch of a text, and how many words it has: each is counted once, which takes longest."""

    start: int
    end: int
    words: int


def _small_enough(text: str, piece: Span, language: str) -> Iterator[_Part]:
    """Yield `piece`, or its sentences if it has too many words for one passage."""
    words = count_words(text[piece.start : piece.end])
    if words <= _MOST:
        yield _Part(piece.start, piece.end, words)
        return
    sentences = split_sentences(text[piece.start : piece.end], language)
    # A border belongs to what is before it, so that bullets and brackets are not lost.
    borders = [piece.start, *(piece.start + each.start for each in sentences[1:]), piece.end]
    for start, stop in pairwise(borders):
        yield from _between_words(text, start, start + len(text[start:stop].rstrip()))


def _between_words(text: str, start: int, end: int) -> Iterator[_Part]:
    """Yield a sentence, or, if it is longer than a passage, stretches of it."""
    count = count_words(text[start:end])
    if count <= _MOST:
        yield _Part(start, end, count)
        return
    words = list(_WORD.finditer(text, start, end))
    places = range(0, len(words), _MOST)
    borders = [start, *(words[place].start() for place in places[1:]), end]
    for place, (first, stop) in zip(places, pairwise(borders), strict=True):
        held = min(_MOST, len(words) - place)
        yield _Part(first, first + len(text[first:stop].rstrip()), held)
