"""The moderator's scores, by hand, and what it looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.moderator import (
    Moderator,
    _paper_scores,
    _reference_scores,
    as_question,
    candidates,
    rank_unused,
)
from costorm_widget.settings import Settings
from costorm_widget.turns import Intent
from tests.builders import Chosen, cites, found, session, turn
from tests.fixtures.models import Endless, MoodyModel, session_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.turns import Role
    from tests.builders import Session

ASK, ANSWER = Intent.ORIGINAL_QUESTION, Intent.POTENTIAL_ANSWER
TEXTS = ("Near both.", "Near topic.", "Near question.", "Against topic.")
VECTORS: dict[str, tuple[float, float, float]] = {
    "Clocks": (1, 0, 0),
    "Why?": (0, 1, 0),
    TEXTS[0]: (0.6, 0.8, 0),
    TEXTS[1]: (0.8, 0, 0.6),
    TEXTS[2]: (0, 1, 0),
    TEXTS[3]: (-1, 0, 0),
}


def clocks(alpha: float = 0.5, score: str = "paper") -> Session:
    settings = Settings().with_values(moderator_alpha=alpha, moderator_score=score)
    vectors = {**VECTORS, "Said.": (0.0, 0.0, 1.0), "why": (0.0, 0.6, 0.8)}
    return session(topic="Clocks", settings=settings, embedder=Chosen(vectors))


def with_evidence(table: Session) -> list[str]:
    return table.take_in(*(found(text, text) for text in TEXTS))


async def paper(alpha: float) -> Sequence[float]:
    talk = clocks(alpha)
    snippets = [talk.state.snippets[each] for each in with_evidence(talk)]
    scores: list[float] = (await _paper_scores(talk.table, snippets)).tolist()
    return scores


async def test_the_papers_score_is_near_the_topic_and_far_from_the_question() -> None:
    scores = await paper(0.5)
    # cos(topic)^½ · (1 − cos(question))^½: 0.6, 0.8; 0.8, 0; 0, 1; and −1 counts as 0.
    assert scores == pytest.approx([0.6**0.5 * 0.2**0.5, 0.8**0.5, 0, 0], abs=1e-6)


async def test_alpha_weighs_the_topic_against_novelty() -> None:
    assert await paper(1) == pytest.approx([0.6, 0.8, 0, 0], abs=1e-6)
    assert await paper(0) == pytest.approx([0.2, 1, 0, 1], abs=1e-6)
    assert await paper(0.25) == pytest.approx([0.6**0.25 * 0.2**0.75, 0.8**0.25, 0, 0], abs=1e-6)


async def test_a_snippets_own_question_counts_and_not_the_last_one() -> None:
    talk = clocks(0)
    talk.table.embedder = Chosen({**VECTORS, "How?": (0.8, 0.0, 0.6)})
    (first,) = talk.take_in(found(TEXTS[1], "One"), question="How?")
    (second,) = talk.take_in(found(TEXTS[1], "Two"), question="Why?")
    snippets = [talk.state.snippets[each] for each in (first, second)]
    assert (await _paper_scores(talk.table, snippets)).tolist() == pytest.approx([0, 1], abs=1e-6)


async def test_the_references_score_looks_at_queries_and_citations_of_the_turn() -> None:
    talk = clocks(score="reference")
    ids = with_evidence(talk)
    cited = turn(1, question="Why?", queries=("why",), citations=cites(ids[2]))
    talk.table.emit(ev.TurnTaken(cited))
    snippets = [talk.state.snippets[each] for each in ids]
    scores = (await _reference_scores(talk.table, snippets, cited)).tolist()
    # Only the second is near enough to the claim, 0.6 ≥ 0.25; its nearest query is at 0.48.
    assert scores == pytest.approx([0, (1 - 0.48) ** 0.5 * (1 - 0) ** 0.5, 0, 0], abs=1e-6)


@pytest.mark.parametrize(("near", "kept"), [(0.2499, False), (0.2501, True)])
async def test_the_references_gate_is_a_quarter(near: float, kept: bool) -> None:  # noqa: FBT001
    talk = clocks(score="reference")
    text = (0.0, 0.0, 1.0)
    talk.table.embedder = Chosen(
        {
            "At the gate.": text,
            "Said.": (float(np.sqrt(1 - near**2)), 0.0, near),
            "Why?": (0, 1, 0),
        }
    )
    (only,) = talk.take_in(found("At the gate."))
    talk.table.emit(ev.TurnTaken(turn(1, question="Why?")))
    scores = await _reference_scores(talk.table, [talk.state.snippets[only]], talk.state.turns[-1])
    assert bool(scores[0] > 0) is kept


async def test_the_references_score_clips_and_multiplies() -> None:
    talk = clocks(score="reference")
    talk.table.embedder = Chosen(
        {
            "Text.": (0.6, 0.0, 0.8),
            "Said.": (0.6, 0.0, 0.8),
            "Why?": (-1, 0, 0),
            "Cited.": (0.0, 0.6, 0.8),
        }
    )
    one, two = talk.take_in(found("Text."), found("Cited.", "Cited"))
    talk.table.emit(ev.TurnTaken(turn(1, question="Why?", citations=cites(two))))
    scores = await _reference_scores(talk.table, [talk.state.snippets[one]], talk.state.turns[-1])
    # The query is on the other side, −0.6, and counts as 0; the cited snippet is at 0.64.
    assert scores.tolist() == pytest.approx([(1 - 0.64) ** 0.5], abs=1e-6)


@pytest.mark.parametrize("score", ["paper", "reference"])
async def test_the_best_comes_first_and_equal_ones_as_they_were_found(score: str) -> None:
    talk = clocks(score=score)
    ids = with_evidence(talk)
    if score == "reference":
        talk.table.emit(ev.TurnTaken(turn(1, question="Why?", queries=("why",))))
    ranked = await rank_unused(talk.table)
    assert ranked[0] == ids[1]
    assert set(ranked) == set(ids)
    assert ranked.index(ids[2]) < ranked.index(ids[3])


async def test_the_references_score_before_any_turn_is_the_papers() -> None:
    talk = clocks(score="reference")
    ids = with_evidence(talk)
    assert (await rank_unused(talk.table))[:2] == [ids[1], ids[0]]


# What is looked at.


def talk_with(*turns: tuple[str, tuple[int, ...], tuple[int, ...]]) -> Session:
    """A talk over six snippets: who spoke, what they found, and what they cited."""
    talk = session()
    ids = talk.take_in(*(found(f"Text number {number}.", f"T{number}") for number in range(6)))
    for number, (who, got, cited) in enumerate(turns, 1):
        asks = who == "moderator"
        said = turn(
            number,
            "moderator" if asks else "expert",
            ASK if asks else ANSWER,
            retrieved=tuple(ids[place] for place in got),
            citations=cites(*(ids[place] for place in cited)),
        )
        talk.table.emit(ev.TurnTaken(said))
    return talk


def looked_at(talk: Session) -> list[int]:
    ids = list(talk.state.snippets)
    return [ids.index(each.id) for each in candidates(talk.state)]


def test_what_was_found_since_the_moderator_spoke_and_never_cited_is_looked_at() -> None:
    talk = talk_with(
        ("expert", (0, 1), (0,)),
        ("moderator", (), ()),
        ("expert", (2, 3), (2,)),
        ("expert", (3, 4, 1), ()),
    )
    assert looked_at(talk) == [3, 4, 1]


def test_where_that_is_nothing_all_unused_evidence_is() -> None:
    assert looked_at(talk_with()) == [0, 1, 2, 3, 4, 5]
    talk = talk_with(("expert", (0, 1), (0, 1)), ("moderator", (), ()), ("expert", (1,), ()))
    assert looked_at(talk) == [2, 3, 4, 5]


def test_muted_branches_are_left_out_and_the_rest_is_looked_at() -> None:
    talk = talk_with(("expert", (0, 1, 2), ()))
    ids = list(talk.state.snippets)
    for event in (
        ev.ConceptAdded("c1", "Muted", "c0"),
        ev.ConceptAdded("c2", "Below", "c1"),
        ev.SnippetsPlaced(((ids[0], "c1"), (ids[1], "c2"), (ids[3], "c2"), (ids[4], "c0"))),
        ev.ConceptMarked("c1", pinned=False, muted=True, note=""),
    ):
        talk.table.emit(event)
    assert looked_at(talk) == [2]
    talk.table.emit(ev.SnippetsPlaced(((ids[2], "c2"),)))
    assert looked_at(talk) == [4, 5]


@pytest.mark.parametrize(
    ("looks_back", "seen"), [(1, [4]), (2, [4, 2, 3]), (3, [4, 2, 3]), (None, [4, 2, 3])]
)
def test_it_looks_back_over_so_many_turns_as_the_settings_say(
    looks_back: int | None, seen: list[int]
) -> None:
    talk = talk_with(
        ("expert", (0, 1), ()),
        ("moderator", (), ()),
        ("expert", (2, 3), ()),
        ("expert", (4,), ()),
    )
    settings = talk.state.settings.with_values(moderator_looks_back=looks_back)
    talk.table.emit(ev.SettingsChanged(settings))
    assert looked_at(talk) == seen


def failed(talk: Session, role: Role, *places: int) -> None:
    """Add a turn that failed, after it had found something."""
    ids = list(talk.state.snippets)
    number = len(talk.state.turns) + 1
    got = tuple(ids[place] for place in places)
    broken = turn(number, role, utterance="", retrieved=got, status="failed")
    talk.table.emit(ev.TurnTaken(broken))


def test_a_failed_turn_is_none_but_what_it_found_is_looked_at() -> None:
    talk = talk_with(("expert", (0, 1), ()), ("moderator", (), ()), ("expert", (2,), ()))
    failed(talk, "expert", 3)
    failed(talk, "moderator")
    assert looked_at(talk) == [3, 2]
    talk.table.emit(ev.SettingsChanged(talk.state.settings.with_values(moderator_looks_back=1)))
    assert looked_at(talk) == [3, 2]


async def test_the_references_score_looks_at_the_last_turn_that_was_said() -> None:
    talk, undisturbed = clocks(score="reference"), clocks(score="reference")
    for each in (talk, undisturbed):
        with_evidence(each)
        each.table.emit(ev.TurnTaken(turn(1, question="Why?", queries=("why",))))
    failed(talk, "expert")
    assert await rank_unused(talk.table) == await rank_unused(undisturbed.table)


@pytest.mark.parametrize(("gate", "kept"), [(0.5, True), (0.7, False)])
async def test_the_gate_is_a_setting(gate: float, kept: bool) -> None:  # noqa: FBT001
    talk = clocks(score="reference")
    ids = with_evidence(talk)
    talk.table.emit(ev.SettingsChanged(talk.state.settings.with_values(claim_gate=gate)))
    said = turn(1, question="Why?", queries=("why",))
    talk.table.emit(ev.TurnTaken(said))
    scores = await _reference_scores(talk.table, [talk.state.snippets[ids[1]]], said)
    assert bool(scores[0] > 0) is kept  # it is at 0.6 from the claim


@pytest.mark.parametrize("score", ["paper", "reference"])
def test_by_either_score_the_moderator_asks_from_what_nobody_has_cited(score: str) -> None:
    model = MoodyModel()
    session_ = session_with(model, sources=Endless(), moderator_score=score)
    session_.run(6)
    for each in (each for each in model.asked if each.job == "ask_as_moderator"):
        assert each.evidence
    asked = [each for each in session_.turns if each.role == "moderator" and not each.opening]
    assert len(asked) == 2
    assert all(each.citations for each in asked)


# What is said.


async def test_the_moderator_asks_a_grounded_question() -> None:
    talk = session(goal="for farmers")
    talk.take_in(
        found("Heart attacks rose in the week after the change.", "Hearts"),
        found("Farmers with cows milked them at the same hour as before.", "Farms"),
    )
    asked = await Moderator().speak(talk.table)
    assert (asked.role, asked.intent, asked.status) == ("moderator", ASK, "done")
    assert asked.question == asked.utterance
    assert asked.utterance.endswith("?")
    (citation,) = asked.citations
    assert citation.snippet_id in talk.state.snippets
    source = talk.state.sources[citation.source_id]
    assert f"”[{source.number}]" in asked.utterance
    assert f"“{source.title}”" in asked.utterance


async def test_without_evidence_it_asks_from_topic_and_goal_and_cites_nothing() -> None:
    talk = session(topic="Clocks", goal="for farmers")
    asked = await Moderator().speak(talk.table)
    assert asked.utterance == "With “for farmers” in mind: what would we have to know about Clocks?"
    assert asked.citations == ()
    assert asked.status == "done"


def test_a_turn_that_asks_puts_its_own_words_as_the_question() -> None:
    assert as_question(turn(1, utterance="So?")).question == "So?"
    assert as_question(turn(1, "user", ASK, "So?")).question == "So?"
