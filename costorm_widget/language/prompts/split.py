"""Splitting a concept that holds too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting, tongue
from costorm_widget.language.prompts.outline import CONCEPT_RULES
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs

if TYPE_CHECKING:
    from costorm_widget.language.tasks import SplitJob

_EACH = 60
_TOKENS = 2000
_TAKEN = 100


def split_prompt(job: SplitJob) -> Prompt:
    """Ask for the parts of the concept at `job.path`, or for none."""
    # The paper lets a model judge that a concept is fine as it is; the way to say so is an empty
    # list, which every form of reply can hold.
    instructions = "You cut one concept of a mind map into parts.\n" + rules(
        "Find 2 to 5 parts that differ clearly, by what the passages say.",
        *CONCEPT_RULES,
        "A part's name says more than the concept's name, and is none of those taken.",
        "If all passages say much the same, give no concepts: it is fine as it is.",
        tongue(job.brief),
        DATA,
    )
    concept = f"The concept: {' > '.join(map(one_line, job.path))}"
    taken = f"Names taken: {listed(job.taken, _TAKEN)}." if job.taken else ""
    return Prompt(
        "split_concept",
        instructions,
        paragraphs(setting(job.brief), concept, taken, "Give its parts."),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )
