"""An ear that keeps what it hears until others have been heard out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costorm_widget import events as ev

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(slots=True)
class Ear:
    """Hears events of a talk that is held in advance; passes them on once it is released."""

    pass_on: Callable[[ev.Event], None]
    kept: list[ev.Event] = field(default_factory=list[ev.Event])
    released: bool = False

    def hear(self, event: ev.Event) -> None:
        """Take one event."""
        if self.released:
            self.pass_on(event)
        else:
            self.kept.append(event)

    def release(self) -> None:
        """Pass on what was kept, and from now on everything at once."""
        self.released = True
        kept, self.kept = self.kept, []
        for event in kept:
            self.pass_on(event)
