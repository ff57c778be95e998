"""Judging contradictions: one call for all pairs that nobody has judged yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.manner import DATA, rules, setting
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs

if TYPE_CHECKING:
    from costorm_widget.language.judging import JudgeJob

_EACH = 90
"""Tokens of a passage: the statement in question, and what stands before it."""


def dispute_prompt(job: JudgeJob) -> Prompt:
    """Ask for a verdict on each pair.

    What looks like a contradiction and is none mostly differs in when, where or for whom, and a
    model that is not told so calls every pair with two numbers a contradiction. What follows from
    a verdict is not told: a model would rather keep than lose one.
    """
    instructions = "You check whether two statements contradict each other.\n" + rules(
        "The last sentence of each passage is the statement; what stands before it is context.",
        "confirmed: both are about the same thing, and cannot both be right as they stand.",
        "rejected: both can be right. They are about different things, times, places or groups, "
        "or say the same in other words.",
        "unsure: the passages do not tell.",
        "Two studies of one question that find the opposite are a contradiction.",
        "verdicts: one for each pair, in the order of the pairs.",
        DATA,
    )
    lines = [
        f"Pair {place}: passages [{pair.one.handle}] and [{pair.other.handle}], "
        f"{one_line(pair.why)}."
        for place, pair in enumerate(job.pairs, 1)
    ]
    shown = tuple(each for pair in job.pairs for each in (pair.one, pair.other))
    return Prompt(
        "judge_disputes",
        instructions,
        paragraphs(
            setting(job.brief), "\n".join(lines), f"Give {len(lines)} verdicts, one for each pair."
        ),
        shown,
        len(shown) * _EACH,
    )
