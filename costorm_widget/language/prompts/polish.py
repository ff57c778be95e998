"""The paper's second call (section 3.2): a drafted answer, reworded to be heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.manner import (
    focus,
    reader,
    rules,
    setting,
    tongue,
    words,
    you_are,
)
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs, spoken, talk

if TYPE_CHECKING:
    from costorm_widget.language.tasks import AnswerJob

_RECENT = 200


def polish_prompt(job: AnswerJob, draft: str) -> Prompt:
    """Ask for the final wording of `draft`, an answer to `job` that cites its passages."""
    # The passages are not shown again: a model that sees them writes a new answer. What it has to
    # keep are the numbers, which mean nothing to it; so they are the first rule.
    instructions = (
        f"{you_are(job.expert)} Reword your draft, so that it is good to hear.\n"
        + rules(
            "Keep every number in brackets, such as [2], at the sentence it belongs to.",
            "Keep every fact and figure. Add none.",
            "Begin with the point itself. No greeting, no heading. Speak to what was said last.",
            f"At most {words(job.brief)} words of plain text.",
            focus(job.brief),
            reader(job.brief),
            tongue(job.brief),
            "Write the reworded text alone.",
        )
    )
    return Prompt(
        "polish",
        instructions,
        paragraphs(
            setting(job.brief),
            talk(job.recent, _RECENT),
            f"The question: {spoken(job.question)}",
            f"Your draft:\n{draft.strip()}",
        ),
    )
