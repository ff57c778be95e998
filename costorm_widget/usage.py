"""What a session has spent: one `Call` for each request to a model, summed in every direction.

Tokens are counted as the provider counts them, cached ones apart; money is in US dollars. A price
that is not known makes a cost unknown (`None`), never zero.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Outcome = Literal["done", "failed", "stopped"]


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a model, whatever came of it.

    Attributes:
        job: What was asked for: the name of the engine's job, or `embed`.
        model: Name of the model.
        input_tokens: Tokens of the prompt, those from the provider's cache included.
        cached_tokens: How many of them the provider had in its cache.
        output_tokens: Tokens of the reply.
        seconds: How long it took.
        cost: US dollars; None when the price is not known.
        outcome: `done`, `failed` or `stopped`.
        turn: Id of the turn it was made for; empty outside of turns.
        speaker: Who spoke; empty outside of turns.
        ahead: Made for a turn that was prepared in advance.
    """

    job: str
    model: str
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    outcome: Outcome = "done"
    turn: str = ""
    speaker: str = ""
    ahead: bool = False


@dataclass(slots=True)
class Totals:
    """Sums over calls; `cost` holds what is known, `unpriced` counts the calls without a price."""

    requests: int = 0
    failed: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    known_cost: float = 0.0
    unpriced: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and replies together."""
        return self.input_tokens + self.output_tokens

    @property
    def cost(self) -> float | None:
        """US dollars; None as soon as one call has no known price."""
        return None if self.unpriced else self.known_cost

    def add(self, call: Call, times: int = 1) -> None:
        """Count one call; with `times=-1` take it out again."""
        self.requests += times
        self.failed += times * (call.outcome == "failed")
        self.input_tokens += times * call.input_tokens
        self.cached_tokens += times * call.cached_tokens
        self.output_tokens += times * call.output_tokens
        self.seconds += times * call.seconds
        self.known_cost += times * (call.cost or 0.0)
        self.unpriced += times * (call.cost is None)

    def __str__(self) -> str:
        """Show the sums as one line for people."""
        money = "cost unknown" if self.cost is None else f"${self.cost:.4f}"
        cached = f" ({self.cached_tokens:,} cached)" if self.cached_tokens else ""
        return (
            f"{self.requests} requests, {self.input_tokens:,} tokens in{cached}, "
            f"{self.output_tokens:,} out, {self.seconds:.1f} s, {money}"
        )


@dataclass(slots=True)
class Usage:
    """What a session has spent: in all, and by job, turn, speaker and model.

    Attributes:
        total: All of it.
        by_job: By the job asked for.
        by_turn: By the id of the turn.
        by_speaker: By who spoke.
        by_model: By model.
        dropped: What turns have cost that were prepared in advance and never said.
    """

    total: Totals = field(default_factory=Totals)
    by_job: dict[str, Totals] = field(default_factory=dict[str, Totals])
    by_turn: dict[str, Totals] = field(default_factory=dict[str, Totals])
    by_speaker: dict[str, Totals] = field(default_factory=dict[str, Totals])
    by_model: dict[str, Totals] = field(default_factory=dict[str, Totals])
    dropped: Totals = field(default_factory=Totals)
    _ahead: dict[str, list[Call]] = field(default_factory=dict[str, "list[Call]"])

    @classmethod
    def of(cls, calls: Iterable[Call]) -> Usage:
        """Return the sums of `calls`."""
        usage = cls()
        for call in calls:
            usage.add(call)
        return usage

    def add(self, call: Call) -> None:
        """Count one call."""
        self.total.add(call)
        groups = (
            (self.by_job, call.job),
            (self.by_turn, call.turn),
            (self.by_speaker, call.speaker),
            (self.by_model, call.model),
        )
        for group, key in groups:
            if key:
                group.setdefault(key, Totals()).add(call)
        if call.ahead:
            self._ahead.setdefault(call.turn, []).append(call)

    def settle(self, turn: str, *, said: bool) -> None:
        """Close the account of a turn that was prepared in advance: it was `said`, or dropped."""
        calls = self._ahead.pop(turn, [])
        if said or not calls:
            return
        for call in calls:
            self.dropped.add(call)
            self.by_turn[turn].add(call, -1)
        if not self.by_turn[turn].requests:
            del self.by_turn[turn]  # another turn may get the number, and it has cost nothing yet

    def __str__(self) -> str:
        """Show the sum, and the sums by job."""
        lines = [str(self.total), *(f"  {job}: {sums}" for job, sums in self.by_job.items())]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Charge:
    """Whom calls are made for right now."""

    turn: str = ""
    speaker: str = ""
    ahead: bool = False


_charge: ContextVar[Charge | None] = ContextVar("costorm_charge", default=None)


def charged_to() -> Charge:
    """Return whom the calls of this task are made for."""
    return _charge.get() or Charge()


@contextmanager
def charging(turn: str, speaker: str, *, ahead: bool = False) -> Iterator[None]:
    """Put the calls made inside, also by tasks started there, on the account of a turn."""
    token = _charge.set(Charge(turn, speaker, ahead))
    try:
        yield
    finally:
        _charge.reset(token)
