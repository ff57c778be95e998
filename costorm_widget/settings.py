"""Every knob of a session, with the paper's symbol and the reference code's default."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from costorm_widget.errors import BadSetting, UnknownName

UtteranceLength = Literal["short", "medium", "long"]
PriorKnowledge = Literal["novice", "familiar", "expert"]
ModeratorScore = Literal["paper", "reference"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a session talks, searches and maps.

    Attributes:
        experts: Number of experts at the table (N in the paper; 3).
        answers_before_moderator: Answers in a row after which the moderator speaks (L; 2).
        snippets_per_concept: Snippets a concept may hold before it is split (K; 10).
        moderator_alpha: Weight of the topic against novelty in the moderator's score (α; 0.5),
            between 0 and 1.
        moderator_score: `"paper"` (section 3.3) or `"reference"` (the reference code's formula).
        queries_per_question: Search queries an expert makes for one question (2).
        results_per_query: Passages taken from the sources for one query (10).
        interview_turns: Questions put to each expert during the warm start (2).
        placement_candidates: Nearest concepts looked at when placing a snippet (8).
        evidence_tokens: Evidence shown to the writer of one answer, in tokens (1,500).
        section_tokens: Evidence shown to the writer of one report section, in tokens (6,000).
        utterance_length: How long an answer is: short, medium or long.
        prior_knowledge: What the reader knows already: novice, familiar or expert.
        language: Language of the discourse, an ISO 639-1 code.
        opening_concepts: Top concepts that get a question and an answer in the opening (4).
        seed: Seed of everything random.
    """

    experts: int = 3
    answers_before_moderator: int = 2
    snippets_per_concept: int = 10
    moderator_alpha: float = 0.5
    moderator_score: ModeratorScore = "paper"
    queries_per_question: int = 2
    results_per_query: int = 10
    interview_turns: int = 2
    placement_candidates: int = 8
    evidence_tokens: int = 1500
    section_tokens: int = 6000
    utterance_length: UtteranceLength = "medium"
    prior_knowledge: PriorKnowledge = "familiar"
    language: str = "en"
    opening_concepts: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse values out of range.

        Raises:
            BadSetting: Naming the setting, its value and the range.
        """
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                message = f"{name}={value!r} is not possible; give a whole number from {least} up."
                raise BadSetting(message)
        alpha: object = self.moderator_alpha
        if not isinstance(alpha, int | float) or not 0 <= alpha <= 1:
            message = f"moderator_alpha={alpha!r} is not possible; give a number from 0 to 1."
            raise BadSetting(message)
        language: object = self.language
        if not isinstance(language, str) or not _LANGUAGE.fullmatch(language):
            message = f"language={language!r} is not known; give an ISO 639-1 code such as 'en'."
            raise BadSetting(message)
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                message = f"{name}={value!r} is not known; give one of {', '.join(choices)}."
                raise BadSetting(message)

    def with_values(self, **changes: Any) -> Settings:  # noqa: ANN401 - each is checked
        """Return a copy with `changes`.

        Raises:
            UnknownName: For a setting that does not exist, with the nearest right name.
            BadSetting: For a value out of range.
        """
        known = [each.name for each in fields(self)]
        for name in changes:
            if name not in known:
                raise UnknownName("setting", name, known)
        return replace(self, **changes)


_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_]\w+)*")

_LEAST = {
    "experts": 1,
    "answers_before_moderator": 1,
    "snippets_per_concept": 2,
    "queries_per_question": 1,
    "results_per_query": 1,
    "interview_turns": 0,
    "placement_candidates": 1,
    "evidence_tokens": 50,
    "section_tokens": 50,
    "opening_concepts": 0,
    "seed": 0,
}

_CHOICES = {
    "moderator_score": ("paper", "reference"),
    "utterance_length": ("short", "medium", "long"),
    "prior_knowledge": ("novice", "familiar", "expert"),
}
