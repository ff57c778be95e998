"""What a report leaves out: sentences that their citations do not bear out, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.citations import Handle, resolve
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.report.sifting import without
from costorm_widget.report.writer import write_report
from costorm_widget.settings import Settings
from tests.builders import found, session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from costorm_widget.language.tasks import LeadJob, SectionJob
    from costorm_widget.reports import Report
    from tests.builders import Session

from costorm_widget import events as ev

HANDLES = {number: Handle(f"s{number}", f"s{number}:0-9", number) for number in range(1, 9)}


def cut(text: str, *gone: str) -> str:
    """What is left of a text with `[n]` in it without some parts; its citations must hold."""
    resolved = resolve(text, HANDLES)
    places = [(resolved.text.index(each), resolved.text.index(each) + len(each)) for each in gone]
    left, citations = without(resolved.text, resolved.citations, places)
    for each in citations:
        assert left[each.start : each.end] == f"[{each.number}]"
    assert len(citations) == len(re.findall(r"\[\d\]", left))
    return left


def test_a_sentence_goes_with_its_marks_and_the_space_behind_it() -> None:
    assert cut("One [1]. Two [2][3]. Three [4].", "Two [2][3].") == "One [1]. Three [4]."
    assert cut("One [1]. Two [2].", "One [1].") == "Two [2]."
    assert cut("One [1]. Two [2].", "Two [2].") == "One [1]."
    assert cut("One [1]. Two [2].", "One [1].", "Two [2].") == ""


def test_a_line_that_holds_nothing_else_goes_whole() -> None:
    listed = "Three:\n\n- One [1].\n- Two [2].\n- Three [3]. More [4]."
    assert cut(listed, "Two [2].") == "Three:\n\n- One [1].\n- Three [3]. More [4]."
    assert cut(listed, "Three [3].", "More [4].") == "Three:\n\n- One [1].\n- Two [2].\n"
    assert cut(listed, "More [4].").endswith("- Three [3].")
    assert cut("> 1. One [1].\n> 2. Two [2].", "One [1].") == "> 2. Two [2]."


@given(
    st.lists(st.sampled_from(["A [1].", "- B [2].", "\n\n", " ", "é🌾 [3][4].", "x"])), st.data()
)
def test_citations_stand_where_their_marks_are_whatever_goes(
    parts: list[str], data: st.DataObject
) -> None:
    resolved = resolve("".join(parts), HANDLES)
    bounds = data.draw(st.lists(st.integers(0, len(resolved.text)), unique=True))
    bounds = sorted(bounds)[: len(bounds) // 2 * 2]
    gone = list(zip(bounds[::2], bounds[1::2], strict=True))
    left, citations = without(resolved.text, resolved.citations, gone)
    whole = [each for each in citations if left[each.start : each.end] == f"[{each.number}]"]
    inside = [
        each
        for each in resolved.citations
        if not any(start < each.end and each.start < end for start, end in gone)
    ]
    assert len(whole) >= len(inside)


MILL = "The mill was built in 1871 by Carl Ott. The mill closed in 1954."
FARM = "The farm has 64 cows and a bull. Its owner sells milk in the town."
WRONG, SURE, FREE = "The mill closed in 1964 [1].", "Carl Ott built the mill in 1871 [1].", "It is."


class Told(ExtractiveEngine):
    """Writes the sections that a test wants, by the concept's name."""

    def __init__(self, sections: dict[str, str]) -> None:
        super().__init__(HashedWords(), "en")
        self._sections = sections

    async def write_section(self, job: SectionJob) -> AsyncIterator[str]:
        yield self._sections[job.path[-1]]

    async def write_lead(self, job: LeadJob) -> AsyncIterator[str]:  # noqa: ARG002
        yield self._sections.get("", "The lead.")


def talk_about(sections: dict[str, str], **settings: str) -> Session:
    """A session with two concepts, a passage each, and what will be written about them."""
    wanted = Settings().with_values(**settings)
    talk = session(topic="Clocks", goal="", settings=wanted)
    for number, (name, text) in enumerate({"Mill": MILL, "Farm": FARM}.items(), 1):
        talk.table.emit(ev.ConceptAdded(f"c{number}", name, "c0"))
        (snippet,) = talk.take_in(found(text, f"The {name.lower()}"))
        talk.table.emit(ev.SnippetsPlaced(((snippet, f"c{number}"),)))
    talk.table.clear()
    talk.table.engine = Told(sections)
    return talk


async def report_on(mill: str, leaves_out: str, farm: str = "A farm [1].", **more: str) -> Report:
    talk = talk_about({"Mill": mill, "Farm": farm}, report_leaves_out=leaves_out, **more)
    return await write_report(talk.table)


def numbers(report: Report) -> tuple[list[int], list[int]]:
    """The numbers in the text in the order of citing, and those of the reference list."""
    body = report.markdown.partition("\n## References\n")[0]
    cited = list(dict.fromkeys(int(each) for each in re.findall(r"\[(\d+)\]", body)))
    return cited, [each.number for each in report.references]


async def test_nothing_is_left_out_unless_it_is_wished_but_all_is_counted() -> None:
    report = await report_on(f"{SURE} {WRONG}", "nothing", "It has 64 cows [1]. Cows eat rye [1].")
    assert "1964" in report.markdown
    assert report.left_out == 0
    assert report.support == {"supported": 2, "partly": 0, "unsupported": 1, "contradicted": 1}
    assert "left out" not in report.markdown


async def test_what_is_contradicted_goes_and_the_report_says_so() -> None:
    report = await report_on(f"{SURE} {WRONG}", "contradicted", "Cows eat rye [1].")
    assert "1964" not in report.markdown
    assert "Carl Ott built the mill in 1871 [1]." in report.markdown
    assert "Cows eat rye [2]." in report.markdown
    assert report.left_out == 1
    assert report.support == {"supported": 1, "partly": 0, "unsupported": 1, "contradicted": 0}
    assert report.sections[0].markdown == (
        "*1 sentence was left out of this report, where what is cited says otherwise.*"
    )
    assert report.sections[0].markdown in report.markdown


async def test_unsupported_takes_both_and_keeps_the_numbers_contiguous() -> None:
    report = await report_on(f"{WRONG} {FREE}", "unsupported", "It has 64 cows [1]. They fly [1].")
    assert "64 cows [1]." in report.markdown, "the farm is now the first that is cited"
    assert FREE in report.markdown
    assert report.left_out == 2
    assert numbers(report) == ([1], [1])
    assert "2 sentences were left out of this report" in report.markdown


async def test_a_section_of_which_nothing_is_left_says_so() -> None:
    report = await report_on(WRONG, "contradicted")
    mill = next(each for each in report.sections if each.title == "Mill")
    assert mill.markdown.startswith("*Nothing is left of this part")
    assert "## Mill\n\n*Nothing is left" in report.markdown
    assert numbers(report) == ([1], [1])


async def test_the_lead_is_sifted_too() -> None:
    sections = {"": f"Ott built it in 1871 [1]. {WRONG}", "Mill": SURE, "Farm": "A farm [1]."}
    report = await write_report(talk_about(sections, report_leaves_out="contradicted").table)
    assert report.left_out == 1
    assert [each.title for each in report.sections] == ["", "", "Mill", "Farm"]
    assert "1964" not in report.markdown


@pytest.mark.parametrize("leaves_out", ["nothing", "contradicted"])
async def test_off_checks_nothing_but_for_what_is_to_be_left_out(leaves_out: str) -> None:
    report = await report_on(f"{SURE} {WRONG}", leaves_out, support="off")
    assert report.support == ({} if leaves_out == "nothing" else report.support)
    assert ("1964" in report.markdown) is (leaves_out == "nothing")
    assert report.left_out == (leaves_out == "contradicted")
