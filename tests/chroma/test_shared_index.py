"""A class shares one served index (`make e2e-chroma`): Chroma over HTTP, two sessions.

The teacher fills it; both ask. The same passage is the same source and the same snippet for both,
so what one cites the other can look up.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from costorm_widget import Limited
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.sources import Source
from costorm_widget.retrieval.passages import cut
from tests.fixtures.sessions import TREES, open_session
from tests.servers.chroma import chroma, missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from costorm_widget import CoStorm, Turn

pytestmark = [pytest.mark.chroma, pytest.mark.skipif(bool(missing()), reason=missing())]

QUESTION = "What do street trees cost?"


class Hashed(Embeddings):
    """The package's own embedding, as LangChain has it."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = asyncio.run(HashedWords().embed(texts)).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@contextmanager
def opened(port: int) -> Iterator[Any]:
    """The class's store, seen by one of its members."""
    chromadb, settings = import_module("chromadb"), import_module("chromadb.config").Settings
    # Closing the client would leave connections that are kept alive to the garbage collector.
    quiet = settings(anonymized_telemetry=False, chroma_http_max_keepalive_connections=0)
    made = chromadb.HttpClient("127.0.0.1", port, settings=quiet)
    with made as client:
        store = import_module("langchain_chroma").Chroma
        yield store("class", embedding_function=Hashed(), client=client)


def documents() -> list[Document]:
    """Passages of the documents about street trees, as a teacher might index them."""
    made: list[Document] = []
    for file in sorted(TREES.glob("*.md")):
        work = Source(file.stem, file.stem.title(), file.name, "document", file.read_text())
        made += [
            Document(each.text, metadata={"source": file.name, "title": work.title})
            for each in cut(work)
        ]
    return made


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with chroma(tmp_path) as port:
        yield port


def asked(session: CoStorm, question: str = QUESTION) -> Turn:
    session.say(question)
    return session.step()


def cited(session: CoStorm) -> dict[str, tuple[str, str]]:
    """What a session cites, by id of the snippet: its text and the address of its source."""
    state = session._journal.state
    return {
        each: (state.snippets[each].text, state.sources[state.snippets[each].source_id].url)
        for each in state.cited
    }


def test_a_class_shares_one_index(port: int) -> None:
    with opened(port) as teachers, opened(port) as students:
        teachers.add_documents(documents())
        teacher = open_session(sources=teachers)
        student = open_session(sources=students)
        for session in (teacher, student):
            session.warm_start()
            assert asked(session).status == "done"
        assert cited(teacher) == cited(student)
        assert {url for _, url in cited(student).values()} <= {
            each.name for each in TREES.glob("*.md")
        }
        assert {each.id: each.text for each in teacher.snippets} == {
            each.id: each.text for each in student.snippets
        }
        for session in (teacher, student):
            for each in session.snippets:
                assert session.sources[each.source_id].text[each.start : each.end] == each.text

        # What the teacher adds during the lesson, the student finds without opening anything anew.
        news = "The town council voted for beeswax on every linden tree last Tuesday."
        teachers.add_documents([Document(news, metadata={"source": "council.md"})])
        turn = asked(student, "What about beeswax on linden trees?")
        assert news in {student.snippets[each].text for each in turn.retrieved}


def test_c11_when_the_server_goes_away_the_turn_says_so_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    with ExitStack() as server:
        port = server.enter_context(chroma(tmp_path))
        with opened(port) as store:
            store.add_documents(documents()[:2])
            session = open_session(sources=[TREES, Limited(store, results=3, seconds=20)])
            session.warm_start()
            assert not any(each.error for each in session.turns)
            server.close()
            turn = asked(session)
    assert turn.status == "done"
    assert turn.error.startswith("Chroma was left out: Chroma failed (")
