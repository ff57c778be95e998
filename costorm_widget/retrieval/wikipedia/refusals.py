"""Reads what a wiki says instead of an article, and says what to do about it."""

from __future__ import annotations

import re
from typing import Any

from costorm_widget.errors import SourceError, SourceNotFound, SourceRefused
from costorm_widget.retrieval.patience import busy
from costorm_widget.retrieval.requesting import quoted

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
    said = quoted(body)
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
    said = quoted(words.encode())
    if _BUSY.search(code) or _BUSY.search(words):
        raise busy(host, f"{code}{said}", pause)
    raise SourceError(f"{host} reports an error ({code}{said}); put the question in other words.")
