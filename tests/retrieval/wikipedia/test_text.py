from __future__ import annotations

import time

import pytest

from costorm_widget.retrieval.wikipedia.text import readable


def formula(tex: str, *pieces: str) -> str:
    """What TextExtracts leaves of a formula: its MathML without the tags, then its TeX."""
    inside = "".join(f"        {piece}\n        \n          \n" for piece in pieces)
    return f"\n  \n    \n      \n{inside}      \n    \n    {{\\displaystyle {tex}}}\n  \n"


def test_headings_become_markdown() -> None:
    text, left = readable(
        "Lead.\n\n\n== One ==\nFirst.\n\n\n=== Two ===\nSecond.\n==== = ====\nThird."
    )
    assert text == ("Lead.\n\n## One\n\nFirst.\n\n### Two\n\nSecond.\n\n#### =\n\nThird.")
    assert left == 0


def test_headings_without_a_word_below_are_left_out() -> None:
    assert readable("Lead.\n== Gallery ==\n\n== Use ==\n=== Food ===\nEaten.\n== End ==")[0] == (
        "Lead.\n\n## Use\n\n### Food\n\nEaten."
    )


def test_a_section_goes_with_all_below_it() -> None:
    text = "Lead.\n== Notes ==\n=== A ===\nGone.\n== Later ==\nStays."
    text += "\n=== Sources ===\nGone.\n== Z ==\nEnd."
    assert readable(text)[0] == "Lead.\n\n## Later\n\nStays.\n\n## Z\n\nEnd."


def test_sections_are_known_in_other_languages() -> None:
    for name in ("Einzelnachweise", "Voir aussi", "参考文献", "각주", "مراجع", "وصلات خارجية"):
        assert readable(f"Text.\n== {name} ==\nGone.")[0] == "Text."


def test_formulas_are_one_piece_in_their_sentence() -> None:
    energy = formula("E=mc^{2}", "E", "=", "m", "c", "2")
    mass = formula("m", "m")
    extract = f"The energy of a body at rest is {energy}, where {mass} is its mass {mass}"
    text, _ = readable(f"{extract}\nNext.\n\n== Use ==\n{mass} is used.")
    assert text == (
        "The energy of a body at rest is $E=mc^{2}$, where $m$ is its mass $m$\nNext.\n\n"
        "## Use\n\n$m$ is used."
    )


def test_text_that_only_looks_like_a_formula_is_left_alone() -> None:
    for text in ("A = B == C\nand {so} on.", "Code:\n\n  indented\n\nend.", "==\n=\n= a"):
        assert readable(text)[0] == text
    assert readable("Cut {\\displaystyle x")[0] == "Cut $x$"


def test_it_is_cut_between_paragraphs() -> None:
    text = "\n\n".join(f"Paragraph {number} {'x' * 990}" for number in range(400))
    short, left = readable(text)
    assert short == text[: len(short)]
    assert text[len(short) :].startswith("\n\nParagraph")
    assert len(short) + left == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "= a" + " " * 500_000 + "b",
        "\n" * 500_000 + "x{\\displaystyle y}" + "\n " * 200_000,
        "a\n" + "  b\n" * 200_000 + "{\\displaystyle y}" * 1_000,
        "{\\displaystyle " * 20_000,
        "== a ==\n" * 200_000,
    ],
)
def test_hostile_text_takes_no_longer(text: str) -> None:
    began = time.perf_counter()
    readable(text)
    assert time.perf_counter() - began < 3
