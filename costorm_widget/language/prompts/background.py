"""The first search of a session: what must be known before anyone can be invited to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.manner import rules, setting, tongue
from costorm_widget.language.prompts.prompt import Prompt

if TYPE_CHECKING:
    from costorm_widget.language.tasks import Brief


def background_prompt(brief: Brief) -> Prompt:
    """Ask for a background question and queries that find the topic's different sides."""
    # Experts are proposed from what these queries find, so they must not all ask the same; the
    # topic's own name comes first, because its encyclopedia article is what most searches want.
    instructions = "You prepare a round table on a topic that is new to you.\n" + rules(
        "question: one question that asks for the background a newcomer needs.",
        "queries: 3 or 4 searches of 1 to 6 words. The first is the topic itself; each of the "
        "others looks at another side of it.",
        "If there is a goal, one query serves it.",
        tongue(brief),
    )
    return Prompt("plan_background", instructions, setting(brief))
