"""The text of a document, written from its blocks as Markdown, and where its pages begin in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.retrieval.readers.pdf.paragraphs import without_bullet
from costorm_widget.retrieval.readers.pdf.runs import HYPHEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.readers.pdf.hyphens import Vocabulary
    from costorm_widget.retrieval.readers.pdf.paragraphs import Block

_LOWEST_HEADING = 6


class Writer:
    """Writes blocks one after another.

    Args:
        words: The words of the document, which mend those that a line's end divides.
        sizes: Sizes of its headings, the largest first: their levels.
    """

    def __init__(self, words: Vocabulary, sizes: Sequence[float]) -> None:
        self._words = words
        self._levels = {size: min(level, _LOWEST_HEADING) for level, size in enumerate(sizes, 1)}
        self._pieces: list[str] = []
        self._length = 0
        self._pages: list[int] = []
        self._last: Block | None = None

    def write(self, block: Block) -> None:
        """Write a block; what goes on with the one before is joined to it."""
        last, self._last = self._last, block
        if last and last.goes_on_in(block):
            rest = block.lines[0].text
            self._glue(last.lines[-1].text, rest)
        elif last:
            alike = last.kind == block.kind == "item"
            self._put("\n" if alike else "\n\n")
        self._begin_page(block.lines[0].page)
        if block.kind == "table":
            rows = ("| " + " | ".join(line.cells) for line in block.lines)
            self._put("\n".join(rows))
            return
        if block.kind == "heading":
            self._put("#" * self._levels[block.size] + " ")
        elif block.kind == "item":
            self._put("- ")
        self._write_lines(block)

    def finish(self, pages: int) -> tuple[str, tuple[int, ...]]:
        """Return the text, and where each of its `pages` begins in it."""
        text = "".join(self._pieces).replace(HYPHEN, "-")
        begins = [min(start, len(text)) for start in self._pages]
        return text, (*begins, *[len(text)] * (pages - len(begins)))

    def _write_lines(self, block: Block) -> None:
        texts = [line.text for line in block.lines]
        if block.kind == "item":
            texts[0] = without_bullet(texts[0])
        for text, following in zip(texts, [*texts[1:], None], strict=True):
            self._put(text)
            if following is not None:
                self._glue(text, following)

    def _glue(self, text: str, following: str) -> None:
        """Go on with the `following` line after `text`, which was put last."""
        joined = self._words.joined(text, following)
        self._pieces[-1] = self._pieces[-1][: len(self._pieces[-1]) - len(text)] + joined
        self._length += len(joined) - len(text)

    def _begin_page(self, page: int) -> None:
        while len(self._pages) < page:
            self._pages.append(self._length)

    def _put(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
