"""What all tests share: Hypothesis finds the same examples on every machine."""

from __future__ import annotations

from hypothesis import settings

# No deadline: the first example pays for lazy imports, and shared machines are slow at times.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("repeatable")
