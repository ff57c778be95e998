"""The session's record: each event is folded, kept, and told to all who listen."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.state import SessionState, fold

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.turns import Intent, Role

    Listener = Callable[[ev.Event], None]

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Draft:
    """A turn that is being said: what `Turn` will hold, as far as it is known."""

    id: str
    speaker: str
    role: Role
    intent: Intent
    queries: tuple[str, ...] = ()
    text: str = ""


@dataclass(slots=True)
class Live:
    """What is going on right now, for who comes in the middle of it.

    Attributes:
        work: What is under way; None when nothing is.
        draft: The turn that is being said; None when nobody speaks.
    """

    work: ev.Work | None = None
    draft: Draft | None = None

    def follow(self, event: ev.Event) -> None:
        """Take in what `event` tells of it."""
        match event:
            case ev.WorkStarted():
                self.work = event.work
            case ev.WorkEnded():
                self.work = self.draft = None
            case ev.TurnStarted():
                self.draft = Draft(event.id, event.speaker, event.role, event.intent)
            case ev.TurnSearched() if self.draft:
                self.draft.queries = event.queries
            case ev.Token() if self.draft:
                self.draft.text += event.text
            case ev.TurnTaken() | ev.TurnDropped():
                self.draft = None
            case _:
                pass


class Journal:
    """The one door through which a session changes.

    Attributes:
        state: The state after all kept events.
        kept: The kept events, in order.
        live: What is going on right now.
    """

    def __init__(self) -> None:
        """Start with an empty record."""
        self.state = SessionState()
        self.kept: list[ev.KeptEvent] = []
        self.live = Live()
        self._listeners: list[Listener] = []
        self._untold: deque[ev.Event] = deque()
        self._telling = False

    def emit(self, event: ev.Event) -> None:
        """Fold and keep `event` if it is of the kept kind, then tell the listeners.

        A listener may emit in its turn; all listeners still hear all events in their order.
        """
        if isinstance(event, ev.KeptEvent):
            fold(self.state, event)
            self.kept.append(event)
        self.live.follow(event)
        self._untold.append(event)
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                self._tell(self._untold.popleft())
        finally:
            self._telling = False

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` every event from now on; the returned function ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def _tell(self, event: ev.Event) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # noqa: BLE001 - the boundary between us and code that listens
                # A listener is the user's or the page's code on our thread: its fault is logged
                # and must not break the turn that is under way.
                _log.exception("A listener failed on %s", event.type)
