"""GET requests to services that answer programs, made with `requests` in a thread.

Each sends our user agent, keeps time limits and reads no endless body. It makes no pauses: who
waits for it on the event loop does, and can be cancelled meanwhile.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from costorm_widget.errors import BadSetting, SourceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from requests import Session

CONNECT_SECONDS = 6.0
_SLOWEST = 4
"""A whole answer may take as many times as long as its first byte may."""

_MOST_BYTES = 32_000_000
_PIECE = 65_536

_QUOTED_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the HTTP status, the value of `Retry-After` if any, and the body."""

    status: int
    pause: str | None
    body: bytes


class Requests:
    """Makes the requests.

    Args:
        contact: An e-mail or web address of whoever runs this, for the user agent; may be empty.
        timeout: Seconds that a service may say nothing.
        session: The `requests.Session` to ask with; None makes one.

    Raises:
        BadSetting: For a contact or a time-out that can be none.
    """

    def __init__(self, contact: str, timeout: float, session: Session | None = None) -> None:
        check_contact(contact)
        check_timeout(timeout)
        self._contact = contact
        self._timeout = timeout
        self._session = session or _session()

    def get(
        self,
        url: str,
        params: Mapping[str, str | int] | None = None,
        accept: str = "*/*",
    ) -> Answer:
        """Ask and return what came back, whatever its status.

        Raises:
            SourceError: If the host cannot be reached, says nothing, or does not end.
        """
        from requests import ConnectionError as Unreachable
        from requests import RequestException, Timeout
        from urllib3.exceptions import HTTPError, ReadTimeoutError

        host = urlsplit(url).netloc
        headers = {
            "User-Agent": user_agent(self._contact, "requests"),
            "Accept-Encoding": "gzip",
            "Accept": accept,
        }
        try:
            try:
                return self._once(url, params, headers, host)
            except Timeout:
                raise
            except Unreachable:
                # A connection kept open may have been closed at the other end meanwhile.
                return self._once(url, params, headers, host)
        except (Timeout, ReadTimeoutError) as error:
            raise silent(host, self._timeout) from error
        except (RequestException, HTTPError) as error:
            raise SourceError(
                f"{host} cannot be reached ({type(error).__name__}); "
                "check the network, then run the turn again."
            ) from error

    def _once(
        self,
        url: str,
        params: Mapping[str, str | int] | None,
        headers: Mapping[str, str],
        host: str,
    ) -> Answer:
        limits = (CONNECT_SECONDS, self._timeout)
        latest = time.monotonic() + _SLOWEST * self._timeout
        with self._session.get(
            url, params=params, headers=headers, timeout=limits, stream=True
        ) as response:
            body = bytearray()
            # What has come, however little: a larger piece would be waited for without end.
            while piece := response.raw.read1(_PIECE, decode_content=True):
                body += piece
                if len(body) > _MOST_BYTES:
                    raise SourceError(
                        f"{host} sent more than {_MOST_BYTES // 1_000_000} MB in one answer; "
                        "ask for something else."
                    )
                if time.monotonic() > latest:
                    raise silent(host, _SLOWEST * self._timeout)
            return Answer(response.status_code, response.headers.get("Retry-After"), bytes(body))


def check_contact(contact: str) -> None:
    """Let a contact pass that can stand in a user agent.

    Raises:
        BadSetting: If it cannot.
    """
    if not contact.isprintable() or not contact.isascii():
        raise BadSetting(f"contact={contact!r} is not possible; give an e-mail or web address.")


def check_timeout(timeout: float) -> None:
    """Let a number of seconds pass that can be waited.

    Raises:
        BadSetting: If it cannot.
    """
    if not timeout > 0:
        raise BadSetting(f"timeout={timeout!r} is not possible; give seconds above 0.")


def user_agent(contact: str, library: str) -> str:
    """Return a user agent that says who this is, and where to complain.

    Args:
        contact: An e-mail or web address of whoever runs this; may be empty.
        library: Name of the package that makes the request.
    """
    from importlib.metadata import version

    where = "; ".join(filter(None, ("https://pypi.org/project/costorm-widget/", contact)))
    ours, theirs = version("costorm-widget"), version(library)
    return f"costorm-widget/{ours} ({where}) python-{library}/{theirs}"


def silent(host: str, seconds: float) -> SourceError:
    """Return the error for a host that did not answer in time."""
    return SourceError(
        f"{host} did not answer within {seconds:g} seconds; run the turn again in a minute."
    )


def quoted(body: bytes) -> str:
    """Return what a service says in a line of plain text, after a colon; nothing of a page."""
    text = " ".join(body[:2000].decode("utf-8", "replace").split())
    if not text or text.startswith(("<", "{")):
        return ""
    short = text[:_QUOTED_CHARACTERS].rstrip(" .;") + (
        "…" if len(text) > _QUOTED_CHARACTERS else ""
    )
    return f": {short}"


def _session() -> Session:
    import requests

    session = requests.Session()
    # No service needs cookies to be read; and the jar is the one part that threads cannot share.
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=()))
    return session
