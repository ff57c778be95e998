"""What the user wants of a concept, and how the next turn answers to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import events as ev
from costorm_widget.discourse.aims import aim_of, evidence_about, focus_on, looking_there
from costorm_widget.discourse.policy import Request, next_expert
from costorm_widget.discourse.round_table import take_user_turn
from costorm_widget.discourse.steering import WORDS, own_words, remark
from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.language.tasks import Plan
from costorm_widget.state import fold_all
from costorm_widget.turns import Intent
from tests.builders import Fixed, cites, found, session, turn
from tests.fixtures.models import MoodyModel, down, in_order, jobs, session_with, told_by

if TYPE_CHECKING:
    from costorm_widget import Asked, CoStorm
    from costorm_widget.mind_map.concepts import Concept
    from costorm_widget.turns import Steer, Turn
    from tests.builders import Session

ADVOCATE = "Devil's advocate"
STEERS: tuple[Steer, ...] = ("ask", "challenge", "opposite", "missing")
ALL_STEERS = pytest.mark.parametrize("steer", STEERS)


def largest(talk: Session) -> str:
    """The id of the top concept with most evidence under it."""
    tree = talk.state.tree
    return max(tree[tree.root].children, key=lambda each: len(tree.below(each)))


def steer_to(talk: Session, steer: Steer, concept: str, text: str = "") -> Turn:
    name = talk.state.tree[concept].name
    return take_user_turn(talk.table, remark(steer, concept, name, text))


def under(talk: Session, concept: str, snippets: object) -> list[str]:
    there = set(talk.state.tree.below(concept))
    return [each for each in snippets if each in there]  # type: ignore[attr-defined]


def cited_by(turn: Turn) -> list[str]:
    return [each.snippet_id for each in turn.citations]


# The words.


@ALL_STEERS
def test_a_wish_is_said_in_the_talks_language(steer: Steer) -> None:
    said = {tag: remark(steer, "c1", "Sleep", language=tag).text for tag in ("en", "ko", "zh-TW")}
    assert len(set(said.values())) == 3
    assert all("“Sleep”" in each for each in said.values())
    assert "무엇" in said["ko"] or "누구" in said["ko"]
    assert "关于" in said["zh-TW"]
    assert remark(steer, "c1", "Sleep", language="de").text == said["en"]
    assert set(WORDS) == {"en", "ko", "zh"}
    assert all(set(each) == set(STEERS) for each in WORDS.values())


def test_own_words_go_before_set_ones_and_are_told_from_them() -> None:
    own = remark("ask", "c1", "Sleep", " Do owls sleep? ", "ko")
    assert own.text == "Do owls sleep?"
    assert own_words(own.text) == own.text
    for language in WORDS:
        for steer in STEERS:
            assert own_words(remark(steer, "c1", "A “b” {name}?", language=language).text) == ""


@pytest.mark.parametrize(
    ("language", "word"), [("en", "missing"), ("ko", "놓치고"), ("zh", "遗漏")]
)
def test_a_sessions_language_decides(language: str, word: str) -> None:
    open_one = session_with("extractive", language=language, opening_concepts=0, warm=True)
    said = open_one.mind_map.children[0].missing()
    assert said is not None
    assert word in said.utterance


# What the answer is about.


def test_an_aim_names_the_concept_with_its_path_and_has_its_evidence_at_hand() -> None:
    talk = session()
    ids = talk.take_in(*(found(f"Text number {number}.", f"T{number}") for number in range(4)))
    for event in (
        ev.ConceptAdded("c1", "Health", "c0"),
        ev.ConceptAdded("c2", "Sleep", "c1"),
        ev.SnippetsPlaced(((ids[0], "c1"), (ids[1], "c2"), (ids[2], "c2"), (ids[3], "c0"))),
        ev.TurnTaken(turn(1, citations=cites(ids[1]))),
    ):
        talk.table.emit(event)
    assert aim_of(talk.state).focus is None
    steer_to(talk, "ask", "c1")
    aim = aim_of(talk.state)
    assert (aim.concept, aim.focus) == ("c1", focus_on(talk.state.tree, "c1", "ask"))
    assert aim.at_hand == (ids[0], ids[2], ids[1])  # what nobody has cited goes first
    steer_to(talk, "missing", "c1")
    assert aim_of(talk.state).at_hand == (ids[0], ids[2])
    steer_to(talk, "ask", "c2", "Do owls sleep?")
    focus = aim_of(talk.state).focus
    assert focus is not None
    assert (focus.path, focus.words) == (("Health", "Sleep"), "Do owls sleep?")
    steer_to(talk, "ask", "c0")
    assert aim_of(talk.state).focus == focus_on(talk.state.tree, "c0", "ask")
    assert focus_on(talk.state.tree, "c0").path == (talk.state.topic,)


def test_who_looks_for_the_opposite_has_both_sides_of_a_dispute_first() -> None:
    talk = session()
    ids = talk.take_in(*(found(f"Text number {number}.", f"T{number}") for number in range(5)))
    talk.table.emit(ev.ConceptAdded("c1", "Sleep", "c0"))
    talk.table.emit(ev.SnippetsPlaced(tuple((each, "c1") for each in ids[:3])))
    quotes = [Quote(each, 0, 4) for each in ids]
    open_one = Dispute("d1", "number", quotes[2], quotes[3], "3 against 4", 0.9)
    settled = Dispute("d2", "number", quotes[1], quotes[4], "no", 0.9, "rejected")
    talk.table.emit(ev.DisputesFound((open_one, settled)))
    for steer in ("opposite", "challenge"):
        assert evidence_about(talk.state, "c1", steer) == (ids[2], ids[3], ids[0], ids[1])
    assert evidence_about(talk.state, "c1", "ask") == tuple(ids[:3])


def test_what_is_missing_where_all_was_cited_is_what_stands_on_one_source() -> None:
    talk = session()
    one = found("First of one source. Second of it.", "One")
    ids = talk.take_in(one, found("Another text.", "Two"))
    for event in (
        ev.ConceptAdded("c1", "Health", "c0"),
        ev.ConceptAdded("c2", "Sleep", "c1"),
        ev.ConceptAdded("c3", "Hearts", "c1"),
        ev.SnippetsPlaced(((ids[0], "c2"), (ids[1], "c1"))),
        ev.TurnTaken(turn(1, citations=cites(*ids))),
    ):
        talk.table.emit(event)
    assert evidence_about(talk.state, "c1", "missing") == (ids[0],)
    assert evidence_about(talk.state, "c3", "missing") == ()


def test_at_least_one_query_names_the_concept() -> None:
    tree = session().state.tree
    tree.add("c1", "Health", "c0")
    tree.add("c2", "Night health of owls", "c1")
    focus = focus_on(tree, "c2", "ask")
    plan = Plan(Intent.POTENTIAL_ANSWER, "Why?", ("one", "two", "three"))
    assert looking_there(plan, focus, 2).queries == ("one", "Night health of owls")
    named = replace(plan, queries=("one", "night HEALTH of owls, lately"))
    assert looking_there(named, focus, 2) == named
    assert looking_there(plan, None, 2) == plan
    assert looking_there(replace(plan, queries=()), focus, 2).queries == ()


# Who answers, and how, on the sample corpus.


async def test_an_ask_is_answered_by_general_knowledge_with_the_concept_in_focus(
    warm: Session,
) -> None:
    concept = largest(warm)
    name = warm.state.tree[concept].name
    asked = steer_to(warm, "ask", concept)
    answer = await warm.step()
    assert (answer.role, answer.concept, answer.question) == (
        "general knowledge",
        concept,
        asked.utterance,
    )
    assert all(name in query for query in answer.queries)
    assert answer.status == "done"
    assert under(warm, concept, cited_by(answer))
    changes = [each for each in warm.kept if isinstance(each, ev.ExpertsChanged)]
    assert changes[-1].focus == asked.utterance


async def test_an_ask_in_the_users_words_is_answered_from_what_lies_there(warm: Session) -> None:
    concept = largest(warm)
    steer_to(warm, "ask", concept, "How many people were there?")
    answer = await warm.step()
    assert answer.queries[0] == "How many people were there?"
    assert warm.state.tree[concept].name in answer.queries[1]
    assert answer.concept == concept


async def test_what_lies_under_a_concept_is_at_hand_though_no_search_finds_it() -> None:
    text = "Milk yields fell by four litres in the week after the change."
    talk = session(Fixed())
    (only,) = talk.take_in(found(text, "Farms"))
    talk.table.emit(ev.ConceptAdded("c1", "Milk yields", "c0"))
    talk.table.emit(ev.SnippetsPlaced(((only, "c1"),)))
    steer_to(talk, "ask", "c1")
    answer = await talk.step()
    assert (answer.status, answer.utterance) == ("done", f"{text}[1]")
    assert answer.retrieved == ()


async def test_a_challenge_is_answered_by_the_advocate_against_what_was_said_there(
    warm: Session,
) -> None:
    for _ in range(3):
        await warm.step()
    said = next(each for each in reversed(warm.state.turns) if cited_by(each) and not each.opening)
    concept = warm.state.tree.home[said.citations[-1].snippet_id]
    asked = steer_to(warm, "challenge", concept)
    answer = await warm.step()
    assert (answer.speaker, answer.role, answer.concept) == (ADVOCATE, "expert", concept)
    assert not answer.intent.asks
    claim = answer.queries[1]
    assert claim in said.utterance
    assert answer.queries[0] == f"evidence against: {claim}"
    assert claim not in answer.utterance
    assert answer.citations
    assert asked in warm.state.turns


async def test_a_concept_nobody_has_spoken_of_is_challenged_by_its_name() -> None:
    talk = session(Fixed([found("No significant effect on cows was found.", "Cows")]))
    talk.table.emit(ev.ConceptAdded("c1", "Cows", "c0"))
    talk.table.emit(ev.TurnTaken(turn(1, utterance="Sheep sleep.")))
    steer_to(talk, "challenge", "c1")
    answer = await talk.step()
    assert answer.queries == ("evidence against: Cows", "Cows")
    assert answer.utterance == "No significant effect on cows was found.[1]"


async def test_a_challenge_without_a_source_says_so_and_argues_nothing() -> None:
    talk = session(Fixed())
    talk.table.emit(ev.ConceptAdded("c1", "Cows", "c0"))
    steer_to(talk, "challenge", "c1")
    answer = await talk.step()
    assert (answer.status, answer.citations) == ("no evidence", ())
    assert "found nothing" in answer.utterance


async def test_only_the_statement_that_lies_under_the_concept_is_argued_against() -> None:
    talk = session(Fixed())
    ids = talk.take_in(found("Cows sleep.", "Cows"), found("Owls wake.", "Owls"))
    for event in (
        ev.ConceptAdded("c1", "Cows", "c0"),
        ev.ConceptAdded("c2", "Owls", "c0"),
        ev.SnippetsPlaced(((ids[0], "c1"), (ids[1], "c2"))),
    ):
        talk.table.emit(event)
    words = "Dr. Moo says cows sleep 2.5 hours [1]. Owls wake at night.[2] Nobody knows why."
    first, second = cites(*ids)
    at = words.index("[1]"), words.index("[2]")
    citations = (
        replace(first, start=at[0], end=at[0] + 3),
        replace(second, number=2, start=at[1], end=at[1] + 3),
    )
    talk.table.emit(ev.TurnTaken(turn(1, utterance=words, citations=citations)))
    claims = []
    for concept in ("c1", "c2"):
        steer_to(talk, "challenge", concept)
        claims.append((await talk.step()).queries[1])
    assert claims == ["Dr. Moo says cows sleep 2.5 hours.", "Owls wake at night."]


async def test_the_opposite_is_looked_for_by_the_next_expert(warm: Session) -> None:
    expected = next_expert(warm.state)
    concept = largest(warm)
    name = warm.state.tree[concept].name
    steer_to(warm, "opposite", concept)
    answer = await warm.step()
    expert = next(each for each in warm.state.experts if each.id == expected.expert)
    assert (answer.speaker, answer.concept) == (expert.name, concept)
    assert answer.queries[0] == f"evidence against: {name}"
    assert name in answer.queries[1]
    assert answer.citations


async def test_what_is_missing_is_asked_by_the_moderator_from_what_nobody_used_there(
    warm: Session,
) -> None:
    concept = next(
        each
        for each in warm.state.tree[warm.state.tree.root].children
        if set(warm.state.tree.below(each)) - warm.state.cited
    )
    unused = set(warm.state.tree.below(concept)) - warm.state.cited
    steer_to(warm, "missing", concept)
    asked = await warm.step()
    assert (asked.role, asked.concept) == ("moderator", concept)
    assert asked.intent.asks
    assert cited_by(asked)
    assert set(cited_by(asked)) <= unused
    answer = await warm.step()
    assert (answer.role, answer.concept, answer.question) == (
        "general knowledge",
        concept,
        asked.question,
    )


async def test_what_is_missing_at_an_empty_concept_is_asked_by_its_name(warm: Session) -> None:
    warm.table.emit(ev.ConceptAdded("c99", "Zebra crossings", "c0", by="user"))
    cited = warm.state.tree.below("c0")
    warm.table.emit(ev.TurnTaken(turn(99, utterance="All of it.", citations=cites(*cited))))
    steer_to(warm, "missing", "c99")
    asked = await warm.step()
    assert "Zebra crossings" in asked.utterance
    assert asked.citations == ()
    answer = await warm.step()
    assert any("Zebra crossings" in query for query in answer.queries)


async def test_what_is_near_is_asked_about_where_nothing_is_unused() -> None:
    talk = session(Fixed())
    kinds = ("Owls hunt mice at night", "Cows give milk", "Trains run late", "Bread needs salt")
    ids = talk.take_in(
        *(
            found(f"{kind} in place {number}.", f"{kind} {number}")
            for kind in kinds
            for number in range(6)
        )
    )
    for place, kind in enumerate(kinds):
        talk.table.emit(ev.ConceptAdded(f"c{place + 1}", kind.split()[0], "c0"))
        mine = ids[place * 6 : place * 6 + 6]
        talk.table.emit(ev.SnippetsPlaced(tuple((each, f"c{place + 1}") for each in mine)))
    # One about owls lies elsewhere; those under the concept are all cited.
    talk.table.emit(ev.SnippetsPlaced(((ids[5], "c2"),)))
    talk.table.emit(ev.TurnTaken(turn(1, citations=cites(*ids[:5]))))
    steer_to(talk, "missing", "c1")
    assert cited_by(await talk.step()) == [ids[5]]


# The map as it is now.


@ALL_STEERS
async def test_a_wish_whose_concept_went_away_is_a_question_like_any_other(
    warm: Session, steer: Steer
) -> None:
    concept = largest(warm)
    asked = steer_to(warm, steer, concept)
    warm.table.emit(ev.ConceptRemoved(concept, by="user"))
    answer = await warm.step()
    assert (answer.role, answer.concept) == ("general knowledge", "")
    assert answer.question == asked.utterance
    assert answer.status in {"done", "no evidence"}


async def test_the_next_turn_goes_by_the_names_and_places_of_now(warm: Session) -> None:
    concept = largest(warm)
    steer_to(warm, "ask", concept)
    warm.table.emit(ev.ConceptAdded("c99", "Upper floor", "c0", by="user"))
    warm.table.emit(ev.ConceptRenamed(concept, "Dairy farming", by="user"))
    warm.table.emit(ev.ConceptMoved(concept, "c99", by="user"))
    answer = await warm.step()
    assert "Upper floor Dairy farming" in answer.queries
    assert answer.concept == concept


async def test_a_concept_that_goes_away_while_its_turn_is_said_takes_nothing_along() -> None:
    talk = session(Fixed([found("Cows sleep for two hours a night.", "Cows")]))
    talk.table.emit(ev.ConceptAdded("c1", "Cows", "c0"))
    steer_to(talk, "ask", "c1")
    forward = talk.table.emit

    def remove_first(event: ev.Event) -> None:
        forward(event)
        if isinstance(event, ev.TurnStarted) and "c1" in talk.state.tree:
            forward(ev.ConceptRemoved("c1", by="user"))

    talk.table.emit = remove_first
    assert (await talk.step()).status == "done"


# In the record.


@ALL_STEERS
async def test_a_steered_turn_is_in_the_record_and_read_again(warm: Session, steer: Steer) -> None:
    concept = largest(warm)
    asked = steer_to(warm, steer, concept)
    answer = await warm.step()
    assert (asked.steer, asked.concept, asked.role) == (steer, concept, "user")
    again = fold_all(ev.from_dict(ev.to_dict(each)) for each in warm.kept)  # type: ignore[misc]
    assert again.turns[-2:] == [asked, answer]


def test_a_wish_and_its_answer_are_taken_back_and_done_again() -> None:
    talk = session_with("extractive", warm=True)
    before = list(talk.turns)
    concept = talk.mind_map.children[0]
    concept.challenge()
    answer = talk.step()
    both = list(talk.turns)
    assert answer.speaker == ADVOCATE
    talk.undo()
    assert talk.turns == both[:-1]
    talk.undo()
    assert talk.turns == before
    talk.redo()
    talk.redo()
    assert talk.turns == both
    talk.undo()
    assert talk.step().speaker == ADVOCATE


# With a model.


def steered(model: MoodyModel, **changes: Any) -> tuple[CoStorm, Concept]:
    talk = session_with(model, warm=True, **changes)
    talk.step()
    return talk, next(each for each in talk.mind_map if each.snippets)


def path_in(prompt: str, concept: Concept) -> bool:
    return f"is about this concept of the mind map: {' > '.join(concept.path)}." in prompt


@pytest.mark.parametrize(
    ("steer", "expected", "words"),
    [
        ("ask", ["plan_turn", "write_answer"], ("Search for it by name", "Answer it.")),
        ("challenge", ["write_answer"], ("Argue against what was said",)),
        (
            "opposite",
            ["plan_turn", "write_answer"],
            ("Search for who finds the opposite", "Say who"),
        ),
        ("missing", ["ask_as_moderator"], ("Stay with it.",)),
    ],
)
def test_the_prompts_of_the_next_turn_hold_the_focus(
    steer: str, expected: list[str], words: tuple[str, ...]
) -> None:
    model = MoodyModel()
    talk, concept = steered(model)
    since = len(model.asked)
    getattr(concept, steer)()
    answer = talk.step()
    spoken = [each for each in model.asked[since:] if each.job in expected]
    assert [each.job for each in spoken] == expected
    for asked, said in zip(spoken, words, strict=True):
        assert path_in(asked.prompt, concept)
        assert said in asked.prompt
    assert answer.concept == concept.id
    assert answer.status == "done"
    assert (
        steer == "missing"
        or any(concept.name in each for each in answer.queries)
        or (steer == "challenge")
    )
    since = len(model.asked)
    talk.step()
    later = [each.prompt for each in model.asked[since:] if each.job == "plan_turn"]
    assert later or steer == "challenge"
    assert steer == "missing" or not any(path_in(each, concept) for each in later)


def test_a_failed_turn_is_tried_again_as_the_answer_to_the_wish() -> None:
    for steer, job in (("challenge", "write_answer"), ("missing", "ask_as_moderator")):
        model = MoodyModel()
        talk, concept = steered(model)
        getattr(concept, steer)()
        model.mood.fails = {job}
        failed = talk.step()
        assert (failed.status, talk.step().status) == ("failed", "failed")
        model.mood.fails = set()
        retried = talk.retry()
        assert (retried.status, retried.concept) == ("done", concept.id)
        assert retried.speaker == failed.speaker


@ALL_STEERS
def test_a_wish_drops_the_turn_in_advance_and_is_answered(steer: Steer) -> None:
    model = MoodyModel()
    talk, concept = steered(model, prefetch=True)
    told = told_by(talk)
    getattr(concept, steer)()
    answer = talk.step()
    assert answer.concept == concept.id
    dropped = [each for each in talk.events if isinstance(each, ev.AheadSettled)]
    assert not dropped[-1].said
    assert in_order(told)


def test_a_wish_said_while_a_turn_is_under_way_comes_directly_after() -> None:
    model = MoodyModel()
    talk, concept = steered(model)
    heard: list[object] = []

    def challenge(event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted) and not heard:
            heard.append(concept.challenge())

    end = talk.on_event(challenge)
    talk.step()
    end()
    assert heard == [None]
    assert (talk.turns[-1].role, talk.turns[-1].steer) == ("user", "challenge")
    assert talk.step().speaker == ADVOCATE


# Modes, policies and the rhythm of the talk.


def roles(talk: CoStorm, *steers: str) -> list[str]:
    concept = next(each for each in talk.mind_map if each.snippets)
    found_roles: list[str] = []
    for steer in steers:
        getattr(concept, steer)()
        answer = talk.step()
        assert answer.concept == concept.id
        found_roles.append("advocate" if answer.speaker == ADVOCATE else answer.role)
    return found_roles


def test_a_policy_of_the_users_comes_after_the_users_words() -> None:
    talk = session_with(MoodyModel(), warm=True, policy=next_expert)
    assert roles(talk, *STEERS) == ["general knowledge", "advocate", "expert", "moderator"]
    assert talk.step().role == "expert"


def test_one_voice_answers_everything() -> None:
    for mode in ("rag_chatbot", "storm_qa"):
        model = MoodyModel()
        talk = session_with(model, mode=mode)
        talk.say("Do roots damage old clay pipes?")
        talk.mind_map.add("Pipes").place(talk.step().citations[0].snippet_id)
        since = len(model.asked)
        assert roles(talk, *STEERS) == ["general knowledge"] * 4
        prompts = [each.prompt for each in model.asked[since:] if each.job == "write_answer"]
        for said, prompt in zip(
            ("Answer it.", "Argue against", "Say who finds", "the talk has not had"),
            prompts,
            strict=True,
        ):
            assert said in prompt
        assert jobs(model, since).count("plan_turn") == 3  # a challenge needs none


def test_without_a_moderator_an_expert_asks_what_is_missing_or_general_knowledge_says_it() -> None:
    model = MoodyModel()
    talk = session_with(model, warm=True, mode="no_moderator", opening_concepts=1)
    assert roles(talk, "missing") == ["expert"]
    asked = talk.turns[-1]
    assert asked.intent.asks
    assert jobs(model)[-1] == "ask_as_moderator"
    assert asked.speaker in {each.name for each in talk.experts}
    for each in list(talk.experts):
        talk.experts.mute(each.id)
    assert roles(talk, "missing") == ["general knowledge"]
    assert not talk.turns[-1].intent.asks


def test_a_single_expert_answers_what_is_asked() -> None:
    talk = session_with(MoodyModel(), warm=True, mode="single_expert")
    assert roles(talk, *STEERS) == ["expert", "advocate", "expert", "moderator"]


def test_a_turn_that_was_asked_for_comes_before_the_answer_to_a_wish() -> None:
    talk = session_with(MoodyModel(), warm=True)
    talk.mind_map.children[0].challenge()
    assert talk.step(simulate_user=True).role == "guest"
    assert talk.step().role == "general knowledge"


async def test_c27_steering_all_the_time_starves_neither_moderator_nor_upkeep(
    warm: Session,
) -> None:
    limit = warm.state.settings.snippets_per_concept
    seen: list[str] = []
    over: dict[str, int] = {}
    for number in range(30):
        if number % 3 == 0:
            children = warm.state.tree[warm.state.tree.root].children
            steers: tuple[Steer, ...] = ("ask", "challenge", "opposite")
            steer_to(warm, steers[number // 3 % 3], children[number % len(children)])
        else:
            seen.append((await warm.step()).role)
        over = {
            node.id: over.get(node.id, 0) + 1
            for node in warm.state.tree.walk()
            if len(node.snippets) > limit
        }
        assert max(over.values(), default=0) < 3
    assert seen.count("moderator") >= 3
    assert all("moderator" in seen[start : start + 8] for start in range(0, 12, 4))


async def test_the_moderator_who_is_asked_for_speaks_whatever_was_wanted(warm: Session) -> None:
    steer_to(warm, "ask", largest(warm))
    assert (await warm.step(Request(moderator=True))).role == "moderator"


def test_a_server_that_is_out_costs_no_wish() -> None:
    def script(asked: Asked) -> Any:
        if asked.job == "write_answer":
            raise down()
        return asked.default()

    talk = session_with(MoodyModel(script), opening_concepts=0, warm=True, fallback="extractive")
    talk.step()
    concept = next(each for each in talk.mind_map if each.snippets)
    concept.challenge()
    answer = talk.step()
    assert (answer.speaker, answer.concept, answer.status) == (ADVOCATE, concept.id, "done")
    assert answer.error.startswith("Quoted from the sources")
