"""A place within its limits: time, results, and what its sources must be."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import BadSetting, BudgetReached, SourceError
from costorm_widget.retrieval.choice import Choice
from costorm_widget.retrieval.place import Place
from tests.builders import found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.base import Found, Tell

SITES = tuple(
    found(
        f"Passage {number}.",
        address=f"https://{'good' if number % 3 == 0 else 'bad'}.example/{number}",
    )
    for number in range(40)
)


@dataclass
class Shelf:
    """A retriever with a fixed answer that may take its time, or fail."""

    answer: Sequence[Found] = SITES
    seconds: Sequence[float] = (0, 0)
    error: Exception | None = None
    limits: list[int] = field(default_factory=list)
    name: str = "shelf"

    async def prepare(self, tell: Tell | None = None) -> None:  # noqa: ARG002
        if self.error:
            raise self.error

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:  # noqa: ARG002
        self.limits.append(limit)
        await asyncio.sleep(self.seconds[len(self.limits) - 1])
        if self.error:
            raise self.error
        return tuple(self.answer[:limit])


async def test_a_place_gives_no_more_than_its_limit_or_than_is_asked_for() -> None:
    assert len(await Place(Shelf(), results=3).search("query", 10)) == 3
    assert len(await Place(Shelf(), results=30).search("query", 10)) == 10
    shelf = Shelf()
    assert len(await Place(shelf).search("query", 10)) == 10
    assert shelf.limits == [10]


async def test_c11_a_place_that_hangs_is_given_up() -> None:
    place = Place(Shelf(seconds=(60,)), seconds=0.05)
    with pytest.raises(
        SourceError, match=r"shelf has not answered within 0\.05 seconds; try it by"
    ):
        await place.search("query", 5)


@pytest.mark.parametrize("error", [RuntimeError("on fire"), TimeoutError("on fire"), KeyError("k")])
async def test_c11_whatever_a_place_raises_can_be_told(error: Exception) -> None:
    place = Place(Shelf(error=error))
    message = rf"shelf failed \({type(error).__name__}: .*\); try it by itself"
    with pytest.raises(SourceError, match=message):
        await place.search("query", 5)
    with pytest.raises(SourceError, match=message):
        await place.prepare()


@pytest.mark.parametrize("error", [BudgetReached("spent."), BadSetting("no."), SourceError("off.")])
async def test_our_own_errors_pass_as_they_are(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        await Place(Shelf(error=error)).search("query", 5)


async def test_what_is_denied_takes_no_place_in_the_answer() -> None:
    shelf = Shelf()
    answer = await Place(shelf, choice=Choice(deny="bad.example")).search("query", 5)
    assert len(answer) == 5
    assert {each.source.url.split("/")[2] for each in answer} == {"good.example"}
    assert shelf.limits == [5, 20]


async def test_a_place_that_has_no_more_is_not_asked_again() -> None:
    shelf = Shelf(SITES[:4])
    answer = await Place(shelf, choice=Choice(deny="bad.example")).search("query", 5)
    assert len(answer) == 2
    assert shelf.limits == [5]


async def test_what_came_before_the_time_was_up_is_used() -> None:
    shelf = Shelf(seconds=(0, 60))
    place = Place(shelf, seconds=0.05, choice=Choice(deny="bad.example"))
    assert len(await place.search("query", 5)) == 2
    assert shelf.limits == [5, 20]
