"""A server that speaks OpenAI's chat protocol and misbehaves as told, for tests.

It runs in a thread on 127.0.0.1. Each request is answered by the next `Behaviour` of its script;
the last one is repeated. What was asked is kept in `requests`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

Body = dict[str, Any]


class Answering(BaseHTTPRequestHandler):
    """One request, as a behaviour sees it."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.next_behaviour(body, dict(self.headers))(self, body)

    def log_message(self, *_: object) -> None:
        """Keep the tests' output clean."""

    def send(
        self,
        status: int,
        content: bytes,
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def send_piece(self, content: bytes) -> None:
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        self.wfile.flush()

    def end_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")

    def wait(self, seconds: float) -> None:
        """Do nothing for that long, or until the server closes."""
        self.server.closing.wait(seconds)

    def hang_up(self) -> None:
        """Close the connection without a further word."""
        self.close_connection = True


Behaviour = Callable[[Answering, Body], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # All at once come the calls of a warm start.
    request_queue_size = 64

    def __init__(self, script: Sequence[Behaviour]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.script = list(script)
        self.requests: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()

    def next_behaviour(self, body: Body, headers: dict[str, str]) -> Behaviour:
        with self._lock:
            self.requests.append(body)
            self.headers.append(headers)
            return self.script[min(len(self.requests), len(self.script)) - 1]

    def handle_error(self, *_: object) -> None:
        """Say nothing: a client that hangs up is what some tests are about."""


class HostileServer:
    """The server, while it runs.

    Args:
        script: What is done with each request in turn; the last one is repeated.
    """

    def __init__(self, *script: Behaviour) -> None:
        self._server = _Server(script)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    @property
    def url(self) -> str:
        """The base URL, as `ChatOpenAI(base_url=)` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def requests(self) -> list[Body]:
        """The bodies of all requests so far."""
        return self._server.requests

    @property
    def headers(self) -> list[dict[str, str]]:
        """The headers of all requests so far."""
        return self._server.headers

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def chunk(finish: str | None = None, **delta: Any) -> bytes:
    """One event of a stream."""
    data = {
        "id": "chunk",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "hostile",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(data)}\n\n".encode()


def usage(prompt: int, reply: int, cached: int = 0) -> dict[str, Any]:
    """Tokens as OpenAI reports them."""
    return {
        "prompt_tokens": prompt,
        "completion_tokens": reply,
        "total_tokens": prompt + reply,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def completion(message: dict[str, Any], finish: str, used: dict[str, Any] | None) -> bytes:
    """A whole reply."""
    data = {
        "id": "reply",
        "object": "chat.completion",
        "created": 1,
        "model": "hostile",
        "choices": [
            {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
        ],
        "usage": used,
    }
    return json.dumps(data).encode()


def says(
    text: str, *, finish: str = "stop", used: dict[str, Any] | None = None, pause: float = 0.0
) -> Behaviour:
    """Answer well: word by word when a stream is asked for, with `pause` seconds between."""

    def behave(answering: Answering, body: Body) -> None:
        if not body.get("stream"):
            answering.wait(pause)
            answering.send(200, completion({"content": text}, finish, used))
            return
        answering.begin_stream()
        answering.send_piece(chunk(role="assistant", content=""))
        for piece in _pieces(text):
            answering.send_piece(chunk(content=piece))
            answering.wait(pause)
        answering.send_piece(chunk(finish=finish))
        if used and body.get("stream_options", {}).get("include_usage"):
            data = {"id": "chunk", "object": "chat.completion.chunk", "created": 1}
            last = {**data, "model": "hostile", "choices": [], "usage": used}
            answering.send_piece(f"data: {json.dumps(last)}\n\n".encode())
        answering.send_piece(b"data: [DONE]\n\n")
        answering.end_stream()

    return behave


def _pieces(text: str) -> list[str]:
    borders = [0, *(place for place, each in enumerate(text) if each == " "), len(text)]
    return [text[start:end] for start, end in pairwise(borders) if end > start]


def refuses(
    status: int, message: str, *, code: str | None = None, headers: dict[str, str] | None = None
) -> Behaviour:
    """Answer with an error as OpenAI words it."""
    error = {"message": message, "type": "error", "param": None, "code": code}

    def behave(answering: Answering, _body: Body) -> None:
        answering.send(status, json.dumps({"error": error}).encode(), headers=headers)

    return behave


def tells_the_key(status: int) -> Behaviour:
    """Answer with an error that repeats the caller's key."""

    def behave(answering: Answering, body: Body) -> None:
        refuses(status, f"bad call with {answering.headers['authorization']}")(answering, body)

    return behave


def holds(tokens: int, reply: Behaviour) -> Behaviour:
    """Take prompts of at most `tokens` tokens of four characters, and answer those."""

    def behave(answering: Answering, body: Body) -> None:
        asked = sum(len(message["content"]) for message in body["messages"]) // 4
        if asked <= tokens:
            reply(answering, body)
            return
        refuses(
            400,
            f"This model's maximum context length is {tokens} tokens. However, your messages "
            f"resulted in {asked} tokens. Please reduce the length of the messages.",
            code="context_length_exceeded",
        )(answering, body)

    return behave


def sends(status: int, content: bytes, kind: str = "application/json") -> Behaviour:
    """Answer with just these bytes."""

    def behave(answering: Answering, _body: Body) -> None:
        answering.send(status, content, kind)

    return behave


def is_silent(seconds: float = 60.0) -> Behaviour:
    """Take the request and say nothing."""

    def behave(answering: Answering, _body: Body) -> None:
        answering.wait(seconds)
        answering.hang_up()

    return behave


def one_at_a_time(reply: Behaviour, seconds: float) -> Behaviour:
    """Answer with `reply`, `seconds` after the request before was answered, as small servers do."""
    turn = threading.Lock()

    def behave(answering: Answering, body: Body) -> None:
        with turn:
            answering.wait(seconds)
            reply(answering, body)

    return behave


def hangs_up() -> Behaviour:
    """Close the connection instead of an answer."""

    def behave(answering: Answering, _body: Body) -> None:
        answering.hang_up()

    return behave


def streams(*pieces: bytes, ends: bool = True, silent: float = 0.0) -> Behaviour:
    """Stream just these bytes; without `ends` the connection breaks off after them."""

    def behave(answering: Answering, _body: Body) -> None:
        answering.begin_stream()
        for piece in pieces:
            answering.send_piece(piece)
        answering.wait(silent)
        if ends:
            answering.end_stream()
        answering.hang_up()

    return behave
