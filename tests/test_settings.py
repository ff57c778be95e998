"""The knobs: their defaults, their ranges, and what is said about a wrong one."""

from __future__ import annotations

import inspect
import math
import re
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.errors import BadSetting, UnknownName, UserError
from costorm_widget.settings import Settings

WHOLE_NUMBERS = [
    each.name
    for each in fields(Settings)
    if isinstance(each.default, int) and not isinstance(each.default, bool)
]
LIMITS = ["max_cost", "max_tokens", "max_requests", "max_seconds", "requests_per_second"]


def test_the_defaults_are_those_of_the_paper_and_the_reference_code() -> None:
    settings = Settings()
    assert settings.experts == 3
    assert settings.answers_before_moderator == 2
    assert settings.snippets_per_concept == 10
    assert settings.moderator_alpha == 0.5
    assert settings.moderator_score == "paper"


def test_every_setting_is_explained() -> None:
    documented = inspect.getdoc(Settings) or ""
    for each in fields(Settings):
        assert re.search(rf"^ +{each.name}: ", documented, re.MULTILINE), each.name


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().experts = 5  # type: ignore[misc]


def test_with_values_gives_a_changed_copy() -> None:
    before = Settings(experts=5)
    after = before.with_values(language="de", seed=7)
    assert (after.experts, after.language, after.seed) == (5, "de", 7)
    assert before == Settings(experts=5)


@pytest.mark.parametrize("name", WHOLE_NUMBERS)
@pytest.mark.parametrize("value", [-1, 2.0, "3", True, None, math.nan])
def test_whole_numbers_are_whole_and_not_too_small(name: str, value: Any) -> None:
    with pytest.raises(BadSetting, match=rf"^{name}=.*; give a whole number from \d+ up\.$"):
        Settings().with_values(**{name: value})


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("experts", 1),
        ("answers_before_moderator", 1),
        ("snippets_per_concept", 2),
        ("interview_turns", 0),
        ("evidence_tokens", 50),
    ],
)
def test_the_least_value_is_possible_and_one_below_is_not(name: str, least: int) -> None:
    assert getattr(Settings().with_values(**{name: least}), name) == least
    with pytest.raises(BadSetting, match=f"from {least} up"):
        Settings().with_values(**{name: least - 1})


@given(st.floats(0, 1))
def test_alpha_may_be_anything_from_zero_to_one(alpha: float) -> None:
    assert Settings(moderator_alpha=alpha).moderator_alpha == alpha


@pytest.mark.parametrize("alpha", [-0.01, 1.01, math.nan, math.inf, "half", None])
def test_alpha_is_nothing_else(alpha: Any) -> None:
    with pytest.raises(BadSetting, match=r"moderator_alpha=.*; give a number from 0 to 1\.$"):
        Settings(moderator_alpha=alpha)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("moderator_score", "paper, reference"),
        ("utterance_length", "short, medium, long"),
        ("prior_knowledge", "novice, familiar, expert"),
    ],
)
def test_choices_are_listed(name: str, known: str) -> None:
    for value in ("other", "", None, 3, ["paper"]):
        with pytest.raises(BadSetting, match=rf"{name}=.*; give one of {known}\.$"):
            Settings().with_values(**{name: value})
    for value in known.split(", "):
        assert getattr(Settings().with_values(**{name: value}), name) == value


@pytest.mark.parametrize("language", ["en", "de", "zh", "pt-BR", "zh_Hant", "yue"])
def test_a_language_is_given_by_its_code(language: str) -> None:
    assert Settings(language=language).language == language


@pytest.mark.parametrize("language", ["", "English", "e", "german!", None, 3])
def test_a_language_is_nothing_else(language: Any) -> None:
    with pytest.raises(BadSetting, match=r"language=.*; give an ISO 639-1 code such as 'en'\.$"):
        Settings(language=language)


def test_an_unknown_setting_is_refused_with_the_nearest_right_name() -> None:
    with pytest.raises(UnknownName, match="no setting 'expert'; did you mean 'experts'"):
        Settings().with_values(expert=3)
    with pytest.raises(UserError):
        Settings().with_values(max_costs=1)


@pytest.mark.parametrize("name", ["prefetch", "cache"])
@pytest.mark.parametrize("value", [0, 1, "yes", None])
def test_switches_are_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(BadSetting, match=rf"^{name}=.*; give True or False\.$"):
        Settings().with_values(**{name: value})


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_numbers_or_none(name: str) -> None:
    for limit in (None, 1, 250):
        assert getattr(Settings().with_values(**{name: limit}), name) == limit
    wrong: tuple[Any, ...] = (-1, "1", True, math.nan)
    for value in wrong:
        with pytest.raises(BadSetting, match=rf"^{name}=.* or None\.$"):
            Settings().with_values(**{name: value})


def test_the_papers_and_the_reference_codes_numbers() -> None:
    paper, reference = Settings.paper(), Settings.reference()
    common = {
        "snippets_per_concept": 10,
        "moderator_alpha": 0.5,
        "queries_per_question": 2,
        "results_per_query": 10,
        "interview_turns": 2,
        "placement_candidates": 8,
        "claim_gate": 0.25,
        "temperature": 1.0,
        "top_p": 0.9,
        "question_answering_tokens": 1000,
        "discourse_management_tokens": 500,
        "utterance_polishing_tokens": 2000,
        "question_asking_tokens": 300,
        "outline_generation_tokens": 500,
        "knowledge_base_tokens": 1000,
        "polish": "separate",
    }
    for settings in (paper, reference):
        assert {name: getattr(settings, name) for name in common} == common
    assert (paper.experts, paper.answers_before_moderator) == (3, 2)
    assert (paper.moderator_score, paper.moderator_looks_back) == ("paper", None)
    assert (reference.experts, reference.warm_start_experts) == (2, 3)
    assert (reference.answers_before_moderator, reference.moderator_looks_back) == (3, 2)
    assert reference.moderator_score == "reference"
    assert Settings.reference(experts=5).experts == 5
    with pytest.raises(UnknownName):
        Settings.paper(expert=5)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("support", ("local", "model", "off")),
        ("report_leaves_out", ("nothing", "contradicted", "unsupported")),
    ],
)
def test_what_is_checked_and_left_out_has_these_choices(
    name: str, choices: tuple[str, ...]
) -> None:
    for each in choices:
        assert getattr(Settings().with_values(**{name: each}), name) == each
    for wrong in ("", "partly", True, None):
        with pytest.raises(BadSetting, match=rf"^{name}=.* give one of {', '.join(choices)}\.$"):
            Settings().with_values(**{name: wrong})
