"""DOCX and PPTX are ZIP archives: what must be checked before one is opened."""

from __future__ import annotations

import zipfile
from io import BytesIO

from costorm_widget.errors import SourceRefused

_MOST_UNPACKED = 300_000_000
"""Bytes of all parts of an archive: what is larger when unpacked is a bomb or no document."""

_MOST_XML = 60_000_000
"""Bytes of one part with text, which takes about ten times as much memory when it is read."""

_OLD_OR_LOCKED = b"\xd0\xcf\x11\xe0"
"""Files begin so that are in the format before 2007, or encrypted."""


def check_archive(raw: bytes) -> None:
    """Let `raw` pass if it is an archive that can be unpacked.

    Raises:
        SourceRefused: If it is none, is encrypted, or would unpack to something huge.
    """
    if raw.startswith(_OLD_OR_LOCKED):
        raise SourceRefused(
            "it is encrypted with a password, or in a format from before 2007; "
            "save it without a password as .docx or .pptx"
        )
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
        raise SourceRefused(f"it is damaged ({error}); save it again") from error
    if any(part.flag_bits & 1 for part in parts):
        raise SourceRefused("it is encrypted with a password; save it without one")
    text = max((part.file_size for part in parts if _is_text(part)), default=0)
    if sum(part.file_size for part in parts) > _MOST_UNPACKED or text > _MOST_XML:
        most = _MOST_UNPACKED // 1_000_000
        raise SourceRefused(
            f"it unpacks to more than {most} MB, or to a text of {text / 1e6:.0f} MB; "
            "split it into smaller files"
        )


def _is_text(part: zipfile.ZipInfo) -> bool:
    return part.filename.lower().endswith((".xml", ".rels"))
