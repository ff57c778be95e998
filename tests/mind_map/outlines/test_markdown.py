"""Markdown outlines as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.mind_map import outlines
from tests.mind_map.outlines.reading import as_text, tree_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n  - b\n    - c\n- d", "a\n b\n  c\nd"),
        ("* a\n\t+ b\n\t\t- c\n* d", "a\n b\n  c\nd"),
        ("1. a\n  - b\n2) c\n   1. d", "a\n b\nc\n d"),
        ("- a\n        - b far in", "a\n b far in"),
        ("  - a\n- b", "a\nb"),
        ("- a\n   - b\n  - c", "a\n b\n c"),
        ("# One\n## a\n### b\n# Two\n- c\n  - d\n\n- e", "One\n a\n  b\nTwo\n c\n  d\n e"),
        ("# One\n### deep\n## less", "deep\nless"),
        ("## a\n- b\n## c", "a\n b\nc"),
        ("- [ ] open\n- [x] done\n- [X] DONE\n- [y] name", "open\ndone\nDONE\n[y] name"),
        ("One\n===\n\nTwo\n---\n- a", "Two\n a"),
        ("- a long\n  name\n- b", "a long name\nb"),
        ("- a\n---\n- b\n* * *\n- c", "a\nb\nc"),
        ("---\ntitle: x\n---\n- a", "a"),
        ("<!-- - no -->- a\n<!--\n- no\n-->\n- b", "a\nb"),
        ("- a\n```\n- no\n```\n- b", "a\nb"),
        ("~~~~\n- no\n~~~\n- no\n~~~~\n- b", "b"),
        ("- **bold** [link](https://example.com) `x_y` ~~gone~~", "bold link x_y gone"),
        ("- R&amp;D \\*not bold\\* \\<i\\>", "R&D *not bold* <i>"),
        ("- ![alt](https://example.com/p.png) <b>x</b>", "alt x"),
        ("## a ##\n## C#\n## C \\#\n#tag", "a\nC#\nC # | #tag"),
        ("-\n  - child of nobody\n- \n- b", "child of nobody\nb"),
        ("\n\n   \n- a\r\n- b\r\n", "a\nb"),
        ("- 밤 근무\n    - 多 文字", "밤 근무\n 多 文字"),
        ("- World War I (1914)", "World War I (1914)"),
        ("- Health *(3)* — why?\n- Sleep *(2)*", "Health | why?\nSleep"),
        ("- a — b", "a — b"),
        ("# Only", "Only"),
    ],
)
def test_an_outline_is_read_as_it_is_meant(text: str, expected: str) -> None:
    assert as_text(text) == expected


def test_a_lone_first_heading_is_the_title() -> None:
    outline = outlines.read("# My plan\n- a\n- b")
    assert outline.title == "My plan"
    assert as_text("# My plan\n- a\n- b") == "a\nb"
    assert as_text("- a\n# My plan\n- b") == "a\nMy plan\n b"
    assert as_text("## First\n# Second\n- b") == "First\nSecond\n b"


def test_other_text_is_a_note_of_what_stands_above_it() -> None:
    text = "Before.\n\n## a\nFirst *line*\nof it.\n\nSecond.\n- b\n\n  Of b.\n- c"
    assert as_text(text) == "a | First line of it. / Second.\n b | Of b.\n c"


def test_long_lines_of_marks_are_read_at_once() -> None:
    for bad in ("# " + " " * 50_000 + "x", "- " * 20_000, "<!--" * 50_000, "#" * 50_000):
        outlines.read(f"- a\n\n{bad}\n")


@given(st.text(alphabet=st.sampled_from("ab -*+1.)#\t\n[]x`~=_<!>\\|("), max_size=80))
def test_any_text_gives_an_outline_in_reading_order(text: str) -> None:
    entries = outlines.read(text + "\n").entries
    for place, entry in enumerate(entries):
        assert entry.parent is None or 0 <= entry.parent < place
        assert entry.name == " ".join(entry.name.split())


def test_a_tree_of_headings_and_lists_is_put_into_the_map() -> None:
    tree = tree_of("# T\n## a\n- b\n  - c\n## d")
    assert [tree.path(node.id) for node in tree.walk()] == [
        (),
        ("a",),
        ("a", "b"),
        ("a", "b", "c"),
        ("d",),
    ]
