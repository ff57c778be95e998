r"""From an abstract as a catalogue has it to text that can be quoted.

Crossref gives JATS, a dialect of XML (`<jats:p>`), as often as not with HTML in it that was coded
once too often. arXiv gives TeX: commands and accents become letters, formulas stay between `$`.
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

from costorm_widget.retrieval.passages import count_words

_SHORT = 60
"""Words of the longest notice that a paper is withdrawn; a longer abstract is one."""

_WITHDRAWN = re.compile(
    r"\b(?:paper|article|submission|manuscript|preprint|work|version|e-?print)\b.{0,40}"
    r"\b(?:was|is|has been|have been) (?:withdrawn|retracted|removed)|^\W*withdrawn\b",
    re.IGNORECASE,
)
_WITHDRAWN_TITLE = re.compile(r"\W*(?:withdrawn|retracted|retraction|removed)\b", re.IGNORECASE)

_TEX_COPY = re.compile(r"<(?:jats:)?tex-math\b.*?</(?:jats:)?tex-math>", re.DOTALL)
_OWN_NAME = re.compile(
    r"<(?:jats:)?title>\s*(?:graphical |author )?"
    r"(?:abstract|summary|zusammenfassung|résumé|resumen)\W*</(?:jats:)?title>",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:jats:)?(?:p|sec|title|list|list-item|label|break|br|div|li|ul|ol|h\d)\b[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-zA-Z][\w:-]*(?:\s[^<>]*)?/?>")

_MATH = re.compile(r"(\$\$?[^$]+\$\$?)")
_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "c": "\u0327",
    "k": "\u0328",
}
_ACCENT = re.compile(
    r"\\(?:([`'^~=.\"])\s*|([uvHckr])(?:\s+|(?={)))(?:{\\?([a-zA-Z])}|\\?([a-zA-Z]))"
)
_LETTER = re.compile(r"{?\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L)(?:{}|\b)\s?}?")
_LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
}
_COMMAND = re.compile(r"\\(?:text(?:bf|it|tt|sc|rm|sf|sl)?|emph|mbox|underline|url)\s*{([^{}]*)}")
_SWITCH = re.compile(r"{\\(?:bf|it|em|tt|sc|rm|sl)\b\s*([^{}]*)}")
_ESCAPED = re.compile(r"\\([%&#_$])")


def from_jats(markup: str) -> str:
    """Return the text of an abstract in JATS, a paragraph a block."""
    text = markup
    for _ in range(2):
        text = _TEX_COPY.sub(" ", text)
        text = _OWN_NAME.sub(" ", text)
        text = _TAG.sub("", _BLOCK.sub("\n\n", text))
        text = unescape(text)
    return _paragraphs(text)


def from_tex(markup: str) -> str:
    """Return the text of an abstract in TeX; formulas stay as they are."""
    pieces = _MATH.split(markup)
    text = "".join(piece if place % 2 else _words(piece) for place, piece in enumerate(pieces))
    # A line break is no border, but a blank or indented line begins a paragraph.
    return _paragraphs(re.sub(r"\n[ \t]+(?=\S)", "\n\n", text.strip()))


def is_withdrawn(title: str, abstract: str, comment: str = "") -> bool:
    """Whether a paper was withdrawn or retracted, so that nothing should stand on it."""
    if _WITHDRAWN_TITLE.match(title) or _WITHDRAWN.search(comment):
        return True
    return count_words(abstract) <= _SHORT and bool(_WITHDRAWN.search(abstract))


def _words(tex: str) -> str:
    text = _ACCENT.sub(_accented, tex)
    text = _LETTER.sub(lambda match: _LETTERS[match[1]], text)
    for _ in range(2):  # one in another
        text = _SWITCH.sub(r"\1", _COMMAND.sub(r"\1", text))
    text = _ESCAPED.sub(r"\1", text.replace("~", " "))
    return text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")


def _accented(match: re.Match[str]) -> str:
    letter = match[3] or match[4]
    return normalize("NFC", letter + _ACCENTS[match[1] or match[2]])


def _paragraphs(text: str) -> str:
    blocks = (" ".join(block.split()) for block in re.split(r"\n\s*\n", text))
    return "\n\n".join(filter(None, blocks))
