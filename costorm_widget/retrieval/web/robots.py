"""The robots.txt of each host: what it lets programs read, and how fast (RFC 9309).

A host without one (4xx) lets everything be read. One whose robots.txt cannot be had for now (5xx,
no answer) has not said so, and is left alone; it is asked again with the next page.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.patience import Pace

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from protego import Protego

    from costorm_widget.retrieval.web.answers import Answer

AGENT = "costorm-widget"
"""The name that a robots.txt may address."""

_LONGEST_DELAY = 10.0
"""Seconds between two pages of a host. A longer delay is meant for those who read all of it."""

_KEPT_SECONDS = 24 * 3600.0
"""RFC 9309, 2.4."""

_FAULTS = 500
"""The first HTTP status that is the host's own fault."""


class Rules:
    """What one host lets us do.

    Args:
        text: Its robots.txt; empty if it has none.
    """

    def __init__(self, text: str) -> None:
        from protego import Protego

        self._rules: Protego = Protego.parse(text)
        self.pace = Pace(min(self._rules.crawl_delay(AGENT) or 0.0, _LONGEST_DELAY))
        self.since = time.monotonic()

    def check(self, link: str) -> None:
        """Let a link pass that may be read.

        Raises:
            SourceRefused: If it may not.
        """
        if not self._rules.can_fetch(link, AGENT):
            raise SourceRefused("robots.txt of its host asks programs not to read it; open it")


class Robots:
    """Rules by host, each fetched once a day.

    Args:
        get: Fetches a robots.txt, its redirects followed.
    """

    def __init__(self, get: Callable[[str], Awaitable[Answer]]) -> None:
        self._get = get
        self._known: dict[str, Rules] = {}

    async def rules(self, link: str) -> Rules:
        """Return the rules of the host of a link.

        Raises:
            SourceRefused: If its robots.txt cannot be had for now, or may not be asked for.
            SourceError: If the host cannot be reached.
        """
        parts = urlsplit(link)
        origin = f"{parts.scheme}://{parts.netloc}"
        known = self._known.get(origin)
        if known is None or time.monotonic() - known.since > _KEPT_SECONDS:
            answer = await self._get(f"{origin}/robots.txt")
            if answer.status >= _FAULTS:
                raise SourceRefused(
                    f"robots.txt of its host cannot be had ({answer.status}); try again later"
                )
            known = self._known[origin] = Rules(answer.body.decode("utf-8", "replace"))
        return known
