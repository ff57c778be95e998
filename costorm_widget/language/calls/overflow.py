"""How providers say that a prompt is too long, and which numbers they give.

There is no common code for it: each provider has its own sentence, some with the limit and the
size of the prompt. The sentences are facts about servers, gathered from their error messages.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Overflow(NamedTuple):
    """What a provider says of the sizes, in its own tokens; None where it says nothing."""

    limit: int | None = None
    asked: int | None = None


_LIMIT = r"\(?(?P<limit>\d[\d,]*)\)?"
_ASKED = r"\(?(?P<asked>\d[\d,]*)\)?"

_SENTENCES = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        # OpenAI, DeepSeek, vLLM, llama-cpp-python
        (
            rf"maximum context length (?:is|of) {_LIMIT}(?: tokens)?.{{0,80}}?"
            rf"(?:you requested|resulted in|request has)\s+(?:about )?{_ASKED}"
        ),
        # OpenAI, newer models
        rf"exceed the configured limit of {_LIMIT} tokens.{{0,80}}?resulted in {_ASKED}",
        # vLLM
        rf"prompt \(length {_ASKED}\) is longer than the maximum model length of {_LIMIT}",
        # Anthropic
        rf"prompt is too long: {_ASKED} tokens > {_LIMIT} maximum",
        rf"exceed context limit: {_ASKED} \+ \d[\d,]* > {_LIMIT}",
        # llama.cpp
        rf"request \({_ASKED} tokens\) exceeds the available context size \({_LIMIT} tokens\)",
        # llama-cpp-python
        rf"requested tokens \({_ASKED}\) exceed context window of {_LIMIT}",
        # Gemini
        rf"input token count {_ASKED} exceeds the maximum number of tokens allowed {_LIMIT}",
        rf"input token count is {_ASKED} but (?:the )?model only supports up to {_LIMIT}",
        # Mistral
        rf"prompt contains {_ASKED} tokens.{{0,80}}?model with {_LIMIT} maximum context length",
        # Text Generation Inference
        rf"must be <= {_LIMIT}\. Given: {_ASKED}",
    )
)

# OpenAI and Groq: one request is larger than a whole minute's allowance. Waiting never helps.
_TOO_LARGE = re.compile(
    rf"request too large.{{0,200}}?limit {_LIMIT}, requested {_ASKED}", re.IGNORECASE | re.DOTALL
)

# OpenAI counts the reply in, and says how much of it is the prompt.
_PROMPT_ALONE = re.compile(r"\((?P<asked>\d[\d,]*) in (?:the messages|your prompt)", re.IGNORECASE)

# Without numbers: Ollama, Bedrock, older llama.cpp, codes of OpenAI-compatible servers.
_WORDS = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|max(?:imum)? context"
    r"|context (?:length|window|size|limit)|input is too long|prompt (?:is )?too long"
    r"|reduce the length of the (?:messages|prompt|input)|input length exceeds",
    re.IGNORECASE,
)


def read_overflow(text: str, status: int | None) -> Overflow | None:
    """Return what an error says of a prompt that is too long, None if it is about something else.

    Args:
        text: Everything the error says.
        status: The HTTP status, if there is one.
    """
    if found := _TOO_LARGE.search(text):
        return Overflow(_number(found["limit"]), _number(found["asked"]))
    if status == 429 or status in {401, 402, 403, 404}:  # noqa: PLR2004 - too many requests
        return None
    for sentence in _SENTENCES:
        if found := sentence.search(text):
            prompt = _PROMPT_ALONE.search(text) or found
            return Overflow(_number(found["limit"]), _number(prompt["asked"]))
    return Overflow() if _WORDS.search(text) else None


def _number(digits: str) -> int:
    return int(digits.replace(",", ""))
