"""The session without a page: readable text, and HTML in which nothing said can act."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import Report, Settings, Snippet, Source, Turn
from costorm_widget import events as ev
from costorm_widget.state import SessionState, fold_all
from costorm_widget.turns import Citation, Intent
from costorm_widget.widget.transcript import as_html, as_text
from tests.fixtures.sessions import open_session

if TYPE_CHECKING:
    from collections.abc import Sequence

HARMLESS = {
    *("div", "p", "strong", "em", "small", "code", "pre", "q", "blockquote", "hr", "br"),
    *("ul", "ol", "li", "details", "summary", "h1", "h2", "h3", "h4", "h5", "h6"),
}
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "[press](javascript:alert(1)) and <javascript:alert(1)>",
    "[press](data:text/html,<script>alert(1)</script>)",
    "![x](https://example.com/p.png)",
    "![x][ref] [press][ref]\n\n[ref]: https://example.com/p.png",
    "<https://example.com> https://example.com <a href='https://example.com'>a</a>",
    "\"><svg onload=alert(1)> ' onclick='alert(1)",
    '`</code><img src=x>`\n\n```"><img>\n</pre><img src=x>\n```',
    "&lt;img src=x&gt; &#60;img src=x&#62; <!-- <img src=x> -->",
    "</details></div><style>*{display:none}</style><iframe srcdoc='<img>'></iframe>",
]


class Tags(HTMLParser):
    """All tags with their attributes, and the text that is shown."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: set[tuple[str, str | None]] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(attrs)
        if tag not in {"br", "hr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes what it did not open"

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment came through: {data}")


def session_saying(text: str) -> SessionState:
    """A session in which everything that can be untrusted is `text`."""
    line = " ".join(text.split())
    citation = Citation(1, "s1", "s1:0-1", 0, 3)
    said = Turn("t1", 1, line, "expert", Intent.POTENTIAL_ANSWER, text, text, citations=(citation,))
    return fold_all(
        (
            ev.SessionOpened("s", line, line, "extractive", Settings()),
            ev.EvidenceFound(
                (Source("s1", text, text, "document", text),),
                (Snippet("s1:0-1", "s1", 0, len(text), text),),
            ),
            ev.ConceptAdded("c1", line, "c0"),
            ev.ConceptAdded("c2", line, "c1"),
            ev.SnippetsPlaced((("s1:0-1", "c2"),)),
            ev.TurnTaken(said),
            ev.ReportWritten(Report(line, f"# {line}\n\n{text}\n\n## {line}", (), ())),
        )
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_c18_nothing_said_or_found_acts_in_the_page(text: str) -> None:
    page = Tags(as_html(session_saying(text), text))
    assert set(page.tags) <= HARMLESS
    assert {name for name, _ in page.attributes} <= {"class", "style", "value", "start"}
    assert all(
        name != "class" or (value or "").startswith(("costorm-", "language-"))
        for name, value in page.attributes
    )
    assert page.open == []


@pytest.mark.parametrize("text", HOSTILE)
def test_c18_what_was_said_is_shown_and_not_swallowed(text: str) -> None:
    state = session_saying("nothing else")
    state.turns = [replace(state.turns[0], utterance=text, citations=())]
    shown = Tags(as_html(state, "")).text
    for word in ("alert(1)", "example.com", "src=x"):
        assert text.count(word) == shown.count(word)


def test_a_real_session_is_shown_whole() -> None:
    session = open_session()
    session.run(4)
    report = session.generate_report()
    state = session._journal.state
    page = Tags(as_html(state, session.about))
    assert page.open == []
    for turn in session.turns:
        assert turn.speaker in page.text
        for citation in turn.citations:
            assert session.snippets[citation.snippet_id].text in page.text
    for concept in session.mind_map:
        assert concept.name in page.text
    for source in session.sources:
        assert source.title in page.text
        assert source.url in page.text
    for section in report.sections:
        assert section.title in page.text
    assert session.about in page.text


def test_the_text_has_the_last_turns_and_the_map() -> None:
    session = open_session()
    assert "Nothing was said yet" in repr(session)
    session.run(4)
    shown = repr(session)
    assert shown.startswith("CoStorm: Street trees (Are they worth their cost?)")
    assert "8 turns, 4 sources" in shown
    assert "… 2 earlier turns in .turns" in shown
    for turn in session.turns[-6:]:
        assert f"{turn.speaker} ({turn.intent})" in shown
        assert " ".join(turn.utterance.split()) in " ".join(shown.split())
    for concept in session.mind_map:
        assert f"- {concept.name} ({len(concept.snippets)})" in shown
    assert max(len(line) for line in shown.splitlines()) < 200


def shown_twice(**changes: Any) -> tuple[str, str]:
    """What text and HTML show of a session with one turn."""
    said = Turn("t1", 1, "Ann", "expert", Intent.POTENTIAL_ANSWER, "")
    opened = ev.SessionOpened("s", "Trees", "", "extractive", Settings())
    state = fold_all((opened, ev.TurnTaken(replace(said, **changes))))
    return as_text(state, "about"), Tags(as_html(state, "about")).text


def test_a_failed_turn_says_what_went_wrong_and_what_to_do() -> None:
    why = "The model <b>is out</b> of reach; call retry()."
    for shown in shown_twice(status="failed", error=why, utterance="Shade cools"):
        assert "Ann" in shown
        assert "Shade cools" in shown
        assert f"This turn failed. {why}" in shown


def test_a_failed_turn_without_a_reason_says_so() -> None:
    for shown in shown_twice(status="failed"):
        assert "This turn failed. The kernel did not say why." in shown


def test_a_stopped_turn_says_so() -> None:
    for shown in shown_twice(status="stopped", utterance="Shade"):
        assert "Stopped before it was finished." in shown


def test_a_note_on_a_whole_turn_is_shown_as_it_is() -> None:
    note = "The budget is spent: these are sentences of the sources."
    for shown in shown_twice(utterance="Shade cools.", error=note):
        assert note in shown
        assert "failed" not in shown
    for shown in shown_twice(utterance="Shade cools."):
        assert "[" not in shown


def test_a_session_without_a_goal_has_no_empty_brackets() -> None:
    state = fold_all((ev.SessionOpened("s", "Trees", "", "extractive", Settings()),))
    assert as_text(state, "about").startswith("CoStorm: Trees\n")
    assert "<details>" not in as_html(state, "about")
