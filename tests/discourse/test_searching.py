"""What a search of several places brings to a turn, and what it says of those that failed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from costorm_widget import CoStorm, Limited, Settings, Sources
from costorm_widget.errors import SourceError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval.fusion import Fused
from costorm_widget.widget.transcript import as_text
from tests.builders import Failing, Fixed, found, session
from tests.fixtures.sessions import TREES, open_session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.retrieval.base import Tell

WORDINGS = [
    "Street trees cool a street by two degrees on a hot afternoon.",
    "On a hot afternoon street trees cool a street by two degrees, they say.",
    "By two degrees street trees cool a street on a hot afternoon, it is said.",
    "Roots lift the pavement, and the town pays for it.",
]


async def test_what_is_shown_repeats_little_and_what_was_found_is_kept_in_its_order() -> None:
    places = [found(text, f"Report {at}") for at, text in enumerate(WORDINGS)]
    talk = session(Fixed(places), settings=Settings(evidence_tokens=60))
    evidence = await talk.table.search("What do trees do?", ("street trees",))
    assert [each.snippet.text for each in evidence.passages][:2] == [WORDINGS[0], WORDINGS[3]]
    assert evidence.retrieved == tuple(each.snippet.id for each in places)


async def test_c11_what_was_left_out_is_told_once_a_turn() -> None:
    broken = Failing(name="archive")
    talk = session(Fused([Fixed([found(WORDINGS[0])]), broken]))
    evidence = await talk.table.search("Why?", ("one", "two", "three"))
    assert broken.asked == ["one", "two", "three"]
    assert evidence.failure == "archive was left out: The shelf is locked; ask for the key."
    assert len(evidence.passages) == 1


async def test_c11_every_place_that_was_left_out_is_told() -> None:
    places = [Fixed([found(WORDINGS[0])]), Failing(name="archive"), Failing(name="attic")]
    evidence = await session(Fused(places)).table.search("Why?", ("one", "two"))
    assert evidence.failure.count("was left out") == 2
    assert evidence.failure.index("archive") < evidence.failure.index("attic")


class Unprepared(Fixed):
    """A retriever whose index cannot be read, although it answers then."""

    async def prepare(self, tell: Tell | None = None) -> None:  # noqa: ARG002
        message = "The index is damaged; build it again."
        raise SourceError(message)


def broken(query: str) -> list[str]:
    message = f"no route for {query!r}"
    raise ConnectionError(message)


def test_c11_a_session_with_a_broken_source_goes_on_and_every_turn_says_so() -> None:
    talk = open_session(sources=[TREES, broken])
    talk.warm_start()
    opening = [each.error for each in talk.turns]
    assert sum(map(bool, opening)) == 1, "the warm start is told once"
    talk.say("What do street trees cost?")
    turn = talk.step()
    assert turn.status == "done"
    assert turn.citations
    assert turn.error.startswith("broken was left out: broken failed (ConnectionError: no route")
    assert turn.error.endswith("try it by itself, then run the turn again.")
    assert turn.error.count("left out") == 1
    shown = as_text(talk._journal.state, talk.about)
    assert turn.error in " ".join(shown.split())


def test_c11_what_could_not_be_prepared_is_told_with_the_first_turn() -> None:
    talk = open_session(sources=[TREES, Unprepared(name="index")])
    talk.warm_start()
    (told,) = [each.error for each in talk.turns if each.error]
    assert told == "index was left out: The index is damaged; build it again."
    talk.say("What do street trees cost?")
    assert talk.step().error == ""


def test_c11_a_source_that_hangs_does_not_hold_a_turn() -> None:
    gate = threading.Event()

    def hangs(_query: str) -> list[str]:
        gate.wait(60)
        return []

    talk = open_session(sources=[TREES, Limited(hangs, seconds=0.1)])
    try:
        turn = talk.step()
        talk.say("What do street trees cost?")
        turn = talk.step()
    finally:
        gate.set()
    assert turn.status == "done"
    assert "hangs was left out" in turn.error


def test_a_session_says_what_it_may_use() -> None:
    def web(_query: str) -> Sequence[dict[str, str]]:
        return [
            {"text": f"Street trees are {word}.", "url": f"https://{site}.example/{word}"}
            for site in ("news", "gossip", "paper")
            for word in ("cool", "dear", "green")
        ]

    sources = Sources(web, deny=["gossip.example"], reliability={"news.example": "mixed"})
    talk = open_session(sources=sources)
    talk.warm_start()
    assert {each.url.split("/")[2] for each in talk.sources} == {"news.example", "paper.example"}
    for each in talk.sources:
        rated = "reliability of news.example: mixed" in each.provenance
        assert rated is ("news" in each.url)
    talk.use_embeddings(HashedWords(512))
    talk.say("Which of them are green?")
    assert talk.step().retrieved
    assert not any("gossip" in each.url for each in talk.sources)


@pytest.mark.parametrize("spec", [[], [None], Sources()])
def test_without_any_place_nothing_is_found(spec: object) -> None:
    talk = CoStorm("Street trees", sources=spec, embeddings="hashed")
    assert talk.step().error == ""
