"""What holds of citations in any text, however it is cut into chunks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from costorm_widget.evidence.citations import CitationResolver, Handle, Resolved, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

HANDLES = {
    1: Handle("a", "p1", 4),
    2: Handle("b", "p2", 11),
    3: Handle("c", "p3", 7),
    4: Handle("a", "p4", 4),
    5: Handle("d", "p5", 2),
}
KNOWN = frozenset({"http://k.org/x"})

MARKS = [
    "[1]",
    "[2]",
    "[7]",
    "[[3]]",
    "[1-3]",
    "[1, 4]",
    "【1】",
    "［2］",
    "[2019]",
    "smith2020",
    "@lee1999b",
]
BROKEN = [
    "[",
    "]",
    "1",
    "2",
    "7",
    ",",
    ";",
    "-",
    "【",
    "】",
    "［",
    "］",
    "^",
    "(",
    ")",
    "（",
    "）",
    "!",
    "@",
]
PLAIN = [
    "word",
    "The",
    "x",
    "é",
    "光",
    "。",
    "，",
    ".",
    ":",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "\u00a0",
    '"',
    "*",
    "_",
]
VERBATIM = [
    "`",
    "``",
    "```",
    "~~~",
    "$",
    "$$",
    "\\",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "- ",
    "> ",
    "1. ",
    "$5 and ",
]
ADDRESSES = [
    "https://e.org/a",
    "http://k.org/x",
    "www.e.de",
    "h",
    "ht",
    "w",
    "<",
    ">",
    "[a](b)",
    "[1](u)",
    '"t"',
    "<a:b>",
]

HOSTILE = [
    *("[a]", "[a]: ", "[1]: ", "[^1]", "[[3]]", "![", "(u)", "(", ")", "(<", "x>)", "(b c)", "\\("),
    *("<u:x>", "<b@c>", "<http://e.org>", "http://k.org/x", "http://e.org/a", "smith2020"),
    *("- ~~~\n", " ~~~\n", "  ```\n", "> ~~~\n", "> ", "2. ~~~\n", "    ~~~\n", "~~~\n", "    "),
    *("<a href=b>", "</a>", "<img src=x>", "<img ", "<div>\n", "<!--", "src=x", "<script>", ">"),
    *(
        "[",
        "]",
        "$",
        "`",
        "\\",
        "\\[",
        "\\]",
        "\n",
        "\n\n",
        " ",
        "a",
        "b c",
        ":",
        '"t"',
        "**",
        "【1】",
    ),
]

hostile_text = st.lists(st.sampled_from(HOSTILE), max_size=12).map("".join)
any_text = st.lists(
    st.sampled_from([*MARKS, *BROKEN, *PLAIN, *VERBATIM, *ADDRESSES]), max_size=16
).map("".join)
marked_text = st.lists(st.sampled_from([*MARKS, *BROKEN, *PLAIN]), max_size=16).map("".join)
# Any character at all, except those that begin a mark, a link, an address or a key.
unmarked_text = st.text(
    st.characters(exclude_characters="[【［<@hHwWfF", exclude_categories=("Cs", "Nd"))
)


def streamed(text: str, cuts: list[int]) -> tuple[str, Resolved]:
    resolver = CitationResolver(HANDLES, KNOWN)
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    pieces = [resolver.feed(text[start:end]) for start, end in pairwise(places)]
    pieces.append(resolver.close())
    return "".join(pieces), Resolved(resolver.text, resolver.citations, resolver.dropped)


@given(any_text, st.lists(st.integers(0, 80), max_size=40))
@example("_https://e.org/a", [1, 2])
@example("[a](b) [1", list(range(9)))
def test_the_result_does_not_depend_on_the_chunks(text: str, cuts: list[int]) -> None:
    shown, resolved = streamed(text, cuts)

    assert resolved == resolve(text, HANDLES, KNOWN)
    assert shown == resolved.text


@given(any_text)
def test_one_character_at_a_time_gives_the_same(text: str) -> None:
    assert streamed(text, list(range(len(text))))[1] == resolve(text, HANDLES, KNOWN)


@given(any_text)
def test_every_citation_stands_on_its_printed_mark(text: str) -> None:
    resolved = resolve(text, HANDLES, KNOWN)

    for each in resolved.citations:
        assert resolved.text[each.start : each.end] == f"[{each.number}]"
    assert len(set(resolved.citations)) == len(resolved.citations)


@given(any_text)
def test_only_given_handles_are_cited(text: str) -> None:
    given_handles = {(each.number, each.source_id, each.snippet_id) for each in HANDLES.values()}
    resolved = resolve(text, HANDLES, KNOWN)

    assert {
        (each.number, each.source_id, each.snippet_id) for each in resolved.citations
    } <= given_handles


@given(unmarked_text, st.lists(st.integers(0, 80), max_size=20))
def test_text_without_marks_passes_through(text: str, cuts: list[int]) -> None:
    shown, resolved = streamed(text, cuts)

    assert resolved == Resolved(text, (), ())
    assert shown == text


@given(marked_text)
def test_no_mark_is_left_that_nobody_resolved(text: str) -> None:
    resolved = resolve(text, HANDLES)

    left = [mark for mark in resolve(resolved.text, {}).dropped if mark[0] in "[【［"]
    printed = dict.fromkeys((each.start, each.number) for each in resolved.citations)
    assert [mark.strip("[]【】［］") for mark in left] == [str(number) for _, number in printed]


@given(st.lists(st.sampled_from(["[1]", "[7]", "[1-3]", "【2】", "word", "The end.", "光。", " "])))
def test_nothing_but_marks_is_taken_out(parts: list[str]) -> None:
    words = [part for part in parts if part[0] not in "[【 "]

    resolved = resolve("".join(parts), HANDLES)

    left = list(resolved.text)
    for each in resolved.citations:
        left[each.start : each.end] = " " * (each.end - each.start)
    assert "".join(left).replace(" ", "") == "".join(words).replace(" ", "")


def tokens(found: Sequence[Token]) -> Iterator[Token]:
    for token in found:
        yield token
        yield from tokens(token.children or ())


@given(hostile_text)
@example("[a]: b\n\n[a]")
@example("$[a](b)$ \\[![a](b)\\]")
@example("- ~~~\n[a](b)")
@example("[a][1](\nb\n)")
def test_c18_markdown_makes_no_link_and_no_image_but_to_a_source(text: str) -> None:
    shown: dict[str, Any] = {}
    # With HTML, as in a notebook's own output.
    parsed = MarkdownIt("commonmark", {"html": True}).parse(
        resolve(text, HANDLES, KNOWN).text, shown
    )

    for token in tokens(parsed):
        if token.type == "link_open":
            assert token.attrs["href"] in KNOWN
        assert token.type != "image"
        if token.type in {"html_inline", "html_block"}:
            assert "=" not in token.content
            assert "<script" not in token.content
    assert {each["href"] for each in shown.get("references", {}).values()} <= KNOWN


@given(hostile_text, st.lists(st.integers(0, 80), max_size=30))
def test_hostile_text_does_not_depend_on_the_chunks_either(text: str, cuts: list[int]) -> None:
    assert streamed(text, cuts)[1] == resolve(text, HANDLES, KNOWN)
