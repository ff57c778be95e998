"""How long a provider wants to be left alone, read from its headers or its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

_MINUTE = 60.0
_HOUR = 3600.0

# OpenAI, Groq: "Please try again in 6m0s", "in 350ms". Gemini: "Please retry in 20.5s".
_IN_WORDS = re.compile(
    r"(?:try again|retry) in (?:(?P<hours>\d+)h)?(?:(?P<minutes>\d+)m(?!s))?"
    r"(?:(?P<seconds>\d+(?:\.\d+)?)(?P<unit>ms|s))?",
    re.IGNORECASE,
)


def asked_pause(error: Exception, text: str) -> float | None:
    """Return the seconds that an error asks to wait, None if it does not say.

    Args:
        error: The provider's exception; its `response.headers` are read.
        text: Everything it says.
    """
    headers = getattr(getattr(error, "response", None), "headers", None)
    if isinstance(headers, Mapping):
        milliseconds = _number(headers.get("retry-after-ms"))
        if milliseconds is not None:
            return milliseconds / 1000
        pause = _of_header(headers.get("retry-after"))
        if pause is not None:
            return pause
    found = _IN_WORDS.search(text)
    if found is None or not any(found.groups()):
        return None
    seconds = float(found["seconds"] or 0) / (1000 if found["unit"] == "ms" else 1)
    return int(found["hours"] or 0) * _HOUR + int(found["minutes"] or 0) * _MINUTE + seconds


def in_words(seconds: float) -> str:
    """Return a pause for people: seconds up to two minutes, then minutes, then hours."""
    if seconds <= 2 * _MINUTE:
        return "a second" if seconds <= 1 else f"{seconds:.0f} seconds"
    if seconds <= 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} minutes"
    return f"{seconds / _HOUR:.0f} hours"


def _of_header(value: object) -> float | None:
    """Read a `Retry-After`: seconds, or the date at which the pause is over."""
    seconds = _number(value)
    if seconds is not None or not isinstance(value, str):
        return seconds
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _number(value: object) -> float | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    return max(0.0, number) if isfinite(number) else None
