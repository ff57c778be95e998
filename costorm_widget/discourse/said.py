"""What was said already, so that no sentence is said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.plain import plain_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.turns import Turn


class Said:
    """The plain sentences of a talk that grows; each turn is cut into sentences once."""

    def __init__(self) -> None:
        """Start with nothing said."""
        self._by_utterance: dict[str, frozenset[str]] = {}

    def of(self, turns: Sequence[Turn], language: str) -> frozenset[str]:
        """Return the plain form of every sentence of `turns`."""
        for turn in turns:
            if turn.utterance not in self._by_utterance:
                plain = frozenset(plain_sentences(turn.utterance, language))
                self._by_utterance[turn.utterance] = plain
        return frozenset().union(*(self._by_utterance[turn.utterance] for turn in turns))
