"""How many calls a session makes, and how many of them one after another: the bars of the issue.

`benchmarks/calls.py` measures the same over HTTP, with times. Here time is virtual: nothing runs in
threads, every call takes one tick, and the clock ticks when nothing can go on without it. So the
ticks are the longest chain of calls, on any machine.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from langchain_core.embeddings import Embeddings
from pydantic import PrivateAttr

from costorm_widget import CoStorm, ScriptedModel, Settings
from costorm_widget import events as ev
from costorm_widget.evidence.embeddings import HashedWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from langchain_core.messages import AIMessage

    from costorm_widget import Asked
    from costorm_widget.language.whole_reply import WholeRequest
    from costorm_widget.usage import Call

TURNS = 20
QUIET = 400
"""Rounds of the event loop without a new call after which all work waits for the calls."""


class Clock:
    """Ticks when all that is under way waits for calls; then these are over."""

    def __init__(self) -> None:
        self.ticks = 0
        self._waiting: list[asyncio.Future[None]] = []

    async def tick(self) -> None:
        """Wait until the clock ticks."""
        if not self._waiting:
            self._turning = asyncio.create_task(self._turn())
        over = asyncio.get_running_loop().create_future()
        self._waiting.append(over)
        await over

    async def _turn(self) -> None:
        quiet, known = 0, 0
        while quiet < QUIET:
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self._waiting) == known else 0
            known = len(self._waiting)
        self.ticks += 1
        waiting, self._waiting = self._waiting, []
        for over in waiting:
            over.set_result(None)


class SlowModel(ScriptedModel):
    """Takes one tick for each reply."""

    _clock: Clock = PrivateAttr()

    def __init__(self, clock: Clock) -> None:
        super().__init__(sometimes_none)
        self._clock = clock

    async def whole_reply(self, request: WholeRequest) -> AIMessage:
        await self._clock.tick()
        return await super().whole_reply(request)


def sometimes_none(asked: Asked) -> Any:
    """The sensible replies, but for one group of six nothing near it fits."""
    reply = asked.default()
    if asked.job == "choose_placements":
        groups = [line for line in asked.prompt.splitlines() if line.startswith("Group ")]
        for place, group in enumerate(groups):
            if crc32(group.encode()) % 6 == 0:
                reply["choices"][place] = 0
    return reply


class WordVectors(Embeddings):
    """Hashed words as a provider gives them: each request is counted."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return HashedWords(256)._embed(texts).tolist()  # type: ignore[no-any-return]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class Held:
    """A session of a warm start and some turns, and what was counted.

    Attributes:
        calls: The calls of the turns.
        warm_ticks: Ticks of the warm start.
        ticks: Ticks of the turns.
        to_first_word: For each answering turn, the ticks before its first word.
    """

    def __init__(self, clock: Clock) -> None:
        self.calls: list[Call] = []
        self.to_first_word: list[int] = []
        self._clock = clock
        self._begun = 0
        self._first_words: dict[str, int] = {}
        session = CoStorm.sample(
            model=SlowModel(clock), embeddings=WordVectors(), settings=Settings(cache=False)
        )
        session.on_event(self._hear)
        session.warm_start()
        self.warm_ticks = clock.ticks
        self.calls.clear()
        for _ in range(TURNS):
            self._begun = clock.ticks
            turn = session.step()
            assert turn.status == "done"
            if not turn.intent.asks:
                self.to_first_word.append(self._first_words[turn.id])
        self.ticks = clock.ticks - self.warm_ticks

    def _hear(self, event: ev.Event) -> None:
        if isinstance(event, ev.ModelCalled):
            self.calls.append(event.call)
        elif isinstance(event, ev.Token):
            self._first_words.setdefault(event.id, self._clock.ticks - self._begun)


async def _at_once(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    return function(*arguments, **keywords)


@pytest.fixture(scope="module")
def held() -> Iterator[Held]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", _at_once)
        yield Held(Clock())


def test_twenty_turns_make_at_most_80_calls(held: Held) -> None:
    calls = [call for call in held.calls if call.job != "embed"]
    assert 40 < len(calls) <= 80
    assert sum(call.input_tokens for call in calls) <= 75_000


def test_at_most_50_of_them_are_in_sequence(held: Held) -> None:
    assert 30 < held.ticks <= 50


def test_twenty_turns_make_at_most_60_requests_for_embeddings(held: Held) -> None:
    assert 0 < sum(call.job == "embed" for call in held.calls) <= 60


def test_the_warm_start_has_at_most_9_calls_in_sequence(held: Held) -> None:
    assert 7 <= held.warm_ticks <= 9


def test_an_answer_shows_its_first_word_after_two_calls(held: Held) -> None:
    assert len(held.to_first_word) > TURNS / 2
    assert set(held.to_first_word) == {2}
