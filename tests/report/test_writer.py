"""The whole report: cited, numbered from 1, nothing twice, whatever the names hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from costorm_widget import events as ev
from costorm_widget.discourse.map_work import grow_map
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.plain import plain_sentences
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.report.outline import ELSEWHERE
from costorm_widget.report.writer import as_markdown, title_of, write_report
from costorm_widget.reports import Reference, Section
from tests.builders import cites, found, session, turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from costorm_widget.language.tasks import SectionJob
    from costorm_widget.reports import Report
    from tests.builders import Session

HEARTS = "Heart attacks rose by 5 percent in the week after the change."
SCHOOLS = "Children walked to school in the dark of the winter morning."
MINES = "Injuries in the mines were more frequent on that first Monday."


def talk_with(*concepts: tuple[str, str, Iterable[str]], topic: str = "Clocks") -> Session:
    """A session whose map has these concepts: name, parent's name, texts of its evidence."""
    talk = session(topic=topic, goal="")
    ids = {"": "c0"}
    for number, (name, parent, texts) in enumerate(concepts, 1):
        ids[name] = f"c{number}" if name else "c0"
        if name:
            talk.table.emit(ev.ConceptAdded(ids[name], name, ids[parent]))
        for place, text in enumerate(texts):
            (snippet,) = talk.take_in(found(text, f"On {name or 'the rest'} {place}"))
            talk.table.emit(ev.SnippetsPlaced(((snippet, ids[name]),)))
    talk.table.clear()
    return talk


def check(report: Report) -> None:
    """Check what holds for any report of the extractive engine."""
    body, _, listed = report.markdown.partition("\n## References\n")
    numbers = [int(each) for each in re.findall(r"(?<!\\)\[(\d+)\]", body)]
    firsts = list(dict.fromkeys(numbers))
    assert firsts == list(range(1, len(firsts) + 1))
    assert [each.number for each in report.references] == firsts
    assert re.findall(r"^(\d+)\. ", listed, re.MULTILINE) == [str(each) for each in firsts]
    quoted = [
        sentence
        for section in report.sections
        for sentence in re.findall(r"(?:^|(?<=\] )|(?<=\n))([^\[\]\n]+)\[\d+\]", section.markdown)
    ]
    assert len(set(quoted)) == len(quoted)
    for section in report.sections:
        assert section.markdown in report.markdown


async def test_c01_evidence_at_the_end_of_a_chain_is_reported_under_its_name() -> None:
    talk = talk_with(("A", "", ()), ("B", "A", (HEARTS, SCHOOLS, MINES)))
    await grow_map(talk.table)
    names = {node.name for node in talk.state.tree.walk() if node.parent is not None}
    report = await write_report(talk.table)
    check(report)
    assert names & {"A", "B"}
    assert any(f"# {name}\n" in report.markdown for name in names)
    assert len(report.references) >= 2
    assert HEARTS in report.markdown


async def test_c01_without_upkeep_the_chain_is_reported_whole() -> None:
    report = await write_report(talk_with(("A", "", ()), ("B", "A", (HEARTS,))).table)
    check(report)
    assert [(each.title, each.level) for each in report.sections] == [("", 1), ("A", 2), ("B", 3)]
    assert report.sections[0].markdown.startswith(HEARTS)


class Boiling(ExtractiveEngine):
    """Writes what a model would write: several marks at one sentence."""

    async def write_section(self, job: SectionJob) -> AsyncIterator[str]:  # noqa: ARG002
        yield "Water boils at 100 C.[1]"
        yield "[2][3] Water [1-3], and [9], is wet [1]."


async def test_c02_three_citations_of_a_sentence_survive() -> None:
    talk = talk_with(("A", "", (HEARTS, SCHOOLS, MINES)))
    talk.table.engine = Boiling(HashedWords(), "en")
    report = await write_report(talk.table)
    text = report.sections[1].markdown
    marks = re.search(r"Water boils at 100 C\.((?:\[\d\]){3}) Water", text)
    assert marks
    numbers = re.findall(r"\d", marks[1])
    assert sorted(numbers) == ["1", "2", "3"]
    assert text.endswith(f"Water {marks[1]}, and, is wet [{numbers[0]}].")
    assert len(report.references) == 3


async def test_c03_sentences_come_through_unchanged() -> None:
    texts = (
        "The GDP of the country grew by 2.5 percent in 2019.",
        "See e.g. Fig. 2 for the growth in all the states.",
        "The rates of the U.S. rose, as Dr. Smith et al. said.",
        "Overall survival of the patients was 42 % in May.",
    )
    first = " ".join(texts)
    report = await write_report(talk_with(("A", "", (first,))).table)
    check(report)
    assert {text for text in texts if f"{text}[1]" in report.markdown} == {*texts} - {texts[1]}


async def test_no_sentence_comes_twice_though_two_concepts_hold_it() -> None:
    talk = talk_with(("A", "", (HEARTS, SCHOOLS)), ("B", "", (HEARTS, MINES)))
    report = await write_report(talk.table)
    check(report)
    assert report.markdown.count(HEARTS) == 1


async def test_the_lead_is_written_from_what_the_talk_has_cited() -> None:
    talk = talk_with(("A", "", (HEARTS, SCHOOLS, MINES)), ("B", "", (f"{MINES[:-1]} of May.",)))
    last = list(talk.state.snippets)[2]
    talk.table.emit(ev.TurnTaken(turn(1, citations=cites(last))))
    report = await write_report(talk.table)
    lead = report.sections[0]
    assert (lead.title, lead.level, lead.concept) == ("", 1, "")
    assert MINES in lead.markdown
    assert HEARTS not in lead.markdown
    assert lead.markdown.endswith("The sections follow the mind map: A; and B.")


async def test_parked_snippets_get_a_section_of_their_own() -> None:
    talk = talk_with(("A", "", (HEARTS,)), ("", "", (SCHOOLS, MINES)))
    report = await write_report(talk.table)
    check(report)
    last = report.sections[-1]
    assert (last.title, last.concept) == (ELSEWHERE, "c0")
    assert f"\n## {ELSEWHERE}\n" in report.markdown
    assert SCHOOLS in report.markdown
    assert MINES in report.markdown


@pytest.mark.parametrize("concepts", [(), (("A", "", ()),)])
async def test_an_empty_map_gives_a_report_that_says_so(
    concepts: tuple[tuple[str, str, Iterable[str]], ...],
) -> None:
    report = await write_report(talk_with(*concepts).table)
    assert report.title == "Clocks"
    assert report.markdown.startswith("# Clocks\n\nThere is no evidence yet")
    assert report.references == ()
    assert "References" not in report.markdown
    (section,) = report.sections
    assert section.markdown in report.markdown


NAMES = [
    "C# and F# languages",
    "Rank #",
    "# Not a heading",
    "Two\nlines",
    "Arrays [1]",
    "smith2020",
    "`code` and $x$",
    "<img src=x onerror=alert(1)>",
    "![x](https://example.com/p.png)",
    "</script><script>alert(1)</script>",
    "A -> B",
    "1. First",
    "[a](javascript:alert(1))",
]


@pytest.mark.parametrize("name", NAMES)
async def test_c18_c20_any_name_is_a_safe_heading_and_cites_nothing(name: str) -> None:
    talk = talk_with((name, "", (HEARTS,)), (f"{name} too", "", (SCHOOLS, MINES)), topic=name)
    report = await write_report(talk.table)
    check(report)
    assert [each.title for each in report.sections] == ["", name, f"{name} too"]
    html = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(report.markdown)
    assert not re.search(r"<(?:img|script|a|em|code)\b", html)
    shown = " ".join(name.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f"<h1>{shown}</h1>" in html
    assert f"<h2>{shown}</h2>" in html
    assert f"<h2>{shown} too</h2>" in html
    assert html.count("<h2>") == 3


async def test_c18_titles_of_sources_do_nothing_in_the_reference_list() -> None:
    talk = session(topic="Clocks", goal="")
    for place, title in enumerate(NAMES):
        text = f"{HEARTS[:-1]} number {place}."
        (snippet,) = talk.take_in(found(text, title, f"https://x.y/{place}"))
        talk.table.emit(ev.SnippetsPlaced(((snippet, "c0"),)))
    report = await write_report(talk.table)
    check(report)
    html = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(report.markdown)
    assert not re.search(r"<(?:img|script|a|em|code)\b", html)
    assert html.count("<li>") == len(report.references) > 2


async def test_the_report_on_the_sample_corpus_says_only_what_its_sources_say(
    warm: Session,
) -> None:
    for _ in range(3):
        await warm.step()
    report = await write_report(warm.table)
    check(report)
    assert len(report.sections) > 8
    assert len(report.references) > 8
    sources = {each.number: warm.state.sources[each.source_id] for each in report.references}
    quoted = 0
    for section in report.sections:
        for paragraph in section.markdown.split("\n\n"):
            for sentence, number in re.findall(r"([^\[\]]+)\[(\d+)\]", paragraph):
                assert sentence.strip() in sources[int(number)].text
                quoted += 1
    assert quoted > 40


def test_the_title_is_the_topic_and_the_goal() -> None:
    assert title_of("Clocks", "") == "Clocks"
    assert title_of("Clocks", "Are they right?") == "Clocks: Are they right?"


def test_the_markdown_is_title_sections_and_references() -> None:
    sections = [
        Section("", 1, "Lead.[1]"),
        Section("A", 2, "", "c1"),
        Section("B", 3, "Text.", "c2"),
    ]
    references = [Reference(1, "a", "T", "https://x.y", "T. https://x.y.")]
    assert as_markdown("Clocks: so?", sections, references) == (
        "# Clocks: so?\n\nLead.[1]\n\n## A\n\n### B\n\nText.\n\n## References\n\n"
        "1. T. https://x.y.\n"
    )


SENTENCES = [
    f"{subject} {verb} the {thing} of the town in {year}."
    for subject in ("Farmers", "Teachers", "The mayor", "It")
    for verb in ("moved", "sold", "measured")
    for thing in ("clocks", "hours")
    for year in (1908, 1974)
]
CONCEPTS = st.lists(
    st.tuples(
        st.integers(0, 20),
        st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4), max_size=3),
    ),
    max_size=6,
)


@settings(max_examples=40)  # each writes a report
@given(CONCEPTS)
async def test_any_map_gives_a_sound_report(concepts: list[tuple[int, list[list[str]]]]) -> None:
    named = [
        (
            f"Part {number}",
            f"Part {parent % number}" if parent % number else "",
            [" ".join(text) for text in texts],
        )
        for number, (parent, texts) in enumerate(concepts, 1)
    ]
    talk = talk_with(*named)
    report = await write_report(talk.table)
    check(report)
    texts = [each.text for each in talk.state.snippets.values()]
    said = [form for each in report.sections for form in plain_sentences(each.markdown, "en")]
    facts = [form for form in said if "of the town" in form]
    assert len(set(facts)) == len(facts)
    known = {form for text in texts for form in plain_sentences(text, "en")}
    assert set(facts) <= known
    assert not [each for each in talk.kept if isinstance(each, ev.TurnTaken)]
