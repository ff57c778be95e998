"""The first map: the top concepts of everything that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting, tongue
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs

if TYPE_CHECKING:
    from costorm_widget.language.tasks import OutlineJob

CONCEPT_RULES = (
    "name: 1 to 5 words that say what the passages share and would stand well as a heading.",
    (
        "members: the numbers of its passages. A passage belongs to one concept; leave out what "
        "belongs to none."
    ),
)
"""What a concept is, the same for the outline and for splitting."""

_EACH = 60
_TOKENS = 2000
_TAKEN = 100


def outline_prompt(job: OutlineJob) -> Prompt:
    """Ask for at most `job.most` concepts, each with its passages."""
    # What is not shown, or left out, is placed by nearness afterwards; so a short look is enough.
    most = max(3, job.most)
    number = (
        f"at most {job.most} concepts that are missing and"
        if job.taken
        else f"3 to {most} concepts that"
    )
    instructions = "You draw a mind map of the evidence: its top concepts.\n" + rules(
        f"Find {number} differ clearly, by what the passages say.",
        *CONCEPT_RULES,
        "No concept that the map has already; if none is missing, give none." if job.taken else "",
        'No concept for the whole topic, and none like "Other" or "Introduction".',
        "If there is a goal, cut so that it is served.",
        tongue(job.brief),
        DATA,
    )
    taken = f"The map has already: {listed(job.taken, _TAKEN)}." if job.taken else ""
    return Prompt(
        "outline",
        instructions,
        paragraphs(setting(job.brief), taken, "Give the concepts."),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )
