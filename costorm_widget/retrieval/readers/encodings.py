"""From the bytes of a text file to its text, in whatever encoding it was saved."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

from costorm_widget.errors import SourceRefused

_BOMS = {
    BOM_UTF8: "utf-8-sig",
    BOM_UTF32_LE: "utf-32",
    BOM_UTF32_BE: "utf-32",
    BOM_UTF16_LE: "utf-16",
    BOM_UTF16_BE: "utf-16",
}
_LETTERS = 0.6
"""Least share of letters and digits in a text."""

_DECLARED = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([\w-]+)", re.IGNORECASE)


def decode(raw: bytes) -> str:
    """Return the text in `raw`, its lines ended as Python ends them.

    Tries, in this order: a byte order mark, UTF-16 by its zero bytes, UTF-8, the encoding an HTML
    page declares, the one that charset-normalizer finds likely, Windows-1252.

    Raises:
        SourceRefused: If it is no text.
    """
    text = _decoded(raw)
    if "\0" in text:
        raise SourceRefused("it is not text; save it as UTF-8 text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(raw: bytes) -> str:
    for mark, encoding in _BOMS.items():
        if raw.startswith(mark):
            return raw.decode(encoding, errors="replace")
    declared = _DECLARED.search(raw, 0, 4096)
    for encoding in (_utf16(raw), "utf-8", declared[1].decode() if declared else "utf-8"):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    from charset_normalizer import from_bytes

    likely = from_bytes(raw[:200_000]).best()
    return raw.decode(likely.encoding if likely else "cp1252", errors="replace")


def _utf16(raw: bytes) -> str:
    """Return which UTF-16 `raw` is in, when it has no mark but zero bytes; else UTF-8.

    The wrong byte order makes other letters of the letters, and no spaces of the spaces.
    """
    if b"\0" not in raw:
        return "utf-8"
    sample = raw[:20_000]
    for encoding in ("utf-16-le", "utf-16-be"):
        text = sample.decode(encoding, errors="replace")
        letters = sum(letter.isalnum() for letter in text)
        if letters > _LETTERS * len(text) and sum(letter in " \n" for letter in text):
            return encoding
    return "utf-8"
