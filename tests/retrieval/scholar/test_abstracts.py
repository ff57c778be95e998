from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.retrieval.scholar.abstracts import from_jats, from_tex, is_withdrawn


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One.\n\nTwo."),
        ("<jats:title>ABSTRACT</jats:title><jats:p>One.</jats:p>", "One."),
        ("<jats:sec><jats:title>Aims</jats:title><jats:p>One.</jats:p></jats:sec>", "Aims\n\nOne."),
        ("<p>H<sub>2</sub>O &amp; more</p>", "H2O & more"),
        ("&lt;p&gt;Coded once too often&lt;/p&gt;", "Coded once too often"),
        ("p &lt; 0.05 and 3 < 4 > 2", "p < 0.05 and 3 < 4 > 2"),
        ("<jats:p>A <jats:italic>b</jats:italic>\n   c</jats:p>", "A b c"),
        (
            "x <jats:tex-math>\\documentclass{a}</jats:tex-math><mml:math>y</mml:math>",
            "x y",
        ),
        ("Plain words.", "Plain words."),
        ("", ""),
    ],
)
def test_jats_becomes_text(markup: str, text: str) -> None:
    assert from_jats(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("  One\nline\nafter another.\n", "One line after another."),
        ("One.\n  Two begins indented.", "One.\n\nTwo begins indented."),
        (
            r"M\"uller, Erd\H{o}s, Na\"{\i}ve, \'Etale, fa\c{c}ade, \v{S}",
            "Müller, Erdős, Naïve, Étale, façade, Š",
        ),
        (r"Stra{\ss}e, \O{}re, {\L}\'od\'z", "Straße, Øre, Łódź"),
        (r"\textbf{a} {\em b} \emph{c \textit{d}}", "a b c d"),
        (r"5\% of \$3 \& more~so", "5% of $3 & more so"),
        (r"Let $\alpha_{\text{x}} \ge 5\%$ hold", r"Let $\alpha_{\text{x}} \ge 5\%$ hold"),
        ("``quoted'' -- and --- so", "“quoted” – and — so"),
    ],
)
def test_tex_becomes_text_and_formulas_stay(markup: str, text: str) -> None:
    assert from_tex(markup) == text


@given(st.text())
def test_any_text_is_taken(text: str) -> None:
    for read in (from_jats, from_tex):
        assert read(text) == read(text).strip()


@pytest.mark.parametrize(
    ("title", "abstract", "comment", "withdrawn"),
    [
        ("T", "This paper has been withdrawn by the author.", "", True),
        ("T", "A study of bees.", "This paper has been withdrawn due to an error", True),
        ("WITHDRAWN: Bees", "A study of bees.", "", True),
        ("Retracted Article: Bees", "A study of bees.", "", True),
        ("T", "A study of papers that were withdrawn, and why. " * 10, "", False),
        ("Withdrawal of troops", "A study of troops.", "", False),
        ("Bees", "Bees retracted their stings.", "5 pages", False),
    ],
)
def test_what_was_withdrawn(title: str, abstract: str, comment: str, *, withdrawn: bool) -> None:
    assert is_withdrawn(title, abstract, comment) is withdrawn
