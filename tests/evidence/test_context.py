"""A passage in its source: what stands around it, whether it is still there, how it is known."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import asdict, replace
from typing import TYPE_CHECKING
from unicodedata import combining

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import CoStorm
from costorm_widget import events as ev
from costorm_widget.errors import NotYet, SourceChanged
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.sources import Snippet, Source
from tests.builders import snippet, source

if TYPE_CHECKING:
    from costorm_widget.evidence.context import Context

TEXT = (
    "# Bees\n\n"
    "Bees were kept long ago. They lived in logs. Dr. Smith counted 2.5 hives a year.\n\n"
    "## Dance\n\n"
    "- Bees dance to tell where food is.\n"
    "- The dance points to the sun. It lasts for a minute. Others follow it home.\n\n"
    "## Sleep\n\n"
    "Bees sleep at night."
)
QUOTE = "The dance points to the sun."


def around(text: str, quote: str, characters: int = 300) -> Context:
    work = source(text)
    return snippet(work, quote).within(work).context(characters)


def test_short_sources_are_shown_whole() -> None:
    context = around(TEXT, QUOTE)

    assert context.before + context.quote + context.after == TEXT
    assert (context.start, context.end) == (0, len(TEXT))
    assert not context.more_before
    assert not context.more_after


@pytest.mark.parametrize(
    ("characters", "before", "after"),
    [
        (0, "", ""),
        (20, "where food is.\n- ", " It lasts for a"),
        (30, "to tell where food is.\n- ", " It lasts for a minute."),
        # The heading of the next section is not left dangling, and "Dr. Smith" stays together.
        (
            60,
            "## Dance\n\n- Bees dance to tell where food is.\n- ",
            " It lasts for a minute. Others follow it home.",
        ),
        (
            130,
            (
                "They lived in logs. Dr. Smith counted 2.5 hives a year.\n\n"
                "## Dance\n\n- Bees dance to tell where food is.\n- "
            ),
            " It lasts for a minute. Others follow it home.\n\n## Sleep\n\nBees sleep at night.",
        ),
    ],
)
def test_it_begins_and_ends_with_whole_sentences_or_words(
    characters: int, before: str, after: str
) -> None:
    context = around(TEXT, QUOTE, characters)

    assert (context.before, context.after) == (before, after)
    assert context.more_before


def test_chinese_is_cut_between_sentences() -> None:
    text = "光速很快。它是常数。光速约为3.0×10^8米每秒。这一常数由国际单位制定义。还有更多的话。"

    context = around(text, "光速约为3.0×10^8米每秒。", 8)

    assert (context.before, context.after) == ("它是常数。", "这一常数由国际单")
    assert around(text, "光速约为3.0×10^8米每秒。", 16).after == "这一常数由国际单位制定义。"


def test_it_reads_as_text_and_as_html() -> None:
    context = around("One <b>. Two here. Three & four. Five six seven.", "Two here.", 18)

    assert str(context) == "One <b>. Two here. Three & four. …"
    assert context._repr_html_() == (
        '<blockquote style="white-space:pre-wrap">One &lt;b&gt;. <mark>Two here.</mark>'
        " Three &amp; four. …</blockquote>"
    )


@given(
    st.text(st.sampled_from("ab.  \n#-é光。e\u0301👨\u200d👩"), max_size=60),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(-3, 40),
)
def test_it_is_always_a_stretch_of_the_source(
    text: str, one: int, other: int, characters: int
) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    work = source(text)
    quote = Snippet("s:0", work.id, start, end, text[start:end]).within(work)

    context = quote.context(characters)

    assert text[context.start : context.end] == context.before + quote.text + context.after
    assert context.start <= start <= end <= context.end
    assert max(len(context.before), len(context.after)) <= max(0, characters)
    assert context.more_before == bool(text[: context.start].strip())
    assert context.more_after == bool(text[context.end :].strip())
    if context.start < start:
        assert context.start == 0 or not combining(text[context.start])
    if context.end > end and context.end < len(text):
        assert not combining(text[context.end])


def test_a_session_hands_out_passages_that_know_their_source() -> None:
    session = CoStorm.sample(model="extractive", embeddings=HashedWords())
    session.step()
    held = session._journal.state.snippets

    assert session.snippets
    for each in (*session.snippets, *session.unused):
        context = each.context()
        work = session.sources[each.source_id]
        shown = f"{context.before}{context.quote}{context.after}"
        assert work.text[context.start : context.end] == shown
        assert each == held[each.id] == session.snippets[each.id]
        assert hash(each) == hash(held[each.id])
        each.verify()
        each.verify(work)
    assert session.snippets[next(iter(held))].context().quote == next(iter(held.values())).text


def test_knowing_the_source_changes_no_field() -> None:
    work = source(TEXT)
    plain = snippet(work, QUOTE)
    known = plain.within(work)
    event = ev.EvidenceFound((work,), (known,))

    assert known == plain
    assert repr(known) == repr(plain)
    assert asdict(known) == asdict(plain)
    assert json.dumps(ev.to_dict(event)).count("Dr. Smith counted") == 1
    assert ev.from_dict(ev.to_dict(event)) == event
    for changed in (copy(known), replace(known, page=3), known.found_by("q", "k")):
        with pytest.raises(NotYet, match=r"session\.snippets"):
            changed.context()
    with pytest.raises(AttributeError):
        known.text = "Other."  # type: ignore[misc]


def test_the_hash_is_that_of_the_words() -> None:
    one, other = source(TEXT), source(f"Before. {TEXT}", "Another")

    assert snippet(one, QUOTE).hash == snippet(other, QUOTE).hash == "5f8450a14cded892"
    assert snippet(one, "It lasts").hash != snippet(one, QUOTE).hash
    assert snippet(source("\ud800 lone")).hash


@pytest.mark.parametrize(
    "changed",
    [TEXT.replace("sun", "moon"), TEXT[3:], "", TEXT.replace("points", "poinṭs")],
)
def test_a_passage_that_its_source_no_longer_holds_is_refused(changed: str) -> None:
    work = source(TEXT)
    quote = snippet(work, QUOTE).within(work)
    tampered = replace(work, text=changed)

    quote.verify()
    with pytest.raises(SourceChanged, match=r"'A source' word for word.*Open a new session"):
        quote.verify(tampered)
    with pytest.raises(SourceChanged):
        quote.within(tampered).context()


def test_a_passage_does_not_stand_in_another_source() -> None:
    work: Source = source(TEXT)

    with pytest.raises(SourceChanged):
        snippet(work, QUOTE).verify(source(TEXT, "A copy"))
