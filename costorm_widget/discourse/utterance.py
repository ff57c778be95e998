"""Words on their way to a turn: shown as they come, their citations resolved, taken back if broken.

An answer that breaks off in the middle is taken back and begun once more. When the model fails for
good the turn has the status `failed` and says why; nothing of the half answer is kept, because
nobody has checked where it was going.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.discourse.support import support_in
from costorm_widget.errors import ModelError, StreamBroken
from costorm_widget.evidence.citations import CitationResolver
from costorm_widget.turns import Turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from costorm_widget.discourse.table import Evidence, Speaker, Table
    from costorm_widget.evidence.support.verdict import SentenceSupport
    from costorm_widget.language.tasks import Plan
    from costorm_widget.turns import TurnStatus


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn's words, said by `speaker` at `table`."""

    table: Table
    speaker: Speaker
    plan: Plan
    evidence: Evidence

    async def said(
        self, words: Callable[[], AsyncIterator[str]], timings: Mapping[str, float]
    ) -> Turn:
        """Return the whole turn, however it went.

        Args:
            words: Begins to write; called again for another try.
            timings: Seconds of what came before, by phase.
        """
        started = perf_counter()
        resolver, failure = await self._spoken(words)
        status: TurnStatus = "done"
        if failure:
            status = "failed"
        elif not resolver.citations and not self.plan.intent.asks:
            status = "no evidence"
        phases = {"write": perf_counter() - started}
        support: tuple[SentenceSupport, ...] = ()
        if self.table.state.settings.support != "off":
            support = await support_in(self.table, resolver.text, resolver.citations)
        if support:
            phases["check"] = perf_counter() - started - phases["write"]
        name, number = self.table.next_turn()
        return Turn(
            id=name,
            number=number,
            speaker=self.speaker.name,
            role=self.speaker.role,
            intent=self.plan.intent,
            utterance=resolver.text,
            question=self.plan.question,
            queries=self.plan.queries,
            retrieved=self.evidence.retrieved,
            citations=resolver.citations,
            dropped_citations=resolver.dropped,
            support=support,
            status=status,
            error=failure or self._left_out(),
            timings={**timings, **phases},
            usage=spent(self.table, name),
        )

    def _left_out(self) -> str:
        """Return what could not be searched for this turn, or for none before it."""
        told = (*self.table.told_now(), self.evidence.failure)
        return " ".join(dict.fromkeys(filter(None, told)))

    async def _spoken(
        self, words: Callable[[], AsyncIterator[str]]
    ) -> tuple[CitationResolver, str]:
        """Return the resolved words, and why there are none if the model failed."""
        failure = ""
        for _ in range(2):
            try:
                return await self._streamed(words()), ""
            except StreamBroken as broken:
                failure = str(broken)
            except ModelError as failed:
                failure = str(failed)
                break
        return CitationResolver({}), failure

    async def _streamed(self, words: AsyncIterator[str]) -> CitationResolver:
        table, plan, passages = self.table, self.plan, self.evidence.passages
        resolver = CitationResolver(table.handles(passages), table.addresses(passages))
        name, _ = table.next_turn()
        table.emit(ev.TurnStarted(name, self.speaker.name, self.speaker.role, plan.intent))
        if plan.queries:
            retrieved = self.evidence.retrieved
            sources = {table.intake.snippet(each).source_id for each in retrieved}
            table.emit(ev.TurnSearched(name, plan.queries, len(retrieved), len(sources)))
        try:
            async for piece in words:
                self._tell(name, resolver.feed(piece))
            self._tell(name, resolver.close())
        except BaseException:
            table.emit(ev.TurnDropped(name))
            raise
        return resolver

    def _tell(self, turn: str, text: str) -> None:
        if text:
            self.table.emit(ev.Token(turn, text))


async def whole(words: Callable[[], AsyncIterator[str]]) -> str:
    """Return all of a text that nobody sees as it comes; one that breaks off is begun once more.

    Args:
        words: Begins to write; called again for another try.

    Raises:
        ModelError: If the model fails, or breaks off twice.
    """
    try:
        return "".join([piece async for piece in words()])
    except StreamBroken:
        return "".join([piece async for piece in words()])


def spent(table: Table, turn: str) -> dict[str, int]:
    """Return what the calls for a turn have used so far."""
    totals = table.state.usage.by_turn.get(turn)
    if totals is None:
        return {}
    return {
        "requests": totals.requests,
        "input_tokens": totals.input_tokens,
        "cached_tokens": totals.cached_tokens,
        "output_tokens": totals.output_tokens,
    }
