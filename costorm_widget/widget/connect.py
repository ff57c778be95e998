"""Joins a session to its widget, each on its own thread.

Messages of the page arrive on the kernel's main thread, later on one of its sub-shell threads;
they are only passed on to the session's thread. What the session tells is sent from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.widget.commands import Commands, Session
from costorm_widget.widget.model import SessionWidget
from costorm_widget.widget.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from costorm_widget.journal import Journal


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
        spawn: Starts background work on the session's thread.
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
    wire = Wire(widget.send, about)
    commands = Commands(session, widget.send, spawn)

    def tell(event: ev.Event) -> None:
        wire.tell(event)
        if isinstance(event, ev.TurnTaken | ev.WorkEnded | ev.ReportWritten):
            widget.keep(wire.snapshot())

    def begin() -> None:
        wire.open(journal.kept)
        journal.listen(tell)
        widget.keep(wire.snapshot())

    soon(begin)
    return widget
