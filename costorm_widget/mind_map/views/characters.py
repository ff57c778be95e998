"""Text that a file can hold, whatever a page or a model has put into a name."""

from __future__ import annotations

import re

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 allows nowhere, not even escaped: control characters and lone surrogates.

No other format gains by them, and a lone surrogate cannot be written to a file.
"""


def lawful(text: str) -> str:
    """Return `text` with a replacement character for each that no file should hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def content(text: str) -> str:
    """Return `text` for between two tags of XML."""
    return lawful(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(text: str) -> str:
    """Return `text` for between the quotes of an attribute of XML; its line breaks stay."""
    escaped = content(text).replace('"', "&quot;")
    return escaped.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
