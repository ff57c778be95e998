"""Who should sit at the table: perspectives that differ, found in the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting, tongue
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, spoken

if TYPE_CHECKING:
    from costorm_widget.language.tasks import ExpertsJob

_EACH = 40
_EACH_AGAIN = 25
_FIRST_TOKENS = 1000
"""Evidence for the first list. A later one is for one question, and `refresh_tokens` do."""


def experts_prompt(job: ExpertsJob) -> Prompt:
    """Ask for `job.count` experts, for the topic or for the question in focus."""
    # Experts without a field of their own say the same three times over; so the prompt asks for
    # people whom the evidence gives something to say, and for a difference between them.
    instructions = "You invite experts to a round table.\n" + rules(
        "Choose people who know different sides of the topic and would disagree on something.",
        "Each must find something to talk about in the evidence.",
        "name: their profession or field in 1 to 4 words, not a person's name.",
        "role: what they look at, one line of at most 20 words.",
        tongue(job.brief),
        DATA,
    )
    focus = f"They are to discuss this question: {spoken(job.focus)}" if job.focus else ""
    taken = f"At the table already: {listed(job.taken, 100)}." if job.taken else ""
    number = "1 expert" if job.count == 1 else f"{job.count} experts"
    wanted = f"Propose {number}{' who are not at the table yet' if taken else ''}."
    tokens = job.brief.settings.refresh_tokens if job.focus else _FIRST_TOKENS
    return Prompt(
        "propose_experts",
        instructions,
        paragraphs(setting(job.brief), focus, taken, wanted),
        excerpts(job.passages, _EACH_AGAIN if job.focus else _EACH, tokens),
        tokens,
    )
