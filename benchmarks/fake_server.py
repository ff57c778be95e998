"""A server that speaks OpenAI's protocol, takes a fixed time a call, and keeps count.

It runs as a child process, so that its own work is not taken for the session's. Chat completions
come whole or as a stream, as text, in a JSON schema or as a tool call; their content is the replies
of `ScriptedModel`, made from the prompt, except that now and then nothing near fits for placement.
Embeddings are hashed words. `calls.py` starts it.
"""

from __future__ import annotations

import asyncio
import json
import signal
from base64 import b64encode
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING, Any
from zlib import crc32

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.default_replies import default_reply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

    Body = dict[str, Any]

DIMENSIONS = 256
PIECE = 12
"""Characters in one piece of a stream."""

PARTS = 4
"""Times that something of a stream comes: pieces arrive in clusters, as through a network."""

NONE_IN = 6
"""One group of so many fits none of the concepts near it."""

JOBS = {
    "QuestionReply": "ask_in_interview",
    "ExpertsReply": "propose_experts",
    "PlanReply": "plan_turn",
    "PartsReply": "split_concept",
    "NameReply": "name_concept",
    "ChoicesReply": "choose_placements",
    "StepsReply": "navigate",
    "VerdictsReply": "judge_disputes",
}
"""The job whose `ScriptedModel` reply fits a schema, by the schema's name."""


@dataclass(frozen=True, slots=True)
class Served:
    """One request that was answered.

    Attributes:
        job: What the reply was made for, `embed` for embeddings; jobs with replies of one kind
            share a name.
        began: Seconds of the server's clock when the request was there.
        ended: When its last byte was on its way.
        tokens: Tokens of the prompt, the schema included, by `count_tokens`.
        texts: Texts embedded.
    """

    job: str
    began: float
    ended: float
    tokens: int
    texts: int


class FakeServer:
    """The running server, as its parent sees it.

    Attributes:
        base_url: Where it is, for `base_url=`.
    """

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.base_url = f"http://127.0.0.1:{pipe.recv()}/v1"

    def served(self) -> list[Served]:
        """Return the requests answered since the last time this was asked."""
        self._pipe.send("served")
        served: list[Served] = self._pipe.recv()
        return served


@contextmanager
def fake_server(delay: float, embedding_delay: float = 0.0) -> Iterator[FakeServer]:
    """Serve while the block runs.

    Args:
        delay: Seconds of a chat completion.
        embedding_delay: Seconds of a request for embeddings.
    """
    spawn = get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, delay, embedding_delay), daemon=True)
    process.start()
    theirs.close()
    try:
        yield FakeServer(ours)
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection, delay: float, embedding_delay: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent, which hears it too, ends this
    asyncio.run(_Server(pipe, delay, embedding_delay).run())


class _Server:
    """What runs in the child process."""

    def __init__(self, pipe: Connection, delay: float, embedding_delay: float) -> None:
        self._pipe = pipe
        self._delay = delay
        self._embedding_delay = embedding_delay
        self._served: list[Served] = []
        self._embedder = HashedWords(DIMENSIONS)

    async def run(self) -> None:
        """Serve until the parent closes its end of the pipe."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=64)
        self._pipe.send(server.sockets[0].getsockname()[1])
        loop, closed = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            try:
                self._pipe.recv()
            except EOFError:
                loop.remove_reader(self._pipe.fileno())
                closed.set()
                return
            self._pipe.send(self._served)
            self._served = []

        loop.add_reader(self._pipe.fileno(), tell)
        await closed.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request after the other on a connection that is kept open."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                lines = dict(line.split(": ", 1) for line in head.splitlines()[1:] if line)
                body = await reader.readexactly(int(lines["content-length"]))
                await self._answer(head.split(" ", 2)[1], json.loads(body), writer)
        writer.close()

    async def _answer(self, path: str, body: Body, writer: asyncio.StreamWriter) -> None:
        began = perf_counter()
        texts = tokens = 0
        delay = self._delay
        if path.endswith("/embeddings"):
            job, texts, delay = "embed", len(body["input"]), self._embedding_delay
            parts = [await self._embedded(body)]
        else:
            job, tokens = _job(body), _prompt_tokens(body)
            parts = _completed(body, _reply(job, body), tokens)
        for place, part in enumerate(parts, 1):
            # The first part of a stream comes after half of the time, the last one at its end.
            share = (1 + place / len(parts)) / 2
            await asyncio.sleep(began + share * delay - perf_counter())
            writer.write(part)
            await writer.drain()
        self._served.append(Served(job, began, perf_counter(), tokens, texts))

    async def _embedded(self, body: Body) -> bytes:
        vectors = await self._embedder.embed(body["input"])
        base64 = body.get("encoding_format") == "base64"
        data = [
            {
                "object": "embedding",
                "index": index,
                "embedding": b64encode(vector.tobytes()).decode() if base64 else vector.tolist(),
            }
            for index, vector in enumerate(vectors)
        ]
        used = {"prompt_tokens": 0, "total_tokens": 0}
        return _whole({"object": "list", "data": data, "model": body["model"], "usage": used})


def _text(body: Body, *roles: str) -> str:
    return "\n\n".join(each["content"] for each in body["messages"] if each["role"] in roles)


def _form(body: Body) -> Body | None:
    """Return name and schema of the form that the reply is to have; None if it is text."""
    if tools := body.get("tools"):
        function: Body = tools[0]["function"]
        return function
    form: Body | None = body.get("response_format", {}).get("json_schema")
    return form


def _job(body: Body) -> str:
    form = _form(body)
    if form is not None:
        return JOBS[form["name"]]
    wants = _text(body, "user").rstrip().rpartition("\n")[2]
    return "ask_as_moderator" if "question" in wants else "write_answer"


def _prompt_tokens(body: Body) -> int:
    form = _form(body)
    return count_tokens(_text(body, "system", "user") + (json.dumps(form) if form else ""))


def _reply(job: str, body: Body) -> str:
    prompt = _text(body, "user")
    reply = default_reply(job, prompt)
    if job == "choose_placements" and isinstance(reply, dict):
        groups = [line for line in prompt.splitlines() if line.startswith("Group ")]
        reply["choices"] = [
            0 if crc32(group.encode()) % NONE_IN == 0 else choice
            for group, choice in zip(groups, reply["choices"], strict=True)
        ]
    return reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)


def _completed(body: Body, text: str, tokens: int) -> list[bytes]:
    """Return the reply as the request wants it: whole, as a call of the tool, or in parts."""
    said = count_tokens(text)
    used = {"prompt_tokens": tokens, "completion_tokens": said, "total_tokens": tokens + said}
    message: Body = {"role": "assistant", "content": text}
    if tools := body.get("tools"):
        function = {"name": tools[0]["function"]["name"], "arguments": text}
        call = {"index": 0, "id": "call", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    end = "tool_calls" if body.get("tools") else "stop"
    if body.get("stream"):
        return _streamed(body, message, end, used)
    choice = {"index": 0, "message": message, "finish_reason": end}
    return [_whole({**_head(body, "chat.completion"), "choices": [choice], "usage": used})]


def _streamed(body: Body, message: Body, end: str, used: dict[str, int]) -> list[bytes]:
    """Return the bytes of a stream, in parts of a few events each."""
    head = _head(body, "chat.completion.chunk")
    text = message["content"] or ""
    deltas: list[Body] = [
        {"content": text[start : start + PIECE]} for start in range(0, len(text), PIECE)
    ]
    choices: list[Body] = [{"delta": {**message, "content": ""}, "finish_reason": None}]
    choices += [{"delta": delta, "finish_reason": None} for delta in deltas]
    choices += [{"delta": {}, "finish_reason": end}]
    events = [json.dumps({**head, "choices": [{"index": 0, **each}]}) for each in choices]
    if body.get("stream_options", {}).get("include_usage"):
        events.append(json.dumps({**head, "choices": [], "usage": used}))
    lines = [f"data: {event}\n\n".encode() for event in (*events, "[DONE]")]
    chunks = [b"%x\r\n%s\r\n" % (len(line), line) for line in lines]
    size = ceil(len(chunks) / PARTS)
    parts = [b"".join(chunks[start : start + size]) for start in range(0, len(chunks), size)]
    begin = (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    return [begin + parts[0], *parts[1:-1], parts[-1] + b"0\r\n\r\n"]


def _head(body: Body, kind: str) -> Body:
    return {"id": "reply", "object": kind, "created": 1, "model": body["model"]}


def _whole(data: Body) -> bytes:
    content = json.dumps(data).encode()
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(content)}"
    return head.encode() + b"\r\n\r\n" + content
