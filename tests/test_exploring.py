"""What is not known, in a session: found as it goes on, put on the table, ruled on and judged."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import BudgetReached, Stopped, UnknownName, UserError
from costorm_widget import events as ev
from costorm_widget.state import fold_all
from tests.fixtures.models import MoodyModel, jobs, session_with
from tests.fixtures.sessions import TREES, read_again

if TYPE_CHECKING:
    from pathlib import Path

    from costorm_widget import Asked, CoStorm
    from costorm_widget.evidence.disputes import Dispute

CHEAPER = "Shade lowers the cost of cooling a house in the summer heat."
DEARER = "Shade raises the cost of cooling a house in the summer heat."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The documents about street trees, and two more that contradict each other."""
    for each in TREES.glob("*.md"):
        (tmp_path / each.name).write_text(each.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "bills.md").write_text(f"# Cooling bills\n\n{CHEAPER}\n", encoding="utf-8")
    (tmp_path / "meters.md").write_text(f"# Cooling meters\n\n{DEARER}\n", encoding="utf-8")
    return tmp_path


def one_concept(asked: Asked) -> Any:
    """The sensible replies, but the first map is one concept, so that all lies near together."""
    if asked.job == "outline":
        return {"concepts": [{"name": "Cooling", "members": list(range(1, 9))}]}
    return asked.default()


def disputed(folder: Path, **settings: Any) -> tuple[CoStorm, MoodyModel]:
    """A warm session that has found the contradiction."""
    model = MoodyModel(one_concept)
    session = session_with(model, warm=True, sources=folder, results_per_query=20, **settings)
    return session, model


def said_by(session: CoStorm, dispute: Dispute) -> list[str]:
    """What both sides of a dispute say."""
    quotes = (dispute.one, dispute.other)
    return [session.snippets[each.snippet_id].text[each.start : each.end] for each in quotes]


def prompt_of(model: MoodyModel, job: str) -> str:
    return next(each.prompt for each in reversed(model.asked) if each.job == job)


def test_the_warm_start_finds_a_dispute_and_a_turn_does_not_find_it_again(folder: Path) -> None:
    session, _ = disputed(folder)
    (dispute,) = session.disputes
    assert (dispute.kind, dispute.verdict) == ("stance", "open")
    assert sorted(said_by(session, dispute)) == [CHEAPER, DEARER]
    session.run(3)
    assert session.disputes == [dispute]
    found = [each for each in session.events if isinstance(each, ev.DisputesFound)]
    assert found == [ev.DisputesFound((dispute,))]
    assert fold_all(read_again(session.events)).disputes == {dispute.id: dispute}
    assert session.mind_map["Cooling"].disputes == (dispute,)


def test_what_is_taken_back_takes_its_disputes_along(folder: Path) -> None:
    session, _ = disputed(folder)
    (dispute,) = session.disputes
    assert session.undo() == "the warm start"
    assert session.disputes == []
    session.redo()
    assert session.disputes == [dispute]


def test_a_dispute_on_the_table_is_answered_with_both_sides_at_hand(folder: Path) -> None:
    session, model = disputed(folder)
    (dispute,) = session.disputes
    said = session.explore(dispute)
    assert said is not None
    assert (said.role, said.steer, said.about) == ("user", "ask", dispute.snippets)
    assert session.mind_map[said.concept].name == "Cooling"
    for side in said_by(session, dispute):
        assert f"“{side[:-1]}”" in said.utterance
    answer = session.step()
    assert answer.role != "user"
    assert not answer.intent.asks
    assert set(dispute.snippets) <= set(answer.retrieved)
    evidence = prompt_of(model, "write_answer").partition("</evidence")[0]
    assert CHEAPER in evidence
    assert DEARER in evidence


def test_a_snippet_on_the_table_is_before_who_answers(folder: Path) -> None:
    session, model = disputed(folder)
    snippet = session.unused[-1]
    said = session.explore(snippet)
    assert said is not None
    assert said.about == (snippet.id,)
    assert snippet.text.split(".")[0].lstrip("# ")[:40] in said.utterance
    assert snippet.id in session.step().retrieved
    assert snippet.text[:60] in prompt_of(model, "write_answer").partition("</evidence")[0]


def test_an_open_question_on_the_table_is_closed_by_its_answer(folder: Path) -> None:
    session, _ = disputed(folder)
    session.say("Who pays for the roots?")
    (question,) = session.questions
    assert (question.text, question.asked_by) == ("Who pays for the roots?", "You")
    session.say("And the shade?")
    session.step()
    assert session.questions == [question]
    said = session.explore(question)
    assert said is not None
    assert said.utterance == question.text
    assert session.questions == [question]
    session.step()
    assert session.questions == []
    with pytest.raises(UnknownName, match="open question"):
        session.explore(question)


def test_a_thin_branch_is_asked_about_at_other_sources(folder: Path) -> None:
    session, _ = disputed(folder)
    thin = session.mind_map.add("Roots")
    thin.place(session.unused[0])
    assert thin in session.mind_map.thin
    said = session.explore(thin)
    assert said is not None
    assert (said.utterance, said.concept) == ("What do other sources say about “Roots”?", thin.id)
    rich = session.explore(session.mind_map["Cooling"])
    assert rich is not None
    assert (rich.steer, rich.concept) == ("missing", session.mind_map["Cooling"].id)


@pytest.mark.parametrize(
    ("language", "word"), [("ko", "어느 쪽"), ("zh", "哪一个"), ("pt", "Which")]
)
def test_it_is_asked_in_the_language_of_the_talk(folder: Path, language: str, word: str) -> None:
    session, _ = disputed(folder)
    session.settings.language = language
    said = session.explore(session.disputes[0])
    assert said is not None
    assert word in said.utterance


def test_while_a_turn_is_under_way_it_comes_directly_after(folder: Path) -> None:
    session, model = disputed(folder)
    model.mood.hold.add("plan_turn")
    session.say("Why?")
    session.start()
    assert model.mood.reached.wait(10)
    assert session.explore(session.disputes[0]) is None
    session.stop()
    assert session.turns[-1].about == session.disputes[0].snippets


def test_what_cannot_be_put_on_the_table_is_refused(folder: Path) -> None:
    session, _ = disputed(folder)
    before = session.events
    with pytest.raises(UserError, match=r"give one of s.questions"):
        session.explore("the dispute")  # type: ignore[arg-type]
    for kind, wanted in (("dispute", "d0"), ("snippet", "s"), ("concept", "c99"), ("quarrel", "d")):
        with pytest.raises(UnknownName):
            session.explore_by(kind, wanted)
    with pytest.raises(UnknownName, match="did you mean 'rejected'"):
        session.rule(session.disputes[0], "reject")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="dispute"):
        session.rule("d0", "rejected")
    assert session.events == before


def test_the_user_rules_and_takes_it_back(folder: Path) -> None:
    session, _ = disputed(folder)
    (dispute,) = session.disputes
    session.rule(dispute, "rejected")
    assert session.disputes == []
    assert session.mind_map["Cooling"].disputes == ()
    assert session.undo() == "a verdict on contradictions"
    assert session.disputes == [dispute]
    session.rule(dispute.id, "confirmed")
    assert session.disputes[0].verdict == "confirmed"


@pytest.mark.parametrize("verdict", ["confirmed", "rejected", "unsure"])
def test_a_model_judges_what_is_open_in_one_call(folder: Path, verdict: str) -> None:
    session, model = disputed(folder)
    model.script = lambda _: {"verdicts": [verdict]}
    (dispute,) = session.disputes
    asked = len(model.asked)
    judged = session.check_disputes()
    assert jobs(model, asked) == ["judge_disputes"]
    shown = model.asked[-1].prompt
    assert CHEAPER in shown
    assert DEARER in shown
    assert [each.verdict for each in judged] == ([] if verdict == "unsure" else [verdict])
    assert [each.id for each in session.disputes] == ([] if verdict == "rejected" else [dispute.id])
    if judged:
        assert session.check_disputes() == []
        assert len(model.asked) == asked + 1, "what has a verdict is not judged again"
        session.undo()
        assert session.disputes == [dispute]


@pytest.mark.parametrize("reply", ["I think so.", {"verdicts": []}, {"verdicts": ["yes"]}, "null"])
def test_after_a_reply_without_use_it_stays_open(folder: Path, reply: object) -> None:
    session, model = disputed(folder)
    model.script = lambda _: reply
    before = session.disputes
    assert session.check_disputes() == []
    assert session.disputes == before


def test_c16_stop_while_disputes_are_judged(folder: Path) -> None:
    session, model = disputed(folder)
    model.mood.hold.add("judge_disputes")
    before = session.disputes

    def stop() -> None:
        assert model.mood.reached.wait(10)
        session.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    begun = time.monotonic()
    with pytest.raises(Stopped):
        session.check_disputes()
    stopper.join()
    assert time.monotonic() - begun < 5
    assert session.disputes == before
    assert not session.busy
    assert session.step().status == "done"


def test_c30_a_budget_that_is_spent_ends_the_check(folder: Path) -> None:
    session, _ = disputed(folder)
    session.settings.max_requests = session.usage.total.requests
    before = session.disputes
    with pytest.raises(BudgetReached):
        session.check_disputes()
    assert session.disputes == before


def test_what_the_user_has_ruled_on_meanwhile_stays(folder: Path) -> None:
    session, model = disputed(folder)
    (dispute,) = session.disputes

    def meanwhile(asked: Asked) -> Any:
        session.rule(dispute, "confirmed")
        return {"verdicts": ["rejected"]} if asked.job == "judge_disputes" else asked.default()

    model.script = meanwhile
    assert session.check_disputes() == []
    assert session.disputes[0].verdict == "confirmed"


def test_without_a_model_nobody_judges(folder: Path) -> None:
    session = session_with("extractive", warm=True, sources=folder)
    before = session.events
    assert session.check_disputes() == []
    assert session.events == before


def test_turns_make_no_more_calls_for_disputes(folder: Path) -> None:
    session, model = disputed(folder)
    session.run(4)
    assert "judge_disputes" not in jobs(model)
