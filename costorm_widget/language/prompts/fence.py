"""The fence around evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.budget import fit

if TYPE_CHECKING:
    from costorm_widget.language.tasks import Passage


def fenced(passages: tuple[Passage, ...], tokens: int) -> str:
    """Return passages as numbered evidence."""
    texts = [each.shown for each in passages]
    return "\n".join(f"[{each.place + 1}] {each.text}" for each in fit([texts], tokens))
