"""One scholarly service: asked politely, and what it says instead of an answer told as an error."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from costorm_widget.errors import SourceNotFound, SourceRefused
from costorm_widget.retrieval.patience import Pace, Places, busy, patiently
from costorm_widget.retrieval.requesting import quoted
from costorm_widget.retrieval.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.retrieval.requesting import Answer

Result = TypeVar("Result")

_AT_ONCE = Places(1)
"""arXiv and Crossref ask for one connection at a time; all sessions share it."""

_PACES: dict[str, Pace] = {}

_FINE = 200
_ERRORS = 400
_FAULTS = 500


def pace_of(host: str, seconds: float) -> Pace:
    """Return the pace at which all sessions ask a host; the slowest that is wished counts."""
    pace = _PACES.setdefault(host, Pace(seconds))
    pace.seconds = max(pace.seconds, seconds)
    return pace


async def asked(url: str, pace: Pace, call: Callable[[], Result]) -> Result:
    """Make a call in a thread when it is its turn; make it again while the service is busy.

    Args:
        url: Address of the service.
        pace: How soon after another a request may go there.
        call: Makes one request.
    """

    async def ask() -> Result:
        await pace.turn()
        return await in_thread(call)

    async with _AT_ONCE.at(urlsplit(url).netloc):
        return await patiently(ask)


def check_answer(url: str, answer: Answer, said: Callable[[bytes], str] = quoted) -> None:
    """Let an answer pass that is one.

    Args:
        url: Address of the service.
        answer: What came.
        said: Reads what the service says of an error, to be added after a colon.

    Raises:
        SourceRefused: If the service refuses this request or this caller.
        SourceNotFound: If there is nothing at the address.
        SourceBusy: If it wants to be asked later; arXiv then also answers with nothing at all.
    """
    host, status = urlsplit(url).netloc, answer.status
    late = partial(busy, host, pause=answer.pause)
    if status in {202, 408, 425, 429} or status >= _FAULTS:
        raise late(f"{status}{quoted(answer.body)}")
    if status in {401, 403}:
        raise SourceRefused(
            f"{host} refuses this program ({status}{said(answer.body)}); say who is asking: "
            "contact='you@example.org'."
        )
    if status in {404, 410}:
        raise SourceNotFound(f"{host} has no such paper ({status}); check its number.")
    if status >= _ERRORS:
        raise SourceRefused(
            f"{host} refuses the request ({status}{said(answer.body)}); ask in other words."
        )
    if status != _FINE or not answer.body.strip():
        raise late(f"{status}, with nothing in it")
