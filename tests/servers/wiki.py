"""A small wiki that answers as MediaWiki does, and misbehaves as told, for tests.

It runs in a thread on 127.0.0.1 and knows the requests that the `wikipedia` package makes. Each
request is answered by the next `Behaviour` of its script; after the script it answers well.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, quote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

Query = dict[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A page: its plain text, or where it leads, or the list items it is a choice of."""

    text: str = ""
    redirect: str = ""
    options: tuple[str, ...] = ()
    revision: int = 0
    time: str = "2024-05-01T12:00:00Z"


class Answering(BaseHTTPRequestHandler):
    """One request, as a behaviour sees it."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        query = {key: values[0] for key, values in self._queries().items()}
        self.server.answer(query, dict(self.headers), self)

    def _queries(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.path).query, keep_blank_values=True)

    def log_message(self, *_: object) -> None:
        """Keep the tests' output clean."""

    def send(
        self,
        status: int,
        content: bytes,
        kind: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def wait(self, seconds: float) -> None:
        """Do nothing for that long, or until the server closes."""
        self.server.closing.wait(seconds)


Behaviour = Callable[[Answering], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, pages: Mapping[str, Entry], script: Sequence[Behaviour]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.pages = dict(pages)
        self.script = list(script)
        self.pause = 0.0
        self.queries: list[Query] = []
        self.agents: list[str] = []
        self.at_once = self.most_at_once = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()

    def answer(self, query: Query, headers: dict[str, str], answering: Answering) -> None:
        with self.lock:
            self.queries.append(query)
            self.agents.append(headers.get("User-Agent", ""))
            behave = self.script[len(self.queries) - 1 :][:1]
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.closing.wait(self.pause)
        with self.lock:
            # Counted until it is answered: afterwards the client may ask again at once.
            self.at_once -= 1
        if behave:
            behave[0](answering)
        else:
            reply = json.dumps(self.reply(query), ensure_ascii="utf8" not in query)
            answering.send(200, reply.encode())

    def reply(self, query: Query) -> dict[str, Any]:
        if query.get("list") == "search":
            return {"query": {"search": self._search(query)}}
        prop = query.get("prop", "")
        title = query.get("titles", "") or self._title(query.get("pageids", ""))
        if "extracts" in prop:
            return {"query": {"pages": {self._id(title): self._extract(title)}}}
        if "rvparse" in query:
            items = "".join(f"<li>{each}</li>" for each in self.pages[title].options)
            html = f'<ul><li class="tocsection-1"><a href="#x">1</a></li>{items}</ul>'
            return {"query": {"pages": {self._id(title): {"revisions": [{"*": html}]}}}}
        return {"query": self._info(title)}

    def _search(self, query: Query) -> list[dict[str, str]]:
        words = query["srsearch"].casefold().split()
        found = [
            title
            for title, entry in self.pages.items()
            if not entry.redirect
            and all(word in f"{title} {entry.text}".casefold() for word in words)
        ]
        return [{"title": title} for title in found[: int(query["srlimit"])]]

    def _info(self, asked: str) -> dict[str, Any]:
        title = asked[:1].upper() + asked[1:]
        said: dict[str, Any] = {}
        if asked != title:
            said["normalized"] = [{"from": asked, "to": title}]
        if title in self.pages and self.pages[title].redirect:
            said["redirects"] = [{"from": title, "to": self.pages[title].redirect}]
            title = self.pages[title].redirect
        if title not in self.pages:
            return {"pages": {"-1": {"title": title, "missing": ""}}, **said}
        page = {"title": title, "fullurl": f"{self.address}/wiki/{quote(title.replace(' ', '_'))}"}
        if self.pages[title].options:
            page["pageprops"] = {"disambiguation": ""}  # type: ignore[assignment]
        return {"pages": {self._id(title): page}, **said}

    def _extract(self, title: str) -> dict[str, Any]:
        entry = self.pages[title]
        revision = {"revid": entry.revision, "parentid": 1, "timestamp": entry.time}
        return {"title": title, "extract": entry.text, "revisions": [revision]}

    def _id(self, title: str) -> str:
        return str(100 + list(self.pages).index(title))

    def _title(self, page: str) -> str:
        return list(self.pages)[int(page) - 100]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: object) -> None:
        """Say nothing: a client that hangs up is what some tests are about."""


class StubWiki:
    """The wiki, while it runs.

    Args:
        pages: What it has, by title.
        script: What is done with the first requests in turn.
    """

    def __init__(self, pages: Mapping[str, Entry], *script: Behaviour) -> None:
        self.server = _Server(pages, script)
        self._thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    @property
    def url(self) -> str:
        return self.server.address

    @property
    def api_url(self) -> str:
        return f"{self.url}/w/api.php"

    @property
    def queries(self) -> list[Query]:
        """What was asked so far."""
        return self.server.queries

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


def says(
    status: int, text: str, kind: str = "text/plain", headers: Mapping[str, str] | None = None
) -> Behaviour:
    """Answer with just that."""

    def behave(answering: Answering) -> None:
        answering.send(status, text.encode(), kind, headers)

    return behave


def reports(code: str, info: str) -> Behaviour:
    """Answer with an error as MediaWiki's interface words it."""
    return says(200, json.dumps({"error": {"code": code, "info": info}}), "application/json")


def is_silent(seconds: float = 60.0) -> Behaviour:
    """Take the request and say nothing."""

    def behave(answering: Answering) -> None:
        answering.wait(seconds)
        answering.close_connection = True

    return behave


def hangs_up() -> Behaviour:
    """Close the connection instead of an answer."""

    def behave(answering: Answering) -> None:
        answering.close_connection = True

    return behave


def trickles(piece: bytes, pause: float, times: int) -> Behaviour:
    """Send a body of a gigabyte, a piece at a time."""

    def behave(answering: Answering) -> None:
        answering.send_response(200)
        answering.send_header("content-length", str(10**9))
        answering.end_headers()
        for _ in range(times):
            answering.wfile.write(piece)
            answering.wait(pause)
        answering.close_connection = True

    return behave
