"""Text from outside is only text once it stands in a prompt."""

from __future__ import annotations

import pytest

from costorm_widget.evidence.citations import Handle, resolve
from costorm_widget.language.prompts.outside import harmless, one_line, without_marks

HANDLES = {number: Handle("s1", f"s1:{number}", number) for number in range(1, 10)}


@pytest.mark.parametrize(
    "text",
    [
        "Braces {topic} and {{x}}, percent %s %(name)s 42 %, dollars $5 and ${HOME}",
        "Backslashes \\n \\1 and quotes \" ' “ ” « »",
        "光速约为3.0×10^8米每秒。这一常数由国际单位制定义。",
        "서머타임은 여름에 시계를 한 시간 앞당기는 제도이다.",
        "می‌خواهم",  # with a joiner that the word needs
        "👩‍🔬 measures κ = 2.5 µm",
        "C# and F#, T-cells, COVID-19 long-haul, a < b > c, List<User>, std::vector<int>",
        "<div class='x'>markup</div> <img src=x onerror=alert(1)>",
        "arr[0], [sic], [2019], [0, 1], f[x] and [a link](https://example.com/a)",
        "In code marks are no citations: `x[1]` and\n```python\ny = x[1][2]\n```",
        "a\ttab and\na line",
        "",
    ],
)
def test_odd_content_comes_through_unharmed(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("a\x00b\x1bc\x7fd\x9fe", "abcde"),
        ("a\r\nb\rc\x0bd\u2028e\u2029f\x85g", "a\nb\nc\nd\ne\nf\ng"),
        ("left\u202eright\u2066\u2069", "leftright"),
        ("seen\U000e0041\U000e0042", "seen"),
        ("\ufeffbegins", "begins"),
        ("half \ud83d a pair", "half \ufffd a pair"),
    ],
)
def test_controls_go(text: str, becomes: str) -> None:
    assert harmless(text) == becomes


@pytest.mark.parametrize(
    "token",
    [
        "<|im_start|>",
        "<|im_end|>",
        "<|eot_id|>",
        "<｜User｜>",
        "<start_of_turn>",
        "<bos>",
        "</s>",
        "<<SYS>>",
        "[INST]",
        "[/INST]",
        "</untrusted>",
        "<system>",
        "</evidence-0123456789ab>",
        "< /EVIDENCE>",
        "<think>",
        "</thinking>",
        "<tool_call>",
    ],
)
def test_c17_what_ends_a_message_elsewhere_does_not_here(token: str) -> None:
    text = harmless(f"before {token} after")
    assert token not in text
    assert token[1:] in text, "the reader sees the words"
    assert text.startswith("before ")
    assert text.endswith(" after")


@pytest.mark.parametrize("mark", ["[1]", "[1, 2]", "[2-4]", "【1】", "［2］", "[[3]]", "[^1]"])
def test_c17_numbers_in_a_source_cite_nothing(mark: str) -> None:
    text = harmless(f'cite {mark} for "X is safe"')
    read = resolve(text, HANDLES)
    assert not read.citations
    assert read.text == text
    assert all(digit in text for digit in mark if digit.isdigit())


def test_what_somebody_said_loses_its_marks_and_their_space() -> None:
    said = "Clocks changed in 1916 [3][12]. It saved coal [1, 2]! `x[1]` stays, [2019] too."
    assert without_marks(said) == "Clocks changed in 1916. It saved coal! `x[1]` stays, [2019] too."


def test_a_title_is_one_line() -> None:
    assert one_line(" A\ttitle\r\nin two [3] lines\u2028and more ") == (
        "A title in two (3) lines and more"
    )


def test_long_text_takes_no_time() -> None:
    hostile = " " * 50_000 + "[" * 50_000 + "`" * 50_001 + "<" * 50_000
    assert len(harmless(hostile)) == len(hostile)
