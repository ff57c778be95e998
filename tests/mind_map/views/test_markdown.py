from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from costorm_widget.mind_map import views
from costorm_widget.mind_map.concepts import MindMap
from costorm_widget.mind_map.views.markdown import escaped
from tests.mind_map.doubles import TOPIC
from tests.mind_map.views.names import NASTY, UNLAWFUL, lawful, map_of

if TYPE_CHECKING:
    from tests.mind_map.doubles import WorldBoard


def test_the_outline_counts_what_is_below(board: WorldBoard) -> None:
    board.tree["c1"].note = "ask *why*"
    assert MindMap(board).to_markdown() == (
        f"# {TOPIC}\n\n"
        "- Health *(3)* — ask \\*why\\*\n"
        "  - Sleep *(2)*\n"
        "- A -\\> B *(1)*\n\n"
        "*Parked, without a concept yet: 1*\n"
    )


def shown(markdown: str) -> list[tuple[int, str]]:
    """Return what a reader sees: the text of each heading and item, with its depth."""
    lines: list[tuple[int, str]] = []
    depth = 0
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(markdown):
        depth += (token.type == "bullet_list_open") - (token.type == "bullet_list_close")
        if token.type == "inline":
            kinds = {child.type for child in token.children or ()}
            assert kinds <= {"text", "text_special", "em_open", "em_close"}, kinds
            italics = [child for child in token.children or () if child.type == "em_open"]
            assert len(italics) <= 1  # the count, or what is parked
            lines.append((depth, "".join(child.content for child in token.children or ())))
        assert token.type not in {"html_block", "code_block", "fence", "blockquote_open"}
    return lines


@pytest.mark.parametrize("name", [*NASTY, *UNLAWFUL])
def test_c18_c20_an_outline_shows_any_name_as_it_is(name: str) -> None:
    lines = shown(views.to_markdown(map_of([name, name], name)))
    plain = lawful(name)
    assert lines == [(0, plain), (1, f"{plain} (0)"), (2, f"{plain} (0)")]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1))
def test_any_text_escaped_reads_as_it_was(text: str) -> None:
    assert shown(f"- {escaped(text)}!") == [(1, f"{text}!")]
