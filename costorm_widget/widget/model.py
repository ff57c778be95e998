"""The anywidget model: one for each session, made once, shown as often as wished.

A page's messages must reach the kernel while a cell blocks its main shell: Stop is one of them.
JupyterLab sends them to a subshell of their own. ipykernel 7.4, however, turns a comm's messages
back to the shell whose message was being handled when the kernel spoke on that comm last, and
what the session says from its own thread while a cell runs counts as said by the cell. So the
model tells its comm to leave the messages where the page sent them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from costorm_widget.errors import NotYet

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUTE = "_reply_subshell_for"
"""ipykernel's question to a comm: to which shell does this message go?"""

BUNDLE = Path(__file__).parent / "static" / "widget.js"


class SessionWidget(anywidget.AnyWidget):
    """A session in a cell.

    The page gets events as messages. The one trait, `_snapshot`, is renewed once a finished turn,
    so that a saved notebook shows the session without a kernel.
    """

    _esm = BUNDLE
    _snapshot = traitlets.Dict().tag(sync=True)

    def __init__(self, receive: Callable[[dict[str, Any]], None]) -> None:
        """Hand each message of the page to `receive`.

        Raises:
            NotYet: In a source checkout whose page was not built.
        """
        if not BUNDLE.exists():
            message = "The widget's page is not built; run: make setup"
            raise NotYet(message)
        super().__init__()
        _leave_messages_where_sent(self.comm)
        self.on_msg(lambda _widget, content, _buffers: receive(content))

    def keep(self, snapshot: dict[str, Any]) -> None:
        """Store what a page without a kernel shows."""
        self._snapshot = snapshot

    def bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the display data and metadata of the widget."""
        shown: Any = self._repr_mimebundle_()
        if shown is None:
            return {}, {}
        return shown if isinstance(shown, tuple) else (shown, {})


def _leave_messages_where_sent(comm: Any) -> None:  # noqa: ANN401 - each kernel has its own kind
    if hasattr(comm, _ROUTE):
        setattr(comm, _ROUTE, lambda _data, sent_to: sent_to)
