"""Thoughts are no words, in one piece or in many."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.language.ladder.thoughts import ThoughtFilter, without_thoughts


def streamed(pieces: list[str]) -> str:
    thoughts = ThoughtFilter()
    return "".join([*map(thoughts.feed, pieces), thoughts.close()])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Hm, [1] or {a}?</think>\n\nBees dance [1].", "Bees dance [1]."),
        ("<THINKING>hm</Thinking> Yes.", "Yes."),
        ("[THINK]hm[/THINK]Yes [1].", "Yes [1]."),
        ("◁think▷hm◁/think▷Yes.", "Yes."),
        ("<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>Yes.", "Yes."),
        ("Bees <think>hm</think>dance.", "Bees dance."),
        ("<think>one</think><think>two</think>Yes.", "Yes."),
        ("<think>never closed", ""),
        ("<think></think>", ""),
        ("<think>a <b> c </thin </think>Yes.", "Yes."),
        ("The `<think>` tag is a tag.", "The `<think>` tag is a tag."),
        ("1 < 2 and [2] and <thin", "1 < 2 and [2] and <thin"),
        ("<thanks>", "<thanks>"),
        ("", ""),
        ("  Yes. \n", "Yes. \n"),
    ],
)
def test_thoughts_are_taken_out(text: str, said: str) -> None:
    assert without_thoughts(text) == said
    assert streamed([text]) == said
    assert streamed(list(text)) == said


def test_a_thought_opened_by_the_prompt_is_taken_out_of_a_whole_reply() -> None:
    assert without_thoughts("Let me see.</think>\nYes.") == "Yes."
    # In a stream it has been said by then; the mark at least is not shown.
    assert streamed(["Let me see.</thi", "nk>\nYes."]) == "Let me see.\nYes."


def test_words_are_not_held_back_longer_than_needed() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("Bees dance [") == "Bees dance "
    assert thoughts.feed("1].") == "[1]."
    assert thoughts.feed(" 1 <") == " 1 "
    assert thoughts.feed(" 2") == "< 2"
    assert thoughts.close() == ""


_texts = st.lists(
    st.sampled_from(["<think>", "</think>", "[THINK]", "<", "`", "x", "\n", " ", "[1]", "thi"])
).map("".join)


@given(_texts, st.lists(st.integers(0, 60)))
def test_it_makes_no_difference_where_a_stream_is_cut(text: str, cuts: list[int]) -> None:
    borders = sorted({min(cut, len(text)) for cut in (0, *cuts, len(text))})
    pieces = [text[start:end] for start, end in pairwise(borders)]
    assert streamed(pieces) == streamed([text])


@given(st.text(st.characters(exclude_characters="<[◁")))
def test_text_without_marks_is_unchanged(text: str) -> None:
    assert streamed(list(text)) == text.lstrip()
    assert without_thoughts(text) == text.lstrip()


@given(st.text(), st.text(st.characters(exclude_characters="<[◁")))
def test_nothing_of_a_closed_thought_is_said(thought: str, said: str) -> None:
    # A closing mark inside ends the thought, as it would in the model's own eyes.
    thought = thought.replace("<", "")
    assert without_thoughts(f"<think>{thought}</think>{said}") == said.lstrip()
