from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.servers.small_model import small_model

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    with small_model() as address:
        yield address
