"""From what a host sent to what the page says: its main text, title, authors and date.

trafilatura finds the main part of a page and leaves out menus, footers and comments. It gives that
part as HTML, which is then written as text as the user's own pages are. Where it finds nothing, the
page is read as if it were one of the user's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.retrieval.html import read_page
from costorm_widget.retrieval.pages import check_text
from costorm_widget.retrieval.passages import count_words
from costorm_widget.retrieval.readers import Reading, decode, read_markdown, read_pdf
from costorm_widget.retrieval.web.burden import MOST_TAGS, check_burden, count_tags

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costorm_widget.retrieval.web.answers import Answer

LEAST_WORDS = 20
"""A page of the web with fewer words says nothing that could be quoted."""

_MOST_CHARACTERS = 600_000
"""The longest articles have half of it; what is longer is a list or an accident."""

_SUPERSETS = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "us-ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "tis-620": "cp874",
}
"""What browsers take an encoding for: pages hold letters that the one they name does not have."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """What a page says.

    Attributes:
        reading: Title, main text, authors and date.
        link: The address that it says is its own, or empty.
    """

    reading: Reading
    link: str = ""


def read_answer(answer: Answer) -> WebPage:
    """Return what a page says.

    Args:
        answer: What a host sent, of a type in `READERS`.

    Raises:
        SourceRefused: If it is no page that could be quoted.
    """
    page = READERS[answer.kind](answer)
    check_text(page.reading.text, LEAST_WORDS, page.reading.title)
    return page


def text_of(answer: Answer) -> str:
    """Return the text that came, in the encoding that its host or the page itself names.

    UTF-8 comes first: no other encoding looks like it, and many hosts name one for all pages.

    Raises:
        SourceRefused: If it is no text.
    """
    named = _SUPERSETS.get(answer.charset, answer.charset)
    if named.startswith("iso-2022"):
        # Its bytes are those of ASCII, so they would pass for UTF-8.
        return decode(answer.body.decode(named, "replace").encode())
    try:
        answer.body.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return decode(answer.body.decode(named or "utf-8").encode())
        except (UnicodeDecodeError, LookupError):
            pass
    return decode(answer.body)


def _read_html(answer: Answer) -> WebPage:
    html = text_of(answer)
    check_burden(html)
    whole = read_page(html)
    main = _main_part(html) if count_tags(html) <= MOST_TAGS else ""
    page = read_page(main) if main else whole
    if count_words(page.text) < LEAST_WORDS:
        page = replace(whole, authors=page.authors, date=page.date)
    if len(page.text) > _MOST_CHARACTERS:
        raise SourceRefused(f"it has {len(page.text):,} characters; give a part of it as a file")
    # The gate goes by the title that the page has in a browser's tab.
    title = page.title or whole.title
    reading = Reading("web page", title, page.text, page.authors, page.date)
    return WebPage(reading, whole.link)


def _main_part(html: str) -> str:
    """Return the main part of a page as HTML, or nothing."""
    from trafilatura import extract

    main = extract(
        html,
        output_format="html",
        with_metadata=True,
        include_comments=False,
        include_formatting=False,
        date_extraction_params={"extensive_search": False},  # a date of its own, not any in it
    )
    return main or ""


def _read_text(answer: Answer) -> WebPage:
    return WebPage(replace(read_markdown(text_of(answer)), kind="web page"))


def _read_pdf(answer: Answer) -> WebPage:
    try:
        return WebPage(read_pdf(answer.body))
    except MissingExtra as error:
        raise SourceRefused(f"it is a PDF. {error}") from error


READERS: Mapping[str, Callable[[Answer], WebPage]] = MappingProxyType(
    {
        "text/html": _read_html,
        "application/xhtml+xml": _read_html,
        "text/plain": _read_text,
        "text/markdown": _read_text,
        "application/pdf": _read_pdf,
    }
)
"""Readers by media type; any other type is refused."""
