"""Reads what a wiki says instead of an article, and says what to do about it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from costorm_widget.errors import SourceBusy, SourceError, SourceNotFound, SourceRefused

_QUOTED_CHARACTERS = 160
_BUSY = re.compile(
    r"ratelimited|maxlag|readonly|busy|backend-error|internal_api_error|timeout|pool", re.IGNORECASE
)
"""Codes of MediaWiki and its search that are about this moment, not about the request."""


def check_status(host: str, status: int, body: bytes, pause: str | None = None) -> None:
    """Let an answer pass if its HTTP status says that it is one.

    Args:
        host: The wiki, for the message.
        status: The HTTP status.
        body: What came with it.
        pause: Value of the `Retry-After` header, if any.

    Raises:
        SourceRefused: 401 and 403, which Wikimedia sends as plain text, and other refusals.
        SourceNotFound: 404: no wiki there.
        SourceBusy: 429 and faults of the server.
    """
    if status < 400:  # noqa: PLR2004 - errors begin there
        return
    said = _quoted(body)
    if status in {401, 403}:
        raise SourceRefused(
            f"{host} refuses this program ({status}{said}); say who is asking: "
            "sources=Wikipedia(contact='you@example.org')."
        )
    if status in {404, 410}:
        raise SourceNotFound(f"There is no wiki at {host} ({status}); check language and api_url.")
    if status in {408, 425, 429} or status >= 500:  # noqa: PLR2004 - its own faults
        raise busy(host, f"{status}{said}", pause)
    raise SourceRefused(f"{host} refuses the request ({status}{said}); check api_url.")


def check_reply(host: str, content: object, pause: str | None = None) -> dict[str, Any]:
    """Return what a wiki replied, if it did what it was asked for.

    Raises:
        SourceBusy: If it wants to be asked later.
        SourceError: If it reports an error, or this is no reply of a wiki.
    """
    if not isinstance(content, dict):
        raise SourceError(f"{host} sent something that is no reply of a wiki; check api_url.")
    error = content.get("error")
    if not error:
        return content
    code, words = (
        (str(error.get("code", "")), str(error.get("info", "")))
        if isinstance(error, dict)
        else ("", str(error))
    )
    said = _quoted(words.encode())
    if _BUSY.search(code) or _BUSY.search(words):
        raise busy(host, f"{code}{said}", pause)
    raise SourceError(f"{host} reports an error ({code}{said}); put the question in other words.")


def busy(host: str, reason: str, pause: str | None) -> SourceBusy:
    """Return the error for a wiki that wants to be asked later."""
    seconds = asked_pause(pause)
    wait = "a minute" if seconds is None else f"{seconds:g} seconds"
    return SourceBusy(
        f"{host} takes no more requests for now ({reason}); wait {wait}, then run the turn again.",
        seconds,
    )


def asked_pause(header: str | None) -> float | None:
    """Return the seconds that a `Retry-After` header asks for: a number, or a date."""
    if not header:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, round((date - datetime.now(UTC)).total_seconds()))


def _quoted(body: bytes) -> str:
    """Return what a wiki says in a line of plain text; nothing of a page."""
    text = " ".join(body[:2000].decode("utf-8", "replace").split())
    if not text or text.startswith(("<", "{")):
        return ""
    short = text[:_QUOTED_CHARACTERS].rstrip(" .;") + (
        "…" if len(text) > _QUOTED_CHARACTERS else ""
    )
    return f": {short}"
