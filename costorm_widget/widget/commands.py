"""What the page can ask for: a closed list of commands, each with a name in Python.

A command is checked and carried out on the session's thread, and answered there: with `ack`, or
with `error` and the reason. Edits of the map and steering are in `map_commands`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from costorm_widget.errors import CostormError, UnknownName
from costorm_widget.widget import arguments as read
from costorm_widget.widget.map_commands import EDITS, STEERS, MapSession, edit, steer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from costorm_widget.reports import Report
    from costorm_widget.turns import Turn

    Spawn = Callable[[Coroutine[Any, Any, object]], object]

NAMES = (
    *("step", "run", "stop", "say", "retry", "report", "check_disputes", "undo", "redo"),
    *EDITS,
    *STEERS,
)


class Session(MapSession, Protocol):
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

    async def acheck_disputes(self) -> object:
        """Let the model say which contradictions are real."""
        ...

    async def aundo(self) -> str:
        """Take back what was done last."""
        ...

    async def aredo(self) -> str:
        """Do again what was taken back."""
        ...


class Commands:
    """Carries out what the page asks for, and answers with `ack` or `error`."""

    def __init__(
        self, session: Session, send: Callable[[dict[str, Any]], None], spawn: Spawn
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
        self._answering: set[asyncio.Task[None]] = set()

    def take(self, message: Mapping[str, Any]) -> None:
        """Carry out one command message; called on the session's thread."""
        number = message.get("id")
        arguments = message.get("args")
        try:
            later = self._carry_out(
                str(message.get("name")), arguments if isinstance(arguments, Mapping) else {}
            )
        except CostormError as error:
            self._refuse(number, error)
            return
        if later is None:
            self._accept(number)
            return
        answering = asyncio.get_running_loop().create_task(self._answer(number, later))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    def _carry_out(
        self, name: str, arguments: Mapping[str, Any]
    ) -> Coroutine[Any, Any, object] | None:
        """Do it, or return what must be awaited for the answer."""
        session = self._session
        match name:
            case "step":
                session.start(1)
            case "run":
                session.start(read.turns(arguments))
            case "stop":
                session.stop()
            case "say":
                session.say(read.text(arguments, "text"))
                self._let_answer()
            case "retry" | "report" | "check_disputes":
                self._spawn(self._long_work(name))
            case "undo":
                return session.aundo()
            case "redo":
                return session.aredo()
            case _:
                self._change_map(name, arguments)
        return None

    def _long_work(self, name: str) -> Coroutine[Any, Any, object]:
        match name:
            case "retry":
                return self._session.aretry()
            case "report":
                return self._session.agenerate_report()
            case _:
                return self._session.acheck_disputes()

    def _change_map(self, name: str, arguments: Mapping[str, Any]) -> None:
        if name in EDITS:
            edit(self._session, name, arguments)
        elif name in STEERS:
            steer(self._session, name, arguments)
            self._let_answer()
        else:
            raise UnknownName("command", name, NAMES)

    def _let_answer(self) -> None:
        """Let the table answer what the user said, unless it is talking anyway."""
        if not self._session.busy:
            self._session.start(1)

    async def _answer(self, number: object, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except CostormError as error:
            self._refuse(number, error)
        else:
            self._accept(number)

    def _accept(self, number: object) -> None:
        self._send({"type": "ack", "id": number, "result": None})

    def _refuse(self, number: object, error: CostormError) -> None:
        self._send({"type": "error", "id": number, "message": str(error)})
