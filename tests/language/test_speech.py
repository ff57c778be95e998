"""What is quoted comes out of the citation resolver word for word; what is named brings no mark."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from costorm_widget.evidence.citations import CitationResolver, Handle, resolve
from costorm_widget.language.extractive import questions
from costorm_widget.language.extractive.questions import Quotation
from costorm_widget.language.extractive.speech import sayable, stays
from costorm_widget.language.extractive.transitions import listed, transition
from costorm_widget.language.extractive.units import units
from tests.builders import passages

HANDLES = {number: Handle(f"s{number}", f"s{number}:0-9", 10 + number) for number in (1, 2, 3)}

# What acts on the resolver, between words that do not.
PIECES = st.sampled_from(
    [
        *("[3]", "[1, 2]", "[1-3]", "【1】", "［2］", "[[3]]", "[^1]", "[2019]", "[sic]", "[0, 1]"),
        *("smith2020", "@smith2020", "(jones1999)", "https://example.com/a", "www.example.com"),
        *("<https://example.com>", "[a](https://example.com)", "![x](y.png)", "ann@example.com"),
        *(
            "$x$",
            "$5",
            "US$",
            "$5 million",
            "`arr[0]`",
            "`",
            "``x``",
            "~~~",
            "```",
            "\\(x\\)",
            "\\[",
        ),
        *("[", "]", "(", ")", "“", "”", '"', "*", "_", "<", "&lt;", "\n", ":", ";", "[note]:"),
        *("clocks", "The", "moved", "in", "March", "2.5", "percent", "of", "all", "hours", "光速"),
    ]
)
WORDS = st.sampled_from(["clocks", "moved", "in", "March", "2.5", "percent", "of", "all", "(so)"])
SENTENCES = st.tuples(
    st.lists(WORDS, min_size=6, max_size=9),
    st.lists(PIECES, max_size=2),
    st.lists(WORDS, max_size=3),
    st.sampled_from([".", ".", ".", "!", ".”", ".)", "."]),
).map(lambda parts: " ".join(["The", *parts[0], *parts[1], *parts[2]]) + parts[3])


def test_ordinary_sentences_stay() -> None:
    assert stays("Prices rose by $5 million in 2019 [sic], as e.g. Fig. 2 (left) shows.")
    assert stays("The state [of New York] counted 2.5 percent; see Vol. 3.")


@pytest.mark.parametrize(
    "text",
    [
        "Clocks moved in 1918 [3].",
        "Clocks moved [1, 2] in 1918.",
        "Clocks moved【1】in 1918.",
        "As smith2020 says, clocks moved.",
        "See https://example.com/a for more.",
        "See www.example.com for more.",
        "The value $x$ is small.",
        "It costs 5 US$ or more.",
        "The name `arr[0]` is code.",
        "A backtick ` alone.",
        "A formula \\(x\\) here.",
    ],
)
def test_what_would_change_or_could_swallow_a_mark_does_not_stay(text: str) -> None:
    assert not stays(text)


@given(SENTENCES)
@example("It cost $5.")
@example("Clocks moved [sic].")
def test_each_sentence_that_can_be_quoted_is_cited_verbatim(text: str) -> None:
    for unit in units(passages(text), "en"):
        resolved = resolve(f"{unit.text}[1]", HANDLES)
        assert resolved.text == f"{unit.text}[11]"
        assert [each.number for each in resolved.citations] == [11]
        assert resolved.dropped == ()


@given(st.lists(SENTENCES, min_size=2, max_size=3, unique=True), st.sampled_from([" ", "\n\n"]))
def test_sentences_do_not_change_one_another(texts: list[str], border: str) -> None:
    """Code that one sentence opens must not end in another and swallow the mark between."""
    said = units(passages(*texts), "en")[:3]
    told = border.join(f"{unit.text}[{place}]" for place, unit in enumerate(said, 1))
    resolver = CitationResolver(HANDLES)
    for character in told:
        resolver.feed(character)
    resolver.close()
    expected = border.join(f"{unit.text}[{10 + place}]" for place, unit in enumerate(said, 1))
    assert resolver.text == expected
    assert [each.number for each in resolver.citations] == [11, 12, 13][: len(said)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("COVID-19 long-haul", "COVID-19 long-haul"),
        ("C# and F# languages", "C# and F# languages"),
        ("Costs of $5 million", "Costs of $5 million"),
        ("Arrays [1]", "Arrays"),
        ("[1]", "1"),
        ("smith2020", "smith 2020"),
        ("The `numpy` array", "The numpy array"),
        ("https://example.com/a", "https example com a"),
        ("The “best” of it", "The ‘best’ of it"),
        ("<img src=x onerror=alert(1)>", "‹img src=x onerror=alert(1)>"),
        ("Two\nlines", "Two lines"),
        ("A -> B", "A -> B"),
    ],
)
def test_names_are_said_without_what_is_in_the_way(name: str, said: str) -> None:
    assert sayable(name) == said


NAMES = st.lists(PIECES, min_size=1, max_size=4).map(" ".join)


def speeches(name: str, other: str) -> list[str]:
    """Everything the engine says that holds a name or a title."""
    quotation = Quotation("Clocks moved forward by an hour in March.", 1, name)
    asked = "".join(questions.moderator_question(quotation, other, (), 1))
    return [
        asked,
        questions.opening_question(name, 0) + "[1]",
        questions.guest_question(name, 0) + "[1]",
        questions.ungrounded_question(name, other, 0) + "[1]",
        transition((name,), other, (other, name)) + "[1]",
        f"The sections follow the mind map: {listed([name, other])}.[1]",
    ]


@given(NAMES, NAMES)
@example("[2]", "smith2020")
@example("`", "$x")
def test_a_name_brings_no_citation_and_swallows_none(name: str, other: str) -> None:
    for speech in speeches(name, other):
        resolved = resolve(speech, HANDLES)
        assert resolved.text == speech.replace("[1]", "[11]")
        assert [each.number for each in resolved.citations] == [11]
        assert resolved.dropped == ()
        assert "<img" not in speech
