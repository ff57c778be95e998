"""A section of the report, written from what stands under one concept (paper, section 3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, said_already

if TYPE_CHECKING:
    from costorm_widget.language.tasks import SectionJob

_WORDS = 250
_SAID = 250
_CHILDREN = 100


def section_prompt(job: SectionJob) -> Prompt:
    """Ask for the text of the section at `job.path`, without its heading."""
    settings = job.brief.settings
    instructions = "You write one section of a report.\n" + rules(
        # The heading is set by code; one in the text would stand twice and break the outline.
        "Begin with the text: no heading, no list of contents, no closing summary.",
        "Put together what belongs together, and say where the sources differ.",
        ALONE,
        CITING,
        f"At most {_WORDS} words in paragraphs; fewer if the evidence is thin.",
        "Say nothing again that the report has already.",
        focus(job.brief),
        reader(job.brief),
        tongue(job.brief),
        DATA,
    )
    before = (
        f"The section before it: {one_line(job.before)}. Lead over from it in half a sentence."
        if job.before
        else ""
    )
    children = (
        f"Sections below it: {listed(job.children, _CHILDREN)}. Leave their subjects to them."
        if job.children
        else ""
    )
    return Prompt(
        "write_section",
        instructions,
        paragraphs(
            setting(job.brief),
            said_already(job.said, job.passages, _SAID),
            f"The section: {' > '.join(map(one_line, job.path))}",
            before,
            children,
            "Write its text.",
        ),
        job.passages,
        settings.section_tokens,
    )
