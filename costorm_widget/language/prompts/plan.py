"""What an expert sets out to do: an intent, the question in hand, and what to search for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.manner import rules, setting, tongue, you_are
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import listed, paragraphs, talk
from costorm_widget.language.prompts.wishes import left_aside, planned

if TYPE_CHECKING:
    from costorm_widget.language.tasks import PlanJob

_RECENT = 600
_CONCEPTS = 150


def plan_prompt(job: PlanJob) -> Prompt:
    """Ask for the expert's plan after the recent turns."""
    # No evidence is shown: it is searched for after this. The four intents are the paper's
    # (section 3.2). Questions that name what they mean are asked for because a search engine, and
    # whoever reads one turn alone, does not know what "it" is.
    most = job.brief.settings.queries_per_question
    instructions = f"{you_are(job.expert)} Plan your next turn; do not write it yet.\n" + rules(
        'intent: "potential answer" if the last turn asks: you answer it. '
        '"further details" if it does not: you add something new from your field. '
        'Rarely "information request": you need a fact from the others; or "original question": '
        "you open another side.",
        "question: the question that your turn answers, or the one it asks; one sentence that "
        'names its subject (no "it" or "this").',
        f"queries: up to {most} searches of 2 to 6 words that find what your turn needs, each for "
        "something else, in the words that a text with the answer would use. Do not search again "
        "for what was said. No queries if you ask.",
        tongue(job.brief),
    )
    concepts = f"The mind map has: {listed(job.concepts, _CONCEPTS)}." if job.concepts else ""
    return Prompt(
        "plan_turn",
        instructions,
        paragraphs(
            setting(job.brief),
            concepts,
            left_aside(job.muted),
            talk(job.recent, _RECENT),
            planned(job.focus),
            "Plan your turn.",
        ),
    )
