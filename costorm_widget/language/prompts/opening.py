"""The visible opening: one question for each top concept, so that a reader sees what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, focus, reader, rules, setting, tongue
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs

if TYPE_CHECKING:
    from costorm_widget.language.tasks import OpeningJob

_EACH = 30
_TOKENS = 300


def opening_prompt(job: OpeningJob) -> Prompt:
    """Ask for the opening question about `job.concept`."""
    # It is answered from these passages without a search, so it must not ask beyond them.
    instructions = "You open a round table for somebody who begins to look at the topic.\n" + rules(
        "Ask one question about the concept that the evidence answers.",
        "Ask for what matters most in it, not for everything.",
        "One sentence, at most 25 words. No greeting. Cite nothing.",
        focus(job.brief),
        reader(job.brief),
        tongue(job.brief),
        DATA,
    )
    concept = f"The concept: {one_line(job.concept)}"
    return Prompt(
        "open_concept",
        instructions,
        paragraphs(setting(job.brief), concept, "Ask your question."),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )
