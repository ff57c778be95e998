"""What the page can ask for: a closed list of commands, each with a name in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from costorm_widget.errors import CostormError, UnknownName, UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from costorm_widget.reports import Report
    from costorm_widget.turns import Turn

NAMES = ("step", "run", "stop", "say", "ask", "retry", "report")

_MOST_TURNS = 100


class Session(Protocol):
    """What the widget uses of a session."""

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        ...

    def start(self, turns: int = 1) -> None:
        """Take turns in the background."""
        ...

    def stop(self) -> None:
        """End what is under way."""
        ...

    def say(self, text: str) -> Turn | None:
        """Take the user's turn."""
        ...

    async def aretry(self) -> Turn:
        """Take the turn that failed again."""
        ...

    async def agenerate_report(self) -> Report:
        """Write the report."""
        ...


class Commands:
    """Carries out what the page asks for, and answers with `ack` or `error`."""

    def __init__(
        self,
        session: Session,
        send: Callable[[dict[str, Any]], None],
        spawn: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        """Act on `session`.

        Args:
            session: What commands act on.
            send: Brings an answer to the page.
            spawn: Starts background work on the session's thread; refuses it while other work is
                under way.
        """
        self._session = session
        self._send = send
        self._spawn = spawn

    def take(self, message: Mapping[str, Any]) -> None:
        """Carry out one command message; called on the session's thread."""
        number = message.get("id")
        arguments = message.get("args")
        try:
            self._carry_out(
                str(message.get("name")), arguments if isinstance(arguments, Mapping) else {}
            )
        except CostormError as error:
            self._send({"type": "error", "id": number, "message": str(error)})
        else:
            self._send({"type": "ack", "id": number, "result": None})

    def _carry_out(self, name: str, arguments: Mapping[str, Any]) -> None:
        match name:
            case "step":
                self._session.start(1)
            case "run":
                self._session.start(_turns(arguments))
            case "stop":
                self._session.stop()
            case "say" | "ask":
                self._session.say(_text(arguments))
                if not self._session.busy:
                    self._session.start(1)
            case "retry":
                self._spawn(self._session.aretry())
            case "report":
                self._spawn(self._session.agenerate_report())
            case _:
                raise UnknownName("command", name, NAMES)


def _text(arguments: Mapping[str, Any]) -> str:
    text = arguments.get("text")
    return text if isinstance(text, str) else ""


def _turns(arguments: Mapping[str, Any]) -> int:
    turns = arguments.get("turns", 1)
    if isinstance(turns, int) and not isinstance(turns, bool) and 1 <= turns <= _MOST_TURNS:
        return turns
    message = f"{turns!r} turns cannot be run; give a whole number from 1 to {_MOST_TURNS}."
    raise UserError(message)
