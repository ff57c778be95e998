"""The warm start's interviews: questions that draw out what an expert's field knows."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import beginning, excerpts
from costorm_widget.language.prompts.manner import DATA, reader, rules, setting, tongue
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs, spoken
from costorm_widget.language.prompts.wishes import left_aside

if TYPE_CHECKING:
    from costorm_widget.language.tasks import InterviewJob

_EACH = 30
_TOKENS = 600
_ANSWER = 80
"""Tokens of an earlier answer: its point comes first."""


def interview_prompt(job: InterviewJob) -> Prompt:
    """Ask for the next question to the expert, and what to search for its answer."""
    most = job.brief.settings.queries_per_question
    instructions = (
        "You interview an expert, so that a newcomer learns what matters in the expert's field.\n"
        + rules(
            "question: one short question that this expert can answer better than others. Ask for "
            "facts, causes or figures; do not ask what was asked before.",
            "If there is an answer before, go deeper into it, or on to another side.",
            f"queries: up to {most} searches of 2 to 6 words, the words that a text with the "
            "answer would use, in the language of the evidence.",
            reader(job.brief),
            tongue(job.brief),
            DATA,
        )
    )
    expert = f"The expert: {one_line(job.expert.name)}. Field: {one_line(job.expert.role)}"
    wanted = "Ask the next question." if job.asked else "Ask the first question."
    return Prompt(
        "ask_in_interview",
        instructions,
        paragraphs(setting(job.brief), expert, left_aside(job.muted), _so_far(job), wanted),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )


def _so_far(job: InterviewJob) -> str:
    lines: list[str] = []
    for asked, answer in zip_longest(job.asked, job.answers, fillvalue=""):
        lines.append(f"Asked: {spoken(asked)}")
        if answer:
            lines.append(f"Answered: {beginning(spoken(answer), _ANSWER)}")
    return "\n".join(lines)
