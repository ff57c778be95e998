"""What the next turns will take, before they are taken."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from costorm_widget.language.calls.estimate import Estimate, estimate
from costorm_widget.settings import Settings
from costorm_widget.state import SessionState
from costorm_widget.turns import Intent, Turn
from costorm_widget.usage import Call, Usage


def cents(_job: str, read: int, said: int) -> float:
    """A price of one dollar a thousand tokens read, and two a thousand said."""
    return read / 1000 + 2 * said / 1000


def turn(number: int, *, opening: bool = False) -> Turn:
    return Turn(
        f"t{number}", number, "Historian", "expert", Intent.POTENTIAL_ANSWER, "", opening=opening
    )


@dataclass
class Asked:
    """Notes which jobs a price is asked for."""

    jobs: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def price(self, job: str, read: int, said: int) -> float:
        self.jobs[job] = (read, said)
        return 0.01


def warm(**settings: object) -> SessionState:
    return SessionState(warm=True, settings=Settings().with_values(**settings))


def test_the_built_in_engine_takes_nothing() -> None:
    assert estimate(SessionState(), 5, priced=None) == Estimate(5, 0, 0, 0, 0.0, 0.0)


def test_from_two_turns_on_it_is_their_mean() -> None:
    state = warm()
    state.turns = [turn(1, opening=True), turn(2), turn(3), turn(4)]
    calls = [
        Call("write_answer", "one", 9000, 0, 900, 9.0, 9.0, turn="t1"),
        Call("plan_turn", "one", 1000, 0, 50, 1.0, 0.01, turn="t2"),
        Call("write_answer", "one", 2000, 0, 150, 2.0, 0.02, turn="t2"),
        Call("ask_as_moderator", "one", 600, 0, 100, 1.0, 0.03, turn="t3"),
        Call("outline", "one", 7000, 0, 700, 7.0, 7.0),
    ]
    state.usage = Usage.of(calls)
    known = estimate(state, 4, priced=cents)
    assert (known.requests, known.input_tokens, known.output_tokens) == (6, 7200, 600)
    assert known.tokens == 7800
    assert known.cost == pytest.approx(0.12)
    assert known.seconds == pytest.approx(8)


def test_a_mean_with_an_unknown_price_has_none() -> None:
    state = warm()
    state.turns = [turn(1), turn(2)]
    state.usage = Usage.of(
        [Call("plan_turn", "one", 10, cost=0.1, turn="t1"), Call("plan_turn", "two", 10, turn="t2")]
    )
    assert estimate(state, 1, priced=cents).cost is None


def test_before_it_is_made_from_what_a_round_asks_for() -> None:
    known = estimate(warm(), 3, priced=cents)
    # Two answers of three calls each, the moderator, new experts, and now and then a split.
    assert known.requests == 9
    assert 3 * 1000 < known.input_tokens < 3 * 3800
    assert 0 < known.output_tokens < 3 * 1000
    assert known.cost == pytest.approx(
        known.input_tokens / 1000 + 2 * known.output_tokens / 1000, rel=0.01
    )
    assert known.seconds > 3


def test_twice_the_turns_take_twice_as_much() -> None:
    one, two = (estimate(warm(), turns, priced=cents) for turns in (10, 20))
    assert two.requests == pytest.approx(2 * one.requests, abs=1)
    assert two.input_tokens == pytest.approx(2 * one.input_tokens, abs=1)


def test_the_warm_start_is_counted_while_it_is_to_come() -> None:
    cold = SessionState(settings=Settings(experts=3, interview_turns=2, opening_concepts=4))
    extra = estimate(cold, 1, priced=cents).requests - estimate(warm(), 1, priced=cents).requests
    # Background and its answer, experts, 6 questions and answers, outline, 4 openings with
    # answers, placement, a split.
    assert extra == pytest.approx(2 + 1 + 12 + 1 + 8 + 2, abs=1)
    fewer = SessionState(settings=Settings(experts=1, interview_turns=1))
    assert estimate(fewer, 1, priced=cents).requests < estimate(cold, 1, priced=cents).requests


def test_settings_that_ask_for_more_cost_more() -> None:
    plain = estimate(warm(), 3, priced=cents)
    for settings in (
        {"evidence_tokens": 3000},
        {"utterance_length": "long"},
        {"polish": "separate"},
        {"support": "model"},
    ):
        more = estimate(warm(**settings), 3, priced=cents)
        assert more.tokens > plain.tokens, settings
    assert estimate(warm(mode="no_moderator"), 3, priced=Asked().price).requests > plain.requests


def test_a_model_that_checks_citations_is_one_call_a_turn_and_an_opening() -> None:
    local, model = (warm(support=each) for each in ("local", "model"))
    counts = [estimate(each, 6, priced=cents).requests for each in (local, model)]
    assert counts[1] - counts[0] == 6
    cold = [
        estimate(SessionState(settings=each.settings), 1, priced=cents).requests
        for each in (local, model)
    ]
    assert cold[1] - cold[0] == 1 + local.settings.opening_concepts


def test_each_job_is_priced_by_its_own_model() -> None:
    asked = Asked()
    known = estimate(warm(polish="separate"), 3, priced=asked.price)
    assert {"plan_turn", "write_answer", "polish", "ask_as_moderator"} <= set(asked.jobs)
    assert known.cost == pytest.approx(0.01 * len(asked.jobs))
    assert known.input_tokens == pytest.approx(
        sum(read for read, _ in asked.jobs.values()), abs=len(asked.jobs)
    )


def test_one_unknown_price_makes_the_whole_unknown() -> None:
    known = estimate(warm(), 3, priced=lambda job, *_: None if job == "plan_turn" else 0.1)
    assert known.cost is None
    assert str(known).endswith("cost unknown")


def test_it_reads_as_one_line() -> None:
    shown = str(Estimate(2, 8, 5400, 610, 0.0123, 11.6))
    assert shown == "about 8 requests, 5,400 tokens in, 610 out, 12 s, $0.0123"
