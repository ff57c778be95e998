"""A session whose only source is a wiki: what the user sees when it refuses or says nothing."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget import CoStorm, Settings, Stopped, Wikipedia
from tests.fixtures.sessions import wait_until
from tests.retrieval.wikipedia.pages import PAGES
from tests.servers.wiki import StubWiki, is_silent, says

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def stub() -> Iterator[StubWiki]:
    with StubWiki(PAGES) as running:
        yield running


def session_on(stub: StubWiki) -> CoStorm:
    """A session without a warm start: a question of the user is answered at once."""
    return CoStorm(
        "Red dwarf",
        sources=Wikipedia(api_url=stub.api_url),
        model="extractive",
        embeddings="hashed",
        settings=Settings(mode="rag_chatbot"),
    )


def test_c11_a_wiki_that_refuses_is_told_in_the_turn(stub: StubWiki) -> None:
    stub.server.script = [says(403, "Please set a user-agent.")] * 99
    session = session_on(stub)
    session.say("How long does a red dwarf shine?")
    turn = session.step()
    assert turn.status == "no evidence"
    assert not turn.citations
    assert "sources=Wikipedia(contact=" in turn.error
    stub.server.script = []
    session.say("How long does a red dwarf shine?")
    turn = session.step()
    assert turn.status == "done"
    # Not the series of that name, although it was found as well.
    assert {source.title for source in session.sources} == {"Red dwarf"}
    assert session.sources[turn.citations[0].source_id].permalink.endswith("?oldid=1234567")


def test_c16_stop_while_a_wiki_says_nothing(stub: StubWiki) -> None:
    stub.server.script = [is_silent()] * 3
    session = session_on(stub)
    session.say("How long does a red dwarf shine?")
    seconds: list[float] = []

    def stop() -> None:
        wait_until(lambda: bool(stub.queries))
        began = time.monotonic()
        session.stop()
        seconds.append(time.monotonic() - began)

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(Stopped):
        session.step()
    stopper.join()
    assert seconds[0] < 1
    assert [turn.role for turn in session.turns] == ["user"]
    stub.server.script = []
    assert session.step().status == "done"


def test_another_embedding_goes_on_with_the_same_revision(stub: StubWiki) -> None:
    session = session_on(stub)
    session.say("How long does a red dwarf shine?")
    session.step()
    before = {source.id: source.text for source in session.sources}
    for title in ("Red dwarf", "Red Dwarf"):
        stub.server.pages[title] = PAGES["Mercury (planet)"]
    session.use_embeddings("hashed")
    session.say("Is a planet of a red dwarf tidally locked?")
    turn = session.step()
    assert turn.status == "done"
    assert before.items() <= {source.id: source.text for source in session.sources}.items()
