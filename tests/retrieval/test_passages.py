from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.sources import Snippet, Source, source_id
from costorm_widget.retrieval.passages import Heading, count_words, cut, outline

FRESHWIKI = Path(os.environ.get("FRESHWIKI", Path(__file__).parents[3] / "shared/freshwiki"))


def source(text: str, title: str = "Title") -> Source:
    return Source(source_id("file:a.md"), title, "file:a.md", "document", text)


def passages(text: str, language: str = "en") -> list[Snippet]:
    return list(cut(source(text), language))


def sentences(count: int, word: str = "word", length: int = 10) -> str:
    return " ".join(
        f"Sentence {number} has " + f"{word} " * (length - 4) + "here." for number in range(count)
    )


def test_headings_are_recorded_and_stand_in_no_passage() -> None:
    health = "## Health\n\nSleep.\n\n### Heart ##\n\nBeats."
    text = f"# Title\n\nLead.\n\n{health}\n\n## Law\n\n{sentences(8)}\n"
    found = passages(text)
    assert [(each.heading, each.text) for each in found[:3]] == [
        ((), "Lead."),
        (("Health",), "Sleep."),
        (("Health", "Heart"), "Beats."),
    ]
    assert found[3].heading == ("Law",)


def test_c20_headings_keep_every_character() -> None:
    found = passages(
        "## C# and F# languages\n\nBoth run on .NET.\n\n## C#\n\nOne.\n\n## T-cells ##\n\nTwo."
    )
    assert [each.heading for each in found] == [("C# and F# languages",), ("C#",), ("T-cells",)]


def test_markup_in_headings_is_no_part_of_their_words() -> None:
    found = passages("## The *spring* [change](https://example.com) in `snake_case`\n\nOne.")
    assert found[0].heading == ("The spring change in snake_case",)


def test_underlined_headings_count() -> None:
    found = passages("First part\n==========\n\nOne.\n\nSecond part\n---\nTwo.\n\n---\n\nThree.")
    assert [each.heading for each in found] == [("First part",), ("First part", "Second part")]
    assert found[1].text == "Two.\n\n---\n\nThree."


def test_a_number_sign_in_a_code_block_is_no_heading() -> None:
    found = passages(
        "Before.\n\n```python\n# a comment\n\nx = 1\n```\n\nAfter.\n\n~~~\n# another\n~~~\nEnd."
    )
    assert len(found) == 1
    assert "# a comment" in found[0].text
    assert found[0].text.endswith("End.")


def test_short_paragraphs_are_joined_and_long_ones_cut_between_sentences() -> None:
    short = "\n\n".join(sentences(3) for _ in range(8))
    for found in (passages(short), passages(sentences(40))):
        counts = [count_words(each.text) for each in found]
        assert all(60 <= count <= 170 for count in counts), counts
        assert all(each.text.startswith("Sentence") and each.text.endswith(".") for each in found)


def test_paragraphs_stay_whole_where_they_can() -> None:
    paragraphs = [sentences(9, f"word{number}") for number in range(4)]
    assert [each.text for each in passages("\n\n".join(paragraphs))] == paragraphs


def test_a_sentence_longer_than_a_passage_is_cut_between_words() -> None:
    found = passages("start " + "and more words " * 200 + "end.")
    assert all(count_words(each.text) <= 170 for each in found)
    assert "".join(each.text for each in found).replace(" ", "").endswith("wordsend.")
    assert sum(count_words(each.text) for each in found) == 602


def test_list_items_and_table_rows_are_cut_between_each_other() -> None:
    items = "\n".join(f"- Item {number} " + "word " * 20 for number in range(20))
    rows = "\n".join(f"| row {number} | " + "cell " * 20 + "|" for number in range(20))
    for text, mark in ((items, "- Item"), (f"| a | b |\n|---|---|\n{rows}", "|")):
        found = passages(text)
        assert len(found) > 2
        assert all(each.text.startswith(mark) for each in found)


def test_chinese_is_counted_and_cut_by_characters() -> None:
    found = passages("夏令时是一种制度。" * 60, "zh")
    assert len(found) > 1
    assert all(each.text.endswith("。") for each in found)
    assert all(len(each.text) < 350 for each in found)


@pytest.mark.parametrize(
    "heading", ["References", "See also", "External links:", "参考文献", "Weblinks"]
)
def test_sections_that_list_other_works_are_left_out(heading: str) -> None:
    listing = f"## {heading}\n\n- One. 2001.\n\n### Books\n\nTwo. 2002."
    text = f"# Title\n\nLead.\n\n{listing}\n\n## After\n\nEnd."
    assert [each.text for each in passages(text)] == ["Lead.", "End."]


def test_a_document_of_nothing_but_notes_keeps_them() -> None:
    assert [each.text for each in passages("## Notes\n\nMy only thought.")] == ["My only thought."]


def test_comments_definitions_and_rules_are_in_no_passage() -> None:
    found = passages("<!-- hidden\nsecret -->\nShown.\n\n[1]: https://example.com\n\n***\n")
    assert [each.text for each in found] == ["Shown."]


def test_nothing_gives_nothing() -> None:
    assert passages("") == passages("\n\n---\n\n***\n") == passages("# Only a heading") == []


def test_the_outline_names_headings_and_pieces_in_order() -> None:
    text = "# One\n\npara\nline\n\n- a\n- b\n"
    found = [
        each if isinstance(each, Heading) else text[each.start : each.end] for each in outline(text)
    ]
    assert found == [Heading(1, "One"), "para\nline", "- a", "- b"]


LINES = [
    "# Title",
    "## Health ##",
    "###",
    "---",
    "===",
    "```",
    "~~~",
    "| a | b |",
    "|---|",
    "- item",
    "1. first",
    "> quote",
    "<!-- note",
    "-->",
    "[1]: https://example.com",
    "References",
    "## References",
    "",
]
LONG = ["夏令时是一种制度。" * 30, "word " * 200, "One. Two? Three! " * 30, "a\r", "\t", "### "]
MARKDOWN = st.lists(
    st.one_of(st.sampled_from(LINES + LONG), st.text(max_size=80)), max_size=25
).map("\n".join)


@given(MARKDOWN, st.sampled_from(["en", "de", "zh"]))
def test_every_passage_is_a_verbatim_span_in_order(text: str, language: str) -> None:
    made = source(text)
    found = cut(made, language)
    for each in found:
        assert made.text[each.start : each.end] == each.text
        assert each.text == each.text.strip()
        assert count_words(each.text) > 0
        assert each.source_id == made.id
    assert len({each.id for each in found}) == len(found)
    ends = [place for each in found for place in (each.start, each.end)]
    assert ends == sorted(ends)


@given(st.lists(st.text("abc .\n", min_size=1, max_size=400), min_size=1, max_size=5))
def test_no_word_of_plain_paragraphs_is_lost(paragraphs: list[str]) -> None:
    text = "\n\n".join(paragraphs)
    kept = "".join(each.text for each in passages(text))
    assert "".join(kept.split()).count("a") == text.count("a")


@pytest.mark.skipif(
    not (FRESHWIKI / "json").is_dir(), reason="FreshWiki is not here: set FRESHWIKI"
)
def test_real_articles_give_passages_of_the_right_size() -> None:
    counts: list[int] = []
    for file in sorted(FRESHWIKI.glob("json/*.json"))[:30]:
        lines: list[str] = []
        todo = list(json.loads(file.read_text())["content"])
        while todo:
            section = todo.pop(0)
            lines += [f"## {section['section_title']}"]
            lines += [" ".join(each["sentence"] + "." for each in section["section_content"])]
            todo = [*section["subsections"], *todo]
        made = source("\n\n".join(lines))
        for each in cut(made):
            assert made.text[each.start : each.end] == each.text
            counts.append(count_words(each.text))
    assert max(counts) <= 170
    # Short sections give short passages; the rest is of the size we aim at.
    assert sum(count >= 60 for count in counts) > 0.7 * len(counts)
