"""What the demo promises of a whole session on the sample corpus."""

from __future__ import annotations

import re
from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from costorm_widget import CoStorm, samples
from costorm_widget.evidence.plain import plain_sentences

if TYPE_CHECKING:
    from costorm_widget import Report

pytestmark = pytest.mark.slow

TURNS = 12
SESSION_SECONDS = 30.0
FIRST_WORDS_SECONDS = 10.0
MARK = re.compile(r"\[(\d+)\]")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> CoStorm:
    """Run the demo's session with an empty cache, timed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        session = CoStorm.sample()
    words: list[float] = []
    started = perf_counter()

    def notice(event: object) -> None:
        if getattr(event, "type", "") == "token":
            words.append(perf_counter() - started)

    end = session.on_event(notice)
    session.run(TURNS)
    session.generate_report()
    end()
    assert perf_counter() - started < SESSION_SECONDS
    assert words[0] < FIRST_WORDS_SECONDS
    return session


def report_of(session: CoStorm) -> Report:
    assert session.report is not None
    return session.report


def test_every_number_resolves_and_every_quotation_is_verbatim(session: CoStorm) -> None:
    files = {file.name: file.read_text(encoding="utf-8") for file in samples.path().glob("*.md")}
    checked = 0
    for turn in session.turns:
        marks = {(found.start(), found.end()) for found in MARK.finditer(turn.utterance)}
        assert marks == {(each.start, each.end) for each in turn.citations}
        for each in turn.citations:
            source = session.sources[each.source_id]
            snippet = session.snippets[each.snippet_id]
            assert turn.utterance[each.start : each.end] == f"[{source.number}]"
            assert snippet.text in files[source.url.removeprefix("file:")]
            before = MARK.sub("\n", turn.utterance[: each.start]).strip().splitlines()[-1]
            quoted = before.rpartition("“")[2].rstrip("”").strip()
            assert quoted in snippet.text
            checked += 1
    assert checked > 2 * TURNS


def test_no_sentence_is_said_twice(session: CoStorm) -> None:
    said = Counter(
        sentence
        for turn in session.turns
        if turn.role != "user"
        for sentence in set(plain_sentences(turn.utterance, "en"))
        if turn.citations
    )
    assert [sentence for sentence, times in said.items() if times > 1] == []


def test_the_moderator_speaks_and_answers_follow(session: CoStorm) -> None:
    talk = [turn for turn in session.turns if not turn.opening]
    assert len(talk) == TURNS
    assert sum(turn.role == "moderator" for turn in talk) == TURNS // 3
    assert sum(turn.status == "done" for turn in talk) >= TURNS - 1


def test_the_map_has_concepts_none_of_them_too_full(session: CoStorm) -> None:
    sizes = [len(concept.snippets) for concept in session.mind_map]
    assert len(sizes) >= 8
    assert max(sizes) <= session.settings.snippets_per_concept
    assert len(session.mind_map.root.snippets) <= session.settings.snippets_per_concept


def test_the_report_cites_many_documents_with_contiguous_numbers(session: CoStorm) -> None:
    report = report_of(session)
    body, _, listed = report.markdown.partition("## References")
    order = list(dict.fromkeys(int(number) for number in MARK.findall(body)))
    assert order == list(range(1, len(order) + 1))
    assert [reference.number for reference in report.references] == order
    assert len(re.findall(r"^\d+\. ", listed, re.MULTILINE)) == len(order)
    assert len(order) >= 12
