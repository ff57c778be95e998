"""Handles become source numbers; whatever else claims to be a reference goes, and is counted."""

from __future__ import annotations

from time import process_time

import pytest

from costorm_widget.evidence.citations import (
    Citation,
    CitationResolver,
    Handle,
    Resolved,
    resolve,
)

# Handle 4 is a second passage of the source that handle 1 belongs to.
HANDLES = {
    1: Handle("s-four", "p1", 4),
    2: Handle("s-eleven", "p2", 11),
    3: Handle("s-seven", "p3", 7),
    4: Handle("s-four", "p4", 4),
    5: Handle("s-two", "p5", 2),
}


def numbers(resolved: Resolved) -> list[int]:
    return [each.number for each in resolved.citations]


def stream(chunks: list[str]) -> tuple[list[str], CitationResolver]:
    """What is shown after each chunk and after the end."""
    resolver = CitationResolver(HANDLES)
    shown = [resolver.feed(chunk) for chunk in chunks]
    return [*shown, resolver.close()], resolver


def test_c02_three_citations_after_a_full_stop_survive() -> None:
    resolved = resolve("Water boils at 100 C.[1][2][3]", HANDLES)

    assert resolved.text == "Water boils at 100 C.[4][11][7]"
    assert resolved.citations == (
        Citation(4, "s-four", "p1", 21, 24),
        Citation(11, "s-eleven", "p2", 24, 28),
        Citation(7, "s-seven", "p3", 28, 31),
    )
    assert resolved.dropped == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GDP grew by 2.5 percent [1]", "GDP grew by 2.5 percent [4]"),
        ("See e.g. Fig. 2 [1]", "See e.g. Fig. 2 [4]"),
        ("U.S. rates rose [2]", "U.S. rates rose [11]"),
        ("Overall survival was 42 % [1]", "Overall survival was 42 % [4]"),
    ],
)
def test_c03_the_text_around_a_mark_is_unchanged(text: str, expected: str) -> None:
    assert resolve(text, HANDLES).text == expected


def test_c04_chinese_text_loses_nothing() -> None:
    text = "光速约为3.0×10^8米每秒。[1] 这一常数由国际单位制定义。[2]"

    resolved = resolve(text, HANDLES)

    assert resolved.text == "光速约为3.0×10^8米每秒。[4] 这一常数由国际单位制定义。[11]"
    assert numbers(resolved) == [4, 11]


@pytest.mark.parametrize(
    ("mark", "printed"),
    [
        ("[1]", "[4]"),
        ("[1,2]", "[4][11]"),
        ("[1, 2]", "[4][11]"),
        ("[1; 2]", "[4][11]"),
        ("[ 1 ]", "[4]"),
        ("[1-3]", "[4][11][7]"),
        ("[1–3]", "[4][11][7]"),
        ("[1 — 3]", "[4][11][7]"),
        ("[1-2, 5]", "[4][11][2]"),
        ("[1][2]", "[4][11]"),
        ("[[3]]", "[7]"),
        ("[[1, 3]]", "[4][7]"),
        ("【1】", "[4]"),
        ("【1，2】", "[4][11]"),
        ("［2］", "[11]"),
        ("[２]", "[11]"),
        ("［１－３］".replace("－", "-"), "[4][11][7]"),
        ("[٢]", "[11]"),
        ("[^2]", "[11]"),
        (r"\[3\]", "[7]"),
        ("[¹]", "[4]"),
        ("[①, ②]", "[4][11]"),
        ("[1～3]", "[4][11][7]"),
        ("[１－３]", "[4][11][7]"),
        ("[١، ٣]", "[4][7]"),
        ("[\u200f١–٢\u200f]", "[4][11]"),
        ("[\u200b1\u2060]", "[4]"),
        ("[1 and 2]", "[4][11]"),
        ("[1 & 2]", "[4][11]"),
        ("[Source 2]", "[11]"),
        ("[sources: 1, 3]", "[4][7]"),
        ("[ref. 2]", "[11]"),
        ("[Passage #3]", "[7]"),
    ],
)
def test_c07_every_form_of_a_mark_resolves(mark: str, printed: str) -> None:
    resolved = resolve(f"Before {mark}, after.", HANDLES)

    assert resolved.text == f"Before {printed}, after."
    assert "".join(f"[{number}]" for number in numbers(resolved)) == printed
    assert resolved.dropped == ()


@pytest.mark.parametrize(
    "text",
    [
        "`arr[0]` and ``a ` [1]``",
        "```python\nx[1]\n```",
        "~~~\nx[1]\n``` [2]\n~~~",
        "- item\n  ```\n  x[1]\n  ```",
        "> ```\n> x[1]\n> ```",
        "```\nnever closed [1]",
        "````\n```\n[1]\n````",
        "[2019] and [1914-18] and [1939–1945] and [1848, 1871]",
        "[Fig. 2] and [Table 1] and [source] and [see 1] and [1 or 2]",
        "fact.² and m² and 10⁻³ and x₁ and ①",
        "$f[1] (x)$ and list<int> and H<sub>2</sub>O and a <b and c> d and 1 <2",
        "[sic] and [...] and [a b] and [] and [ ] and [1.5] and [-1] and [1,]",
        "- [ ] open\n- [x] done",
        "$[0,1]$ and $x_{[1]}$",
        "$$\nx = [1]\n$$",
        r"\(x[1]\) and \[ [1] \]",
        "the interval [0, 1] and the scale [0-5]",
        "(see [sic]) and f(x)[a]",
    ],
)
def test_c07_these_are_no_citations(text: str) -> None:
    resolved = resolve(text, HANDLES)

    assert resolved == Resolved(text, (), ())


def test_c07_a_mark_split_over_stream_chunks() -> None:
    shown, resolver = stream(["Hot ", "[", "1", "]", "."])

    assert shown == ["Hot", "", "", "", " [4].", ""]
    assert resolver.text == "Hot [4]."
    assert resolver.citations == (Citation(4, "s-four", "p1", 4, 7),)


def test_c08_what_points_at_nothing_is_dropped_and_counted() -> None:
    text = "It is so [7], as smith2020 says (https://example.com/a), and [1] agrees."

    resolved = resolve(text, HANDLES)

    assert resolved.text == "It is so, as says, and [4] agrees."
    assert resolved.dropped == ("[7]", "smith2020", "https://example.com/a")
    assert numbers(resolved) == [4]


@pytest.mark.parametrize(
    ("text", "expected", "dropped"),
    [
        ("A [7].", "A.", ["[7]"]),
        ("A [7] b", "A b", ["[7]"]),
        ("A [7]\nb", "A\nb", ["[7]"]),
        ("A [7]", "A", ["[7]"]),
        ("[7] A", "A", ["[7]"]),
        ("- [7] A", "- A", ["[7]"]),
        ("A [0] b", "A b", ["[0]"]),
        ("A [9999] b", "A b", ["[9999]"]),
        ("A [3-1] b", "A b", ["[3-1]"]),
        ("A [7, 8] b", "A b", ["[7, 8]"]),
        ("A [1], [7]. B", "A [4]. B", ["[7]"]),
        ("A [7], [8].", "A.", ["[7]", "[8]"]),
        ("A ([7]) b", "A b", ["[7]"]),
        ("A（[7]、[8]）。", "A。", ["[7]", "[8]"]),
        ("光[7]速", "光速", ["[7]"]),
        ("one[7]two", "one two", ["[7]"]),
        ("[a]smith2020(b)", "[a] (b)", ["smith2020"]),
        ("A [1, 7] b", "A [4] b", ["[7]"]),
        ("A [1, 2019] b", "A [4] b", ["[2019]"]),
        ("A [smith2020] b", "A b", ["[smith2020]"]),
        ("A [@smith2020a] b", "A b", ["[@smith2020a]"]),
        ("A [@smith2020; lee1999] b", "A b", ["[@smith2020; lee1999]"]),
        ("A [1, smith2020] b", "A [4] b", ["[smith2020]"]),
        ("A [\u200b9\u200b] b", "A b", ["[\u200b9\u200b]"]),
        ("A [Source 9] b", "A b", ["[Source 9]"]),
        (r"A \[9\] b", "A b", [r"\[9\]"]),
        ("A (smith2020) b", "A b", ["smith2020"]),
        ("A (smith2020; lee1999).", "A.", ["smith2020", "lee1999"]),
        ("A (see smith2020) b", "A (see) b", ["smith2020"]),
        ("As @smith2020 says", "As says", ["@smith2020"]),
        ("smith2020 says", "says", ["smith2020"]),
    ],
)
def test_a_dropped_mark_leaves_no_hole(text: str, expected: str, dropped: list[str]) -> None:
    resolved = resolve(text, HANDLES)

    assert resolved.text == expected
    assert list(resolved.dropped) == dropped


@pytest.mark.parametrize(
    "text",
    [
        "Smith2020 and SMITH2020",
        "smith2020.pdf and papers/smith2020 and smith2020-v2 and a_smith2020",
        "me@smith2020.org and #euro2020 and smith1820 and smith20201",
        "`smith2020` and `https://example.com/a`",
        "in 2020 and mp3 and b2b and the year2000000",
    ],
)
def test_words_that_only_look_like_keys_stay(text: str) -> None:
    assert resolve(text, HANDLES) == Resolved(text, (), ())


@pytest.mark.parametrize(
    ("text", "expected", "dropped"),
    [
        ("See https://example.com/a.", "See.", ["https://example.com/a"]),
        ("See <https://example.com/a> now", "See now", ["https://example.com/a"]),
        ("See HTTPS://Example.com now", "See now", ["HTTPS://Example.com"]),
        ("See www.example.com/a(b) now", "See now", ["www.example.com/a(b)"]),
        ("(at https://example.com/a)", "(at)", ["https://example.com/a"]),
        ("_https://example.com_", "__", ["https://example.com"]),
        ("见https://example.com/a。然后", "见。然后", ["https://example.com/a"]),
        ("见https://example.com/a然后", "见然后", ["https://example.com/a"]),
        ("https://example.com/a[1]", "[4]", ["https://example.com/a"]),
        ("Mail <me@example.com> now", "Mail now", ["me@example.com"]),
        ("Run <javascript:alert(1)> now", "Run now", ["javascript:alert(1)"]),
        ("See [the *page*](https://x.org/a) now", "See the *page* now", ["https://x.org/a"]),
        ('See [it](<https://x.org/a b> "T") now', "See it now", ["https://x.org/a b"]),
        ("See [a [1] b](https://x.org/(a)) now", "See a [4] b now", ["https://x.org/(a)"]),
        ("See [`]`](https://x.org) now", "See `]` now", ["https://x.org"]),
        ("See ![alt](https://x.org/p.png) now", "See alt now", ["https://x.org/p.png"]),
        ("See [](https://x.org) now", "See now", ["https://x.org"]),
        ("See [it](other.html) now", "See it now", ["other.html"]),
        ("See [1](https://x.org) now", "See [4] now", ["https://x.org"]),
        ("See [1](u)(v) now", "See [4] now", ["u", "v"]),
        ("See [7](https://x.org) now", "See now", ["[7]", "https://x.org"]),
        ("Wow![1](https://x.org)", "Wow![4]", ["https://x.org"]),
        ("[wiki]: https://x.org/a\nText", "\nText", ["https://x.org/a"]),
        ("[1]: https://x.org/a\nText", "[4]\nText", ["https://x.org/a"]),
        ("[1]: other.html\nText", "[4] : other.html\nText", []),
        ("[Anna]: Yes\nText", "[Anna] : Yes\nText", []),
        ("[a\nb]: //x.org\nText", "[a\nb] : //x.org\nText", []),
        ("See [a\nb](//x.org) now", "See [a\nb] now", ["//x.org"]),
        ("See [it](\n//x.org\n) now", "See it now", ["//x.org"]),
        (f"See [{'long ' * 60}](//x.org) now", f"See [{'long ' * 60}] now", ["//x.org"]),
        ("See [a](x smith2020) now", "See [a](x… …) now", ["smith2020"]),
        ("See [a](<b now", "See [a] (<b now", []),
        ("$x[a](b)$ and $<https://x.org>$", "$x[a] (b)$ and $$", ["https://x.org"]),
        (r"\[![a](b)\]", r"\[![a] (b)\]", []),
        ("- ```\n[a](b) [1]", "- ```\na [4]", ["b"]),
        ("> ```\n[a](b) [1]", "> ```\na [4]", ["b"]),
        ("text\n2. ~~~\n   [a](b)", "text\n2. ~~~\n   [a] (b)", []),
    ],
)
def test_c08_no_address_becomes_a_link(text: str, expected: str, dropped: list[str]) -> None:
    resolved = resolve(text, HANDLES)

    assert resolved.text == expected
    assert list(resolved.dropped) == dropped


@pytest.mark.parametrize(
    "text",
    [
        "See https://example.com/a.",
        "See <https://example.com/a> now",
        "See [the page](https://example.com/a) now",
        '[page]: https://example.com/a "Title"',
        "见https://zh.example.org/光速。",
        "See https://example.org/Yahoo! now",
    ],
)
def test_the_address_of_a_source_may_stay(text: str) -> None:
    known = frozenset(
        {"https://example.com/a", "https://zh.example.org/光速", "https://example.org/Yahoo!"}
    )

    assert resolve(text, HANDLES, known) == Resolved(text, (), ())


@pytest.mark.parametrize(
    ("text", "expected", "dropped"),
    [
        ('See <a href="//x.org">it</a> now', "See it now", ['<a href="//x.org">']),
        ("See <img src=//x.org/p.png> now", "See now", ["<img src=//x.org/p.png>"]),
        ("See <IMG\nSRC='a>b'\n> now", "See now", ["<IMG\nSRC='a>b'\n>"]),
        ("Run <script>alert(1)</script> now", "Run alert(1) now", ["<script>"]),
        ("<div>\n<img/src=//x.org\n\n>", "\n‹img/src=//x.org\n\n>", []),
        ("See <b onclick=x()>it</b> now", "See it</b> now", ["<b onclick=x()>"]),
        ("All <!-- gone", "All ‹!-- gone", []),
        ("`<a href=b>` and ```<img src=x>```", "`<a href=b>` and ```<img src=x>```", []),
    ],
)
def test_c18_html_neither_links_nor_loads_nor_hides(
    text: str, expected: str, dropped: list[str]
) -> None:
    resolved = resolve(text, HANDLES)

    assert resolved.text == expected
    assert list(resolved.dropped) == dropped


def test_a_mark_never_becomes_a_link_even_to_a_source() -> None:
    resolved = resolve("A [1](https://k.org) b", HANDLES, frozenset({"https://k.org"}))

    assert resolved.text == "A [4] b"
    assert resolved.dropped == ()


def test_an_image_of_a_source_is_text_all_the_same() -> None:
    resolved = resolve("A ![b](https://k.org) c", HANDLES, frozenset({"https://k.org"}))

    assert resolved.text == "A b c"


def test_the_same_number_prints_once_in_a_run_of_marks() -> None:
    resolved = resolve("A [1][4][1] and [1, 4].", HANDLES)

    assert resolved.text == "A [4] and [4]."
    assert resolved.citations == (
        Citation(4, "s-four", "p1", 2, 5),
        Citation(4, "s-four", "p4", 2, 5),
        Citation(4, "s-four", "p1", 10, 13),
        Citation(4, "s-four", "p4", 10, 13),
    )


def test_marks_apart_each_print_their_number() -> None:
    assert resolve("A [1] [4]", HANDLES).text == "A [4] [4]"


def test_a_huge_range_expands_over_valid_handles_and_counts_one_drop() -> None:
    resolved = resolve("All [1-9999999999999999999999999999].", HANDLES)

    assert resolved.text == "All [4][11][7][2]."
    assert [each.snippet_id for each in resolved.citations] == ["p1", "p2", "p3", "p4", "p5"]
    assert resolved.dropped == ("[1-9999999999999999999999999999]",)


def test_offsets_are_code_points() -> None:
    resolved = resolve("😀 𝔘 [1]", HANDLES)

    assert resolved.citations == (Citation(4, "s-four", "p1", 4, 7),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I paid $5 and $6 [1].", "I paid $5 and $6 [4]."),
        ("US$5 million[1] or 6$ [2]", "US$5 million[4] or 6$ [11]"),
        ("$ x [1] $", "$ x [4] $"),
        ("$x [1]\n$y", "$x [4]\n$y"),
        ("`x [1]\ny`", "`x [4]\ny`"),
        ("``x` [1]", "``x` [4]"),
        (r"\`x [1]\` and \$x [2]\$", r"\`x [4]\` and \$x [11]\$"),
        ("$$x [1]\n\n$$", "$$x [4]\n\n$$"),
        ("$" + "x" * 400 + " [1]$", "$" + "x" * 400 + " [4]$"),
        ("```code``` [1]", "```code``` [4]"),
        ("```\na\n```\n[1]", "```\na\n```\n[4]"),
        ("~~x~~ [1]", "~~x~~ [4]"),
    ],
)
def test_what_is_no_code_and_no_math_is_read(text: str, expected: str) -> None:
    assert resolve(text, HANDLES).text == expected


@pytest.mark.parametrize(
    "text", ["open [", "open [1", "open [[1]", "open 【", "open ![a](b", "a <b"]
)
def test_an_unclosed_bracket_is_text(text: str) -> None:
    assert resolve(text, {}).text == text.replace("[1]", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("[[7]1] a", "[…1] a"), ("[1 smith2020] a", "[1…] a"), ("[[1.](x)2] a", "[1.2] a")],
)
def test_taking_a_mark_out_never_forges_another(text: str, expected: str) -> None:
    resolved = resolve(text, HANDLES)

    assert resolved.text == expected
    assert resolved.citations == ()


def test_a_stream_holds_back_only_what_may_be_a_mark() -> None:
    chunks = ["The", " cat", " sat", " [", "sic", "]", " on", " $5", " per", " mat", ".", " End"]

    shown, _ = stream(chunks)

    assert shown[:6] == ["The", "", " cat", " sat", "", ""]
    assert shown[6:] == [" [sic]", " on", " $5", " per", " mat.", " End", ""]


def test_code_in_a_fence_streams_at_once() -> None:
    shown, _ = stream(["```py\n", "x", "[", "1", "]\n", "```\n", "[1]", "\n"])

    assert shown == ["", "```py\nx", "[", "1", "]\n", "```\n", "", "[4]\n", ""]


@pytest.mark.parametrize(
    "opening", ["$x", "`x", "[x", "<h:", "https://e.org/", "![", "[a](", r"\("]
)
def test_an_opening_alone_does_not_hold_the_rest_of_the_line(opening: str) -> None:
    resolver = CitationResolver(HANDLES)
    line = opening + " word [1]" * 60

    shown = "".join(resolver.feed(char) for char in line)

    assert shown.endswith("word [4] word")


def test_an_opening_alone_does_not_hold_the_next_line() -> None:
    shown, _ = stream(["a `b $c [d \\(", "\nNext [1] line"])

    assert shown[1] == " `b $c [d \\(\nNext [4]"


def test_the_shown_pieces_are_the_text() -> None:
    shown, resolver = stream(list("A [1], [7] `x[1]` (smith2020) [b](c) $d$ "))

    assert "".join(shown) == resolver.text == "A [4] `x[1]` b $d$ "


@pytest.mark.parametrize(
    "piece",
    [
        *("[", "[1", "[[", "![", "([1]", "([9]", "【1", "[1-3]", "[1]", "[9], ", "[a](", "[a](b "),
        *("(smith2020; ", "](", "<a ", "<", "`", "$x ", r"\[ ", "```\n", "- ", "[a]: ", "word "),
    ],
)
def test_hostile_text_takes_time_and_room_by_its_length_alone(piece: str) -> None:
    def seconds(length: int) -> float:
        resolver = CitationResolver(HANDLES)
        text = (piece * length)[:length]
        started = process_time()
        for start in range(0, length, 7):
            resolver.feed(text[start : start + 7])
            assert len(resolver._window.text) < 6_000
        resolver.close()
        return process_time() - started

    short = max(0.02, seconds(2_000))
    assert seconds(8_000) < 9 * short  # four times the text; 16 times the time if by its square


@pytest.mark.parametrize("start", ["(", "[1]"])
@pytest.mark.parametrize("piece", ["smith2020; ", "[9]; ", "(u)"])
def test_what_is_read_as_one_does_not_grow(start: str, piece: str) -> None:
    resolver = CitationResolver(HANDLES)
    text = start + piece * 500

    for char in text:
        resolver.feed(char)
        assert len(resolver._window.text) < 3_000
    resolver.close()

    whole = resolve(text, HANDLES)
    assert (resolver.text, resolver.dropped) == (whole.text, whole.dropped)
