"""What the tests of calls share: servers that end with the test, and a cache of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import platformdirs
import pytest

from tests.servers.hostile import Behaviour, HostileServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def replies_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a cache of replies of its own."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")


@pytest.fixture
def serve() -> Iterator[Callable[..., HostileServer]]:
    """Start servers that run until the test is over."""
    running: list[HostileServer] = []

    def start(*script: Behaviour) -> HostileServer:
        running.append(HostileServer(*script).__enter__())
        return running[-1]

    yield start
    for server in running:
        server.__exit__(None, None, None)
