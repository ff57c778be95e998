"""Muted branches: no more queries, nothing brought up, named in prompts; un-muting ends it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.experts import proposed
from costorm_widget.discourse.moderator import candidates
from costorm_widget.discourse.muting import muting, open_names, users_words
from costorm_widget.discourse.round_table import take_user_turn
from costorm_widget.discourse.searching import _muted
from costorm_widget.discourse.steering import Remark, remark
from costorm_widget.settings import Settings
from costorm_widget.turns import Intent
from tests.builders import Fixed, found, session, turn
from tests.fixtures.models import MoodyModel, session_with

if TYPE_CHECKING:
    from costorm_widget.retrieval.base import Found
    from tests.builders import Session

KINDS = {
    "Owls": "Owls hunt mice at night in the forest",
    "Cows": "Cows give milk in the barn of the farm",
    "Trains": "Trains run late on winter mornings by rail",
    "Bread": "Bread needs salt and a hot stone oven",
}


def of_kind(name: str) -> list[Found]:
    return [found(f"{KINDS[name]}, number {each}.", f"{name} {each}") for each in range(6)]


def zoo(**settings: Any) -> Session:
    """Four concepts of six snippets; a search finds those of the kinds that a query names."""
    by_name = {name: of_kind(name) for name in KINDS}

    class Shelves(Fixed):
        async def search(self, query: str, limit: int) -> tuple[Found, ...]:
            self.asked.append(query)
            named = [name for name in KINDS if name.casefold() in query.casefold()]
            return tuple(each for name in named for each in by_name[name])[:limit]

    talk = session(Shelves(), settings=Settings().with_values(**settings))
    for place, (name, passages) in enumerate(by_name.items(), 1):
        ids = talk.take_in(*passages)
        talk.table.emit(ev.ConceptAdded(f"c{place}", name, "c0"))
        talk.table.emit(ev.SnippetsPlaced(tuple((each, f"c{place}") for each in ids)))
    return talk


def mute(talk: Session, concept: str, *, on: bool = True) -> None:
    talk.table.emit(ev.ConceptMarked(concept, pinned=False, muted=on, note=""))


def asked_of(talk: Session) -> list[str]:
    retriever = talk.table.retriever
    assert isinstance(retriever, Fixed)
    return retriever.asked


def homes(talk: Session, passages: Any) -> set[str]:
    return {talk.state.tree.home[each.snippet.id] for each in passages}


OWLS, COWS = "owls that hunt mice at night", "cows that give milk in a barn"


# What is muted.


def test_a_muted_concept_mutes_its_whole_branch() -> None:
    talk = zoo()
    tree = talk.state.tree
    for event in (ev.ConceptAdded("c5", "Barn owls", "c1"), ev.ConceptAdded("c6", "Chicks", "c5")):
        talk.table.emit(event)
    assert not muting(talk.state)
    mute(talk, "c5")
    hushed = muting(talk.state)
    assert [each for each in tree.nodes if each in hushed] == ["c5", "c6"]
    assert hushed.names(tree) == ("Barn owls",)
    assert open_names(tree, hushed) == ("Owls", "Cows", "Trains", "Bread")
    mute(talk, "c1")
    assert muting(talk.state).names(tree) == ("Owls", "Barn owls")
    mute(talk, "c1", on=False)
    mute(talk, "c5", on=False)
    assert not muting(talk.state)
    assert len(talk.table.concepts) == 6


def test_a_question_about_a_muted_concept_opens_it_and_nothing_else() -> None:
    talk = zoo()
    for event in (
        ev.ConceptAdded("c5", "Barn owls", "c1"),
        ev.ConceptAdded("c6", "Chicks", "c5"),
        ev.ConceptAdded("c7", "Calves", "c2"),
    ):
        talk.table.emit(event)
    for each in ("c1", "c6", "c7"):
        mute(talk, each)

    def heard_after_asking(concept: str) -> set[str]:
        take_user_turn(talk.table, remark("ask", concept, "it"))
        hushed = muting(talk.state)
        return {each for each in talk.state.tree.nodes if each in hushed}

    muted = {"c1", "c5", "c6", "c7"}
    assert heard_after_asking("c5") == muted - {"c5"}
    assert heard_after_asking("c6") == muted - {"c6"}
    assert heard_after_asking("c2") == muted  # what is above a muted branch does not open it
    assert heard_after_asking("c0") == muted
    talk.table.emit(ev.TurnTaken(turn(9, "moderator", Intent.ORIGINAL_QUESTION, concept="c1")))
    assert {each for each in talk.state.tree.nodes if each in muting(talk.state)} == muted


# What is searched for.


async def test_queries_about_a_muted_branch_are_dropped_and_the_others_go_on() -> None:
    talk = zoo()
    mute(talk, "c1")
    evidence = await talk.table.search("What sleeps?", (OWLS, COWS))
    assert asked_of(talk) == [COWS]
    assert evidence.queries == (COWS,)
    assert homes(talk, evidence.passages) == {"c2"}
    mute(talk, "c1", on=False)
    assert (await talk.table.search("What sleeps?", (OWLS, COWS))).queries == (OWLS, COWS)
    assert asked_of(talk)[1:] == [OWLS, COWS]


async def test_where_no_query_is_left_the_question_itself_is_searched_for() -> None:
    talk = zoo()
    mute(talk, "c1")
    evidence = await talk.table.search("What do cows give?", (OWLS, f"{OWLS} again"))
    assert evidence.queries == tuple(asked_of(talk)) == ("What do cows give?",)
    assert evidence.passages
    assert evidence.muted == ()


async def test_where_the_question_is_about_it_too_nothing_is_searched_and_the_turn_says_so() -> (
    None
):
    talk = zoo()
    question = "Why do owls hunt mice at night?"
    asked = turn(9, "moderator", Intent.ORIGINAL_QUESTION, question)
    talk.table.emit(ev.TurnTaken(asked))
    mute(talk, "c1")
    answer = await talk.step()
    assert asked_of(talk) == []
    assert (answer.status, answer.queries, answer.retrieved) == ("no evidence", (), ())
    assert "is about “Owls”, which is muted" in answer.utterance
    mute(talk, "c1", on=False)
    talk.table.emit(ev.TurnTaken(turn(11, "moderator", Intent.ORIGINAL_QUESTION, question)))
    assert (await talk.step()).citations


async def test_what_is_found_in_a_muted_branch_is_kept_but_not_handed_out() -> None:
    talk = zoo(results_per_query=12)
    mute(talk, "c1")
    query = "trains, owls, cows"
    evidence = await talk.table.search("What is there?", (query,))
    assert asked_of(talk) == [query]
    assert homes(talk, evidence.passages) == {"c2"}
    assert {talk.state.tree.home[each] for each in evidence.retrieved} == {"c1", "c2"}
    assert not candidates(talk.state) or all(
        talk.state.tree.home[each.id] != "c1" for each in candidates(talk.state)
    )


async def test_the_users_words_about_a_muted_branch_are_answered() -> None:
    talk = zoo()
    mute(talk, "c1")
    mute(talk, "c3")
    take_user_turn(talk.table, Remark("Why do owls hunt mice at night?"))
    assert users_words(talk.state)
    assert talk.table.muted == ()
    answer = await talk.step()
    assert answer.status == "done"
    assert homes_of_citations(talk, answer) == {"c1"}
    # It is the owls that were asked about; trains stay muted.
    evidence = await talk.table.search("Why?", ("trains that run late on winter mornings", OWLS))
    assert evidence.queries == (OWLS,)


def homes_of_citations(talk: Session, said: Any) -> set[str]:
    return {talk.state.tree.home[each.snippet_id] for each in said.citations}


async def test_a_wish_about_a_muted_concept_is_answered_from_it() -> None:
    talk = zoo()
    mute(talk, "c1")
    mute(talk, "c2")
    take_user_turn(talk.table, remark("ask", "c1", "Owls"))
    assert talk.table.muted == ("Cows",)
    answer = await talk.step()
    assert answer.concept == "c1"
    assert homes_of_citations(talk, answer) == {"c1"}
    assert all("Owls" in each for each in asked_of(talk))


async def test_muting_costs_no_request_for_vectors_that_a_search_would_not_make() -> None:
    class Counted:
        name = "counted"

        def __init__(self, inner: Any) -> None:
            self.inner, self.seen, self.requests = inner, set[str](), 0

        async def embed(self, texts: Any) -> Any:
            new = [each for each in texts if each not in self.seen]
            self.requests += bool(new)
            self.seen.update(new)
            return await self.inner.embed(texts)

    talk = zoo()
    counted = Counted(talk.table.embedder)
    talk.table.embedder = talk.table.index._embedder = counted
    await talk.table.index.follow(talk.state.tree, talk.state.snippets)
    counted.requests = 0
    await talk.table.search("What sleeps?", (COWS,))
    without = counted.requests
    mute(talk, "c1")
    take_user_turn(talk.table, Remark("And what about bread?"))
    counted.requests = 0
    await talk.table.search("What wakes?", (OWLS, "bread and salt"))
    assert counted.requests == without == 1


async def test_on_the_sample_corpus_most_queries_about_a_branch_are_found_and_few_others(
    warm: Session,
) -> None:
    """The figures that `searching` quotes: each top concept muted in turn.

    A query is about a branch if half of what it finds lies there, and about others if a fifth at
    most does.
    """
    for _ in range(12):
        await warm.step()
    state, tree = warm.state, warm.state.tree
    queries = sorted({query for each in state.snippets.values() for _, query in each.queries})
    results = [await warm.table.retriever.search(query, 10) for query in queries]
    about: list[bool] = []
    others: list[bool] = []
    for top in tuple(tree[tree.root].children):
        mute(warm, top)
        there = set(tree.below(top))
        found_there = await _muted(warm.table, queries, muting(state))
        mute(warm, top, on=False)
        for concept, each in zip(found_there, results, strict=True):
            share = sum(one.snippet.id in there for one in each) / max(1, len(each))
            if share >= 0.5 or share <= 0.2:
                (about if share >= 0.5 else others).append(bool(concept))
    assert sum(about) >= 0.7 * len(about) > 7
    assert sum(others) <= 0.03 * len(others)


# What is brought up, and by whom.


async def test_after_a_mute_no_turn_looks_there_while_the_unmuted_control_does() -> None:
    looked: dict[bool, int] = {}
    for muted in (True, False):
        talk = zoo()
        talk.table.emit(
            ev.TurnTaken(
                turn(1, "moderator", Intent.ORIGINAL_QUESTION, "What is there about bread?")
            )
        )
        if muted:
            mute(talk, "c1")
        queries = 0
        for _ in range(12):
            said = await talk.step()
            queries += sum("owl" in each.casefold() for each in said.queries)
            if muted:
                assert "c1" not in homes_of_citations(talk, said)
        looked[muted] = queries + sum("owl" in each.casefold() for each in asked_of(talk))
        cited = {talk.state.tree.home[each] for each in talk.state.cited}
        assert ("c1" in cited) is not muted
    assert looked[True] == 0 < looked[False]


async def test_moderator_guest_and_new_experts_leave_a_muted_branch_alone(warm: Session) -> None:
    tree = warm.state.tree
    latest = {each.id for each in candidates(warm.state)}
    concept = max(
        tree[tree.root].children, key=lambda each: len(latest.intersection(tree.below(each)))
    )
    there = set(tree.below(concept))
    assert latest & there
    mute(warm, concept)
    assert not {each.id for each in candidates(warm.state)} & there
    names = {node.name for node in tree.walk(concept)}
    assert not names & set(warm.table.concepts)
    assert await proposed(warm.table, sorted(there), "Why?") == ()
    mute(warm, concept, on=False)
    assert {each.id for each in candidates(warm.state)} & there
    assert names <= set(warm.table.concepts)
    assert await proposed(warm.table, sorted(there), "Why?")


def test_the_opening_leaves_out_what_was_muted_beforehand() -> None:
    def opened(*, muted: bool) -> tuple[list[str], str]:
        model = MoodyModel()
        talk = session_with(model, opening_concepts=2)

        def mute_the_first(event: ev.Event) -> None:
            if isinstance(event, ev.InterviewsHeld) and muted:
                talk.mind_map.children[0].mute()

        talk.on_event(mute_the_first)
        talk.warm_start()
        prompts = [each.prompt for each in model.asked if each.job == "open_concept"]
        return prompts, talk.mind_map.children[0].name

    prompts, first = opened(muted=False)
    assert [f"The concept: {first}" in each for each in prompts].count(True) == 1
    prompts, first = opened(muted=True)
    assert prompts
    assert not [each for each in prompts if f"The concept: {first}" in each]


def test_interviews_name_what_was_muted_before_them() -> None:
    model = MoodyModel()
    talk = session_with(model, opening_concepts=1)
    talk.mind_map.add("Pests").mute()
    talk.warm_start()
    asked = [each.prompt for each in model.asked if each.job == "ask_in_interview"]
    assert asked
    assert all("wants nothing about: Pests." in each for each in asked)


@pytest.mark.parametrize("job", ["plan_turn", "ask_as_moderator", "ask_as_guest"])
def test_prompts_name_what_is_muted_until_it_is_not(job: str) -> None:
    model = MoodyModel()
    talk = session_with(model, warm=True)
    concept = next(each for each in talk.mind_map if each.snippets)

    def prompt() -> str:
        since = len(model.asked)
        if job == "ask_as_guest":
            talk.step(simulate_user=True)
        else:
            talk.run(3)
        return next(each.prompt for each in model.asked[since:] if each.job == job)

    listed = f"wants nothing about: {concept.name}."
    assert listed not in prompt()
    concept.mute()
    assert listed in prompt()
    concept.mute(on=False)
    assert listed not in prompt()
