"""What each provider raises, and what is made of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import openai
import pytest

from costorm_widget.errors import (
    BadReply,
    ContextOverflow,
    KeyRefused,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    RateLimited,
)
from costorm_widget.language.calls.failures import as_model_error, status_of
from costorm_widget.language.calls.overflow import Overflow, read_overflow
from costorm_widget.language.calls.pauses import asked_pause, in_words


def answered(
    status: int, message: str, *, headers: dict[str, str] | None = None, code: str | None = None
) -> openai.APIStatusError:
    """The error of OpenAI's client, and of all clients made by the same generator."""
    request = httpx.Request("POST", "https://models.example/v1", headers={"x-api-key": "k-12"})
    response: Any = httpx.Response(status, headers=headers, request=request)
    body = {"message": message, "code": code}
    return openai.APIStatusError(f"Error code: {status} - {body}", response=response, body=body)


class Other(Exception):
    """An error of some provider's own client."""

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        vars(self).update(fields)


# What servers say of a prompt that is too long: who, words, limit, size of the prompt.
OVERFLOWS = [
    (
        "OpenAI",
        (
            "This model's maximum context length is 8192 tokens. However, your messages "
            "resulted in 9000 tokens. Please reduce the length of the messages."
        ),
        (8192, 9000),
    ),
    (
        "OpenAI with the reply",
        (
            "This model's maximum context length is 8,192 tokens. However, you requested "
            "10,000 tokens (9,000 in the messages, 1,000 in the completion)."
        ),
        (8192, 9000),
    ),
    (
        "OpenAI, newer",
        (
            "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in "
            "300005 tokens."
        ),
        (272000, 300005),
    ),
    ("OpenAI, by code", "too big (context_length_exceeded)", (None, None)),
    ("OpenAI, newest", "Your input exceeds the context window of this model.", (None, None)),
    ("Anthropic", "prompt is too long: 210000 tokens > 200000 maximum", (200000, 210000)),
    (
        "Anthropic with the reply",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease",
        (200000, 190000),
    ),
    (
        "llama.cpp",
        "request (5012 tokens) exceeds the available context size (4096 tokens), try increasing",
        (4096, 5012),
    ),
    (
        "llama.cpp, older",
        "the request exceeds the available context size. try increasing the context size",
        (None, None),
    ),
    (
        "llama-cpp-python",
        "Requested tokens (5012) exceed context window of 4096",
        (4096, 5012),
    ),
    (
        "llama-cpp-python's server",
        (
            "This model's maximum context length is 2048 tokens, however you requested 3050 tokens "
            "(2050 in your prompt; 1000 for the completion)."
        ),
        (2048, 2050),
    ),
    (
        "vLLM",
        "The decoder prompt (length 5012) is longer than the maximum model length of 4096. Make",
        (4096, 5012),
    ),
    (
        "vLLM with the reply",
        (
            "'max_tokens' is too large: 2000. This model's maximum context length is 4096 "
            "tokens and your request has 3500 input tokens (2000 > 4096 - 3500)."
        ),
        (4096, 3500),
    ),
    ("Ollama", "the input length exceeds the context length", (None, None)),
    ("Ollama, newer", "prompt too long; exceeded max context length by 12 tokens", (None, None)),
    (
        "Gemini",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        (1048576, 1200000),
    ),
    (
        "Gemini, older",
        "input token count is 40000 but model only supports up to 32767",
        (32767, 40000),
    ),
    (
        "Mistral",
        "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
        (32768, 40000),
    ),
    (
        "Text Generation Inference",
        "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens",
        (4096, 5000),
    ),
    ("Bedrock", "Input is too long for requested model.", (None, None)),
    ("Groq", "Please reduce the length of the messages or completion.", (None, None)),
]


@pytest.mark.parametrize(
    ("words", "sizes"), [each[1:] for each in OVERFLOWS], ids=[each[0] for each in OVERFLOWS]
)
def test_c14_a_prompt_too_long_is_known_in_every_wording(
    words: str, sizes: tuple[int | None, int | None]
) -> None:
    error = as_model_error(answered(400, words), "openai:one")
    assert isinstance(error, ContextOverflow)
    assert (error.limit, error.asked) == sizes
    assert not error.retry
    assert str(error).startswith("The prompt is too long for openai:one")
    assert str(error).endswith("call session.retry().")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Too many tokens, please wait before trying again.", 429),
        ("Rate limit reached: Limit 30000, Used 29000, Requested 2000 tokens per min.", 429),
        ("The context length of your plan is not in this tier", 403),
        ("max_tokens must be at least 1", 400),
        ("The field `context` is required", 422),
        ("model 'long-context' not found", 404),
    ],
)
def test_other_words_are_no_overflow(words: str, status: int) -> None:
    assert read_overflow(words, status) is None


def test_a_request_beyond_the_allowance_of_a_minute_is_too_long() -> None:
    words = (
        "Request too large for gpt-4.1 on tokens per min (TPM): Limit 30000, Requested 41000. "
        "The input or output tokens must be reduced."
    )
    assert read_overflow(words, 429) == Overflow(30000, 41000)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"Retry-After": "-3"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({}, None),
    ],
)
def test_c15_a_pause_is_read_from_the_headers(
    header: dict[str, str], seconds: float | None
) -> None:
    error = as_model_error(answered(429, "slow down", headers=header), "one")
    assert isinstance(error, RateLimited)
    assert error.wait == seconds
    assert error.retry


def test_c15_a_pause_may_be_a_date() -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    error = as_model_error(answered(429, "slow down", headers={"Retry-After": moment}), "one")
    assert isinstance(error, RateLimited)
    assert error.wait == pytest.approx(89, abs=2)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("Limit reached. Please try again in 6m0s.", 360.0),
        ("Please try again in 1.2s.", 1.2),
        ("Please try again in 350ms.", 0.35),
        ("please try again in 1h2m3s", 3723.0),
        ("Please retry in 20.5s.", 20.5),
        ("Please try again in a moment", None),
    ],
)
def test_c15_a_pause_is_read_from_the_words(words: str, seconds: float | None) -> None:
    assert asked_pause(answered(429, words), words) == seconds


def test_pauses_are_shown_for_people() -> None:
    shown = [in_words(each) for each in (0.2, 2, 90, 600, 86400)]
    assert shown == ["a second", "2 seconds", "90 seconds", "10 minutes", "24 hours"]


def test_a_server_in_need_of_a_pause_is_left_alone_as_long_as_it_says() -> None:
    error = as_model_error(answered(503, "busy", headers={"Retry-After": "9"}), "one")
    assert isinstance(error, RateLimited)
    assert error.wait == 9


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, ModelRefused),
        (401, KeyRefused),
        (402, KeyRefused),
        (403, KeyRefused),
        (404, ModelRefused),
        (408, ModelUnavailable),
        (409, ModelUnavailable),
        (413, ModelRefused),
        (422, ModelRefused),
        (429, RateLimited),
        (500, ModelUnavailable),
        (502, ModelUnavailable),
        (529, ModelUnavailable),
    ],
)
def test_a_status_is_an_error_of_its_kind(status: int, kind: type[ModelError]) -> None:
    error = as_model_error(answered(status, "so it is"), "openai:one")
    assert type(error) is kind
    assert "openai:one" in str(error)
    assert str(error).endswith(".")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Other("", status_code=429), 429),
        (Other("", response=httpx.Response(503)), 503),
        (Other("", code=429), 429),
        (Other("", code=openai.RateLimitError), None),
        (Other("", body={"code": 502}), 502),
        (Other("", http_status=500), 500),
        (Other("", response={"ResponseMetadata": {"HTTPStatusCode": 400}}), 400),
        (Other("", code=200), None),
        (Other(""), None),
    ],
)
def test_the_status_is_found_wherever_a_provider_keeps_it(
    error: Exception, status: int | None
) -> None:
    assert status_of(error) == status


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx.ReadTimeout("late"), ModelUnavailable),
        (TimeoutError(), ModelUnavailable),
        (httpx.ConnectError("refused"), ModelUnavailable),
        (httpx.RemoteProtocolError("peer closed"), ModelUnavailable),
        (ConnectionResetError(104, "reset"), ModelUnavailable),
        (ValueError("No generation chunks were returned"), BadReply),
        (AttributeError("'str' object has no attribute 'choices'"), BadReply),
        (IndexError("list index out of range"), BadReply),
        (NotImplementedError("no schema"), ModelRefused),
        (Other("something else"), ModelUnavailable),
    ],
)
def test_without_a_status_the_class_tells(error: Exception, kind: type[ModelError]) -> None:
    assert type(as_model_error(error, "one")) is kind


@pytest.mark.parametrize("status", [400, 404, 429, 500])
@pytest.mark.parametrize(
    "secret",
    [
        "k-12",
        "sk-abcdef123456",
        "sk-ab***********************yz",
        "AIzaSyA-1234567890abcdef",
        "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x",
        "api_key=verysecret",
        "0123456789abcdef0123456789abcdef",
    ],
)
def test_no_key_is_quoted(status: int, secret: str) -> None:
    shown = str(as_model_error(answered(status, f"wrong: {secret} given"), "one"))
    assert secret not in shown
    assert secret.rsplit("=", maxsplit=1)[-1] not in shown
    assert "wrong: … given" in shown


def test_an_error_about_the_key_quotes_nothing() -> None:
    error = as_model_error(answered(401, "Incorrect API key provided: abc"), "openai:one")
    assert str(error) == (
        "openai:one does not accept the key (401); "
        "check the API key and what it may use, then call session.retry()."
    )


@pytest.mark.parametrize(
    "error",
    [
        answered(429, "You exceeded your current quota", code="insufficient_quota"),
        answered(400, "Your credit balance is too low to access the Anthropic API."),
        answered(402, "Insufficient Balance"),
    ],
)
def test_an_empty_account_is_not_asked_again(error: Exception) -> None:
    refused = as_model_error(error, "one")
    assert isinstance(refused, KeyRefused)
    assert "no credit left; add credit or choose another model" in str(refused)


def test_long_words_are_cut_and_lines_joined() -> None:
    shown = str(as_model_error(answered(500, "so\n  it   is; " * 60), "one"))
    assert "so it is, so it is" in shown
    assert "…" in shown
    assert len(shown) < 320


@pytest.mark.parametrize(
    "body",
    [
        {"message": "no such field"},
        {"error": {"message": "no such field"}},
        {"error": "no such field"},
        {"detail": "no such field"},
        "no such field",
    ],
)
def test_the_words_are_found_in_every_body(body: object) -> None:
    error = Other("Error code: 400 - {'x': 1}", status_code=400, body=body)
    assert "(400: no such field)" in str(as_model_error(error, "one"))
