"""A session as it can be read: the talk, the evidence, the map, and what it has cost."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.evidence.support.verdict import counted
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.roster import LiveSettings, Roster, Shelf

if TYPE_CHECKING:
    from costorm_widget import events as ev
    from costorm_widget._runner import Runner
    from costorm_widget.board import Board
    from costorm_widget.evidence.disputes import Dispute
    from costorm_widget.evidence.refusals import Refusal
    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.reports import Report
    from costorm_widget.turns import Exchange, OpenQuestion, Turn
    from costorm_widget.usage import Usage


class Record:
    """What a session holds.

    Attributes:
        experts: Who sits at the table; `add`, `remove`, `mute`, or assign to one's name or role.
        mind_map: The map of concepts; read, walk and edit it.
        settings: The knobs; assign to change one.
        sources: Sources found so far, by id or printed number.
        snippets: Passages found so far, by id.
    """

    def __init__(self, board: Board) -> None:
        """Show the session of `board`."""
        self._journal = board.journal
        self._runner: Runner = board.runner
        state = board.state
        self.experts = Roster(board)
        self.settings = LiveSettings(board)
        self.sources: Shelf[Source] = Shelf("source", lambda: state.sources)
        self.snippets: Shelf[Snippet] = Shelf("snippet", lambda: state.snippets, self._in_source)
        self.mind_map = MindMap(board)

    @property
    def topic(self) -> str:
        """What the session is about."""
        return self._journal.state.topic

    @property
    def goal(self) -> str:
        """What the user wants from it; may be empty."""
        return self._journal.state.goal

    @property
    def turns(self) -> list[Turn]:
        """The talk so far; a copy, in order."""
        return list(self._journal.state.turns)

    @property
    def archive(self) -> list[Exchange]:
        """The warm start's interviews."""
        return list(self._journal.state.archive)

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Files and pages that could not be taken in as sources, each with the reason."""
        return self._journal.state.refused

    @property
    def unused(self) -> list[Snippet]:
        """Passages that were found and that nobody has cited."""
        return self._runner.call(lambda: list(map(self._in_source, self._journal.state.unused)))

    @property
    def questions(self) -> list[OpenQuestion]:
        """Questions that were asked and not answered from evidence, in the order of asking."""
        return self._runner.call(lambda: open_questions(self._journal.state))

    @property
    def disputes(self) -> list[Dispute]:
        """Passages that contradict each other, as they were found; without what was rejected.

        A local check finds them as the map grows, among what lies near to one another there: by
        numbers, negations and opposite statements in English, by numbers and plain negations in
        Korean and Chinese, by numbers alone in other languages. `check_disputes` asks a model.
        """
        found = self._runner.call(lambda: list(self._journal.state.disputes.values()))
        return [each for each in found if each.verdict != "rejected"]

    @property
    def support(self) -> dict[str, int]:
        """How many cited sentences of the talk are borne out by what they cite, and how well.

        The numbers of `supported`, `partly`, `unsupported` and `contradicted` sentences; the
        sentences themselves are in each turn's `support`.
        """
        turns = self._runner.call(lambda: list(self._journal.state.turns))
        return counted(each for turn in turns for each in turn.support)

    @property
    def report(self) -> Report | None:
        """The last report written, or None."""
        return self._journal.state.report

    @property
    def usage(self) -> Usage:
        """What has been spent on models: in all, by job, by turn, by speaker; a copy."""
        return self._runner.call(lambda: deepcopy(self._journal.state.usage))

    @property
    def events(self) -> tuple[ev.KeptEvent, ...]:
        """The session's record: folding these again gives the same session."""
        return tuple(self._journal.kept)

    def _in_source(self, snippet: Snippet) -> Snippet:
        """Return a passage that knows what stands around it."""
        return snippet.within(self._journal.state.sources[snippet.source_id])
