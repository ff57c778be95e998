"""What the user wants of the map, in every prompt that heeds it; unharmed, and gone without it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest

from costorm_widget.language.prompts.answer import answer_prompt
from costorm_widget.language.prompts.guest import guest_prompt
from costorm_widget.language.prompts.interview import interview_prompt
from costorm_widget.language.prompts.moderator import moderator_prompt
from costorm_widget.language.prompts.plan import plan_prompt
from costorm_widget.language.prompts.wishes import answered, asked, left_aside, planned
from costorm_widget.language.tasks import AnswerJob, AskJob, Focus, InterviewJob, PlanJob
from costorm_widget.turns import Expert, Intent, Steer
from tests.builders import brief, passages, turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.language.prompts.prompt import Prompt

ODD = "Dances {x} {{y}} 42 % %s C# T-cells 光速 `c[1]` <b>"
FOCUS = Focus(("Bees", ODD), "ask")
SAYS = f"is about this concept of the mind map: Bees > {ODD}."
EVIDENCE = tuple(passages("Bees dance to show where flowers are."))
EXPERT = Expert("e1", "Biologist", "bees")
RECENT = (turn(1, "user", Intent.ORIGINAL_QUESTION, "Why dance?"),)
PLAN = PlanJob(brief(), EXPERT, RECENT, ("Wings",))
ANSWER = AnswerJob(brief(), EXPERT, Intent.POTENTIAL_ANSWER, "Why dance?", EVIDENCE, RECENT)
ASKS = AskJob(brief(), EVIDENCE, ("Wings",), RECENT)
INTERVIEW = InterviewJob(brief(), EXPERT, EVIDENCE, ())

FOCUSED: dict[str, Callable[[Focus | None], Prompt]] = {
    "plan": lambda focus: plan_prompt(replace(PLAN, focus=focus)),
    "answer": lambda focus: answer_prompt(replace(ANSWER, focus=focus)),
    "moderator": lambda focus: moderator_prompt(replace(ASKS, focus=focus)),
    "moderator without evidence": lambda focus: moderator_prompt(
        replace(ASKS, focus=focus, passages=())
    ),
}
MUTING: dict[str, Callable[[tuple[str, ...]], Prompt]] = {
    "plan": lambda muted: plan_prompt(replace(PLAN, muted=muted)),
    "moderator": lambda muted: moderator_prompt(replace(ASKS, muted=muted)),
    "guest": lambda muted: guest_prompt(replace(ASKS, muted=muted)),
    "interview": lambda muted: interview_prompt(replace(INTERVIEW, muted=muted)),
}


@pytest.mark.parametrize("job", FOCUSED)
def test_a_focus_is_shown_with_its_path_and_only_when_there_is_one(job: str) -> None:
    shown = FOCUSED[job](FOCUS).request
    assert SAYS in shown
    plain = FOCUSED[job](None).request
    assert "concept of the mind map" not in plain
    assert "\n\n\n" not in shown + plain


@pytest.mark.parametrize("job", MUTING)
def test_muted_names_are_shown_and_only_when_there_are_some(job: str) -> None:
    shown = MUTING[job]((ODD, "Legs")).request
    assert f"The reader wants nothing about: {ODD}; Legs." in shown
    assert "wants nothing" not in MUTING[job](()).request


def test_many_muted_names_do_not_make_a_long_prompt() -> None:
    assert len(left_aside([f"Concept number {each}" for each in range(500)])) < 600


def test_each_wish_is_said_in_its_own_words() -> None:
    steers: tuple[Steer, ...] = get_args(Steer)
    for say in (planned, answered):
        said = {say(Focus(("Bees",), steer)) for steer in steers}
        assert len(said) == len(steers) - 1  # "" says what "ask" says
        assert all("concept of the mind map: Bees." in each for each in said)
    assert asked(Focus(("Bees",), "missing")) == asked(Focus(("Bees",)))


@pytest.mark.parametrize(
    ("steer", "told", "untold"),
    [
        ("ask", "Answer it.", "Argue"),
        ("challenge", "Argue against what was said", "Answer it."),
        ("opposite", "Say who finds the opposite", "Answer it."),
        ("missing", "that the talk has not had", "Answer it."),
    ],
)
@pytest.mark.parametrize("intent", [Intent.POTENTIAL_ANSWER, Intent.FURTHER_DETAILS])
def test_an_answer_does_what_the_wish_says_and_nothing_else(
    steer: Steer, told: str, untold: str, intent: Intent
) -> None:
    job = replace(ANSWER, intent=intent, focus=Focus(("Bees",), steer))
    shown = answer_prompt(job).request
    if steer == "ask" and intent is Intent.FURTHER_DETAILS:
        told = "Add to it what your field knows"
    assert told in shown
    assert untold not in shown
    assert "The question: Why dance?" in shown


def test_where_one_searches_for_a_concept() -> None:
    assert Focus(("Health", "Night health of owls")).place == "Night health of owls"
    assert (
        Focus(("Public Health", "Sleep", "health of Owls")).place == "Public Sleep health of Owls"
    )
    assert Focus(("Bees",)).place == "Bees"
