"""What is done after a failed attempt: wait and ask again, ask with less evidence, or give up.

Waits double from half a second and vary by a quarter, so that calls that failed together do not
come back together; a provider that says how long it wants to be left alone is obeyed instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import BadReply, ContextOverflow, ModelSilent, RateLimited
from costorm_widget.events import Waiting
from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.calls.sampling import output_limit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from costorm_widget.errors import ModelError
    from costorm_widget.events import Event
    from costorm_widget.language.calls.request import Request
    from costorm_widget.settings import Settings

LONGEST_WAIT = 60.0
"""Seconds; who is told to wait longer is told so, and decides for themselves."""

_FIRST_WAIT = 0.5
_VARIATION = 0.25
_SAFE_SHARE = 0.9
"""Of a model's context: our count of tokens and the provider's differ a little."""
_FEWEST_TOKENS = 24
"""Less evidence than this is none."""


class Patience:
    """How one request is kept alive.

    Args:
        request: The request.
        settings: The settings.
        emit: Hears of each wait.
        sleep: Waits.
        random: Varies the waits.
    """

    def __init__(
        self,
        request: Request,
        settings: Settings,
        emit: Callable[[Event], None],
        sleep: Callable[[float], Awaitable[None]],
        random: Random,
    ) -> None:
        self._request = request
        self._settings = settings
        self._emit = emit
        self._sleep = sleep
        self._random = random
        self._failed = 0
        self.room = 1.0
        """Share of the evidence's tokens that the next attempt shows."""

    async def helps(self, error: ModelError) -> bool:
        """Return whether to ask again after `error`, once the pause it needs is over."""
        if isinstance(error, ContextOverflow):
            return self._shrink(error)
        # A reply that cannot be read may be all that a server makes of a form it does not know.
        hopeless = self._request.fragile and isinstance(error, BadReply)
        wait = self._wait(error)
        # Silence has cost its time already, and is seldom chance: one more try is enough.
        retries = (
            min(1, self._settings.retries)
            if isinstance(error, ModelSilent)
            else self._settings.retries
        )
        too_often = self._failed >= retries
        if hopeless or not error.retry or too_often or wait > LONGEST_WAIT:
            return False
        self._failed += 1
        self._emit(Waiting(self._request.prompt.job, wait, str(error).partition(";")[0]))
        await self._sleep(wait)
        return True

    def _wait(self, error: ModelError) -> float:
        if isinstance(error, RateLimited) and error.wait is not None:
            return error.wait
        variation = self._random.uniform(1 - _VARIATION, 1 + _VARIATION)
        return float(_FIRST_WAIT * 2**self._failed * variation)

    def _shrink(self, error: ContextOverflow) -> bool:
        """Leave out as much evidence as the error says, else half; once, and only if some stays."""
        prompt = self._request.prompt
        if self.room < 1 or not prompt.passages:
            return False
        fixed = count_tokens(prompt.instructions) + count_tokens(prompt.request)
        whole = count_tokens(prompt.instructions) + count_tokens(prompt.user_text())
        if error.limit is None:
            evidence = (whole - fixed) / 2
        else:
            ours_per_theirs = whole / error.asked if error.asked else 1.0
            output = output_limit(prompt.job, self._settings)
            evidence = (error.limit * _SAFE_SHARE - output) * ours_per_theirs - fixed
        # However the sizes were counted, it must become less.
        evidence = min(evidence, (whole - fixed) * _SAFE_SHARE)
        self.room = evidence / prompt.tokens
        return evidence >= _FEWEST_TOKENS
