"""The report's lead: what it found, for somebody who reads nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import (
    ALONE,
    CITING,
    DATA,
    focus,
    reader,
    rules,
    setting,
    tongue,
)
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, said_already

if TYPE_CHECKING:
    from costorm_widget.language.tasks import LeadJob

_WORDS = 120
_EACH = 100
_TOKENS = 2500
_SAID = 100
_SECTIONS = 150


def lead_prompt(job: LeadJob) -> Prompt:
    """Ask for the lead."""
    settings = job.brief.settings
    tokens = min(_TOKENS, settings.section_tokens)
    instructions = "You write the lead of a report.\n" + rules(
        "Say first what the report finds: if the goal asks something, its answer.",
        "Then the most important points of the sections, in their order.",
        "No heading, no list, nothing about the report itself.",
        ALONE,
        CITING,
        f"At most {_WORDS} words in one or two paragraphs.",
        focus(job.brief),
        reader(job.brief),
        tongue(job.brief),
        DATA,
    )
    sections = f"The sections: {listed(job.sections, _SECTIONS)}." if job.sections else ""
    return Prompt(
        "write_lead",
        instructions,
        paragraphs(
            setting(job.brief),
            sections,
            said_already(job.said, job.passages, _SAID),
            "Write the lead.",
        ),
        excerpts(job.passages, _EACH, tokens),
        tokens,
    )
