"""C24: what is on the account is what was spent, in tokens and in money."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget.language.calls import prices
from costorm_widget.language.calls.models import Chosen
from costorm_widget.language.calls.request import Request
from costorm_widget.language.prompts.prompt import Prompt
from costorm_widget.settings import Settings
from costorm_widget.usage import charging
from tests.language.calls.desk import Desk, client
from tests.servers.hostile import refuses, says, usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.messages.ai import UsageMetadata

    from tests.servers.hostile import HostileServer

    Serve = Callable[..., HostileServer]

PLAN = Request(Prompt("plan_turn", "You plan.", "What next?"))
ANSWER = Request(Prompt("write_answer", "You answer briefly.", "Why do clocks change?"))

# Dollars a million tokens: read, read from the provider's cache, written.
MINI = (0.4, 0.1, 1.6)


def tokens(read: int, said: int, cached: int = 0, written: int = 0) -> UsageMetadata:
    return {
        "input_tokens": read,
        "output_tokens": said,
        "total_tokens": read + said,
        "input_token_details": {"cache_read": cached, "cache_creation": written},
    }


def by_hand(price: tuple[float, float, float], read: int, cached: int, said: int) -> float:
    return ((read - cached) * price[0] + cached * price[1] + said * price[2]) / 1e6


async def test_c24_two_models_cached_tokens_and_a_repeated_call(serve: Serve) -> None:
    known = client(
        serve(
            says("A plan.", used=usage(1000, 50, cached=400)),
            refuses(503, "busy"),
            says("Another plan.", used=usage(2000, 70)),
        )
    )
    unknown = client(serve(says("To save light.", used=usage(500, 20, cached=100))))
    models = {
        "default": Chosen("openai:gpt-4.1-mini", "openai", known),
        "write_answer": Chosen("openai:home-made", "", unknown),
    }
    table = Desk(models, Settings(cache=False))
    with charging("t1", "Historian"):
        await table.caller.ask(PLAN)
    with charging("t2", "Physician"):
        await table.caller.ask(PLAN)
        assert [piece async for piece in table.caller.stream(ANSWER)]
    first, second = by_hand(MINI, 1000, 400, 50), by_hand(MINI, 2000, 0, 70)

    total = table.usage.total
    assert (total.requests, total.failed, total.unpriced) == (4, 1, 1)
    assert (total.input_tokens, total.cached_tokens, total.output_tokens) == (3500, 500, 140)
    assert total.known_cost == pytest.approx(first + second)
    assert total.cost is None

    priced = table.usage.by_model["openai:gpt-4.1-mini"]
    assert (priced.requests, priced.failed, priced.tokens) == (3, 1, 3120)
    assert priced.cost == pytest.approx(first + second)
    assert table.usage.by_model["openai:home-made"].cost is None
    assert table.usage.by_turn["t1"].cost == pytest.approx(first)
    assert table.usage.by_turn["t2"].requests == 3
    assert table.usage.by_speaker["Physician"].known_cost == pytest.approx(second)
    assert set(table.usage.by_job) == {"plan_turn", "write_answer"}


async def test_a_failed_call_costs_nothing(serve: Serve) -> None:
    model = client(serve(refuses(503, "busy"), says("A plan.", used=usage(10, 5))))
    table = Desk({"default": Chosen("openai:gpt-4.1-mini", "openai", model)}, Settings())
    await table.caller.ask(PLAN)
    failed, done = table.calls
    assert (failed.outcome, failed.cost) == ("failed", 0.0)
    assert done.cost == pytest.approx(by_hand(MINI, 10, 0, 5))


def test_cached_tokens_have_prices_of_their_own() -> None:
    plain = prices.cost("claude-sonnet-4-5", "anthropic", tokens(10_000, 0))
    read = prices.cost("claude-sonnet-4-5", "anthropic", tokens(10_000, 0, cached=10_000))
    written = prices.cost("claude-sonnet-4-5", "anthropic", tokens(10_000, 0, written=10_000))
    assert plain is not None
    assert read is not None
    assert written is not None
    assert read < plain < written


@pytest.mark.parametrize(
    ("name", "provider"),
    [
        ("openai:gpt-4.1-mini", "openai"),
        ("gpt-4.1-mini", "openai"),
        ("gpt-4.1-mini-2025-04-14", "openai"),
        ("google_genai:gemini-2.5-flash", "google_genai"),
        ("mistralai:mistral-large-latest", "mistralai"),
        ("groq:llama-3.3-70b-versatile", "groq"),
    ],
)
def test_known_models_have_a_price(name: str, provider: str) -> None:
    assert prices.cost(name, provider, tokens(1000, 100))


@pytest.mark.parametrize(
    ("name", "provider"),
    [
        ("openai:gpt-4.1-mini", ""),
        ("openai:home-made", "openai"),
        ("gpt-4.1-mini", "nobody"),
        ("ollama:llama3:8b", ""),
    ],
)
def test_an_unknown_price_is_unknown_and_not_zero(name: str, provider: str) -> None:
    assert prices.cost(name, provider, tokens(1000, 100)) is None


def test_counts_that_do_not_add_up_have_no_price() -> None:
    assert prices.cost("gpt-4.1-mini", "openai", tokens(10, 1, cached=20)) is None


async def test_the_caller_tells_the_price_of_a_job(serve: Serve) -> None:
    model = client(serve(says("never")))
    models = {
        "default": Chosen("openai:gpt-4.1-mini", "openai", model),
        "write_answer": Chosen("openai:home-made", "", model),
    }
    caller = Desk(models, Settings()).caller
    assert caller.price("plan_turn", 1000, 50) == pytest.approx(by_hand(MINI, 1000, 0, 50))
    assert caller.price("write_answer", 1000, 50) is None
    assert caller.model_name("write_answer") == "openai:home-made"
