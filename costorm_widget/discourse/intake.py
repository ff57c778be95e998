"""Evidence on its way into the session: numbered as it will be once it is in the record.

A turn is shown while it is being said, and its citations print source numbers; but nothing enters
the record before the turn is whole. So each piece of work collects what it finds here, and gives
new sources the numbers that `state.fold` will give them when the collected event is folded.

A work that was read again may have changed since. Its new passages are added to the text that the
session has of it (see `retrieval.gathering`), so that every snippet stays a span of its source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.events import EvidenceFound
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.gathering import Gathering

if TYPE_CHECKING:
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.state import SessionState


class Intake:
    """What one piece of work has found so far.

    Attributes:
        sources: The works, by id.
        snippets: The passages, by id.
    """

    def __init__(self, state: SessionState, gathering: Gathering | None = None) -> None:
        """Start empty, before a `state` that must not gain sources until `event` is folded.

        Args:
            state: The session's state.
            gathering: The texts of the works; one for all intakes that are under way at once.
        """
        self._state = state
        self._gathering = gathering or gathered_for(state)
        self.sources: dict[str, Source] = {}
        self.snippets: dict[str, Snippet] = {}

    def take(self, found: Found, question: str, query: str) -> Snippet:
        """Take in what `query`, made for `question`, has found; return it with that provenance."""
        source, taken = self._gathering.take_snippet(found.source, found.snippet)
        self.sources[source.id] = source.numbered(0)  # numbers are given when it is folded
        known = self.snippets.get(taken.id) or self._state.snippets.get(taken.id, taken)
        snippet = known.found_by(question, query)
        self.snippets[snippet.id] = snippet
        return snippet

    def join(self, other: Intake) -> None:
        """Take in what another intake of the same session has found."""
        for snippet in other.snippets.values():
            found = Found(other.sources[snippet.source_id], snippet, 0, 0)
            for question, query in snippet.queries:
                self.take(found, question, query)

    def number(self, source: str) -> int:
        """Return the number that a source has, or will have, in the session."""
        known = self._state.sources.get(source)
        if known is not None:
            return known.number
        new = [each for each in self.sources if each not in self._state.sources]
        return len(self._state.sources) + new.index(source) + 1

    def source(self, source: str) -> Source:
        """Return a source of the session or of this intake."""
        return self._state.sources.get(source) or self.sources[source]

    def snippet(self, snippet: str) -> Snippet:
        """Return a snippet of this intake or of the session."""
        return self.snippets.get(snippet) or self._state.snippets[snippet]

    def event(self) -> EvidenceFound | None:
        """Return what was found as an event, and start again empty; None if it is nothing."""
        if not self.snippets:
            return None
        event = EvidenceFound(tuple(self.sources.values()), tuple(self.snippets.values()))
        self.sources, self.snippets = {}, {}
        return event


def gathered_for(state: SessionState) -> Gathering:
    """Return a gathering that goes on from the texts that a session has of its sources."""

    def recorded(source: str) -> Source | None:
        return state.sources.get(source)  # looked up late: undoing makes the mapping anew

    return Gathering(recorded)
