"""A table with one seat: a caller with a real OpenAI client, a hostile server, and an account."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from costorm_widget.events import Event, ModelCalled, Waiting
from costorm_widget.language.calls.caller import Caller
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.calls.models import Chosen
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from costorm_widget.usage import Call
    from tests.servers.hostile import HostileServer

KEY = "sk-proj-Zm9vYmFyYmF6cXV4"


@dataclass
class Desk:
    """A caller and all that it tells."""

    models: dict[str, Chosen]
    settings: Settings
    events: list[Event] = field(default_factory=list["Event"])
    slept: list[float] = field(default_factory=list[float])
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        self.ledger = Ledger(lambda: self.settings, lambda: self.usage, self.hear)
        self.caller = self.new_caller()

    def new_caller(self) -> Caller:
        """Another caller with the same account, as after loading a session."""
        return Caller(self, self.ledger, lambda: self.settings, self.hear, self.sleep)

    def hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, ModelCalled):
            self.usage.add(event.call)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def for_job(self, job: str) -> Chosen:
        return self.models.get(job, self.models["default"])

    @property
    def calls(self) -> list[Call]:
        return [event.call for event in self.events if isinstance(event, ModelCalled)]

    @property
    def waits(self) -> list[Waiting]:
        return [event for event in self.events if isinstance(event, Waiting)]


def client(server: HostileServer, **fields: Any) -> ChatOpenAI:
    """A real client of OpenAI's protocol, set up as costorm-widget does it."""
    fields = {"model": "hostile", "max_retries": 0, "stream_usage": True, **fields}
    return ChatOpenAI(
        base_url=server.url,
        api_key=SecretStr(KEY),
        http_async_client=connections_closed_at_once(),
        **fields,
    )


def connections_closed_at_once() -> httpx.AsyncClient:
    """A client that keeps no connection for later: each test has an event loop of its own."""
    return httpx.AsyncClient(limits=httpx.Limits(max_keepalive_connections=0))


def desk(model: BaseChatModel, name: str = "openai:hostile", **settings: Any) -> Desk:
    """A caller whose one model is `model`."""
    return Desk({"default": Chosen(name, "", model)}, Settings(**settings))
