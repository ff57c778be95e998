"""What the `wikipedia` package gets in place of `requests`: requests that a wiki is glad of.

The package asks with `requests.get(url, params=, headers=)` and reads `.json()` of what it gets.
Here that sends our user agent, keeps time limits, reads no endless body, and turns every answer
that is no reply into an error of ours, so that the package only ever sees replies it can read.
It makes no pauses: who waits for it on the event loop does, and can be cancelled meanwhile.
"""

from __future__ import annotations

import json
import time
from http.cookiejar import DefaultCookiePolicy
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from costorm_widget.errors import SourceError
from costorm_widget.retrieval.wikipedia.refusals import check_reply, check_status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from requests import Session

CONNECT_SECONDS = 6.0
_SLOWEST = 4
"""A whole answer may take as many times as long as its first byte may."""

_MOST_BYTES = 32_000_000
_PIECE = 65_536


class Reply:
    """What the package reads of an answer."""

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content

    def json(self) -> dict[str, Any]:
        """Return what the wiki said."""
        return self._content


class Transport:
    """Stands in for the `requests` module.

    Args:
        contact: An e-mail or web address of whoever runs this, for the user agent; may be empty.
        timeout: Seconds that a wiki may say nothing.
        session: The `requests.Session` to ask with; None makes one.
    """

    def __init__(self, contact: str, timeout: float, session: Session | None = None) -> None:
        self._headers = {"User-Agent": user_agent(contact), "Accept-Encoding": "gzip"}
        self._timeout = timeout
        self._session = session or _session()

    def get(
        self,
        url: str,
        params: Mapping[str, str | int],
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - the package's user agent
    ) -> Reply:
        """Ask a wiki and return its reply.

        Raises:
            SourceRefused: If it does not want this request or this caller.
            SourceNotFound: If there is no wiki.
            SourceBusy: If it wants to be asked later.
            SourceError: If it cannot be reached, says nothing, or sends what is no reply.
        """
        host = urlsplit(url).netloc
        # The package asks for JSON that spells every letter beyond ASCII in six.
        status, pause, body = self._fetched(url, {**params, "utf8": 1}, host)
        check_status(host, status, body, pause)
        try:
            content = json.loads(body)
        except ValueError as error:
            raise SourceError(
                f"{host} sent something that is no reply of a wiki; open https://{host} in a "
                "browser: a login page of the network, or an outage, shows there."
            ) from error
        return Reply(check_reply(host, content, pause))

    def _fetched(
        self, url: str, params: Mapping[str, str | int], host: str
    ) -> tuple[int, str | None, bytes]:
        """Return status, `Retry-After` and body."""
        from requests import ConnectionError as Unreachable
        from requests import RequestException, Timeout
        from urllib3.exceptions import HTTPError, ReadTimeoutError

        try:
            try:
                return self._once(url, params, host)
            except Timeout:
                raise
            except Unreachable:
                # A connection kept open may have been closed at the other end meanwhile.
                return self._once(url, params, host)
        except (Timeout, ReadTimeoutError) as error:
            raise _silent(host, self._timeout) from error
        except (RequestException, HTTPError) as error:
            raise SourceError(
                f"{host} cannot be reached ({type(error).__name__}); "
                "check the network, then run the turn again."
            ) from error

    def _once(
        self, url: str, params: Mapping[str, str | int], host: str
    ) -> tuple[int, str | None, bytes]:
        limits = (CONNECT_SECONDS, self._timeout)
        latest = time.monotonic() + _SLOWEST * self._timeout
        with self._session.get(
            url, params=params, headers=self._headers, timeout=limits, stream=True
        ) as response:
            body = bytearray()
            # What has come, however little: a larger piece would be waited for without end.
            while piece := response.raw.read1(_PIECE, decode_content=True):
                body += piece
                if len(body) > _MOST_BYTES:
                    raise SourceError(
                        f"{host} sent more than {_MOST_BYTES // 1_000_000} MB for one article; "
                        "ask for another one."
                    )
                if time.monotonic() > latest:
                    raise _silent(host, _SLOWEST * self._timeout)
            return response.status_code, response.headers.get("Retry-After"), bytes(body)


def user_agent(contact: str) -> str:
    """Return a user agent as Wikimedia asks for it: who this is, and where to complain."""
    from importlib.metadata import version

    where = "; ".join(filter(None, ("https://pypi.org/project/costorm-widget/", contact)))
    ours, theirs = version("costorm-widget"), version("requests")
    return f"costorm-widget/{ours} ({where}) python-requests/{theirs}"


def _session() -> Session:
    import requests

    session = requests.Session()
    # No wiki needs cookies to be read; and the jar is the one part that threads cannot share.
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
    return session


def _silent(host: str, seconds: float) -> SourceError:
    return SourceError(
        f"{host} did not answer within {seconds:g} seconds; run the turn again in a minute."
    )
