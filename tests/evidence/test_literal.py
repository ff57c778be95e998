"""Names and titles in Markdown: shown letter by letter, doing nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from costorm_widget.evidence.literal import literal, literal_reference

# Renders HTML, links and bare addresses: what a careless reader of our Markdown would do.
CARELESS = MarkdownIt("gfm-like", {"html": True, "linkify": False})
ACTIVE = re.compile(r"<(?!/?(?:h[1-6]|p|li|ol)\b)[a-z]", re.IGNORECASE)

MARKUP = st.sampled_from(
    [
        *(
            "<img src=x onerror=alert(1)>",
            "![x](https://example.com/p.png)",
            "[a](b)",
            "<b>",
            "&lt;",
        ),
        *("`code`", "**bold**", "_so_", "~~no~~", "$x$", "#", "##", "1.", "- ", "> ", "[3]", "\\"),
        *(
            "https://example.com",
            "www.example.com",
            "snake_case",
            "C#",
            "A -> B",
            "word",
            " ",
            "\n",
        ),
    ]
)
NAMES = st.lists(MARKUP, min_size=1, max_size=5).map(" ".join)


def shown(markdown: str) -> str:
    """What a reader sees of Markdown that makes no element within a line."""
    return unescape(re.sub(r"</?(?:h\d|p)>", "", CARELESS.render(markdown))).strip()


@pytest.mark.parametrize(
    "name",
    [
        "Daylight saving time: is it worth keeping?",
        "C# and F#",
        "A -> B",
        "AT&T & co",
        "snake_case",
        "Long-term memory in T-cells (2019)",
        "file:notes.md",
    ],
)
def test_what_does_nothing_stays_as_it_is(name: str) -> None:
    assert literal(name) == name


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Rank #", "Rank \\#"),
        ("# Rank", "\\# Rank"),
        ("1. First", "1\\. First"),
        ("Two\n lines", "Two lines"),
        ("[3]", "\\[3\\]"),
        ("http://x.y", "http\\://x.y"),
    ],
)
def test_what_would_act_is_escaped(name: str, written: str) -> None:
    assert literal(name) == written


@given(NAMES)
@example("***")
@example("#")
def test_c18_a_heading_shows_its_name_and_makes_no_element(name: str) -> None:
    html = CARELESS.render(f"## {literal(name)}\n")
    assert not ACTIVE.search(html)
    assert shown(f"## {literal(name)}\n") == " ".join(name.split())


@given(NAMES)
def test_c18_a_line_of_text_does_too(name: str) -> None:
    html = CARELESS.render(f"{literal(name)}\n")
    assert not ACTIVE.search(html)
    assert shown(f"{literal(name)}\n") == " ".join(name.split())


@given(st.text(max_size=60))
def test_any_text_can_be_written(text: str) -> None:
    assert "\n" not in literal(text)
    assert not re.search(r"(?<!\\)\[\d+\]", literal(text))


def test_the_address_of_a_reference_stays_an_address() -> None:
    entry = "Ann Ash. On [clocks]. 2019. https://example.com/a_b_(c)."
    assert (
        literal_reference(entry) == "Ann Ash. On \\[clocks\\]. 2019. https://example.com/a_b_(c)."
    )


@pytest.mark.parametrize(
    "address", ["https://x.y/<script>alert(1)</script>", "https://x.y/`a`", "https://x.y/[1]"]
)
def test_an_address_brings_no_markup(address: str) -> None:
    written = literal_reference(f"Title. {address}")
    assert not ACTIVE.search(CARELESS.render(written))
    assert "[1]" not in written
    assert "`" not in written


def test_other_addresses_are_plain_words() -> None:
    assert literal_reference("Notes. javascript:alert(1)") == "Notes. javascript:alert(1)"
    assert literal_reference("Notes. file:my_notes.md.") == "Notes. file:my_notes.md."
    assert literal_reference("") == ""
