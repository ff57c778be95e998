"""English words for times that come round."""

from __future__ import annotations

from costorm_widget.evidence.vocabulary.lists import words

SEASONS = "spring summer autumn winter"
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
MONTHS = "january february march april june july august september october november december"
"""Without *may*, which is a verb as often."""

NAMES_OF_MONTHS = words(MONTHS) | {"may"}
