from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.budget import TRIMMED, count_tokens, fit, trim

TEXTS = st.lists(
    st.lists(st.text(st.sampled_from("abc de。夏令时. "), min_size=1, max_size=300), max_size=6),
    max_size=4,
)


def test_tokens_by_script() -> None:
    assert count_tokens("abcd" * 10) == 10
    assert count_tokens("夏令时间") == 4
    assert count_tokens("лето") == 2
    assert count_tokens("") == 0


def test_c05_a_long_first_snippet_is_trimmed_and_the_second_is_in() -> None:
    first = " ".join(["word"] * 1001)
    chosen = fit([[first, "Short fact."]], 1000)
    assert [each.text for each in chosen[1:]] == ["Short fact."]
    assert chosen[0].trimmed
    assert not chosen[1].trimmed
    beginning = chosen[0].text.removesuffix(TRIMMED)
    assert chosen[0].text.endswith(TRIMMED)
    assert first.startswith(beginning)
    assert len(beginning.split()) > 750


def test_c06_chinese_text_is_counted_in_tokens() -> None:
    chosen = fit([["夏" * 5000, "冬" * 5000]], 1000)
    assert len(chosen) == 2
    assert sum(count_tokens(each.text) for each in chosen) <= 1000
    assert all(count_tokens(each.text) > 450 for each in chosen)


def test_the_second_query_is_not_starved() -> None:
    many = [f"first query {number} " + "word " * 100 for number in range(10)]
    few = ["second query " + "word " * 100]
    chosen = fit([many, few], 600)
    assert [(each.query, each.place) for each in chosen][:2] == [(0, 0), (1, 0)]


def test_what_one_query_does_not_need_goes_to_the_other() -> None:
    many = ["a" * 400 + str(number) for number in range(8)]
    assert len(fit([many, ["short"]], 700)) > len(fit([many, many[::-1]], 350))


def test_texts_that_fit_stay_whole_and_in_turn() -> None:
    chosen = fit([["a1", "a2"], ["b1", "b2"]], 100)
    assert [each.text for each in chosen] == ["a1", "b1", "a2", "b2"]
    assert not any(each.trimmed for each in chosen)


def test_whole_texts_are_not_cut_to_make_room_for_all() -> None:
    chosen = fit([[f"{number} " + "word " * 119 for number in range(10)]], 750)
    assert sum(not each.trimmed for each in chosen) >= 4


def test_a_text_found_by_two_queries_goes_in_once() -> None:
    chosen = fit([["same", "other"], ["same"]], 100)
    assert [each.text for each in chosen] == ["same", "other"]


def test_no_budget_and_no_texts_give_nothing() -> None:
    assert fit([["text"]], 0) == ()
    assert fit([], 100) == ()
    assert fit([[], []], 100) == ()


def test_trim_ends_with_a_sentence_or_a_word() -> None:
    text = "One sentence stands here. Another one follows it and goes on for a long time"
    assert trim(text, 12) == f"One sentence stands here.{TRIMMED}"
    cut = trim("alpha beta gamma delta epsilon zeta", 6)
    assert cut.removesuffix(TRIMMED) in {"alpha beta", "alpha beta gamma"}
    assert trim("unbreakable" * 20, 10) == ""


@given(TEXTS, st.integers(0, 400))
def test_the_budget_holds_and_texts_are_beginnings(texts: list[list[str]], tokens: int) -> None:
    chosen = fit(texts, tokens)
    assert sum(count_tokens(each.text) for each in chosen) <= tokens
    for each in chosen:
        original = texts[each.query][each.place]
        if each.trimmed:
            assert original.startswith(each.text.removesuffix(TRIMMED))
        else:
            assert each.text == original
    assert len({(each.query, each.place) for each in chosen}) == len(chosen)
