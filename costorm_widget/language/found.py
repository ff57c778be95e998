"""Which model is there when the user names none: an OpenAI key, a server, Ollama, or nothing.

Looked for in this order: a server named by `OPENAI_BASE_URL` (or `OPENAI_API_BASE`), OpenAI itself
by `OPENAI_API_KEY`, an Ollama server. `OPENAI_MODEL` names the model for the first two. Nobody is
asked for longer than a moment, so that a session opens at once when nothing is there.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from http.client import HTTPException
from os import environ
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from costorm_widget.errors import BadSetting

OPENAI_DEFAULT = "gpt-4.1-mini"
"""Small, cheap, able to keep to a JSON schema, and without hidden reasoning tokens."""

NO_KEY = "none"
"""Sent to servers of one's own: the protocol wants a key, and they do not look at it."""

_OPENAI_HOST = "api.openai.com"
_OLLAMA_PORT = 11434
_OLLAMA_SECONDS = 0.3
_SERVER_SECONDS = 3.0

# Servers list all that they hold; these cannot talk.
_NO_CHAT = re.compile(
    r"embed|rerank|minilm|\b(?:bge|e5|gte)[-_]|whisper|tts|dall-e|moderation|davinci|babbage"
    r"|realtime|transcribe|image",
    re.IGNORECASE,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """A model that is there.

    Attributes:
        model: As the user would have named it, such as `openai:gpt-4.1-mini`.
        base_url: The server, if it is not the provider's own.
        why: Why it was taken, as the end of a sentence.
    """

    model: str
    base_url: str | None
    why: str


def find_model() -> Found | None:
    """Return the model to use when none is named, or None when there is none."""
    return _server_named() or _openai_itself() or _ollama()


def named_base_url() -> str | None:
    """Return the server that the environment names for OpenAI's protocol, if any.

    Raises:
        BadSetting: If it is no address.
    """
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE"):
        if address := environ.get(name):
            return checked_base_url(address, name)
    return None


def checked_base_url(address: str, name: str = "base_url") -> str:
    """Return the address of a server without the slash at its end.

    Raises:
        BadSetting: If it is no http or https address.
    """
    parts = urlsplit(address.strip())
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        # What was given is not repeated: it may be a key that went to the wrong place.
        raise BadSetting(
            f"{name} is no address of a server; give one such as 'http://127.0.0.1:8000/v1'."
        )
    return address.strip().rstrip("/")


def first_model(base_url: str) -> str | None:
    """Return the first chat model that a server lists; None if it lists none or does not answer."""
    if urlsplit(base_url).hostname == _OPENAI_HOST:
        return OPENAI_DEFAULT
    key = environ.get("OPENAI_API_KEY")
    return _first_listed(
        base_url, _SERVER_SECONDS, {"Authorization": f"Bearer {key}"} if key else {}
    )


def ollama_base_url() -> str:
    """Return where Ollama speaks OpenAI's protocol, by its own variable `OLLAMA_HOST`.

    Raises:
        BadSetting: If the variable holds no address.
    """
    given = environ.get("OLLAMA_HOST", "").strip().rstrip("/") or "127.0.0.1"
    has_scheme = "://" in given
    parts = urlsplit(given if has_scheme else f"http://{given}")
    try:
        port = parts.port
    except ValueError:
        raise BadSetting("OLLAMA_HOST is no address; set it as in 127.0.0.1:11434.") from None
    # A server listens on all of a machine's addresses by this name; nobody can be reached by it.
    host = parts.hostname if parts.hostname not in {None, "0.0.0.0", "::"} else "127.0.0.1"  # noqa: S104 - compared
    host = f"[{host}]" if host and ":" in host else host
    port = port or (None if has_scheme else _OLLAMA_PORT)
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path}/v1"


def _first_listed(base_url: str, seconds: float, headers: dict[str, str]) -> str | None:
    try:
        request = Request(f"{base_url}/models", headers=headers)  # noqa: S310 - base_url is checked
        with urlopen(request, timeout=seconds) as answer:  # noqa: S310 - as above
            names = [str(each["id"]) for each in json.load(answer)["data"]]
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    return next((name for name in names if not _NO_CHAT.search(name)), None)


def _server_named() -> Found | None:
    base_url = named_base_url()
    if base_url is None:
        return None
    if model := environ.get("OPENAI_MODEL") or first_model(base_url):
        return Found(f"openai:{model}", base_url, "OPENAI_BASE_URL names its server")
    logger.warning(
        "OPENAI_BASE_URL names a server that lists no model; start it, or set OPENAI_MODEL."
    )
    return None


def _openai_itself() -> Found | None:
    if named_base_url() or not environ.get("OPENAI_API_KEY"):
        return None
    model = environ.get("OPENAI_MODEL") or OPENAI_DEFAULT
    return Found(f"openai:{model}", None, "OPENAI_API_KEY is set")


def _ollama() -> Found | None:
    base_url = ollama_base_url()
    if model := _first_listed(base_url, _OLLAMA_SECONDS, {}):
        return Found(f"ollama:{model}", base_url, "an Ollama server is running")
    return None
