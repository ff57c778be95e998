"""The moderator's turn: one grounded question on what the talk has not looked at (section 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.manner import (
    CITING,
    DATA,
    reader,
    rules,
    setting,
    tongue,
)
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, said_already, talk
from costorm_widget.language.prompts.wishes import asked, left_aside

if TYPE_CHECKING:
    from costorm_widget.language.tasks import AskJob

_SHOWN = 8
"""Passages to choose from: of 800 tokens each has 100, enough to ask well about it."""

_TOKENS = 800
_RECENT = 300
_CONCEPTS = 200
_SAID = 80


def moderator_prompt(job: AskJob) -> Prompt:
    """Ask for the question; without evidence, for one from topic and goal that cites nothing."""
    # "Choose one passage" comes before "ask": models that are given eight passages and asked for
    # a question ask about all of them at once.
    grounded = (
        (
            "Choose one passage on something that the talk and the mind map do not have yet; "
            "the first ones fit best."
        ),
        "Say in one sentence what it says. Then ask one question that follows from it.",
        CITING,
    )
    ungrounded = (
        (
            "There is no evidence yet. Ask one question on a side of the topic that the talk "
            "does not have yet. Cite nothing."
        ),
    )
    instructions = "You moderate a round table. Open something new.\n" + rules(
        *(grounded if job.passages else ungrounded),
        "One question only, with one question mark, that the experts can answer from sources.",
        "At most 50 words. No greeting, no thanks, no summary of the talk.",
        reader(job.brief),
        tongue(job.brief),
        DATA if job.passages else "",
    )
    shown = job.passages[:_SHOWN]
    concepts = f"The mind map has already: {listed(job.concepts, _CONCEPTS)}."
    return Prompt(
        "ask_as_moderator",
        instructions,
        paragraphs(
            setting(job.brief),
            concepts if job.concepts else "",
            left_aside(job.muted),
            talk(job.recent, _RECENT),
            said_already(job.said, shown, _SAID),
            asked(job.focus),
            "Ask your question.",
        ),
        shown,
        _TOKENS,
    )
