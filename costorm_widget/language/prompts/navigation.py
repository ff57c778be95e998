"""Finding a place for evidence from the top of the map down, one level a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting, tongue
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Brief, NavigationGroup

_EACH = 40
_WITH_TITLE = 54
_SHOWN = 2
"""Passages of a group that are shown, as where concepts are chosen."""


def navigation_prompt(brief: Brief, groups: Sequence[NavigationGroup]) -> Prompt:
    """Ask where each group goes from where it stands.

    The name of a new concept comes in the same reply: asking for it would be one more call.
    """
    instructions = "You find the place of evidence in a mind map, one level at a time.\n" + rules(
        "For each group, in order, give one step from the concept at which it stands.",
        "below: the number of the concept below that its passages belong to; 0 if they belong "
        "to none of those but to the concept at which they stand; -1 if they need a new concept.",
        "name: of the new concept, 1 to 5 words that would stand well as a heading, and none of "
        "the names shown. Groups that belong together get the same name. Empty without one.",
        "At the top a group cannot stay.",
        tongue(brief),
        DATA,
    )
    shown = [each for group in groups for each in group.passages[:_SHOWN]]
    return Prompt(
        "navigate",
        instructions,
        paragraphs(
            setting(brief),
            "\n\n".join(_lines(place, group) for place, group in enumerate(groups, 1)),
            f"Give {len(groups)} steps, one for each group.",
        ),
        excerpts(shown, _EACH, len(shown) * _WITH_TITLE),
        len(shown) * _WITH_TITLE,
    )


def _lines(place: int, group: NavigationGroup) -> str:
    handles = ", ".join(f"[{each.handle}]" for each in group.passages[:_SHOWN])
    query = one_line(group.query or group.question)
    found = f', found by "{query}"' if query else ""
    path = " > ".join(map(one_line, group.path))
    stands = f"It stands at {path}" if path else "It stands at the top"
    below = "; ".join(
        f"{number}. {one_line(child)}" for number, child in enumerate(group.children, 1)
    )
    return f"Group {place}: passages {handles}{found}. {stands}.\nBelow: {below}"
