"""A server that lists models and embeds texts, and remembers what it was asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Listing(ThreadingHTTPServer):
    """Answers `GET /v1/models` with `names`, `POST /v1/embeddings` with vectors, else 404."""

    dimensions = 4

    def __init__(self, names: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.body = json.dumps({"data": [{"id": name} for name in names]}).encode()
        self.keys: list[str | None] = []
        self.inputs: list[list[str]] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def base_url(self) -> str:
        return f"http://{self.address}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Listing

    def do_GET(self) -> None:
        self._answer(self.server.body if self.path == "/v1/models" else None)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/embeddings":
            self._answer(None)
            return
        texts: list[str] = asked["input"]
        self.server.inputs.append(texts)
        vectors = [
            {"index": place, "embedding": [1.0 + len(text)] * self.server.dimensions}
            for place, text in enumerate(texts)
        ]
        self._answer(json.dumps({"data": vectors, "model": asked["model"]}).encode())

    def _answer(self, body: bytes | None) -> None:
        self.server.keys.append(self.headers.get("Authorization"))
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

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
