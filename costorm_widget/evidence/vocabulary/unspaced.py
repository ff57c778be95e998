"""Plain negation in Chinese and Korean: one marker, taken out, leaves the statement it denies."""

from __future__ import annotations

import re

_NO_DENIAL = re.compile(
    r"不但|不仅|不僅|不只|不过|不過|不同|不久|不断|不斷|不得不|不再|无论|無論|未来|未來|非常|"
    r"뿐만 아니라|뿐 아니라|더 이상|만이 아니"
)
"""Words that hold a marker and deny nothing, or only in part."""

_MARKERS = {
    "zh": re.compile(r"没有|沒有|並非|并非|并不|並不|不会|不是|未曾|从未|不|没|沒|未|无|無"),
    "ko": re.compile(r"지는? 않|지는? 못|가 아니|이 아니|않|못(?=[ 하했])|없|\b안 "),
}


def denies(text: str, language: str) -> tuple[str, bool | None]:
    """Return `text` without its marker of negation, and whether it is negated.

    None if it cannot be told: several markers, or a word that only looks like one.
    """
    if _NO_DENIAL.search(text):
        return text, None
    bare, markers = _MARKERS[language].subn("", text)
    return bare, None if markers > 1 else markers == 1
