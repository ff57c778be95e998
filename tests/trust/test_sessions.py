"""No citation is invented and no quotation changed, in whole sessions; a part of the benchmark."""

from __future__ import annotations

import pytest

from costorm_widget.evidence.embeddings import HashedWords
from tests.trust import topics
from tests.trust.checks import Tally
from tests.trust.sessions import hold


@pytest.mark.skipif(
    not topics.is_here(), reason="FreshWiki is not there; set FRESHWIKI to its folder."
)
def test_c08_every_citation_resolves_and_every_quote_is_verbatim() -> None:
    tally = Tally()

    for article in topics.topics(2):
        hold(tally, article, sessions=2, turns=3, embedder=HashedWords())

    assert tally.faults == []
    assert tally.counts["sessions"] == 4
    assert tally.counts["sessions with the adversary"] == 2
    assert tally.counts["citations resolve"] > 20
    assert tally.counts["quotes verbatim"] > 10
    assert tally.counts["marks dropped"] > 5
