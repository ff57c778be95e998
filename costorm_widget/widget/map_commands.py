"""The commands that change the map, and those that steer the talk from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from costorm_widget.errors import MindMapError, UserError
from costorm_widget.widget import arguments as read

if TYPE_CHECKING:
    from costorm_widget.evidence.disputes import Verdict
    from costorm_widget.mind_map.concept import Concept
    from costorm_widget.mind_map.concepts import MindMap
    from costorm_widget.turns import Turn
    from costorm_widget.widget.arguments import Arguments

EDITS = ("add", "rename", "move", "merge", "remove", "place", "pin", "mute", "note", "rule")
"""Changes that nobody answers: they take no turn."""

STEERS = ("ask", "challenge", "opposite", "missing", "explore")
"""Turns of the user's, which the next step answers."""


class MapSession(Protocol):
    """What edits and steering use of a session."""

    mind_map: MindMap

    def explore_by(self, kind: str, identifier: str, /) -> Turn | None:
        """Put a gap on the table."""
        ...

    def rule(self, dispute: str, verdict: Verdict, /) -> object:
        """Say whether a contradiction is one."""
        ...


def edit(session: MapSession, name: str, arguments: Arguments) -> None:
    """Carry out one of `EDITS`.

    Raises:
        UserError: If an argument is missing or wrong, or the edit would break the map.
    """
    if name == "rule":
        session.rule(read.text(arguments, "id"), read.verdict(arguments))
        return
    concept = _concept(session, arguments, "kept" if name == "merge" else "concept")
    match name:
        case "add":
            concept.add(read.text(arguments, "name"))
        case "rename":
            concept.rename(read.text(arguments, "name"))
        case "move":
            concept.move(_concept(session, arguments, "parent"))
        case "merge":
            concept.merge(_concept(session, arguments, "absorbed"))
        case "remove":
            concept.remove()
        case "place":
            concept.place(read.text(arguments, "snippet"))
        case "pin":
            concept.pin(read.flag(arguments, "on"))
        case "mute":
            concept.mute(read.flag(arguments, "on"))
        case _:
            concept.note = read.text(arguments, "text").strip()


def steer(session: MapSession, name: str, arguments: Arguments) -> None:
    """Carry out one of `STEERS`.

    Raises:
        UserError: If an argument is missing or wrong.
    """
    if name == "explore":
        session.explore_by(read.text(arguments, "kind"), read.text(arguments, "id"))
        return
    concept = _concept(session, arguments, "concept")
    match name:
        case "ask":
            concept.ask(_question(arguments))
        case "challenge":
            concept.challenge()
        case "opposite":
            concept.opposite()
        case _:
            concept.missing()


def _question(arguments: Arguments) -> str:
    question = read.text(arguments, "text").strip()
    if not question:
        message = "There is nothing to ask in an empty text; give at least one word."
        raise UserError(message)
    return question


def _concept(session: MapSession, arguments: Arguments, name: str) -> Concept:
    """Return the concept of an id; unlike in a cell, a name alone is not enough."""
    wanted = read.text(arguments, name)
    concept = session.mind_map[wanted]
    if concept.id != wanted:
        message = f"The concept {wanted!r} is gone; choose another."
        raise MindMapError(message)
    return concept
