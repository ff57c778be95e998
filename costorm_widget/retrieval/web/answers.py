"""What a host sends for a link: a page, or what there is instead of one, told as an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from costorm_widget.errors import SourceNotFound, SourceRefused
from costorm_widget.retrieval.patience import busy

if TYPE_CHECKING:
    from collections.abc import Collection

READABLE = frozenset({200, 203})
"""Statuses that come with a page."""

_LATER = frozenset({202, 408, 425, 429})
"""Statuses that are about this moment, beside the host's own faults from 500."""

_GONE = frozenset({404, 410})
_CLOSED = frozenset({401, 402, 407})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a host sent.

    Attributes:
        url: What it was asked for.
        status: The HTTP status.
        kind: Its media type, in lower case, or empty.
        charset: The encoding that its host names, or empty.
        body: What came, decompressed.
        redirect: Where it leads, if the page is somewhere else.
        pause: Value of `Retry-After`, or None.
        is_challenge: Whether a guard sent a test for browsers in place of the page.
    """

    url: str
    status: int
    kind: str = ""
    charset: str = ""
    body: bytes = b""
    redirect: str = ""
    pause: str | None = None
    is_challenge: bool = False


def check_status(answer: Answer) -> None:
    """Let an answer pass that is a page, or leads to one.

    Raises:
        SourceRefused: If the host does not want it to be read.
        SourceNotFound: If there is no page.
        SourceBusy: If the host wants to be asked later.
    """
    status = answer.status
    if answer.redirect or status in READABLE:
        return
    if answer.is_challenge:
        raise SourceRefused("it is a bot check, not the page; save it from a browser that shows it")
    if status in _LATER or status >= 500:  # noqa: PLR2004 - the host's own faults
        raise busy(urlsplit(answer.url).netloc, str(status), answer.pause)
    if status in _GONE:
        raise SourceNotFound(f"there is no page ({status}); check its address")
    if status in _CLOSED:
        raise SourceRefused(f"it is for those who log in ({status}); save it from a browser")
    raise SourceRefused(f"its host refuses programs ({status}); save it from a browser")


def check_kind(kind: str, readable: Collection[str]) -> None:
    """Let a media type pass that can be read.

    Raises:
        SourceRefused: If it cannot.
    """
    if kind not in readable:
        what = kind or "of a type that it does not name"
        raise SourceRefused(f"it is {what}, no page of text; give it as a file if it is a document")
