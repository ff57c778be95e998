"""Text from outside, made harmless before it stands in a prompt.

Sources, titles, names and earlier turns are data. What could pass for something else is changed in
one character, so that a reader sees the same words: tags and special tokens of chat templates (a
local server reads `<|im_end|>` in a message as the end of that message), and marks such as `[3]`,
which would pass for the number of a passage. Control characters go. Code keeps its brackets: marks
in code are no citations.
"""

from __future__ import annotations

import re
from functools import lru_cache

from costorm_widget.evidence import marks

_LINE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")

_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""Controls, marks that turn the direction of writing, and the letters that nobody sees.

Joiners of letters stay: Persian, Hindi and emoji are written with them.
"""

_SPEAKER = (
    "system|user|assistant|human|developer|instructions?|untrusted|evidence|tool"
    "|think|thinking|thought|reasoning"
)
_TEMPLATE = re.compile(
    rf"<\|[^<>|\n]{{1,60}}\|>|<｜[^<>\n]{{1,60}}｜>|<</?SYS>>|\[/?INST\]"
    rf"|</?(?:s|bos|eos|pad|unk)>|<(?:start|end)_of_turn>|(?<!\w)<\s*/?\s*(?:{_SPEAKER})(?![a-z])",
    re.IGNORECASE,
)

_BRACKET = re.compile(r"[<\[【［]")
"""What is looked for begins so; most text has none, and is done with at once."""

_CODE_OR_MARK = re.compile(
    r"(?P<code>```.*?```|``[^\n]*?``|`[^`\n]*`)"
    r"|(?P<space>[ \u00a0]?)[\[【［](?P<body>[^\[\]【】［］\n]{1,120})[\]】］]",
    re.DOTALL,
)


@lru_cache(maxsize=4_000)
def harmless(text: str) -> str:
    """Return `text` with nothing in it that is more than text: see the module."""
    text = _LINE_BREAK.sub("\n", _SURROGATE.sub("\ufffd", text))
    text = _INVISIBLE.sub("", text)
    if not _BRACKET.search(text):
        return text
    return _CODE_OR_MARK.sub(_in_parentheses, _TEMPLATE.sub(_opened, text))


def one_line(text: str) -> str:
    """Return `text` harmless and on one line: a title, a name, what somebody said."""
    return " ".join(harmless(text).split())


@lru_cache(maxsize=4_000)
def without_marks(text: str) -> str:
    """Return what somebody said without its citation marks: their numbers belong elsewhere."""
    return _CODE_OR_MARK.sub(_gone, text) if _BRACKET.search(text) else text


def _opened(match: re.Match[str]) -> str:
    return ("‹" if match[0][0] == "<" else "(") + match[0][1:]


def _in_parentheses(match: re.Match[str]) -> str:
    return f"{match['space']}({match['body']})" if _is_mark(match) else match[0]


def _gone(match: re.Match[str]) -> str:
    return "" if _is_mark(match) else match[0]


def _is_mark(match: re.Match[str]) -> bool:
    """Whether a reader of citations would take the match for handles; they begin at 1."""
    items = None if match["code"] else marks.read_items(match["body"])
    return any(handle for item in items or () for handle in item.handles[-1:])
