"""What the next turns will take, before they are taken.

From two turns on, their mean is the best guess. Before, it is made from what a turn asks for: the
jobs of a round (answers, then the moderator), each with the size of its prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.settings import Settings
    from costorm_widget.turns import Turn
    from costorm_widget.usage import Totals, Usage

Priced = Callable[[str, int, int], float | None]
"""The price of a job with so many tokens read and written, in US dollars; `Caller.price`."""

_ENOUGH_TURNS = 2
_FRAME = 300
"""Tokens of instructions and request around what a job is shown."""
_SECONDS_A_CALL = 0.5
_TOKENS_A_SECOND = 60
_ANSWER_TOKENS = {"short": 80, "medium": 180, "long": 360}
_SPLITS_A_TURN = 0.3
"""New concepts come in steadily, and about every third turn one grows over its limit."""


class Session(Protocol):
    """What is looked at of a session's state."""

    @property
    def settings(self) -> Settings:
        """The knobs."""
        ...

    @property
    def usage(self) -> Usage:
        """What it has spent."""
        ...

    @property
    def turns(self) -> Sequence[Turn]:
        """What was said."""
        ...

    @property
    def warm(self) -> bool:
        """Whether the warm start is over."""
        ...


@dataclass(frozen=True, slots=True)
class Estimate:
    """What some turns are expected to take.

    Attributes:
        turns: How many turns.
        requests: Calls to models.
        input_tokens: Tokens of their prompts.
        output_tokens: Tokens of their replies.
        cost: US dollars; None if a price is not known.
        seconds: Seconds that the calls take, one after the other.
    """

    turns: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    seconds: float

    @property
    def tokens(self) -> int:
        """Tokens of prompts and replies together."""
        return self.input_tokens + self.output_tokens

    def __str__(self) -> str:
        """Show it as one line for people."""
        money = "cost unknown" if self.cost is None else f"${self.cost:.4f}"
        return (
            f"about {self.requests} requests, {self.input_tokens:,} tokens in, "
            f"{self.output_tokens:,} out, {self.seconds:.0f} s, {money}"
        )


def estimate(state: Session, turns: int, *, priced: Priced | None) -> Estimate:
    """Return what the next `turns` turns will take, and the warm start if it is still to come.

    Args:
        state: The session.
        turns: How many turns.
        priced: The price of a job; None for an engine that asks no model.
    """
    if priced is None:
        return Estimate(turns, 0, 0, 0, 0.0, 0.0)
    usage = state.usage
    past = [
        usage.by_turn[turn.id]
        for turn in state.turns
        if turn.id in usage.by_turn and not turn.opening
    ]
    if len(past) >= _ENOUGH_TURNS:
        return _of_past(past, turns)
    sizes = _sizes(state.settings)
    counts = {job: count * turns for job, count in _jobs_of_turn(state.settings).items()}
    if not state.warm:
        for job, count in _jobs_of_warm_start(state.settings).items():
            counts[job] = counts.get(job, 0) + count
    return _of_jobs(turns, counts, sizes, priced)


def _of_past(past: Sequence[Totals], turns: int) -> Estimate:
    share = turns / len(past)
    costs = [totals.cost for totals in past]
    known = [cost for cost in costs if cost is not None]
    return Estimate(
        turns,
        round(share * sum(totals.requests for totals in past)),
        round(share * sum(totals.input_tokens for totals in past)),
        round(share * sum(totals.output_tokens for totals in past)),
        share * sum(known) if len(known) == len(costs) else None,
        share * sum(totals.seconds for totals in past),
    )


def _of_jobs(
    turns: int,
    counts: Mapping[str, float],
    sizes: Mapping[str, tuple[int, int]],
    priced: Priced,
) -> Estimate:
    read = {job: count * sizes[job][0] for job, count in counts.items()}
    written = {job: count * sizes[job][1] for job, count in counts.items()}
    costs = [priced(job, round(read[job]), round(written[job])) for job in counts]
    known = [cost for cost in costs if cost is not None]
    requests = sum(counts.values())
    output = sum(written.values())
    return Estimate(
        turns,
        round(requests),
        round(sum(read.values())),
        round(output),
        sum(known) if len(known) == len(costs) else None,
        requests * _SECONDS_A_CALL + output / _TOKENS_A_SECOND,
    )


def _jobs_of_turn(settings: Settings) -> dict[str, float]:
    """Return how often each job is asked for in one turn, on average over a round.

    A round is the answers in a row and the moderator's question after them; the answer to that
    question is followed by a new list of experts.
    """
    moderated = settings.mode == "co_storm"
    answers = settings.answers_before_moderator
    asking = 1 / (answers + 1) if moderated else 0.0
    answering = 1 - asking
    jobs = {
        "plan_turn": answering,
        "write_answer": answering,
        "choose_placements": answering,
        "ask_as_moderator": asking,
        "propose_experts": asking,
        "split_concept": _SPLITS_A_TURN,
    }
    if settings.polish == "separate":
        jobs["polish"] = answering
    if settings.support == "model":
        jobs["check_support"] = 1
    return {job: count for job, count in jobs.items() if count}


def _jobs_of_warm_start(settings: Settings) -> dict[str, float]:
    if settings.mode == "rag_chatbot":
        return {}
    experts = 1 if settings.mode == "single_expert" else settings.experts
    interviews = (settings.warm_start_experts or experts) * settings.interview_turns
    opening = 0 if settings.mode == "storm_qa" else settings.opening_concepts
    return {
        "plan_background": 1,
        "propose_experts": 1,
        "ask_in_interview": interviews,
        "write_answer": 1 + interviews + opening,
        "outline": 1,
        "open_concept": opening,
        "choose_placements": 1,
        "split_concept": 1,
        **({"check_support": opening} if settings.support == "model" else {}),
    }


def _sizes(settings: Settings) -> dict[str, tuple[int, int]]:
    """Return tokens read and written by each job."""
    answer = min(_ANSWER_TOKENS[settings.utterance_length], settings.question_answering_tokens)
    return {
        "plan_background": (_FRAME, 60),
        "plan_turn": (_FRAME + 600, 60),
        "write_answer": (_FRAME + 400 + settings.evidence_tokens, answer),
        "polish": (_FRAME + answer, answer),
        "check_support": (_FRAME + answer + settings.evidence_tokens // 2, answer // 2),
        "choose_placements": (_FRAME + 40 * settings.results_per_query, 30),
        "ask_as_moderator": (_FRAME + 800, 60),
        "ask_in_interview": (_FRAME + settings.refresh_tokens + answer, 60),
        "open_concept": (_FRAME + settings.refresh_tokens, 40),
        "propose_experts": (_FRAME + settings.refresh_tokens, 100),
        "outline": (_FRAME + 2000, 200),
        "split_concept": (_FRAME + 60 * settings.snippets_per_concept, 120),
    }
