"""Sentence borders: verbatim offsets, each citation with the sentence it stands behind."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.sentences import Span, is_question, split_sentences


def sentences(text: str, language: str = "en") -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text, language)]


def test_spans_are_offsets_in_code_points() -> None:
    assert split_sentences("  😀 One.  𝔘 two. ") == (Span(2, 8), Span(10, 16))


@pytest.mark.parametrize(
    "expected",
    [
        ["Water boils at 100 C.[1][2][3]", "Ice melts at 0 C.[4]", "Steam is a gas."],
        ["Water boils at 100 C. [1][2]", "Ice melts. [4]"],
        ["It was found in vivo.[2, 3]", "Another.[4–6]", "Third.¹", "Fourth.²³", "End."],
        ["第一句。【1】", "第二句。［2］", "第三句！[3][4]"],
    ],
)
def test_c02_marks_behind_a_stop_belong_to_the_sentence_before(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_c02_marks_need_no_space_behind_them() -> None:
    assert sentences("It is so.[1]That is not.[2]") == ["It is so.[1]", "That is not.[2]"]


@pytest.mark.parametrize(
    "sentence",
    [
        "GDP grew by 2.5 percent [1]",
        "See e.g. Fig. 2 [1]",
        "U.S. rates rose [2]",
        "Overall survival was 42 % [1]",
    ],
)
def test_c03_one_sentence_stays_one(sentence: str) -> None:
    assert sentences(sentence) == [sentence]
    assert sentences(f"{sentence}. Then it rained.") == [f"{sentence}.", "Then it rained."]


@pytest.mark.parametrize("language", ["zh", "zh-CN", "en"])
def test_c04_two_chinese_sentences_each_with_its_citation(language: str) -> None:
    text = "光速约为3.0×10^8米每秒。[1] 这一常数由国际单位制定义。[2]"

    assert sentences(text, language) == [
        "光速约为3.0×10^8米每秒。[1]",
        "这一常数由国际单位制定义。[2]",
    ]


@pytest.mark.parametrize(
    "expected",
    [
        ["Dr. Smith met Mr. Jones at No. 10.", "They spoke."],
        ["Smith et al. (2019) agreed vs. others.", "So did Lee et al.", "The end."],
        ["At 5 p.m. he slept.", "She woke at 9 a.m. Monday.", "It was 5 p.m.", "He slept."],
        ["J. Smith wrote it.", "J. R. R. Tolkien did not.", "E. coli grows."],
        [
            "He moved to the U.S.",
            "He left Washington D.C.",
            "The city.",
            "She has a Ph.D.",
            "It helps.",
        ],
        ["See Vol. 3, pp. 4-5, Eq. (3), cf. Sec. 2.", "Done."],
        ["No.", "It is not.", "No. 5 is."],
        ["It cost $5.50 in version 2.0.1 of foo.py at example.com.", "Ok."],
        ["See https://example.com/a.b?c=d.", "Then https://x.org/e.", "Done."],
        ["In 2019.", "The rate was 5.", "The next was .5 of it."],
        [
            "He waited... and then left.",
            "Well…",
            "Then he came...",
            "Maybe not.",
            "Why?!",
            "Because.",
        ],
        ["iPhone sales fell.", "iOS rose.", "3 people came.", "What?", "Yes!"],
        ['She said "It is over."', "Then she left.", "(It was late.)", "Nobody came."],
        ["“Really?” he asked.", "He said ‘No.’ and left.", "“Fine.”", "“Good.”"],
        ["It rained (it always does. Always!) and stopped.", "Then sun."],
        ["**Bold sentence.**", "*Italic one.*", "_This too._", "`a. B` is code."],
    ],
)
def test_english(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ja", ["これはペンです。", "あれは本ですか？", "はい！", "今日は雨（たぶん。）です。"]),
        ("ja", ["彼は「はい。そうです。」と言った。", "終わり。"]),
        (
            "zh",
            ["他说：“你好。”", "然后走了。", "真的吗？！", "是的……好吧。", "（见图1。）", "完。"],
        ),
    ],
)
def test_scripts_without_spaces(language: str, expected: list[str]) -> None:
    assert sentences("".join(expected), language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ko", ["안녕하세요.", "3.5퍼센트 증가했다.", "잘 지내요?"]),
        ("ar", ["مرحبا بك.", "كيف حالك؟", "أنا بخير."]),
        ("ur", ["یہ ایک قلم ہے۔", "وہ کتاب ہے۔"]),
        ("hi", ["यह एक पेन है।", "वह किताब है।", "क्या आप ठीक हैं?"]),
        ("de", ["Das kostet z. B. 5 Euro bzw. Dollar.", "Am 3. Oktober ist Feiertag.", "Ende."]),
        ("fr", ["M. Dupont arrive.", "Il dit « Bonjour. »", "Puis il part."]),
        ("es", ["¿Cómo estás?", "¡Bien!", "El Sr. Pérez vino."]),
        ("pt-BR", ["O Sr. Silva veio.", "Ele saiu."]),
        ("ru", ["Это т. е. пример.", "А. С. Пушкин писал."]),
        ("hy", ["Սա գիրք է։", "Դա գրիչ է։"]),
        ("xx", ["An unknown code.", "It still works."]),
    ],
)
def test_other_languages(language: str, expected: list[str]) -> None:
    assert sentences(" ".join(expected), language) == expected


def test_headings_lists_rows_and_blank_lines_are_hard_borders() -> None:
    text = (
        "# A heading\nFirst sentence. Second\ngoes on\n\nA new one\n- item one\n"
        "- [x] item two. More\n1. First\n2. Second\n> quoted\n> on\n\n---\nTitle\n===\n"
        "| a | b |\r\nLast. 2. Second item"
    )

    assert sentences(text) == [
        "A heading",
        "First sentence.",
        "Second\ngoes on",
        "A new one",
        "item one",
        "item two.",
        "More",
        "First",
        "Second\n> quoted\n> on",
        "Title",
        "a | b |",
        "Last.",
        "2. Second item",
    ]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "---", "- "])
def test_no_sentence(text: str) -> None:
    assert sentences(text) == []


@given(
    st.text(
        st.sampled_from("aB1 .。!?…\n\t\"'“”()（）「」[]*_-#>|`😀é\u00a0\u2028\r:，と"), max_size=60
    )
)
def test_spans_are_ordered_and_leave_only_space_and_line_marks_out(text: str) -> None:
    spans = split_sentences(text)

    left, place = "", 0
    for span in spans:
        assert place <= span.start < span.end <= len(text)
        assert text[span.start : span.end].strip() == text[span.start : span.end]
        left += text[place : span.start]
        place = span.end
    left += text[place:]
    assert not set(left) & set("aBé😀。!?…「」と，")


@pytest.mark.slow
def test_a_megabyte_takes_seconds() -> None:
    text = (
        "Water boils at 100 C.[1][2] See e.g. Fig. 2 of Smith et al. (2019). 光速很快。\n" * 12_000
    )

    started = perf_counter()
    found = split_sentences(text)

    assert len(found) == 36_000
    assert perf_counter() - started < 10


@pytest.mark.parametrize(
    "text",
    [
        "Why?",
        "真的吗？",
        "كيف حالك؟",
        "Τι κάνεις\u037e",
        "“Why?”",
        "Why? [1][2] ",
        "(Is it?)",
        "**Why?!**",
        "It rains. Why?",
    ],
)
def test_is_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["Yes.", "Why? Because.", "", "He asked why", "https://a.b/?q"])
def test_is_no_question(text: str) -> None:
    assert not is_question(text)
