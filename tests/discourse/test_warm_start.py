"""The warm start: from a topic to experts, interviews, a map and an opening, resumable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.warm_start import warm_start
from costorm_widget.settings import Settings
from costorm_widget.state import fold_all
from costorm_widget.turns import Expert
from tests.builders import (
    Failing,
    Fixed,
    Session,
    found,
    sample_documents,
    sample_embedder,
    session,
)
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from collections.abc import Iterable


def again(events: Iterable[ev.KeptEvent]) -> Session:
    """A session on the sample corpus that has come as far as `events`."""
    return session(sample_documents(), embedder=sample_embedder(), events=events)


def kinds(talk: Session) -> list[str]:
    return [each.type for each in talk.kept]


def test_experts_are_seated(warm: Session) -> None:
    experts = warm.state.experts
    assert len(experts) == 3
    assert len({each.name for each in experts}) == len({each.id for each in experts}) == 3


def test_every_expert_is_interviewed_and_the_archive_is_readable(warm: Session) -> None:
    archive = warm.state.archive
    assert [each.expert for each in archive] == [
        each.name for each in warm.state.experts for _ in range(2)
    ]
    numbers = {each.id: each.number for each in warm.state.sources.values()}
    for exchange in archive:
        assert exchange.question.endswith("?")
        assert exchange.answer
        for citation in exchange.citations:
            assert exchange.answer[citation.start : citation.end] == f"[{citation.number}]"
            assert numbers[citation.source_id] == citation.number
            assert citation.snippet_id in exchange.retrieved
    assert sum(bool(each.citations) for each in archive) >= 4


def test_the_first_map_has_six_concepts_or_more_and_every_snippet(warm: Session) -> None:
    tree = warm.state.tree
    check_tree(tree, warm.state.snippets)
    assert len(tree[tree.root].children) >= 6
    assert len(tree.nodes) - 1 >= 6
    limit = warm.state.settings.snippets_per_concept
    assert all(len(node.snippets) <= limit for node in tree.walk())
    assert warm.state.unplaced == []


def test_the_opening_is_a_question_and_an_answer_a_concept(warm: Session) -> None:
    turns = warm.state.turns
    assert len(turns) == 2 * warm.state.settings.opening_concepts
    assert all(each.opening for each in turns)
    assert [each.number for each in turns] == list(range(1, len(turns) + 1))
    tops = {warm.state.tree[each].name for each in warm.state.tree[warm.state.tree.root].children}
    experts = [each.name for each in warm.state.experts]
    for place, (asked, answer) in enumerate(zip(turns[::2], turns[1::2], strict=True)):
        assert (asked.role, asked.status) == ("moderator", "done")
        assert any(name.casefold() in asked.utterance.casefold() for name in tops)
        assert answer.speaker == experts[place % 3]
        assert answer.question == asked.utterance
        assert answer.status == "done"
        assert answer.citations
    assert warm.state.warm


def test_no_sentence_of_the_opening_comes_twice(warm: Session) -> None:
    sentences = [
        each.rsplit("[", 1)[0]
        for turn in warm.state.turns[1::2]
        for each in turn.utterance.split("] ")
    ]
    assert len(set(sentences)) == len(sentences)


def test_the_stages_enter_the_record_whole_and_in_order(warm: Session) -> None:
    order = kinds(warm)
    steps = ["evidence_found", "experts_changed", "interviews_held", "concept_added", "turn_taken"]
    firsts = [order.index(each) for each in steps]
    assert firsts == sorted(firsts)
    assert order[0] == "session_opened"
    assert order[-1] == "warm_start_ended"
    assert order.count("experts_changed") == order.count("interviews_held") == 1


@pytest.mark.parametrize(
    ("kind", "nth"),
    [
        ("evidence_found", 0),
        ("experts_changed", 0),
        ("interviews_held", 0),
        *(("turn_taken", nth) for nth in (0, 1, -1)),
    ],
)
async def test_what_is_there_already_is_not_done_again(warm: Session, kind: str, nth: int) -> None:
    """Stopped after one of its events, the warm start goes on behind it."""
    places = [place for place, each in enumerate(kinds(warm)) if each == kind]
    there = warm.kept[: places[nth] + 1]
    talk = again(there)
    await warm_start(talk.table)
    assert talk.kept[: len(there)] == there
    assert kinds(talk).count("experts_changed") == kinds(talk).count("interviews_held") == 1
    turns = talk.state.turns
    assert [each.role for each in turns] == ["moderator", "expert"] * (len(turns) // 2)
    assert len(turns) == len(warm.state.turns)
    assert talk.state.warm
    check_tree(talk.state.tree, talk.state.snippets)
    if kind == "turn_taken":
        assert talk.state.tree == warm.state.tree
        assert [each.utterance for each in turns] == [each.utterance for each in warm.state.turns]


async def test_whom_the_user_has_seated_stays() -> None:
    chef = Expert("e1", "Chef", "food", kept=True)
    opened = ev.SessionOpened("s", "Clocks", "", "extractive", Settings(opening_concepts=0))
    talk = again((opened, ev.ExpertsChanged((chef,), by="user")))
    await warm_start(talk.table)
    assert talk.state.experts[0] == chef
    assert len(talk.state.experts) == 3


async def test_the_same_corpus_gives_the_same_warm_start(warm: Session) -> None:
    opened = warm.kept[:1]
    talk = again(opened)
    await warm_start(talk.table)
    assert [each.utterance for each in talk.state.turns] == [
        each.utterance for each in warm.state.turns
    ]
    assert fold_all(talk.kept).tree == warm.state.tree


@pytest.mark.parametrize("retriever", [Fixed, Failing])
async def test_c11_without_any_evidence_the_table_is_warm_and_the_talk_goes_on(
    retriever: type[Fixed],
) -> None:
    talk = session(retriever())
    await warm_start(talk.table)
    assert talk.state.warm
    assert talk.state.experts == []
    assert talk.state.archive == []
    assert list(talk.state.tree.nodes) == ["c0"]
    turns = [await talk.step() for _ in range(8)]
    assert [each.role for each in turns[:3]] == [
        "moderator",
        "general knowledge",
        "general knowledge",
    ]
    for each in turns:
        assert each.citations == ()
        assert each.status == ("done" if each.intent.asks else "no evidence")
        assert each.utterance.startswith("The sources ") or talk.state.topic in each.utterance
        if not each.intent.asks:
            assert bool(each.error) is (retriever is Failing)
    asked = [each.utterance for each in turns if each.role == "moderator"]
    assert len(set(asked)) == len(asked)


async def test_a_single_short_source_is_enough() -> None:
    talk = session(Fixed([found("Short fact.", "Facts")]))
    await warm_start(talk.table)
    assert talk.state.warm
    check_tree(talk.state.tree, talk.state.snippets)
    for _ in range(4):
        await talk.step()
    assert all(each.utterance for each in talk.state.turns)


async def test_settings_bound_the_warm_start() -> None:
    settings = Settings(experts=2, interview_turns=0, opening_concepts=1)
    talk = session(sample_documents(), embedder=sample_embedder(), settings=settings)
    await warm_start(talk.table)
    assert len(talk.state.experts) == 2
    assert talk.state.archive == []
    assert len(talk.state.turns) == 2
