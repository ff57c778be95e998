"""What all tests share: the same Hypothesis examples, a cache of their own, nobody's models."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import platformdirs
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# No deadline: the first example pays for lazy imports, and shared machines are slow at times.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def vectors_are_cached_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests' vectors out of the user's cache, and the user's out of the tests."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platformdirs, "user_cache_path", lambda *_, **__: folder)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_model_is_there() -> Iterator[None]:
    """Hide the developer's own keys, servers and traces: no test spends money or tells on them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith(("OPENAI_", "LANGSMITH_", "LANGCHAIN_")):
                patch.delenv(name)
        # The discard port of this machine: nothing listens there, and the answer comes at once.
        patch.setenv("OLLAMA_HOST", "127.0.0.1:9")
        yield
