"""From replies of the right shape to results that can be trusted."""

from __future__ import annotations

import pytest

from costorm_widget.language.prompted import readings
from costorm_widget.language.prompted.shapes import (
    ChoicesReply,
    ExpertReply,
    ExpertsReply,
    NameReply,
    PartReply,
    PartsReply,
    PlanReply,
    QuestionReply,
)
from costorm_widget.language.tasks import (
    ExpertProposal,
    ExpertsJob,
    Part,
    PlacementGroup,
    Plan,
    PlanJob,
)
from costorm_widget.turns import Expert, Intent, Turn
from tests.builders import brief, passages, turn

ASK = turn(1, "moderator", Intent.ORIGINAL_QUESTION, "Why do bees dance [4]?")
TELL = turn(2, utterance="They show the way.")
EXPERT = Expert("e1", "Biologist", "bees")


def plan(
    *recent: Turn, intent: str = "potential answer", question: str = "Why?", **more: list[str]
) -> Plan | None:
    queries = more.get("queries", ["bees", "dance", "third"])
    reply = PlanReply.model_validate({"intent": intent, "question": question, "queries": queries})
    return readings.turn_plan(reply, PlanJob(brief(), EXPERT, recent, ()))


def test_a_plan_is_taken_as_it_is() -> None:
    assert plan(ASK, TELL, intent="further details", question="What else do bees do?") == Plan(
        Intent.FURTHER_DETAILS, "What else do bees do?", ("bees", "dance")
    )


def test_whoever_is_asked_answers() -> None:
    for intent in ("original question", "information request", "further details"):
        made = plan(ASK, intent=intent, question="What is a bee?")
        assert made is not None
        assert made.intent is Intent.POTENTIAL_ANSWER
        assert made.queries == ("bees", "dance")
    asking = plan(ASK, intent="original question", question="What is a bee?")
    assert asking is not None
    assert asking.question == "Why do bees dance?", "not the counter-question"


def test_an_expert_may_ask_after_an_answer_and_searches_nothing() -> None:
    assert plan(ASK, TELL, intent="information request", question="How many bees?") == Plan(
        Intent.INFORMATION_REQUEST, "How many bees?", ()
    )


def test_an_answer_without_a_question_takes_the_last_one() -> None:
    made = plan(ASK, TELL, question=" ", queries=[])
    assert made == Plan(Intent.POTENTIAL_ANSWER, "Why do bees dance?", ("Why do bees dance?",))


def test_a_plan_that_says_nothing_is_none() -> None:
    assert plan(TELL, question="") is None
    assert plan(ASK, TELL, intent="original question", question="") is None
    assert plan(question="") is None
    assert readings.turn_plan(None, PlanJob(brief(), EXPERT, (ASK,), ())) is None


def test_c20_questions_and_queries_keep_every_character() -> None:
    made = plan(TELL, question="Is C# like F# {x} 5 %?", queries=["COVID-19 long-haul"])
    assert made == Plan(Intent.POTENTIAL_ANSWER, "Is C# like F# {x} 5 %?", ("COVID-19 long-haul",))


def test_a_question_without_queries_is_searched_for_itself() -> None:
    reply = QuestionReply(question="Why do bees dance [1]?", queries=[])
    assert readings.question_plan(reply, 2) == Plan(
        Intent.ORIGINAL_QUESTION, "Why do bees dance?", ("Why do bees dance?",)
    )
    assert readings.question_plan(QuestionReply(question="", queries=["bees"]), 2) is None
    assert readings.question_plan(None, 2) is None


def proposals(*pairs: tuple[str, str], count: int = 3) -> tuple[ExpertProposal, ...]:
    reply = ExpertsReply(experts=[ExpertReply(name=name, role=role) for name, role in pairs])
    job = ExpertsJob(brief(), tuple(passages("Bees.")), count, taken=("Cook",))
    return readings.experts(reply, job)


def test_c19_experts_of_any_form() -> None:
    made = proposals(
        ("1. Chef: pastry: breads", ""), ("- Skeptic", ""), ("**Economist** — prices", "")
    )
    assert made == (
        ExpertProposal("Chef", "pastry: breads"),
        ExpertProposal("Skeptic", ""),
        ExpertProposal("Economist", "prices"),
    )


def test_c19_one_name_twice_and_who_is_at_the_table_already() -> None:
    made = proposals(
        ("Chef", "a"), ("chef", "b"), ("COOK", "c"), ("", "d"), ("—", "e"), ("Baker", "f")
    )
    assert made == (ExpertProposal("Chef", "a"), ExpertProposal("Baker", "f"))


def test_c19_an_empty_list_is_nothing_and_a_long_one_is_cut() -> None:
    assert proposals() == ()
    assert readings.experts(None, ExpertsJob(brief(), (), 3)) == ()
    assert len(proposals(("A", ""), ("B", ""), ("C", ""), count=2)) == 2


def parts(*concepts: tuple[str, list[int]], most: int = 9) -> tuple[Part, ...]:
    reply = PartsReply(concepts=[PartReply(name=name, members=own) for name, own in concepts])
    return readings.parts(reply, passages(*(f"Text {place}." for place in range(5))), most)


def test_parts_hold_passages_that_are_there_each_once() -> None:
    made = parts(("Bees", [1, 1, 2, 99, 0, -1]), ("Wasps", [2, 3]), ("Ants", [1]), ("Flies", []))
    assert made == (Part("Bees", (1, 2)), Part("Wasps", (3,)))


def test_parts_of_one_name_are_one_and_a_nameless_one_is_none() -> None:
    made = parts(("Bees", [1]), ("**bees**", [2]), ("", [3]), ("##", [4]), ("Wasps", [3, 4, 5]))
    assert made == (Part("Bees", (1, 2)), Part("Wasps", (3, 4, 5)))


def test_c20_names_of_parts_keep_every_character() -> None:
    made = parts(("## C# and F# languages", [1]), ("- Long-term memory in T-cells", [2]))
    assert [each.name for each in made] == ["C# and F# languages", "Long-term memory in T-cells"]


def test_parts_are_not_too_many() -> None:
    assert len(parts(("A", [1]), ("B", [2]), ("C", [3]), most=2)) == 2


@pytest.mark.parametrize(
    ("reply", "name"),
    [("Night work", "Night work"), ("- bees", ""), ("", ""), ("**", ""), ("C#", "C#")],
)
def test_a_name_says_something_and_is_free(reply: str, name: str) -> None:
    assert readings.name(NameReply(name=reply), ("Bees",)) == name
    assert readings.name(None, ()) == ""


GROUPS = (
    PlacementGroup("q", "a", tuple(passages("One.")), (("B", "D"), ("B",))),
    PlacementGroup("q", "b", tuple(passages("Two.")), (("W",), ("B",))),
    PlacementGroup("q", "c", tuple(passages("Three.")), (("B",), ("W",), ("B", "D"))),
)


def test_choices_are_read_back_by_the_numbers_of_the_prompt() -> None:
    # 1 is B > D, 2 is B, 3 is W.
    assert readings.choices(ChoicesReply(choices=[2, 3, 1]), GROUPS) == (1, 0, 2)
    assert readings.choices(ChoicesReply(choices=[0, 2, 0]), GROUPS) == (None, 1, None)


def test_a_choice_that_is_not_near_takes_the_nearest() -> None:
    assert readings.choices(ChoicesReply(choices=[3, 1, 99]), GROUPS) == (0, 0, 0)
    assert readings.choices(ChoicesReply(choices=[-1, 1, 2]), GROUPS) == (0, 0, 0)


def test_choices_of_another_length_tell_nothing() -> None:
    assert readings.choices(ChoicesReply(choices=[1, 2]), GROUPS) is None
    assert readings.choices(ChoicesReply(choices=[1, 2, 3, 1]), GROUPS) is None
    assert readings.choices(None, GROUPS) is None


def test_a_group_without_candidates_belongs_to_none() -> None:
    alone = PlacementGroup("q", "a", tuple(passages("One.")), ())
    assert readings.choices(ChoicesReply(choices=[1]), (alone,)) == (None,)
