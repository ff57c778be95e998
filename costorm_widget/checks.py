"""What is checked before any work begins: numbers of turns, and that there is a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting

if TYPE_CHECKING:
    from costorm_widget.settings import Settings


def check_turns(turns: object) -> None:
    """Refuse what is no number of turns.

    Raises:
        BadSetting: Naming the value.
    """
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        message = f"{turns!r} turns cannot be taken; give a whole number from 1 up."
        raise BadSetting(message)


def check_budget(until: str, settings: Settings, *, remote: bool) -> None:
    """Refuse to go on until a budget is spent that is none.

    Args:
        until: What the user has given.
        settings: The limits.
        remote: Whether a model speaks, and so spends anything but time.

    Raises:
        BadSetting: If `until` is not `"budget"`, or the settings name no limit that can be reached.
    """
    if until != "budget":
        message = f'until={until!r} is not known; give until="budget".'
        raise BadSetting(message)
    limits = (settings.max_cost, settings.max_tokens, settings.max_requests, settings.max_seconds)
    if all(limit is None for limit in limits):
        message = "There is no budget; set max_cost, max_tokens, max_requests or max_seconds."
        raise BadSetting(message)
    if not remote and settings.max_seconds is None:
        message = "Without a model only time is spent; set max_seconds, or give a number of turns."
        raise BadSetting(message)
