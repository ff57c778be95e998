"""The session's record: each event is folded, kept, and told to all who listen."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from costorm_widget import events as ev
from costorm_widget.state import SessionState, fold

if TYPE_CHECKING:
    from collections.abc import Callable

    Listener = Callable[[ev.Event], None]

_log = logging.getLogger(__name__)


class Journal:
    """The one door through which a session changes.

    Attributes:
        state: The state after all kept events.
        kept: The kept events, in order.
    """

    def __init__(self) -> None:
        """Start with an empty record."""
        self.state = SessionState()
        self.kept: list[ev.KeptEvent] = []
        self._listeners: list[Listener] = []

    def emit(self, event: ev.Event) -> None:
        """Fold and keep `event` if it is of the kept kind, then tell the listeners."""
        if isinstance(event, ev.KeptEvent):
            fold(self.state, event)
            self.kept.append(event)
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # noqa: BLE001 - the boundary between us and code that listens
                # A listener is the user's or the page's code on our thread: its fault is logged
                # and must not break the turn that is under way.
                _log.exception("A listener failed on %s", event.type)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` every event from now on; the returned function ends that."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end
