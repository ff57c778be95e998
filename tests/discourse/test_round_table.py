"""Turns, from who speaks to the tidied map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.policy import Request
from costorm_widget.discourse.round_table import take_user_turn
from costorm_widget.discourse.steering import Remark
from costorm_widget.settings import Settings
from costorm_widget.state import fold_all
from costorm_widget.turns import Expert, Intent
from tests.builders import Failing, Fixed, found, session, turn
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from tests.builders import Session

QUESTIONS = {
    5: "What about farmers?",
    10: "Does it save electricity?",
    15: "What happened in Mexico?",
}


async def test_after_the_warm_start_moderator_answer_and_details(warm: Session) -> None:
    turns = [await warm.step() for _ in range(6)]
    assert [each.role for each in turns] == ["moderator", "general knowledge", "expert"] * 2
    assert [each.intent for each in turns[:3]] == [
        Intent.ORIGINAL_QUESTION,
        Intent.POTENTIAL_ANSWER,
        Intent.FURTHER_DETAILS,
    ]
    asked, answer, details = turns[:3]
    assert answer.question == details.question == asked.utterance


async def test_a_question_is_answered_first_and_then_the_experts_are_refreshed(
    warm: Session,
) -> None:
    before = list(warm.state.experts)
    asked = take_user_turn(warm.table, Remark("What is known about heart attacks?"))
    answer = await warm.step()
    assert answer.role == "general knowledge"
    changes = [each for each in warm.kept if isinstance(each, ev.ExpertsChanged)]
    assert changes[-1].focus == asked.utterance
    assert list(changes[-1].experts) == warm.state.experts != before
    place = warm.kept.index(changes[-1])
    assert warm.kept[place - 1] == ev.TurnTaken(answer)
    # Details after details leave the list as it is.
    await warm.step()
    assert [each for each in warm.kept if isinstance(each, ev.ExpertsChanged)] == changes


async def test_whom_the_user_keeps_or_mutes_stays_through_a_refresh(warm: Session) -> None:
    kept = Expert("e9", "Chef", "food", kept=True)
    muted = Expert("e8", "Skeptic", "doubts", muted=True)
    warm.table.emit(ev.ExpertsChanged((kept, muted), by="user"))
    take_user_turn(warm.table, Remark("What is known about heart attacks?"))
    await warm.step()
    assert warm.state.experts[:2] == [kept, muted]
    assert len(warm.state.experts) == 4
    speakers = {(await warm.step()).speaker for _ in range(8)}
    assert "Skeptic" not in speakers
    assert "Chef" in speakers


async def test_a_turn_enters_the_record_with_its_evidence_and_the_map_takes_it_in(
    warm: Session,
) -> None:
    take_user_turn(warm.table, Remark("What happened in Mexico?"))
    known = set(warm.state.snippets)
    start = len(warm.kept)
    answer = await warm.step()
    new = set(warm.state.snippets) - known
    assert new
    assert new <= set(answer.retrieved)
    assert [each.type for each in warm.kept[start : start + 2]] == ["evidence_found", "turn_taken"]
    check_tree(warm.state.tree, warm.state.snippets)
    numbers = {each.number: each.id for each in warm.state.sources.values()}
    assert all(numbers[each.number] == each.source_id for each in answer.citations)


async def test_the_guest_and_the_moderator_come_when_asked_for(warm: Session) -> None:
    assert (await warm.step(Request(guest=True), "heart attacks")).role == "guest"
    assert (await warm.step()).role == "general knowledge"
    assert (await warm.step(Request(moderator=True))).role == "moderator"


async def test_an_empty_table_falls_back_to_general_knowledge(warm: Session) -> None:
    warm.table.emit(ev.ExpertsChanged(()))
    warm.table.emit(ev.TurnTaken(turn(9, "user", Intent.ORIGINAL_QUESTION, "And cows?")))
    warm.table.emit(ev.TurnTaken(turn(10, "general knowledge")))
    details = await warm.step()
    assert (details.role, details.intent) == ("general knowledge", Intent.FURTHER_DETAILS)
    assert details.citations
    assert not [each for each in details.queries if "General" in each]


async def test_c27_a_talk_rich_in_questions_keeps_its_moderator_and_its_map_in_shape(
    warm: Session,
) -> None:
    limit = warm.state.settings.snippets_per_concept
    over: dict[str, int] = {}
    roles: list[str] = []
    for number in range(1, 21):
        if number in QUESTIONS:
            take_user_turn(warm.table, Remark(QUESTIONS[number]))
            roles.append("user")
        else:
            roles.append((await warm.step()).role)
        over = {
            node.id: over.get(node.id, 0) + 1
            for node in warm.state.tree.walk()
            if len(node.snippets) > limit
        }
        assert max(over.values(), default=0) < 3
    assert roles.count("moderator") >= 4
    assert "moderator" in roles[5:10]
    assert "moderator" in roles[15:]
    for place in (5, 10, 15):
        assert roles[place - 1 : place + 1] == ["user", "general knowledge"]
    answers = [each for each in warm.state.turns if not each.intent.asks]
    assert sum(bool(each.citations) for each in answers) >= 0.8 * len(answers)
    check_tree(warm.state.tree, warm.state.snippets)
    # The record makes the same session again.
    state = fold_all(warm.kept)
    assert (state.tree, state.turns) == (warm.state.tree, warm.state.turns)


async def test_no_quoted_sentence_comes_twice_in_a_long_talk(warm: Session) -> None:
    said: list[str] = []
    for _ in range(12):
        turn = await warm.step()
        start = 0
        for citation in turn.citations:
            words = turn.utterance[start : citation.start]
            said.append(words.rpartition("“")[2].strip(" ”"))
            start = citation.end
    assert len(said) > 10
    assert len(set(said)) == len(said)


# C11: what the same, nothing, or an error brings.


@pytest.mark.parametrize("failing", [False, True])
async def test_c11_no_evidence_is_a_turn_like_any_other(failing: bool) -> None:  # noqa: FBT001
    talk = session(Failing() if failing else Fixed())
    take_user_turn(talk.table, Remark("What about farmers?"))
    turns = [await talk.step() for _ in range(5)]
    assert [each.status for each in turns if not each.intent.asks].count("no evidence") >= 3
    assert all(each.citations == () for each in turns)
    assert [each.number for each in talk.state.turns] == list(range(1, 7))


async def test_c11_the_same_results_again_say_nothing_new() -> None:
    text = "Farmers milk their cows at the same hour as before the change."
    talk = session(Fixed([found(text, "Farms")]))
    take_user_turn(talk.table, Remark("What about farmers?"))
    first = await talk.step()
    assert (first.status, first.utterance) == ("done", f"{text}[1]")
    take_user_turn(talk.table, Remark("And what else about farmers?"))
    second = await talk.step()
    assert (second.status, second.citations) == ("no evidence", ())
    assert "has been said already" in second.utterance
    assert (await talk.step()).utterance
    assert len(talk.state.sources) == 1


async def test_c10_lists_numbered_alike_open_each_its_own_text() -> None:
    web = found("Farmers on the web milk cows at the same hour.", "1", "https://web.x/1")
    file = found("Farmers in the file milk cows at another hour.", "1", "file:1.md")
    talk = session(Fixed([web, file]), settings=Settings(utterance_length="long"))
    take_user_turn(talk.table, Remark("What about farmers and cows?"))
    answer = await talk.step()
    assert len({each.number for each in answer.citations}) == 2
    for citation in answer.citations:
        snippet = talk.state.snippets[citation.snippet_id]
        source = talk.state.sources[citation.source_id]
        assert source.number == citation.number
        assert source.text[snippet.start : snippet.end] == snippet.text
        assert snippet.text in answer.utterance
