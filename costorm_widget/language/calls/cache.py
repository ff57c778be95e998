"""Replies kept on disk, so that the same question is not paid for twice.

The key is a hash of the whole request: the model with its parameters, the form, the messages and
the seed. The file holds the replies' texts, and of the prompts hashes only.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from contextlib import closing, contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage

logger = logging.getLogger(__name__)

_again: ContextVar[bool] = ContextVar("costorm_again", default=False)


@contextmanager
def again() -> Iterator[None]:
    """Ask anew inside, also by tasks started there; what comes replaces what was kept."""
    token = _again.set(True)
    try:
        yield
    finally:
        _again.reset(token)


def request_key(
    model: BaseChatModel, name: str, form: str, messages: Sequence[BaseMessage], seed: int
) -> str:
    """Return the hash of a whole request.

    Args:
        model: The model as it is asked; its plain fields are its parameters and its address.
        name: Its name.
        form: Name of the form of the reply.
        messages: The messages.
        seed: The session's seed: another one may have another reply.
    """
    fields = {field: getattr(model, field) for field in type(model).model_fields}
    parameters = {
        field: value
        for field, value in fields.items()
        if isinstance(value, str | int | float | list | dict)
    }
    texts = [(message.type, message.content) for message in messages]
    request = [name, parameters, form, texts, seed]
    # Of other objects inside, such as clients and hidden keys, their kind has to do.
    whole = json.dumps(request, sort_keys=True, default=lambda value: type(value).__name__)
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


class ReplyCache:
    """The replies, in an SQLite file in the user's cache folder.

    When the file cannot be used (read-only, full, damaged), that is logged once and the work goes
    on without it. Each access opens the file anew, as it may come from any thread.
    """

    def __init__(self) -> None:
        self._usable = True

    @property
    def path(self) -> Path:
        """Where the file is."""
        from platformdirs import user_cache_path

        return user_cache_path("costorm-widget") / "replies.sqlite"

    def read(self, key: str) -> AIMessage | None:
        """Return the reply that was kept under `key`; None inside `again()`."""
        if not self._usable or _again.get() or not self.path.exists():
            return None
        query = "SELECT reply FROM replies WHERE request = ?"
        try:
            with closing(self._open()) as file:
                row = file.execute(query, (key,)).fetchone()
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
            return None
        return _message(row[0]) if row else None

    def write(self, key: str, reply: AIMessage) -> None:
        """Keep `reply` under `key`."""
        if not self._usable:
            return
        try:
            with closing(self._open()) as file, file:
                file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, _text(reply)))
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = sqlite3.connect(self.path)
        # A cache: what a crash of the machine takes away is asked for again.
        file.execute("PRAGMA synchronous = OFF")
        file.execute(
            "CREATE TABLE IF NOT EXISTS replies (request TEXT PRIMARY KEY, reply TEXT) "
            "WITHOUT ROWID"
        )
        return file

    def _give_up(self, error: Exception) -> None:
        self._usable = False
        logger.warning("Replies are not kept in %s: %s.", self.path, error)


def _text(reply: AIMessage) -> str:
    from langchain_core.messages import message_to_dict

    # `parsed` may be an object of any class; the text that it was read from is kept.
    extra = {name: each for name, each in reply.additional_kwargs.items() if name != "parsed"}
    return json.dumps(message_to_dict(reply.model_copy(update={"additional_kwargs": extra})))


def _message(text: str) -> AIMessage:
    from langchain_core.messages import AIMessage, messages_from_dict

    (message,) = messages_from_dict([json.loads(text)])
    assert isinstance(message, AIMessage)  # noqa: S101 - nothing else is written
    return message
