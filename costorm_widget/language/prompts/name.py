"""A name for passages that belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting, tongue
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs

if TYPE_CHECKING:
    from costorm_widget.language.tasks import NameJob

_EACH = 50
_TOKENS = 400
_TAKEN = 100


def name_prompt(job: NameJob) -> Prompt:
    """Ask for the name of the concept that the passages share."""
    instructions = "You name one concept of a mind map.\n" + rules(
        "name: 1 to 5 words that say what the passages share and would stand well as a heading.",
        "Not the name of the topic, and none of the names taken.",
        tongue(job.brief),
        DATA,
    )
    taken = f"Names taken: {listed(job.taken, _TAKEN)}." if job.taken else ""
    return Prompt(
        "name_concept",
        instructions,
        paragraphs(setting(job.brief), taken, "Name the concept."),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )
