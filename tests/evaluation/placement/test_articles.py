from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import UserError
from costorm_widget.evaluation.placement.articles import LEVELS, read_articles, sample_by_level
from tests.evaluation.placement.freshwiki import bees, freshwiki

if TYPE_CHECKING:
    from pathlib import Path


def test_a_task_is_a_reference_of_one_section_with_the_sentences_that_cite_it(
    tmp_path: Path,
) -> None:
    article = bees(tmp_path)
    assert article.title == "Honey bees"
    assert article.sections == (("Food",), ("Food", "Winter"), ("Dance",))
    tasks = {each.reference: each for each in article.tasks()}
    assert set(tasks) == {"a", "b", "c", "e", "f", "a2"}, "d is cited in two sections"
    assert tasks["e"].text == (
        "A waggle dance shows where clover flowers The dance is read in the dark by touch"
    )
    assert (tasks["c"].section, tasks["c"].level) == (1, 2)
    assert (tasks["e"].section, tasks["e"].level) == (2, 1)


def test_marks_and_headings_do_not_leak(tmp_path: Path) -> None:
    article = bees(tmp_path)
    tasks = {each.reference: each for each in article.tasks()}
    assert tasks["a"].text == "Bees collect nectar from clover and lime trees."
    assert all(each.text != "Food" for each in article.sentences)
    assert article.names(tasks["e"])
    assert not article.names(tasks["a"])


def test_a_folder_without_articles_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="set FRESHWIKI"):
        read_articles(tmp_path)


def test_the_papers_set_is_drawn_by_level_and_seed() -> None:
    tasks = [task for each in freshwiki(100) for task in each.tasks()]
    assert 3050 < len(tasks) < 3150
    drawn = sample_by_level(tasks, 7)
    assert Counter(each.level for each in drawn) == LEVELS
    assert len(set(drawn)) == sum(LEVELS.values()) == 111
    assert drawn == sample_by_level(tasks, 7) != sample_by_level(tasks, 8)
