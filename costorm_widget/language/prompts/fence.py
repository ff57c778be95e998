"""The fence around evidence: where data begins and ends, so that nothing in it can pass for more.

The fence's name holds a hash of all that is inside. No source can know it, since its own text is
part of what is hashed; and it is the same in every process, so that equal prompts are equal.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from costorm_widget.evidence.budget import count_tokens, fit
from costorm_widget.language.prompts.excerpts import beginning
from costorm_widget.language.prompts.outside import harmless, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Passage

_DIGITS = 12
_FRAME = count_tokens(f"<evidence-{'0' * _DIGITS}>\n\n</evidence-{'0' * _DIGITS}>")

_TITLE = 16
"""Tokens of a title: enough to know the source by, too little to starve its passage."""

_LEAST = 34
"""Tokens of a passage, its title among them, below which it is not worth showing."""


def fenced(passages: Sequence[Passage], tokens: int) -> str:
    """Return passages as numbered evidence in a fence, in all at most `tokens` tokens.

    Every passage gets an equal share, and what one does not need goes to the others; what is cut
    ends with `[…]`. When shares would be too small to be read, the last passages are left out.
    One passage is always shown, so fewer than 50 tokens are taken as 50.

    ::

        <evidence-3f9a12c04b1e>
        [1] Title of the source
        Text of the passage.

        [2] …
        </evidence-3f9a12c04b1e>
    """
    room = max(tokens, 50) - _FRAME
    entries = _that_fit([_entry(each) for each in passages], room)
    shown = fit([[each] for each in entries], room - len(entries))
    body = "\n\n".join(each.text for each in shown)
    mark = f"evidence-{sha256(body.encode()).hexdigest()[:_DIGITS]}"
    return f"<{mark}>\n{body}\n</{mark}>"


def _entry(passage: Passage) -> str:
    title = beginning(one_line(passage.title), _TITLE)
    # Blank lines go: one stands between two passages and nowhere else.
    lines = [line.rstrip() for line in harmless(passage.shown).split("\n")]
    return "\n".join([f"[{passage.handle}] {title}", *filter(None, lines)])


def _that_fit(entries: Sequence[str], room: int) -> Sequence[str]:
    """Return the first entries that can all be shown in a readable length; one at least."""
    for place, entry in enumerate(entries):
        room -= min(count_tokens(entry), _LEAST) + 1
        if room < 0:
            return entries[: max(place, 1)]
    return entries
