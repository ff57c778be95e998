"""What every prompt says alike."""

from __future__ import annotations

import pytest

from costorm_widget.language.prompts.manner import focus, setting, tongue, you_are
from costorm_widget.turns import Expert
from tests.builders import brief


def test_topic_and_goal_are_shown_as_they_are() -> None:
    shown = setting(brief("Topic {x} 5 % 光速", "goal %s {y}"))
    assert shown == "Topic: Topic {x} 5 % 光速\nGoal of the talk: goal %s {y}"
    assert setting(brief("Bees")) == "Topic: Bees"


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "English"),
        ("ko", "Korean"),
        ("zh", "Chinese"),
        ("zh-TW", "Chinese (zh-TW)"),
        ("pt_BR", "Portuguese (pt_BR)"),
        ("DE", "German"),
        ("qu", 'the language with the ISO 639 code "qu"'),
    ],
)
def test_the_language_is_named(language: str, name: str) -> None:
    shown = tongue(brief(language=language))
    assert shown == f"Write in {name}, whatever the language of the evidence."


@pytest.mark.parametrize(
    ("goal", "concise"),
    [
        ("Is it worth keeping?", True),
        ("值得保留吗？", True),
        ("write a paper", False),
        ("", False),
        ("I write a paper. Is it worth keeping?", False),
        ("Is it worth keeping? Who pays?", False),
    ],
)
def test_a_goal_that_is_one_clear_question_wants_its_answer_alone(goal: str, concise: bool) -> None:  # noqa: FBT001
    assert focus(brief(goal=goal)).startswith("Be concise") is concise


def test_an_expert_has_a_name_and_a_field() -> None:
    expert = Expert("e1", "C# {programmer}", "languages: F#, C# at 100 %")
    assert you_are(expert) == (
        "You are C# {programmer}, an expert at a round table. "
        "Your field: languages: F#, C# at 100 %"
    )


def test_general_knowledge_is_nobody_in_particular() -> None:
    expert = Expert("general", "General knowledge", "What is known.")
    assert you_are(expert) == "You speak for general knowledge at a round table of experts."
