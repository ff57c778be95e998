"""The guest's turn: what a person with a given intent would ask next (the simulated user)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, as_reader, rules, setting, tongue
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, talk
from costorm_widget.language.prompts.wishes import left_aside

if TYPE_CHECKING:
    from costorm_widget.language.tasks import AskJob

_EACH = 30
_TOKENS = 500
_RECENT = 400
_CONCEPTS = 100


def guest_prompt(job: AskJob) -> Prompt:
    """Ask for the guest's question."""
    # A guest has not read the sources. The evidence is shown so that what is asked can be
    # answered; a guest who cites would give the experiment away.
    instructions = (
        "You are a guest who listens to a round table and wants something from it.\n"
        + rules(
            "Ask the next question that brings you nearer to what you want.",
            "Take up what was just said, or leave it if it does not help you. Ask nothing that "
            "was answered.",
            "One question, at most 30 words, as people speak.",
            "Cite nothing. No greeting.",
            as_reader(job.brief),
            tongue(job.brief),
            f"The evidence shows what can be answered. {DATA}" if job.passages else "",
        )
    )
    aim = f"What you want to know: {one_line(job.intent)}" if job.intent else ""
    concepts = f"The mind map has: {listed(job.concepts, _CONCEPTS)}." if job.concepts else ""
    return Prompt(
        "ask_as_guest",
        instructions,
        paragraphs(
            setting(job.brief),
            concepts,
            left_aside(job.muted),
            talk(job.recent, _RECENT),
            aim,
            "Ask your question.",
        ),
        excerpts(job.passages, _EACH, _TOKENS),
        _TOKENS,
    )
