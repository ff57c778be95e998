"""The account of a session: limits are checked before each call, and each call is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from costorm_widget.events import ModelCalled

if TYPE_CHECKING:
    from costorm_widget.events import Event
    from costorm_widget.settings import Settings
    from costorm_widget.usage import Call, Usage


class Ledger:
    """Knows the limits and tells each call."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        usage: Callable[[], Usage],
        emit: Callable[[Event], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._usage = usage
        self._emit = emit
        self._clock = clock

    def check(self) -> None:
        """Refuse another call when a limit is reached."""

    def add(self, call: Call) -> None:
        """Tell that `call` was made."""
        self._emit(ModelCalled(call))
