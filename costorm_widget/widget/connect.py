"""Joins a session to its widget, each on its own thread.

Messages of the page arrive on the kernel's main thread, later on one of its sub-shell threads;
they are only passed on to the session's thread. What the session tells is sent from there.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.widget.commands import Commands, Session
from costorm_widget.widget.model import SessionWidget
from costorm_widget.widget.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from costorm_widget.journal import Journal

EDITS_SECONDS = 0.5
"""How long edits are gathered before a saved notebook shows them: a cell may make many."""


def connect(
    session: Session,
    journal: Journal,
    about: str,
    soon: Callable[[Callable[[], None]], None],
    spawn: Callable[[Coroutine[Any, Any, object]], object],
) -> SessionWidget:
    """Return the widget of a session.

    Args:
        session: What commands act on.
        journal: What is shown.
        about: The engine's line for the user.
        soon: Runs a function on the session's thread, without waiting for it.
        spawn: Starts background work there; refuses it while other work is under way.
    """

    def receive(message: dict[str, Any]) -> None:
        match message.get("type"):
            case "hello":
                soon(wire.greet)
            case "command":
                soon(lambda: commands.take(message))
            case _:
                pass

    widget = SessionWidget(receive)
    wire = Wire(widget.send, about, journal.live)
    commands = Commands(session, widget.send, spawn)
    saved = _Saved(widget, wire, journal)

    def tell(event: ev.Event) -> None:
        wire.tell(event)
        saved.follow(event)

    def begin() -> None:
        wire.open(journal.kept)
        journal.listen(tell)
        saved.renew()

    soon(begin)
    return widget


class _Saved:
    """Renews what a saved notebook shows: once a whole turn, and soon after an edit.

    Each time it is the whole session, so that it is not done for every event: while work is under
    way a turn is whole, its changes of the map included, when the next one starts.
    """

    def __init__(self, widget: SessionWidget, wire: Wire, journal: Journal) -> None:
        self._widget = widget
        self._wire = wire
        self._journal = journal
        self._shown = 0

    def follow(self, event: ev.Event) -> None:
        if isinstance(event, ev.TurnStarted | ev.WorkEnded):
            self.renew()
        elif self._journal.live.work is None and ev.is_kept(event):
            asyncio.get_running_loop().call_later(EDITS_SECONDS, self.renew)

    def renew(self) -> None:
        kept = len(self._journal.kept)
        if kept != self._shown:
            self._shown = kept
            self._widget.keep(self._wire.snapshot())
