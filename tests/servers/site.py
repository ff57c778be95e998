"""A small web site on 127.0.0.1 that serves pages, and misbehaves as told, for tests."""

from __future__ import annotations

import gzip
import threading
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from tests.servers.wiki import Answering, Behaviour, says

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping
    from types import TracebackType


EVERYWHERE = "*"
"""In place of a path: what is done where nothing else is."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, and with which headers, in lower case."""

    path: str
    headers: dict[str, str]


class _Visit(Answering):
    server: _Server  # type: ignore[assignment]

    def do_GET(self) -> None:  # noqa: N802 - its name in the library
        self.server.respond(self)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, pages: Mapping[str, str | Behaviour]) -> None:
        super().__init__(("127.0.0.1", 0), _Visit)
        self.pages = dict(pages)
        self.requests: list[Request] = []
        self.at_once = self.most_at_once = 0
        self.pause = 0.0
        self.closing = threading.Event()
        self.lock = threading.Lock()

    def respond(self, visit: _Visit) -> None:
        headers = {name.lower(): value for name, value in visit.headers.items()}
        with self.lock:
            self.requests.append(Request(visit.path, headers))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            self.closing.wait(self.pause)
            names = (visit.path, urlsplit(visit.path).path, EVERYWHERE)
            known = (self.pages[name] for name in names if name in self.pages)
            found = next(known, says(404, "There is no such page."))
            if isinstance(found, str):
                found = says(200, found, "text/html; charset=utf-8")
        finally:
            with self.lock:
                self.at_once -= 1
        found(visit)

    def handle_error(self, *_: object) -> None:
        """Say nothing: a client that hangs up is what some tests are about."""


class Site:
    """The site, while it runs.

    Args:
        pages: By path: HTML, or what is done.
        tls: Certificate and key, for https.
    """

    def __init__(
        self, pages: Mapping[str, str | Behaviour], tls: ssl.SSLContext | None = None
    ) -> None:
        self.server = _Server(pages)
        self._scheme = "https" if tls else "http"
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self._thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    @property
    def port(self) -> int:
        return self.server.server_port

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def pages(self) -> dict[str, str | Behaviour]:
        return self.server.pages

    @property
    def asked(self) -> list[str]:
        """Paths of the pages that were asked for, without robots.txt."""
        return [each.path for each in self.server.requests if each.path != "/robots.txt"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.server.closing.set()
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()


def leads_to(address: str, status: int = 302) -> Behaviour:
    """Redirect to an address."""
    return says(status, "", headers={"Location": address})


def sends(
    body: bytes,
    kind: str = "text/html",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Behaviour:
    """Answer with bytes."""

    def behave(answering: Answering) -> None:
        answering.send(status, body, kind, headers)

    return behave


def unfolds(size: int) -> Behaviour:
    """Send a small body that unfolds to `size` bytes."""
    return sends(gzip.compress(b"a " * (size // 2)), headers={"Content-Encoding": "gzip"})


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """Do one thing after another, and the last one for good."""
    left = list(behaviours)

    def behave(answering: Answering) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(answering)

    return behave


def drips(piece: bytes, pause: float) -> Behaviour:
    """Send a page without end, a piece at a time."""

    def behave(answering: Answering) -> None:
        answering.send_response(200)
        answering.send_header("Content-Type", "text/html")
        answering.end_headers()
        while not answering.server.closing.is_set():
            answering.wfile.write(piece)
            answering.wait(pause)
        answering.close_connection = True

    return behave
