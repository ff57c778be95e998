from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget.retrieval.patience import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def turns() -> Iterator[list[float]]:
    """Seconds that services are given between two requests, which nobody waits for here."""
    waited: list[float] = []

    async def turn(self: Pace) -> None:
        waited.append(self.seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pace, "turn", turn)
        yield waited
