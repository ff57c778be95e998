"""A server that lists models, and remembers who asked and how; for tests of the choice alone."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Listing(ThreadingHTTPServer):
    """Answers `GET /v1/models` with `names`, and everything else with 404."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.body = json.dumps({"data": [{"id": name} for name in names]}).encode()
        self.keys: list[str | None] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def base_url(self) -> str:
        return f"http://{self.address}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Listing

    def do_GET(self) -> None:
        self.server.keys.append(self.headers.get("Authorization"))
        if self.path != "/v1/models":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def listing(*names: str) -> Iterator[Listing]:
    """Serve the list while the block runs."""
    with Listing(list(names)) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
