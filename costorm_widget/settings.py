"""Every knob of a session, with the paper's symbol and the reference code's default."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from costorm_widget.errors import BadSetting, UnknownName

UtteranceLength = Literal["short", "medium", "long"]
PriorKnowledge = Literal["novice", "familiar", "expert"]
ModeratorScore = Literal["paper", "reference"]
Mode = Literal["co_storm", "no_moderator", "single_expert", "rag_chatbot", "storm_qa"]
Polish = Literal["together", "separate"]
Fallback = Literal["none", "extractive"]
SupportCheck = Literal["local", "model", "off"]
LeftOut = Literal["nothing", "contradicted", "unsupported"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a session talks, searches and maps, and what it may spend.

    Attributes:
        experts: Number of experts at the table (N in the paper; 3).
        warm_start_experts: Experts of the warm start; None is as many as later.
        answers_before_moderator: Answers in a row after which the moderator speaks (L; 2).
        snippets_per_concept: Snippets a concept may hold before it is split (K; 10).
        moderator_alpha: Weight of the topic against novelty in the moderator's score (α; 0.5),
            between 0 and 1.
        moderator_score: `"paper"` (section 3.3) or `"reference"` (the reference code's formula).
        moderator_looks_back: Turns whose evidence the moderator looks at; None is all since its
            last one.
        claim_gate: Similarity to the claim below which the reference code's score drops a
            snippet (0.25), between 0 and 1.
        queries_per_question: Search queries an expert makes for one question (2).
        results_per_query: Passages taken from the sources for one query (10).
        interview_turns: Questions put to each expert during the warm start (2).
        placement_candidates: Nearest concepts looked at when placing a snippet (8).
        evidence_tokens: Evidence shown to the writer of one answer, in tokens (1,500; the
            reference code's 1,000 words).
        section_tokens: Evidence shown to the writer of one report section, in tokens (6,000; its
            4,000 words).
        refresh_tokens: Evidence shown when the expert list is renewed, in tokens (150; its 100
            words).
        utterance_length: How long an answer is: short, medium or long.
        prior_knowledge: What the reader knows already: novice, familiar or expert.
        language: Language of the discourse, an ISO 639-1 code.
        opening_concepts: Top concepts that get a question and an answer in the opening (4).
        mode: `"co_storm"`; or for studies `"no_moderator"`, `"single_expert"`, `"rag_chatbot"`
            (one answer to each question of the user) or `"storm_qa"` (a report first, then so).
        polish: `"together"` writes an answer in its final voice at once; `"separate"` has a
            second call reword it, as the paper does.
        prefetch: Prepare the next turn while the user reads this one.
        fallback: Who goes on when the budget is spent or the model is out: `"none"`, or the
            `"extractive"` engine.
        support: Who checks whether what a sentence cites bears it out: `"local"`, a check of
            numbers, names, negations and words; `"model"`, which also asks the model, one call a
            turn; or `"off"`.
        report_leaves_out: Which sentences a report leaves out: `"nothing"`; `"contradicted"`,
            those that say otherwise than what they cite; or `"unsupported"`, those too that it does
            not say.
        temperature: Sampling temperature; None leaves the model its own (paper: 1.0).
        top_p: Share of the probability that is sampled from; None as above (reference: 0.9).
        question_answering_tokens: Longest answer, in tokens (1,000).
        discourse_management_tokens: Longest plan or list of experts (500).
        utterance_polishing_tokens: Longest reworded answer (2,000).
        question_asking_tokens: Longest question (300).
        outline_generation_tokens: Longest outline (500).
        knowledge_base_tokens: Longest reply about the map, or report section (1,000).
        concurrent_calls: Calls to one model at the same time (8).
        requests_per_second: Calls started a second; None is no limit.
        retries: Times a call is made again after an error that may pass (3).
        silence_seconds: How long a model may say nothing before the call counts as failed (120);
            a structured reply comes in one piece, and a small machine takes its time for it.
        cache: Keep replies on disk, so that the same question is not paid for twice.
        max_cost: US dollars the session may spend; None is no limit, as for the next three.
        max_tokens: Tokens, of prompts and replies.
        max_requests: Calls to models.
        max_seconds: Seconds of work.
        seed: Seed of everything random.
    """

    experts: int = 3
    warm_start_experts: int | None = None
    answers_before_moderator: int = 2
    snippets_per_concept: int = 10
    moderator_alpha: float = 0.5
    moderator_score: ModeratorScore = "paper"
    moderator_looks_back: int | None = None
    claim_gate: float = 0.25
    queries_per_question: int = 2
    results_per_query: int = 10
    interview_turns: int = 2
    placement_candidates: int = 8
    evidence_tokens: int = 1500
    section_tokens: int = 6000
    refresh_tokens: int = 150
    utterance_length: UtteranceLength = "medium"
    prior_knowledge: PriorKnowledge = "familiar"
    language: str = "en"
    opening_concepts: int = 4
    mode: Mode = "co_storm"
    polish: Polish = "together"
    prefetch: bool = False
    fallback: Fallback = "none"
    support: SupportCheck = "local"
    report_leaves_out: LeftOut = "nothing"
    temperature: float | None = None
    top_p: float | None = None
    question_answering_tokens: int = 1000
    discourse_management_tokens: int = 500
    utterance_polishing_tokens: int = 2000
    question_asking_tokens: int = 300
    outline_generation_tokens: int = 500
    knowledge_base_tokens: int = 1000
    concurrent_calls: int = 8
    requests_per_second: float | None = None
    retries: int = 3
    silence_seconds: float = 120.0
    cache: bool = True
    max_cost: float | None = None
    max_tokens: int | None = None
    max_requests: int | None = None
    max_seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse values out of range.

        Raises:
            BadSetting: Naming the setting, its value and the range.
        """
        for name, range_ in _RANGES.items():
            range_.check(name, getattr(self, name))
        for name in _SWITCHES:
            value = getattr(self, name)
            if not isinstance(value, bool):
                message = f"{name}={value!r} is not possible; give True or False."
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

    @classmethod
    def paper(cls, **changes: Any) -> Settings:  # noqa: ANN401 - each is checked
        """Return the settings of the paper (section 3 and appendix A), with `changes`."""
        return cls(polish="separate", temperature=1.0, top_p=0.9).with_values(**changes)

    @classmethod
    def reference(cls, **changes: Any) -> Settings:  # noqa: ANN401 - each is checked
        """Return what the reference code does where it differs from the paper, with `changes`.

        Three experts in the warm start and two afterwards, the moderator after three answers,
        scoring by queries and cited snippets of the last two turns.
        """
        return cls.paper(
            experts=2,
            warm_start_experts=3,
            answers_before_moderator=3,
            moderator_score="reference",
            moderator_looks_back=2,
        ).with_values(**changes)


@dataclass(frozen=True, slots=True)
class _Range:
    """The numbers a setting takes: from `least` up to `most`, whole or not, or none at all."""

    least: float
    most: float | None = None
    whole: bool = True
    optional: bool = False

    def check(self, name: str, value: object) -> None:
        if value is None and self.optional:
            return
        kinds = (int,) if self.whole else (int, float)
        fits = isinstance(value, kinds) and not isinstance(value, bool) and value >= self.least
        if not fits or (self.most is not None and value > self.most):  # type: ignore[operator]
            kind = "a whole number" if self.whole else "a number"
            upper = "up" if self.most is None else f"to {self.most:g}"
            none = " or None" if self.optional else ""
            message = (
                f"{name}={value!r} is not possible; give {kind} from {self.least:g} {upper}{none}."
            )
            raise BadSetting(message)


_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_]\w+)*")

_RANGES = {
    "experts": _Range(1),
    "warm_start_experts": _Range(1, optional=True),
    "answers_before_moderator": _Range(1),
    "snippets_per_concept": _Range(2),
    "moderator_alpha": _Range(0, 1, whole=False),
    "moderator_looks_back": _Range(1, optional=True),
    "claim_gate": _Range(0, 1, whole=False),
    "queries_per_question": _Range(1),
    "results_per_query": _Range(1),
    "interview_turns": _Range(0),
    "placement_candidates": _Range(1),
    "evidence_tokens": _Range(50),
    "section_tokens": _Range(50),
    "refresh_tokens": _Range(50),
    "opening_concepts": _Range(0),
    "temperature": _Range(0, 2, whole=False, optional=True),
    "top_p": _Range(0, 1, whole=False, optional=True),
    "question_answering_tokens": _Range(16),
    "discourse_management_tokens": _Range(16),
    "utterance_polishing_tokens": _Range(16),
    "question_asking_tokens": _Range(16),
    "outline_generation_tokens": _Range(16),
    "knowledge_base_tokens": _Range(16),
    "concurrent_calls": _Range(1),
    "requests_per_second": _Range(0.001, whole=False, optional=True),
    "retries": _Range(0),
    "silence_seconds": _Range(0.01, whole=False),
    "max_cost": _Range(0, whole=False, optional=True),
    "max_tokens": _Range(0, optional=True),
    "max_requests": _Range(0, optional=True),
    "max_seconds": _Range(0, whole=False, optional=True),
    "seed": _Range(0),
}

_SWITCHES = ("prefetch", "cache")

_CHOICES = {
    "moderator_score": ("paper", "reference"),
    "utterance_length": ("short", "medium", "long"),
    "prior_knowledge": ("novice", "familiar", "expert"),
    "mode": ("co_storm", "no_moderator", "single_expert", "rag_chatbot", "storm_qa"),
    "polish": ("together", "separate"),
    "fallback": ("none", "extractive"),
    "support": ("local", "model", "off"),
    "report_leaves_out": ("nothing", "contradicted", "unsupported"),
}
