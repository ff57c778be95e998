"""Placing evidence in the map: one call for all that is unclear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.prompts.excerpts import excerpts
from costorm_widget.language.prompts.manner import DATA, rules, setting
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.language.prompts.talk import paragraphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import Brief, PlacementGroup

_EACH = 40
_WITH_TITLE = 54
_SHOWN = 2
"""Passages of a group that are shown: they came by one query and lie near one concept."""

Path = tuple[str, ...]


def placement_prompt(brief: Brief, groups: Sequence[PlacementGroup]) -> Prompt:
    """Ask for the concept of each group, by its number in `numbered_concepts(groups)`.

    The concepts near to the groups are mostly the same ones, so they are listed once with a number
    each, and a group names its own by number, the nearest first.
    """
    instructions = "You file evidence under the concepts of a mind map.\n" + rules(
        "For each group choose the concept that its passages belong to, out of those near it.",
        "A deeper concept is better than the one above it, if it fits.",
        "choices: one concept number for each group, in the order of the groups. "
        "0 if none of those near it fits.",
        DATA,
    )
    concepts = numbered_concepts(groups)
    numbers = {path: number for number, path in enumerate(concepts, 1)}
    lines = [f"{number}. {_shown(path)}" for path, number in numbers.items()]
    shown = [each for group in groups for each in group.passages[:_SHOWN]]
    return Prompt(
        "choose_placements",
        instructions,
        paragraphs(
            setting(brief),
            "\n".join(["The concepts:", *lines]),
            "\n".join(_line(place, group, numbers) for place, group in enumerate(groups, 1)),
            f"Give {len(groups)} choices, one for each group.",
        ),
        excerpts(shown, _EACH, len(shown) * _WITH_TITLE),
        len(shown) * _WITH_TITLE,
    )


def numbered_concepts(groups: Sequence[PlacementGroup]) -> tuple[Path, ...]:
    """Return the concepts near to any of the groups, in the order of their numbers, from 1."""
    return tuple(dict.fromkeys(path for group in groups for path in group.candidates))


def _shown(path: Path) -> str:
    return " > ".join(map(one_line, path))


def _line(place: int, group: PlacementGroup, numbers: dict[Path, int]) -> str:
    handles = ", ".join(f"[{each.handle}]" for each in group.passages[:_SHOWN])
    near = ", ".join(str(numbers[path]) for path in group.candidates)
    query = one_line(group.query or group.question)
    found = f', found by "{query}"' if query else ""
    return f"Group {place}: passages {handles}{found}. Near it: {near}."
