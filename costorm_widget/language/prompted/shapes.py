"""What structured replies hold: one small model a job, every string and list bounded.

The bounds are for grammars: a small model that is held to a schema may otherwise fill one string
until its context ends. Descriptions are read by the model; they are part of the prompt.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Question = Annotated[str, Field(max_length=400, description="one question, one sentence")]
Queries = Annotated[
    list[Annotated[str, Field(max_length=160)]],
    Field(max_length=8, description="search queries of a few words each"),
]
Name = Annotated[str, Field(max_length=80, description="a short, telling name")]


class QuestionReply(BaseModel):
    """A question and what to search for it: the background, or an interview's next question."""

    question: Question
    queries: Queries


class ExpertReply(BaseModel):
    """One expert."""

    name: Name
    role: Annotated[str, Field(max_length=240, description="what this expert looks at, one line")]


class ExpertsReply(BaseModel):
    """Who should sit at the table."""

    experts: Annotated[list[ExpertReply], Field(max_length=10)]


class PlanReply(BaseModel):
    """What an expert sets out to do."""

    intent: Literal[
        "original question", "information request", "potential answer", "further details"
    ]
    question: Question
    queries: Queries


class PartReply(BaseModel):
    """A concept and the numbers of the passages that belong to it."""

    name: Name
    members: Annotated[list[int], Field(max_length=80)]


class PartsReply(BaseModel):
    """Concepts found in the evidence; none when it is fine as it is."""

    concepts: Annotated[list[PartReply], Field(max_length=12)]


class NameReply(BaseModel):
    """A concept's name."""

    name: Name


class VerdictsReply(BaseModel):
    """For each pair of passages, in order, whether they contradict each other."""

    verdicts: Annotated[list[Literal["confirmed", "rejected", "unsure"]], Field(max_length=64)]


class CheckReply(BaseModel):
    """Whether one sentence is borne out by what it cites."""

    sentence: Annotated[int, Field(description="number of the sentence")]
    # No word of these is a part of another, as "supported" is of "not supported".
    verdict: Literal["says so", "says less", "says nothing", "says otherwise"]
    why: Annotated[
        str,
        Field(max_length=120, description="what is missing or differs; empty if it says so"),
    ]


class SupportReply(BaseModel):
    """For each sentence, whether the passages that it cites say so."""

    checks: Annotated[list[CheckReply], Field(max_length=64)]


class ChoicesReply(BaseModel):
    """For each group, in order, the number of the concept it belongs to; 0 is none of them."""

    choices: Annotated[list[int], Field(max_length=64)]


class StepReply(BaseModel):
    """Where a group goes: the number of a concept below, 0 to stay, -1 under a new concept."""

    below: int
    name: Annotated[str, Field(max_length=80, description="of the new concept, else empty")]


class StepsReply(BaseModel):
    """For each group, in order, where it goes."""

    steps: Annotated[list[StepReply], Field(max_length=64)]
