"""An expert's turn as it is read: an answer or further details, from the evidence alone."""

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
    words,
    you_are,
)
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs, said_already, spoken, talk
from costorm_widget.language.prompts.wishes import answered
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from costorm_widget.language.tasks import AnswerJob

_RECENT = 400
_SAID = 100
_ARCHIVED_WORDS = 60
_ARCHIVED_SHARE = 0.5
"""An archived answer is looked up, not read: the best half of the evidence is enough for it."""


def answer_prompt(job: AnswerJob) -> Prompt:
    """Ask for the answer to the question in hand, or for details that go further."""
    settings = job.brief.settings
    length = _ARCHIVED_WORDS if job.archived else words(job.brief)
    instructions = f"{you_are(job.expert)} Take your turn: speak from the evidence.\n" + rules(
        # Models greet, name themselves and repeat the question when nobody tells them where to
        # begin; at a table with a turn every few seconds that is half of what is read.
        "Begin with the point itself. No greeting, no heading, no repeating of the question.",
        # Said before the length: a model that is short of evidence fills the length from memory.
        f"{ALONE} If it answers only a part, say in one sentence what is missing. If it does not "
        "answer at all, say so in one sentence and stop.",
        "Say nothing again that the talk has had.",
        CITING,
        f"At most {length} words of plain text in whole sentences.",
        focus(job.brief),
        reader(job.brief),
        tongue(job.brief),
        DATA,
    )
    tokens = settings.evidence_tokens
    return Prompt(
        "write_answer",
        instructions,
        paragraphs(
            setting(job.brief),
            talk(job.recent, _RECENT),
            said_already(job.said, job.passages, _SAID),
            _wanted(job),
        ),
        job.passages,
        int(tokens * _ARCHIVED_SHARE) if job.archived else tokens,
    )


def _wanted(job: AnswerJob) -> str:
    steer = job.focus.steer if job.focus else ""
    wanted = "Answer it."
    if steer not in {"", "ask"}:
        wanted = ""  # the wish itself says what to do
    elif job.intent is Intent.FURTHER_DETAILS:
        wanted = "Add to it what your field knows and the talk has not had."
    lines = (f"The question: {spoken(job.question)}", answered(job.focus), wanted)
    return "\n".join(filter(None, lines))
