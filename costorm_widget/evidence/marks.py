r"""What a citation mark may look like: the grammar, without the stream around it.

A mark is a bracket (`[…]`, `[[…]]`, `【…】`, `［…］`, `\[…\]`) that holds nothing but handles,
ranges of handles and author-year keys, perhaps with `^` or a word such as `source` before them.
Digits are those of any script, raised and circled ones too; letters that nobody sees are passed
over, so that no mark can hide behind them. The same bracket around a year, an interval from zero or
a word is prose, and so is a raised number without a bracket (`m²`, `fact.²`): it may be a power.
Keys and web addresses are what models write from memory; they point at nothing that was retrieved.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import normalize

BRACKETS = {"[": "]", "【": "】", "［": "］"}
SEPARATORS = ",;，；、،؛"
SEPARATOR_RUN = re.compile(rf"[{SEPARATORS}]?[ \t]*")
MARK_REACH = 120
_UNSEEN = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
DASHES = "\u2010-\u2015\u2212\u301c~\uff5e\uff0d-"
MARK_BODY = re.compile(
    rf"[\dA-Za-z⁰¹²³⁴-⁹₀-₉①-⑳@^#&.:{SEPARATORS} \t\u00a0\u3000{_UNSEEN}{DASHES}]*"
)
_UNSEEN_RUN = re.compile(rf"[{_UNSEEN}]+")
_LEADING_WORD = re.compile(
    r"\^|(?:sources?|references?|refs?\.?|citations?|passages?|evidence|documents?|docs?)[ :#]*",
    re.IGNORECASE,
)

KEY_RUN = re.compile(r"[a-z]{0,40}[0-9]{0,4}[a-z]?")
_KEY = r"[a-z]{1,40}(?:19|20)[0-9]{2}[a-z]?"
KEY = re.compile(_KEY)
_DASH = rf"[ \t]*[{DASHES}][ \t]*"
_ITEM = re.compile(rf"(?P<low>\d+)(?:{_DASH}(?P<high>\d+))?|@?{_KEY}")
_BETWEEN_ITEMS = re.compile(rf"[ \t]*(?:[{SEPARATORS}]|&|(?<=[ \d])and(?=[ \d]))[ \t]*")
_YEARS = range(1000, 2100)
_YEAR_DIGITS = 4
_SHORT_YEAR_DIGITS = 2

ADDRESS_PREFIXES = ("https://", "http://", "ftp://", "www.")
ADDRESS_FIRST = frozenset("HFWhfw")
ADDRESS_REACH = 2_000
ADDRESS_RUN = re.compile(r"(?:[-A-Za-z0-9._~:/?#@!$&'()*+,;=%]|[^\W\x00-\x7f])*")
_HOST = re.compile(r"(?:https?://|ftp://|www\.)[A-Za-z0-9]", re.IGNORECASE)
_ASCII = re.compile(r"[\x00-\x7f]*")
_AFTER_ADDRESS = ".,;:!?'*_~"


@dataclass(frozen=True, slots=True)
class MarkItem:
    """One entry of a mark.

    Attributes:
        raw: The entry as written.
        handles: The handles it means; empty for an author-year key.
    """

    raw: str
    handles: range


def read_items(body: str) -> tuple[MarkItem, ...] | None:
    """Return the entries of a mark from what stands between its brackets, None if it is prose.

    Not marks: words; years (`2019`, `1914-18`); an interval from zero (`0, 1`, `0-5`), since
    handles begin at 1.
    """
    # Full-width, raised and circled digits, and spaces, become plain ones.
    seen = normalize("NFKC", _UNSEEN_RUN.sub("", body)).strip()
    lead = _LEADING_WORD.match(seen)
    parts = _BETWEEN_ITEMS.split(seen[lead.end() :] if lead else seen)
    matches = [_ITEM.fullmatch(part) for part in parts]
    found = [match for match in matches if match]
    if len(found) < len(matches) or all(map(_is_year, found)) or _is_interval(found):
        return None
    return tuple(MarkItem(match[0], _handles(match)) for match in found)


def address_candidates(run: str) -> tuple[str, ...]:
    """Return how much of `run` may be the web address it begins with, longest first.

    The last is the address if none is known: it ends before closing punctuation and before the
    first letter outside ASCII, because Chinese and Japanese go on without a space.
    Empty when no host follows the scheme.
    """
    if not _HOST.match(run):
        return ()
    ascii_part = _ASCII.match(run)
    return run, _trimmed(run), _trimmed(ascii_part[0] if ascii_part else "")


def is_letter(char: str) -> bool:
    """Say whether `char` continues a word in a script that puts spaces between words."""
    return char.isalnum() and (char.isascii() or char.lower() != char.upper())


def _trimmed(run: str) -> str:
    while run:
        closes_more = run.endswith(")") and run.count(")") > run.count("(")
        if not closes_more and run[-1] not in _AFTER_ADDRESS:
            break
        run = run[:-1]
    return run


def _handles(match: re.Match[str]) -> range:
    if not match["low"]:
        return range(0)
    low = int(match["low"])
    return range(low, int(match["high"] or low) + 1)


def _is_year(match: re.Match[str]) -> bool:
    low, high = match["low"] or "", match["high"] or ""
    return _names_year(low) and (not high or len(high) == _SHORT_YEAR_DIGITS or _names_year(high))


def _names_year(digits: str) -> bool:
    return len(digits) == _YEAR_DIGITS and int(digits) in _YEARS


def _is_interval(items: list[re.Match[str]]) -> bool:
    first = items[0]["low"] or ""
    bounds = len(items) + sum(1 for item in items if item["high"])
    return bounds == 2 and first.isdecimal() and int(first) == 0 and bool(items[-1]["low"])  # noqa: PLR2004
