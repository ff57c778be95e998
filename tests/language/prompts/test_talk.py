"""The last turns, names and what was said, as a prompt shows them."""

from __future__ import annotations

from costorm_widget.evidence.budget import count_tokens
from costorm_widget.language.prompts.talk import listed, paragraphs, said_already, spoken, talk
from costorm_widget.turns import Intent
from tests.builders import passages, turn


def test_turns_stand_in_order_with_their_speakers() -> None:
    shown = talk(
        (
            turn(1, "moderator", Intent.ORIGINAL_QUESTION, "Why change clocks?"),
            turn(2, utterance="To save coal [3].\n\nIt did [1, 2].", speaker="Historian"),
        ),
        600,
    )
    assert shown == (
        "The talk so far:\nModerator: Why change clocks?\nHistorian: To save coal. It did."
    )


def test_what_the_user_said_keeps_every_word() -> None:
    said = "What does [3] say of {x}, 5 % and https://example.com/a?"
    shown = talk((turn(1, "user", Intent.ORIGINAL_QUESTION, said, speaker="You"),), 600)
    assert shown == (
        "The talk so far:\nThe reader: What does (3) say of {x}, 5 % and https://example.com/a?"
    )


def test_the_latest_turns_are_kept_within_the_budget() -> None:
    turns = [turn(number, utterance=f"Turn {number} says this. " * 20) for number in range(1, 9)]
    shown = talk(turns, 430)
    assert count_tokens(shown) <= 430 + 10
    assert "Turn 8 says this." in shown
    assert "Turn 1 says" not in shown
    lines = shown.split("\n")[1:]
    assert lines[-1].count("Turn 8") == 20, "the last turn is whole"
    assert lines[0].endswith("[…]"), "the first one shown is cut"


def test_a_last_turn_over_the_budget_is_cut_not_dropped() -> None:
    shown = talk((turn(1, utterance="It rains all day. " * 500),), 100)
    assert shown.startswith("The talk so far:\nExpert: It rains all day.")
    assert shown.endswith("[…]")
    assert count_tokens(shown) <= 105


def test_no_talk_is_nothing() -> None:
    assert talk((), 600) == ""
    assert talk((turn(1, utterance=""),), 600) == ""


def test_names_keep_every_character_and_stay_in_the_budget() -> None:
    names = ["C# and F# languages", "T-cells", "COVID-19 {long-haul}", "T-cells"]
    assert listed(names, 100) == "C# and F# languages; T-cells; COVID-19 {long-haul}"
    many = listed([f"Concept {number}" for number in range(1000)], 50)
    assert count_tokens(many) <= 50
    assert many.startswith("Concept 0; Concept 1")


def test_said_is_what_the_evidence_invites_to_say_again() -> None:
    evidence = passages("Clocks moved forward in 1916 to save coal in the war.")
    said = frozenset({"clocks moved forward in 1916 to save coal", "cows give milk at dawn"})
    shown = said_already(said, evidence, 100)
    assert shown == (
        "Said already, not to be said again:\n- clocks moved forward in 1916 to save coal"
    )


def test_said_is_found_in_scripts_without_spaces_too() -> None:
    evidence = passages("光速约为每秒三十万公里，这一常数由国际单位制定义。")
    said = frozenset({"光速约为每秒三十万公里", "牛在黎明时产奶"})
    assert said_already(said, evidence, 100).split("\n")[1:] == ["- 光速约为每秒三十万公里"]


def test_said_has_one_order_and_a_budget() -> None:
    evidence = passages("Coal was saved in the war of 1916 by clocks.")
    said = frozenset(f"coal clocks war {place}" for place in "abcdefghij")
    shown = said_already(said, evidence, 30).split("\n")[1:]
    assert shown == sorted(shown)
    assert 1 < len(shown) < 10
    assert said_already(frozenset(), evidence, 30) == ""


def test_a_question_is_spoken_without_the_numbers_of_another_text() -> None:
    assert spoken("Coal was saved [7]. Why\n then? ") == "Coal was saved. Why then?"


def test_empty_parts_leave_no_gap() -> None:
    assert paragraphs("a", "", "b") == "a\n\nb"
