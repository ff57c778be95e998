"""Reads any provider's exception and says what happened, to which model, and what to do.

LangChain passes on what each provider's own client raises. What these have in common is an HTTP
status, headers and a body, under a few names; without a status the class name tells a connection
that failed from a reply that could not be read. Keys are kept out: what was in the request's
headers and whatever looks like a key is blotted out of quoted words, and an error about a key
quotes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from costorm_widget.errors import (
    BadReply,
    ContextOverflow,
    KeyRefused,
    ModelError,
    ModelRefused,
    ModelSilent,
    ModelUnavailable,
    RateLimited,
)
from costorm_widget.language.calls.overflow import read_overflow
from costorm_widget.language.calls.pauses import asked_pause, in_words

LATER = "wait a minute and call session.retry()."
"""What to do about a fault that passes."""

_QUOTED_CHARACTERS = 200
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500
# Conflict, too early, time-out: said of a moment, not of the request.
_PASSING = frozenset({408, 409, 425})
_NO_CREDIT = re.compile(
    r"insufficient_quota|insufficient balance|billing_hard_limit|credit balance"
)


def as_model_error(error: Exception, model: str) -> ModelError:
    """Return `error` of a provider as an error of ours; its message ends with the remedy.

    Args:
        error: Whatever the model's class raised.
        model: Name of the model, for the message.
    """
    status = status_of(error)
    text = _everything(error)
    if sizes := read_overflow(text, status):
        return ContextOverflow(_overflow_message(model, *sizes), *sizes)
    if status in {401, 403}:
        return KeyRefused(
            f"{model} does not accept the key ({status}); "
            "check the API key and what it may use, then call session.retry()."
        )
    if status == 402 or _NO_CREDIT.search(text):  # noqa: PLR2004 - payment required
        return KeyRefused(
            f"The account behind {model} has no credit left; "
            "add credit or choose another model, then call session.retry()."
        )
    if status is None:
        return _without_status(error, model)
    return _by_status(error, status, model)


def status_of(error: Exception) -> int | None:
    """Return the HTTP status that an exception carries, wherever its provider keeps it."""
    response = getattr(error, "response", None)
    body = getattr(error, "body", None)
    candidates = [
        getattr(error, "status_code", None),
        getattr(response, "status_code", None),
        # Google's clients call it code, others status or http_status.
        *(getattr(error, name, None) for name in ("code", "status", "http_status")),
        body.get("code") if isinstance(body, Mapping) else None,
    ]
    if isinstance(response, Mapping):  # botocore
        candidates.append(response.get("ResponseMetadata", {}).get("HTTPStatusCode"))
    for each in candidates:
        if isinstance(each, int) and 400 <= each < 600:  # noqa: PLR2004 - statuses of errors
            return int(each)
    return None


def silent(model: str, seconds: float) -> ModelSilent:
    """Return the error for a model that says nothing."""
    return ModelSilent(
        f"{model} said nothing for {seconds:g} seconds; wait a minute and call session.retry(), "
        "or raise session.settings.silence_seconds."
    )


def _by_status(error: Exception, status: int, model: str) -> ModelError:
    said = _quoted(error)
    pause = asked_pause(error, _everything(error))
    if status == _TOO_MANY_REQUESTS or (status >= _SERVER_ERROR and pause is not None):
        remedy = f"wait {in_words(pause)} and call session.retry()." if pause else LATER
        return RateLimited(
            f"{model} takes no more requests for now ({status}{said}); {remedy}", pause
        )
    if status >= _SERVER_ERROR or status in _PASSING:
        return ModelUnavailable(f"{model} has a fault of its own ({status}{said}); {LATER}")
    if status == 404:  # noqa: PLR2004 - not found
        return ModelRefused(
            f"{model} is not there ({status}{said}); check the model's name and the base URL."
        )
    return ModelRefused(
        f"{model} refuses the request ({status}{said}); "
        "check the settings of the model, or choose another one."
    )


def _without_status(error: Exception, model: str) -> ModelError:
    """Tell by the classes: providers name theirs after what happened."""
    names = " ".join(kind.__name__ for kind in type(error).__mro__)
    if re.search("Timeout|TimedOut", names):
        return ModelUnavailable(f"{model} did not answer in time; {LATER}")
    if re.search("Connect|RemoteProtocol|ReadError|WriteError|OSError|ClosedResource", names):
        return ModelUnavailable(
            f"The connection to {model} failed{_reason(error)}; "
            "check the network and that the server runs, then call session.retry()."
        )
    if re.search("Refusal|NotImplemented", names):
        return ModelRefused(
            f"{model} cannot or will not do this{_reason(error)}; choose another model."
        )
    if re.search("APIError", names):
        # An error told in the middle of a stream, after the status was sent.
        return ModelUnavailable(f"{model} has a fault of its own{_reason(error)}; {LATER}")
    if isinstance(error, ValueError | TypeError | LookupError | AttributeError):
        # What clients raise on bytes that are no reply: broken JSON, no choices, a web page.
        return BadReply(
            f"{model} sent something that is no reply ({type(error).__name__}); "
            "call session.retry(), or check that its address is that of a chat model."
        )
    return ModelUnavailable(f"{model} failed ({type(error).__name__}){_reason(error)}; {LATER}")


def _overflow_message(model: str, limit: int | None, asked: int | None) -> str:
    if limit and asked:
        sizes = f" ({asked:,} tokens, it takes {limit:,})"
    else:
        sizes = f" (it takes {limit:,} tokens)" if limit else ""
    return (
        f"The prompt is too long for {model}{sizes}; lower session.settings.evidence_tokens "
        "or choose a model with a larger context, then call session.retry()."
    )


def _everything(error: Exception) -> str:
    """Return all that an error says, for reading only: it may hold keys."""
    return f"{error} {getattr(error, 'body', '') or ''} {getattr(error, 'code', '') or ''}"


def _reason(error: Exception) -> str:
    return _quoted(error, before=" (", after=")")


def _quoted(error: Exception, before: str = ": ", after: str = "") -> str:
    """Return what the provider says in short and without keys; nothing if it says nothing."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    words = _message(getattr(error, "body", None)) or str(cause)
    words = " ".join(_without_keys(words, error).split())
    words = words.replace("; ", ", ").strip(" .;")
    if len(words) > _QUOTED_CHARACTERS:
        words = words[:_QUOTED_CHARACTERS].rstrip() + "…"
    return f"{before}{words}{after}" if words else ""


def _message(body: object) -> str:
    """Return the message in an error's body: OpenAI's, Ollama's or FastAPI's form."""
    if isinstance(body, Mapping):
        for name in ("message", "error", "detail"):
            if found := body.get(name):
                return _message(found)
    return body if isinstance(body, str) else ""


_LOOKS_LIKE_KEY = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|AIza|AKIA|key)[-_]?[\w*-]{6,}"  # the providers' own prefixes
    r"|(?i:bearer|basic)\s+\S+"
    r"|(?i:api[-_ ]?key|token|authorization|key)\s*[=:]\s*\S+"
    r"|\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{28,}"  # any long word of letters and digits
)
_SECRET_HEADERS = ("authorization", "x-api-key", "api-key", "x-goog-api-key")


def _without_keys(text: str, error: Exception) -> str:
    try:
        request = getattr(error, "request", None)
    except RuntimeError:
        # httpx's errors have the attribute, but may refuse to be asked for it.
        request = None
    headers: Mapping[str, Any] = getattr(request, "headers", None) or {}
    for name in _SECRET_HEADERS:
        secret = str(headers.get(name) or "").removeprefix("Bearer ").strip()
        if secret:
            text = text.replace(secret, "…")
    return _LOOKS_LIKE_KEY.sub("…", text)
