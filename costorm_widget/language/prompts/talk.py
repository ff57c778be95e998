"""What of the session goes into a prompt beside the evidence: the last turns, names, what was said.

Each has a budget of tokens, because a long session must not make long prompts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.evidence.lexical import UNSPACED
from costorm_widget.language.prompts.excerpts import beginning
from costorm_widget.language.prompts.outside import one_line, without_marks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.language.tasks import Passage
    from costorm_widget.turns import Turn

_WORTH_SHOWING = 40
"""Tokens of a turn below which its beginning says nothing."""

_WORDS = re.compile(rf"(?=([{UNSPACED}]{{2}}))|([^\W_{UNSPACED}]{{4,}})")

_TOLD = 0.7
"""Share of a sentence's words that the evidence must hold for it to be likely said again."""


def spoken(text: str) -> str:
    """Return what somebody said on one line, without citation marks."""
    return one_line(without_marks(text))


def talk(turns: Sequence[Turn], tokens: int) -> str:
    """Return the last turns, oldest first, in at most `tokens` tokens; nothing if there are none.

    The latest are whole as far as they fit; the first that does not is cut.
    """
    lines: list[str] = []
    for turn in reversed(turns):
        text = one_line(turn.utterance) if turn.role == "user" else spoken(turn.utterance)
        if not text:
            continue
        line = f"{_speaker(turn)}: {text}"
        size = count_tokens(line)
        if size > tokens < _WORTH_SHOWING:
            break
        lines.append(beginning(line, tokens))
        if size > tokens:
            break
        tokens -= size
    if not lines:
        return ""
    return "\n".join(["The talk so far:", *reversed(lines)])


def listed(names: Sequence[str], tokens: int) -> str:
    """Return as many of the names as fit, in one line."""
    shown: list[str] = []
    for name in map(one_line, dict.fromkeys(names)):
        tokens -= count_tokens(name) + 1
        if tokens < 0:
            break
        shown.append(name)
    return "; ".join(shown)


def said_already(said: AbstractSet[str], passages: Sequence[Passage], tokens: int) -> str:
    """Return those of the plain sentences `said` that the evidence invites to say again.

    The others need not be known: what is not in the evidence is not said.
    """
    inside = frozenset().union(*(_words_of(each.shown) for each in passages))
    shares: dict[str, float] = {}
    for sentence in said:
        own = _words_of(sentence)
        share = len(own & inside) / len(own) if own else 0.0
        if share >= _TOLD:
            shares[sentence] = share
    lines: list[str] = []
    # A set has no order of its own, and equal sessions have equal prompts.
    for sentence in sorted(shares, key=lambda each: (-shares[each], each)):
        tokens -= count_tokens(sentence) + 1
        if tokens < 0:
            break
        lines.append(f"- {sentence}")
    return "\n".join(["Said already, not to be said again:", *lines]) if lines else ""


def paragraphs(*parts: str) -> str:
    """Return the parts that are not empty, with a blank line between them."""
    return "\n\n".join(filter(None, parts))


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> frozenset[str]:
    """Return the longer words of a text, and pairs of characters where words are not parted.

    No stems and no stop words: this is asked every turn, of all that was ever said.
    """
    return frozenset(pair or word for pair, word in _WORDS.findall(text.casefold()))


def _speaker(turn: Turn) -> str:
    # "You" is the user's name on the page; in a prompt it would be the model.
    return "The reader" if turn.role == "user" else one_line(turn.speaker)
