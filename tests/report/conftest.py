"""A session on the sample corpus, to be reported on."""

from __future__ import annotations

import pytest

from tests.builders import Session, sample_session


@pytest.fixture
def warm() -> Session:
    """Folded anew for each test from the events of one warm start."""
    return sample_session()
