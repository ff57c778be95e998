"""Every job's prompt: whatever of the job the model needs to know is in it, unharmed.

Each field holds text of its own with braces, percent signs, code and other scripts, so that a
placeholder that was forgotten, or that chokes on its content, shows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.judging import CitedClaim, DisputedPair, JudgeJob, SupportJob
from costorm_widget.language.prompted import engine
from costorm_widget.language.prompts.answer import answer_prompt
from costorm_widget.language.prompts.background import background_prompt
from costorm_widget.language.prompts.dispute import dispute_prompt
from costorm_widget.language.prompts.experts import experts_prompt
from costorm_widget.language.prompts.guest import guest_prompt
from costorm_widget.language.prompts.interview import interview_prompt
from costorm_widget.language.prompts.lead import lead_prompt
from costorm_widget.language.prompts.manner import CITING, DATA
from costorm_widget.language.prompts.moderator import moderator_prompt
from costorm_widget.language.prompts.name import name_prompt
from costorm_widget.language.prompts.navigation import navigation_prompt
from costorm_widget.language.prompts.opening import opening_prompt
from costorm_widget.language.prompts.outline import outline_prompt
from costorm_widget.language.prompts.placement import numbered_concepts, placement_prompt
from costorm_widget.language.prompts.plan import plan_prompt
from costorm_widget.language.prompts.polish import polish_prompt
from costorm_widget.language.prompts.section import section_prompt
from costorm_widget.language.prompts.split import split_prompt
from costorm_widget.language.prompts.support import support_prompt
from costorm_widget.language.tasks import (
    AnswerJob,
    AskJob,
    Engine,
    ExpertsJob,
    InterviewJob,
    LeadJob,
    NameJob,
    NavigationGroup,
    OpeningJob,
    OutlineJob,
    PlacementGroup,
    PlanJob,
    SectionJob,
    SplitJob,
)
from costorm_widget.turns import Expert, Intent
from tests.builders import brief, passages, turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.language.prompts.prompt import Prompt
    from costorm_widget.language.tasks import Brief


def odd(name: str) -> str:
    """Text of a field: nothing in it may change on the way into a prompt."""
    return f"{name} {{x}} {{{{y}}}} 42 % %s %(z)s C# T-cells 光速 `c[1]` <b> \\n ${{d}}"


TEXTS = ("Bees dance to show where flowers are.", "Wasps do not dance, {x} 5 % of the time. 光速")
TITLE = "Dances {x} {{y}} 42 % %s C# 光速 `c[1]` <b>"
EVIDENCE = tuple(passages(*TEXTS, titles=[TITLE, "Wasps"]))
EXPERT = Expert("e1", odd("Biologist"), odd("looks at bees"))
RECENT = (
    turn(1, "moderator", Intent.ORIGINAL_QUESTION, odd("Why dance?")),
    turn(2, utterance=odd("They show the way") + " [9].", speaker=odd("Chemist")),
)
SAID = frozenset({"bees dance to show where flowers are", "cows give milk"})
ASKS = AskJob(brief(), EVIDENCE, (odd("Dances"), odd("Wings")), RECENT, SAID, odd("to keep bees"))
ANSWER = AnswerJob(
    brief(), EXPERT, Intent.POTENTIAL_ANSWER, odd("Why do bees dance?"), EVIDENCE, RECENT, SAID
)
WALKING = (
    NavigationGroup(
        "",
        odd("bees"),
        EVIDENCE[:1],
        ("Bees", odd("Dances")),
        (odd("Rounds"), "Waggles"),
        (0, 0),
        0,
    ),
    NavigationGroup("", "", EVIDENCE[1:], (), ("Bees",), (1,), 2),
)
GROUPS = (
    PlacementGroup("Why?", odd("bees"), EVIDENCE[:1], (("Bees", odd("Dances")), ("Bees",))),
    PlacementGroup("Why?", odd("wasps"), EVIDENCE[1:], (("Wasps",), ("Bees",))),
)


class Case(NamedTuple):
    """A job's prompt, what must be in it, and what it is made of."""

    make: Callable[[Brief], Prompt]
    shows: tuple[str, ...]
    speaks: bool = True
    to_reader: bool = True
    cites: bool = False
    evidence: bool = True


TALK = (f"Moderator: {odd('Why dance?')}", f"{odd('Chemist')}: {odd('They show the way')}.")
FENCED = (f"[1] {TITLE}\n", *TEXTS)

CASES = {
    "plan_background": Case(background_prompt, (), to_reader=False, evidence=False),
    "propose_experts": Case(
        lambda brief: experts_prompt(
            ExpertsJob(brief, EVIDENCE, 3, odd("Why dance?"), (odd("Chemist"), odd("Cook")))
        ),
        (*FENCED, "3 experts", odd("Why dance?"), odd("Chemist"), odd("Cook")),
        to_reader=False,
    ),
    "ask_in_interview": Case(
        lambda brief: interview_prompt(
            InterviewJob(
                brief,
                EXPERT,
                EVIDENCE,
                (odd("Why dance?"), odd("Where?")),
                (odd("To show") + " [3].",),
            )
        ),
        (
            *FENCED,
            EXPERT.name,
            EXPERT.role,
            f"Asked: {odd('Why dance?')}\nAnswered: {odd('To show')}.\nAsked: {odd('Where?')}",
            "up to 2 searches",
        ),
    ),
    "plan_turn": Case(
        lambda brief: plan_prompt(PlanJob(brief, EXPERT, RECENT, (odd("Dances"), odd("Wings")))),
        (EXPERT.name, EXPERT.role, *TALK, odd("Dances"), odd("Wings"), "up to 2 searches"),
        to_reader=False,
        evidence=False,
    ),
    "write_answer": Case(
        lambda brief: answer_prompt(replace(ANSWER, brief=brief)),
        (
            *FENCED,
            EXPERT.name,
            EXPERT.role,
            *TALK,
            odd("Why do bees dance?"),
            "Answer it.",
            "- bees dance to show where flowers are",
            "At most 100 words",
        ),
        cites=True,
    ),
    "polish": Case(
        lambda brief: polish_prompt(replace(ANSWER, brief=brief), odd("Bees dance") + " [1][2]."),
        (
            EXPERT.name,
            EXPERT.role,
            *TALK,
            odd("Why do bees dance?"),
            odd("Bees dance") + " [1][2].",
            "At most 100 words",
        ),
        evidence=False,
    ),
    "ask_as_moderator": Case(
        lambda brief: moderator_prompt(replace(ASKS, brief=brief)),
        (
            *FENCED,
            *TALK,
            odd("Dances"),
            odd("Wings"),
            "- bees dance to show where flowers are",
        ),
        cites=True,
    ),
    "ask_as_guest": Case(
        lambda brief: guest_prompt(replace(ASKS, brief=brief)),
        (*FENCED, *TALK, odd("Dances"), odd("Wings"), odd("to keep bees"), "Cite nothing"),
        to_reader=False,
    ),
    "open_concept": Case(
        lambda brief: opening_prompt(OpeningJob(brief, odd("Dances"), EVIDENCE)),
        (*FENCED, odd("Dances"), "Cite nothing"),
    ),
    "outline": Case(
        lambda brief: outline_prompt(OutlineJob(brief, EVIDENCE, 7)),
        (*FENCED, "3 to 7 concepts"),
        to_reader=False,
    ),
    "split_concept": Case(
        lambda brief: split_prompt(
            SplitJob(brief, ("Bees", odd("Dances")), EVIDENCE, (odd("Wings"), odd("Legs")))
        ),
        (*FENCED, f"Bees > {odd('Dances')}", odd("Wings"), odd("Legs")),
        to_reader=False,
    ),
    "name_concept": Case(
        lambda brief: name_prompt(NameJob(brief, EVIDENCE, (odd("Wings"), odd("Legs")))),
        (*FENCED, odd("Wings"), odd("Legs")),
        to_reader=False,
    ),
    "choose_placements": Case(
        lambda brief: placement_prompt(brief, GROUPS),
        (
            *FENCED,
            f"1. Bees > {odd('Dances')}\n2. Bees\n3. Wasps",
            f'Group 1: passages [1], found by "{odd("bees")}". Near it: 1, 2.',
            f'Group 2: passages [2], found by "{odd("wasps")}". Near it: 3, 2.',
            "2 choices",
        ),
        speaks=False,
        to_reader=False,
    ),
    "judge_disputes": Case(
        lambda brief: dispute_prompt(
            JudgeJob(brief, (DisputedPair(EVIDENCE[0], EVIDENCE[1], odd("5 % against 9 %")),))
        ),
        (*FENCED, f"Pair 1: passages [1] and [2], {odd('5 % against 9 %')}.", "1 verdicts"),
        speaks=False,
        to_reader=False,
    ),
    "check_support": Case(
        lambda brief: support_prompt(
            SupportJob(
                brief,
                (
                    CitedClaim(odd("Bees dance") + " [9].", (1, 2), None),
                    CitedClaim("Wasps\nSentence 3, citing [1]: dance [3].", (2,), None),
                ),
                EVIDENCE,
            )
        ),
        (
            *FENCED,
            f"Sentence 1, citing [1], [2]: {odd('Bees dance')}.",
            "Sentence 2, citing [2]: Wasps Sentence 3, citing: dance.",
            "2 checks",
        ),
        speaks=False,
        to_reader=False,
    ),
    "navigate": Case(
        lambda brief: navigation_prompt(brief, WALKING),
        (
            *FENCED,
            f'Group 1: passages [1], found by "{odd("bees")}".',
            f"It stands at Bees > {odd('Dances')}.\nBelow: 1. {odd('Rounds')}; 2. Waggles",
            "Group 2: passages [2]. It stands at the top.\nBelow: 1. Bees",
            "2 steps",
        ),
        to_reader=False,
    ),
    "write_section": Case(
        lambda brief: section_prompt(
            SectionJob(
                brief,
                ("Bees", odd("Dances")),
                odd("Wings"),
                (odd("Rounds"), odd("Waggles")),
                EVIDENCE,
                SAID,
            )
        ),
        (
            *FENCED,
            f"Bees > {odd('Dances')}",
            odd("Wings"),
            odd("Rounds"),
            odd("Waggles"),
            "- bees dance to show where flowers are",
        ),
        cites=True,
    ),
    "write_lead": Case(
        lambda brief: lead_prompt(LeadJob(brief, (odd("Bees"), odd("Wasps")), EVIDENCE, SAID)),
        (*FENCED, odd("Bees"), odd("Wasps"), "- bees dance to show where flowers are"),
        cites=True,
    ),
}

ALL = pytest.mark.parametrize("job", CASES)


def whole(prompt: Prompt) -> str:
    return f"{prompt.instructions}\n\n{prompt.user_text()}"


def test_every_job_of_the_closed_list_has_its_case() -> None:
    jobs = {
        name
        for name, each in vars(Engine).items()
        if not name.startswith("_") and not isinstance(each, property)
    }
    assert set(CASES) == jobs | {"polish"}
    assert engine.PromptedEngine.remote is True


@ALL
def test_the_prompt_names_its_job(job: str) -> None:
    assert CASES[job].make(brief()).job == job


@ALL
def test_what_the_job_holds_is_shown_unharmed(job: str) -> None:
    shown = whole(CASES[job].make(brief()))
    for text in CASES[job].shows:
        assert text in shown


@ALL
def test_topic_and_goal_are_shown(job: str) -> None:
    shown = whole(CASES[job].make(brief(odd("Bees"), odd("to keep them"))))
    assert f"Topic: {odd('Bees')}\nGoal of the talk: {odd('to keep them')}" in shown


@ALL
def test_the_language_of_the_talk_is_asked_for(job: str) -> None:
    shown = CASES[job].make(brief(language="ko")).instructions
    assert ("Write in Korean" in shown) is CASES[job].speaks


@ALL
@pytest.mark.parametrize("knowledge", ["novice", "familiar", "expert"])
def test_prior_knowledge_reaches_those_who_speak_to_the_reader(job: str, knowledge: str) -> None:
    known = {
        "novice": "The reader is new to the field",
        "familiar": "The reader knows the basics",
        "expert": "The reader is an expert",
    }
    shown = CASES[job].make(brief(prior_knowledge=knowledge)).instructions
    assert [name for name, text in known.items() if text in shown] == (
        [knowledge] if CASES[job].to_reader else []
    )


def test_the_guest_knows_what_the_reader_knows() -> None:
    shown = CASES["ask_as_guest"].make(brief(prior_knowledge="novice")).instructions
    assert "You are new to the field." in shown


@ALL
def test_the_citing_rule_is_the_same_wherever_something_is_cited(job: str) -> None:
    shown = CASES[job].make(brief()).instructions
    assert (CITING in shown) is CASES[job].cites


@ALL
def test_evidence_is_fenced_and_called_data(job: str) -> None:
    prompt = CASES[job].make(brief())
    assert (DATA in prompt.instructions) is CASES[job].evidence
    assert prompt.user_text().startswith("<evidence-") is CASES[job].evidence
    assert prompt.user_text().count("</evidence-") == CASES[job].evidence


@ALL
def test_numbers_of_other_texts_are_not_shown(job: str) -> None:
    shown = whole(CASES[job].make(brief()))
    assert "[9]" not in shown
    assert "[3]" not in shown


@ALL
def test_instructions_are_short_and_their_lines_whole(job: str) -> None:
    expert = Expert("e1", "Sleep physician", "Looks at what the change of clocks does to sleep.")
    plain: dict[str, Callable[[Brief], Prompt]] = {
        "write_answer": lambda brief: answer_prompt(replace(ANSWER, brief=brief, expert=expert)),
        "polish": lambda brief: polish_prompt(replace(ANSWER, brief=brief, expert=expert), "So."),
        "plan_turn": lambda brief: plan_prompt(PlanJob(brief, expert, RECENT, ())),
    }
    make = plain.get(job, CASES[job].make)
    text = make(brief(goal="Is it worth keeping?", prior_knowledge="novice")).instructions
    assert count_tokens(text) <= 280
    for line in text.split("\n"):
        assert line == line.strip()
        assert "  " not in line
        assert line.endswith((".", ".)")), line


@ALL
def test_less_room_shows_less_evidence_and_the_same_request(job: str) -> None:
    many = tuple(passages(*(f"Bees dance {number}. " * 60 for number in range(40))))
    short = CASES[job].make(brief())
    prompt = replace(short, passages=many if short.passages else ())
    assert prompt.user_text(0.5).endswith(prompt.request)
    if prompt.passages:
        assert count_tokens(prompt.user_text(0.5)) < count_tokens(prompt.user_text()) * 0.9


# What is particular to one job.


def test_the_goal_that_is_one_question_makes_answers_concise() -> None:
    for job in ("write_answer", "polish", "open_concept", "write_section", "write_lead"):
        shown = CASES[job].make(brief(goal="Is it worth keeping?")).instructions
        assert "Be concise" in shown, job
        assert "Be concise" not in CASES[job].make(brief(goal="a paper")).instructions, job


@pytest.mark.parametrize(("length", "words"), [("short", 50), ("medium", 100), ("long", 180)])
def test_the_length_of_an_answer_is_said_in_words(length: str, words: int) -> None:
    for job in ("write_answer", "polish"):
        shown = CASES[job].make(brief(utterance_length=length)).instructions
        assert f"At most {words} words" in shown


def test_further_details_add_and_answers_answer() -> None:
    details = answer_prompt(replace(ANSWER, intent=Intent.FURTHER_DETAILS)).request
    assert details.endswith("Add to it what your field knows and the talk has not had.")
    assert answer_prompt(ANSWER).request.endswith("Answer it.")


def test_an_archived_answer_is_cheaper() -> None:
    shown, kept = answer_prompt(ANSWER), answer_prompt(replace(ANSWER, archived=True))
    assert kept.tokens == shown.tokens / 2
    assert "At most 60 words" in kept.instructions


def test_budgets_are_those_of_the_settings() -> None:
    limits = brief(evidence_tokens=700, section_tokens=900, refresh_tokens=120)
    assert CASES["write_answer"].make(limits).tokens == 700
    assert CASES["write_section"].make(limits).tokens == 900
    assert CASES["write_lead"].make(limits).tokens == 900
    assert CASES["propose_experts"].make(limits).tokens == 120
    first = experts_prompt(ExpertsJob(limits, EVIDENCE, 1))
    assert first.tokens == 1000
    assert "Propose 1 expert." in first.request
    assert "up to 5 searches" in CASES["plan_turn"].make(brief(queries_per_question=5)).instructions


@pytest.mark.parametrize(
    ("job", "most"),
    [
        ("propose_experts", 1000),
        ("ask_in_interview", 600),
        ("ask_as_moderator", 800),
        ("ask_as_guest", 500),
        ("open_concept", 300),
        ("outline", 2000),
        ("split_concept", 2000),
        ("name_concept", 400),
        ("write_lead", 2500),
    ],
)
def test_a_look_at_much_evidence_stays_a_look(
    job: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    much = tuple(passages(*(f"Bees dance {number}. " * 60 for number in range(120))))
    monkeypatch.setitem(globals(), "EVIDENCE", much)
    monkeypatch.setitem(globals(), "ASKS", replace(ASKS, passages=much))
    prompt = CASES[job].make(brief())
    shown = count_tokens(prompt.user_text()) - count_tokens(prompt.request)
    assert most * 0.3 < shown <= most + 10 if job != "propose_experts" else shown <= 160


def test_the_moderator_without_evidence_asks_from_the_topic_and_cites_nothing() -> None:
    shown = whole(moderator_prompt(AskJob(brief("Bees", "to keep them"), (), (), ())))
    assert "There is no evidence yet." in shown
    assert "Cite nothing." in shown
    assert "to keep them" in shown
    assert CITING not in shown
    assert "evidence-" not in shown
    assert "mind map has" not in shown


def test_concepts_near_several_groups_are_listed_once() -> None:
    assert numbered_concepts(GROUPS) == (("Bees", odd("Dances")), ("Bees",), ("Wasps",))


def test_placement_shows_about_forty_tokens_a_passage() -> None:
    much = tuple(passages(*(f"Bees dance {number}. " * 60 for number in range(12))))
    groups = tuple(
        PlacementGroup("Why?", "bees", much[place : place + 4], (("Bees",),)) for place in (0, 4, 8)
    )
    prompt = placement_prompt(brief(), groups)
    assert [each.handle for each in prompt.passages] == [1, 2, 5, 6, 9, 10]
    assert all(count_tokens(each.shown) <= 40 for each in prompt.passages)
    assert prompt.user_text().count("Bees dance 0.") > 3
    assert "Group 2: passages [5], [6]" in prompt.request


def test_the_reader_of_a_prompt_never_is_you() -> None:
    asked = turn(3, "user", Intent.ORIGINAL_QUESTION, "And wasps?", speaker="You")
    assert "The reader: And wasps?" in plan_prompt(PlanJob(brief(), EXPERT, (asked,), ())).request


def test_a_refresh_of_the_experts_sees_several_sources_all_the_same() -> None:
    much = tuple(passages(*(f"Bees dance {number}. " * 60 for number in range(20))))
    prompt = experts_prompt(ExpertsJob(brief(), much, 2, "Why?"))
    assert len(prompt.passages) >= 4
    assert count_tokens(prompt.user_text()) <= 150 + 30


def test_a_map_that_is_begun_is_shown_to_whom_draws_the_rest() -> None:
    prompt = outline_prompt(OutlineJob(brief(), EVIDENCE, 2, (odd("Wings"), odd("Legs"))))
    assert "at most 2 concepts that are missing" in prompt.instructions
    assert "if none is missing, give none" in prompt.instructions
    assert odd("Wings") in prompt.request
    assert odd("Legs") in prompt.request
    fresh = outline_prompt(OutlineJob(brief(), EVIDENCE, 2))
    assert "missing" not in fresh.instructions
    assert "already" not in fresh.request
