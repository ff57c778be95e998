"""What was said already, so that no sentence is said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.plain import plain_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from costorm_widget.turns import Turn


class Said:
    """The plain sentences of a talk that grows; each turn is cut into sentences once."""

    def __init__(self) -> None:
        """Start with nothing said."""
        self._turns: list[Turn] = []
        self._sentences: set[str] = set()

    def of(self, turns: Sequence[Turn], language: str) -> AbstractSet[str]:
        """Return the plain form of every sentence of `turns`; it grows with the next call."""
        known = len(self._turns)
        if turns[:known] != self._turns:  # a turn was taken out
            self._turns, self._sentences, known = [], set(), 0
        for turn in turns[known:]:
            self._sentences.update(plain_sentences(turn.utterance, language))
            self._turns.append(turn)
        return self._sentences
