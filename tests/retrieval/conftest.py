from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from costorm_widget.retrieval import patience

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def pauses_are_short() -> Iterator[None]:
    """Ask a busy place again soon: how often is what tests are about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patience, "PAUSES", (0.01, 0.02))
        yield
