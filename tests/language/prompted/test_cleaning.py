"""What models write around what was asked for goes; the rest keeps every letter."""

from __future__ import annotations

import pytest

from costorm_widget.language.prompted.cleaning import label, name_and_role, queries, question


@pytest.mark.parametrize(
    ("name", "role", "expected"),
    [
        ("1. Chef: pastry: breads", "", ("Chef", "pastry: breads")),
        ("- Skeptic", "", ("Skeptic", "")),
        ("**Economist** — prices", "", ("Economist", "prices")),
        ("**Economist**", "prices - and wages", ("Economist", "prices - and wages")),
        ("**Chef**:", "bread", ("Chef", "bread")),
        ("2) Sleep physician - health effects", "", ("Sleep physician", "health effects")),
        ("T-cell biologist", "", ("T-cell biologist", "")),
        ("C# programmer: F#: types", "", ("C# programmer", "F#: types")),
        ("경제학자： 물가", "", ("경제학자", "물가")),
        ("Ratio 3:1 expert", "", ("Ratio 3:1 expert", "")),
        ("Chef: pastry", "breads", ("Chef: pastry", "breads")),
    ],
)
def test_c19_experts_are_told_from_their_roles(
    name: str, role: str, expected: tuple[str, str]
) -> None:
    assert name_and_role(name, role) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## C# and F# languages", "C# and F# languages"),
        ("- Long-term memory in T-cells", "Long-term memory in T-cells"),
        ("3. **Heart attacks**", "Heart attacks"),
        ('"Night work"', "Night work"),
        ("“Night work”", "Night work"),
        ('"Summer" and "winter"', '"Summer" and "winter"'),
        ("2.5 °C warming", "2.5 °C warming"),
        ("-40 degrees", "-40 degrees"),
        ("#MeToo", "#MeToo"),
        (".NET", ".NET"),
        ("1984 (novel)", "1984 (novel)"),
        ("snake_case __init__ names", "snake_case __init__ names"),
        ("{braces} 5 % 光速", "{braces} 5 % 光速"),
        ("two\nlines\tand more", "two lines and more"),
        ("C++", "C++"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_c20_names_keep_every_character(text: str, expected: str) -> None:
    assert label(text) == expected


def test_c20_queries_keep_every_character() -> None:
    asked = ["COVID-19 long-haul", "C# vs F#", '"exact phrase" -without', "a\n b", "{x} 5 % 光速"]
    assert queries(asked, 9) == (
        "COVID-19 long-haul",
        "C# vs F#",
        '"exact phrase" -without',
        "a b",
        "{x} 5 % 光速",
    )


def test_queries_are_different_say_something_and_are_not_too_many() -> None:
    assert queries(["bees", "", " ", "--", "bees ", "wasps", "ants"], 2) == ("bees", "wasps")


def test_a_question_loses_marks_and_what_is_around_it() -> None:
    assert question("1. **Why** do bees\ndance [2]?") == "Why do bees dance?"
    assert question('"Why?"') == "Why?"
