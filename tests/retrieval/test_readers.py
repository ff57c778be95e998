from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval import readers
from costorm_widget.retrieval.html import read_page
from costorm_widget.retrieval.readers import decode, read_file, read_html, read_markdown

if TYPE_CHECKING:
    from pathlib import Path

MARKDOWN = """---
title: Daylight saving time
date: 2024-03-01
authors: [Ada Example, B. Sample]
from:
  - Nature 2019
  - https://example.com/a
---
# Another title

Clocks go forward in spring, *usually* by an hour.
"""


def test_front_matter_is_read_and_is_no_text() -> None:
    reading = read_markdown(MARKDOWN)
    assert reading.title == "Daylight saving time"
    assert reading.date == "2024-03-01"
    assert reading.authors == ("Ada Example", "B. Sample")
    assert reading.provenance == ("Nature 2019", "https://example.com/a")
    assert reading.text == MARKDOWN.partition("---\n# ")[2].join(["# ", ""])


def test_without_front_matter_the_first_heading_is_the_title() -> None:
    reading = read_markdown("Some words.\n\n## The *first* heading\n\nMore.")
    assert reading.title == "The first heading"
    assert reading.text.startswith("Some words.")


@pytest.mark.parametrize(
    "text",
    ["---\n: [ broken\n---\nText.", "---\n- a list\n---\nText.", "---\nno end of this", "---"],
)
def test_what_is_no_front_matter_stays_text(text: str) -> None:
    assert read_markdown(text).text == text


def test_the_file_name_is_the_last_resort_for_a_title(tmp_path: Path) -> None:
    file = tmp_path / "sleep_and-health.txt"
    file.write_text("Five plain words of text.")
    assert read_file(file).title == "Sleep and health"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_encodings_are_read(encoding: str) -> None:
    text = "L’heure d’été — 夏令时 — летнее время"
    assert decode(text.encode(encoding)) == text


def test_a_western_encoding_is_read() -> None:
    text = "Die Umstellung der Uhren im Frühjahr stört den Schlaf, sagen Ärzte. " * 5
    assert decode(text.encode("latin-1")) == text


def test_the_encoding_that_a_page_declares_is_used() -> None:
    page = '<html><head><meta charset="shift_jis"></head><body>夏時間</body></html>'
    assert "夏時間" in decode(page.encode("shift_jis"))


def test_line_ends_are_made_one() -> None:
    assert decode(b"one\r\ntwo\rthree\n") == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.md", b"", "empty"),
        ("a.md", b"---\ntitle: Only a title\n---\n", "empty"),
        ("a.txt", b"two words", "2 words"),
        ("a.txt", b"PK\x03\x04\x00\x00 binary \x00 bytes of some kind", "not text"),
        ("a.ipynb", b"{}", "not a notebook"),
        ("a.ipynb", b"this is no JSON at all", "not a notebook"),
        ("a.ipynb", b"[1, 2]", "not a notebook"),
        (
            "a.html",
            b"<html><script>var words = 'in a script only, no text'</script></html>",
            "empty",
        ),
    ],
)
def test_what_is_no_evidence_is_refused_with_the_reason(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(SourceRefused, match=f"{reason}.*; "):
        read_file(file)


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").mkdir()
    with pytest.raises(SourceRefused, match="cannot be opened"):
        read_file(tmp_path / "a.md")


def test_a_file_that_is_too_large_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "MOST_BYTES", 1000)
    (tmp_path / "a.md").write_text("word " * 1000)
    with pytest.raises(SourceRefused, match="split it"):
        read_file(tmp_path / "a.md")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "Just a moment... Enable JavaScript and cookies to continue. Ray ID: 8a1b2c3d",
            "bot check",
        ),
        ("We use cookies. Accept all cookies or manage your choices here.", "cookie notice"),
        ("Sign in to continue reading. Email. Password. Forgot your password?", "login form"),
    ],
)
def test_c12_a_saved_page_that_is_no_page_is_refused(
    tmp_path: Path, text: str, reason: str
) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<title>Page</title><p>{text}</p>")
    with pytest.raises(SourceRefused, match=reason):
        read_file(file)


def test_an_article_about_cookies_is_evidence(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    article = "Banners that say accept all cookies are studied by lawyers. " * 30
    file.write_text(f"<title>Cookie law</title><p>{article}</p>")
    assert read_file(file).title == "Cookie law"


PAGE = """<html><head><title> Summer
 time </title><meta name="author" content="Ada Example"><meta name="date" content="2024-03-01">
<link rel="canonical" href="https://example.com/summer"><style>p {color: red}</style></head>
<body><nav><a href="/">Home</a></nav><header><nav>Menu</nav><h1>Summer time</h1></header>
<main><h2>Health &amp; sleep</h2><p>Clocks <b>go</b> forward&nbsp;in
spring.</p><script>alert(1)</script><ul><li>One <em>item</em></li><li><p>Two</p></li></ul>
<table><tr><th>Year</th><th>Hours</th></tr><tr><td>1916</td><td>1</td></tr></table>
<pre>  code
    indented</pre><div>Loose text<p>and a paragraph</p>after</div>Line<br>break</main>
<footer>Imprint</footer><form>Search</form><p hidden>hidden words</p></body></html>"""


def test_a_page_reads_as_its_reader_sees_it() -> None:
    page = read_page(PAGE)
    assert page.title == "Summer time"
    assert page.authors == ("Ada Example",)
    assert page.date == "2024-03-01"
    assert page.link == "https://example.com/summer"
    for gone in ("alert", "Home", "Menu", "Imprint", "Search", "hidden", "color"):
        assert gone not in page.text
    blocks = page.text.split("\n\n")
    assert "## Health & sleep" in blocks
    assert "Clocks go forward in spring." in blocks
    assert "- One item\n- Two" in page.text
    assert "| Year | Hours\n| 1916 | 1" in page.text
    assert "code\n    indented" in page.text
    assert blocks[-4:] == ["Loose text", "and a paragraph", "after", "Line break"]


def test_the_main_part_is_taken_when_it_has_the_text() -> None:
    main = "<main><p>" + "Words of the article. " * 30 + "</p></main>"
    page = read_page(
        f"<body><div>Teaser of another article</div>{main}<div>More teasers</div></body>"
    )
    assert "easer" not in page.text
    small = read_page("<body><div>The real text</div><main>Share</main></body>")
    assert "The real text" in small.text


def test_a_page_may_nest_as_deep_as_it_likes() -> None:
    assert "word" in read_page("<div>" * 3000 + "word" + "</div>" * 3000).text


def test_the_address_of_a_page_is_kept_as_provenance() -> None:
    assert read_html(PAGE).provenance == ("https://example.com/summer",)


def test_a_notebook_gives_its_written_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Clock changes\n", "\n", "First words here."]},
        {"cell_type": "code", "source": ["print('secret')"], "outputs": [{"text": "output"}]},
        {"cell_type": "markdown", "source": "## Data\n\nSecond words."},
        {"cell_type": "markdown", "source": []},
    ]
    file = tmp_path / "a.ipynb"
    file.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    reading = read_file(file)
    assert reading.kind == "notebook"
    assert reading.title == "Clock changes"
    assert reading.text == "# Clock changes\n\nFirst words here.\n\n## Data\n\nSecond words."
