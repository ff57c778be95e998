"""Which sections a report has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.mind_map.tree import Tree
from costorm_widget.report.outline import ELSEWHERE, outline


def tree(*concepts: tuple[str, str, str], **snippets: str) -> Tree:
    """Concepts as (id, name, parent); snippets by id, each with the id of its concept."""
    made = Tree("c0", "Clocks")
    for concept, name, parent in concepts:
        made.add(concept, name, parent)
    for snippet, concept in snippets.items():
        made.place(snippet, concept)
    return made


def test_concepts_with_evidence_below_are_sections_from_the_top() -> None:
    headings = outline(
        tree(
            ("c1", "Health", "c0"),
            ("c2", "Sleep", "c1"),
            ("c3", "Empty", "c0"),
            ("c4", "Law", "c0"),
            n1="c2",
            n2="c4",
        )
    )
    assert [(each.title, each.level) for each in headings] == [
        ("Health", 2),
        ("Sleep", 3),
        ("Law", 2),
    ]
    health, sleep, law = headings
    assert (health.children, health.snippets, health.before) == (("Sleep",), (), "")
    assert (sleep.path, sleep.snippets, sleep.before) == (("Health", "Sleep"), ("n1",), "")
    assert (law.before, law.concept) == ("Health", "c4")


def test_the_section_before_is_one_of_the_same_parent() -> None:
    headings = outline(
        tree(
            ("c1", "A", "c0"),
            ("c2", "A1", "c1"),
            ("c3", "A2", "c1"),
            ("c4", "B", "c0"),
            ("c5", "B1", "c4"),
            n1="c2",
            n2="c3",
            n3="c5",
        )
    )
    before = {each.title: each.before for each in headings}
    assert before == {"A": "", "A1": "", "A2": "A1", "B": "A", "B1": ""}


def test_names_may_repeat() -> None:
    headings = outline(
        tree(
            ("c1", "A", "c0"),
            ("c2", "History", "c1"),
            ("c3", "B", "c0"),
            ("c4", "History", "c3"),
            n1="c2",
            n2="c4",
        )
    )
    assert [each.title for each in headings].count("History") == 2


def test_parked_snippets_get_a_section_of_their_own_at_the_end() -> None:
    headings = outline(tree(("c1", "A", "c0"), n1="c0", n2="c1", n3="c0"))
    assert [each.title for each in headings] == ["A", ELSEWHERE]
    last = headings[-1]
    assert (last.snippets, last.level, last.before, last.concept) == (("n1", "n3"), 2, "A", "c0")


def test_an_empty_map_has_no_sections() -> None:
    assert outline(tree()) == []
    assert outline(tree(("c1", "A", "c0"))) == []


@given(st.lists(st.integers(0, 100), max_size=12), st.lists(st.integers(0, 100), max_size=12))
def test_every_snippet_is_in_one_section(parents: list[int], homes: list[int]) -> None:
    made = Tree("c0", "Clocks")
    for number, parent in enumerate(parents, 1):
        made.add(f"c{number}", f"Name {number}", f"c{parent % number}")
    for number, home in enumerate(homes):
        made.place(f"n{number}", f"c{home % (len(parents) + 1)}")
    headings = outline(made)
    held = [snippet for each in headings for snippet in each.snippets]
    assert sorted(held) == sorted(made.home)
    assert all(2 <= each.level <= 6 for each in headings)
    assert all(each.snippets or each.children for each in headings)
