"""A session over a folder of many formats: the citations carry pages to the reference list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import docx
import pytest

from costorm_widget import CoStorm
from tests.fixtures.files import Paper, docx_bytes, pptx_bytes
from tests.fixtures.sessions import SMALL

if TYPE_CHECKING:
    from pathlib import Path

# One subject a page, in sentences that share no words with those of other pages.
PAGES = [
    [
        "Street trees cool the pavement below them by four degrees on hot",
        "afternoons, which surveys in Vienna measured with thermal cameras.",
    ],
    [
        "Roots lift the kerbs of old streets, and repairs of the kerbs cost",
        "more than the planting of the trees, say engineers in Melbourne.",
    ],
    [
        "Pollen of birches makes people with asthma ill in spring, so clinics",
        "in Helsinki advise against planting birches beside schools.",
    ],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    paper = Paper()
    for number, lines in enumerate(PAGES, 1):
        if number == 1:
            paper.line("Trees of three cities", 60, 80, 18)
        paper.lines(lines, 60, 120)
        paper.end_page("Yearbook of urban trees")
    (tmp_path / "paper.pdf").write_bytes(paper.bytes())
    document = docx.Document()
    document.add_heading("Minutes", 0)
    document.add_paragraph("The council pays forty thousand euros a year for watering trees.")
    (tmp_path / "minutes.docx").write_bytes(docx_bytes(document))
    slides = [
        ("Planting plan", ["The town plants two hundred trees in autumn."], ""),
        ("Volunteers", ["Volunteers water young trees in their first two summers."], ""),
    ]
    (tmp_path / "plan.pptx").write_bytes(pptx_bytes(slides))
    rows = ["species,height,shade", "lime tree,20 metres,dense shade", "birch tree,15 metres,thin"]
    (tmp_path / "species.csv").write_text("\n".join(rows))
    return tmp_path


def page_of(text: str) -> int:
    """The page of the PDF that a passage is from, by the city it names."""
    cities = ["Vienna", "Melbourne", "Helsinki"]
    return next(page for page, city in enumerate(cities, 1) if city in text)


def test_citations_carry_pages_to_the_reference_list(folder: Path) -> None:
    session = CoStorm("Street trees", sources=folder, model="extractive", settings=SMALL)
    session.run(4)
    kinds = {source.title: source.kind for source in session.sources}
    assert kinds == {
        "Minutes": "document",
        "Planting plan": "slides",
        "Species": "table",
        "Trees of three cities": "document",
    }
    for snippet in session.snippets:
        title = session.sources[snippet.source_id].title
        if title == "Trees of three cities":
            assert snippet.page == page_of(snippet.text)
        elif title == "Planting plan":
            assert snippet.page == (2 if "Volunteers" in snippet.text else 1)
        else:
            assert snippet.page is None
    report = session.generate_report()
    cited = {each.title: each.text for each in report.references}
    assert "Trees of three cities" in cited
    assert re.search(
        r"file:paper\.pdf\. pp?\. [123](?:[–, ]+[123])*\.$", cited["Trees of three cities"]
    )
    assert cited["Trees of three cities"] in report.markdown
    assert all(
        re.search(r" slides? [12](?:–2)?\.$", text)
        if title == "Planting plan"
        else "p." not in text
        for title, text in cited.items()
        if title != "Trees of three cities"
    )
